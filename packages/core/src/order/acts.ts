/** The acts of this area (decisions, section 3). */
import type { Header } from "../operation/Operation.ts"

/** Each is an order of the player whose inventory it changes. */
export const orderActs = {
  refund: { name: "order.refund", permissions: ["operator:spend:item"] },
  clawBack: { name: "inventory.clawBack", permissions: ["operator:spend:item"] },
} as const satisfies Readonly<Record<string, Header>>
