/** The acts of this area (decisions, section 3). What players and servers order is no act: their orders say it. */
import type { Header } from "../operation/Operation.ts"

/**
 * Each is an order of the player whose inventory it changes. What is given and taken by choice also increments the
 * revision of the person, so that two operators do not do it twice.
 */
export const orderActs = {
  refund: { name: "order.refund", permissions: ["operator:spend:item"] },
  clawBack: { name: "inventory.clawBack", permissions: ["operator:spend:item"] },
  accept: { name: "ledger.accept", permissions: ["operator:spend:item"] },
  give: { name: "item.give", permissions: ["operator:spend:item"], revision: "person" },
  take: { name: "item.take", permissions: ["operator:spend:item"], revision: "person" },
} as const satisfies Readonly<Record<string, Header>>
