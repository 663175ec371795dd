/** `garrison order …` as rows. */
import { foundOrders, locatedFacts, refundFacts } from "@garrison/core/order/show"
import { command, type Refused } from "../row/Row.ts"

const PLAYER = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"
const ORDER = "019aa1f3-0000-7000-8000-1a2b3c4d5e6f"

const refundOrder = () => import("@garrison/core/order/operations/refundOrder").then((module) => module.refundOrder)

/** Why nobody is asked about what a rehearsal refuses; undefined: it refuses nothing. */
export const lacking = (rehearsed: unknown): Refused | undefined => {
  if ((rehearsed as { readonly state: string } | undefined)?.state !== "refused") return undefined
  return {
    kind: "conflict",
    sentence: "Not all of it can be taken back. Nobody was asked, and nothing was changed.",
    next: "--partial takes what is there and writes down the rest as owed; --from-paid takes from what was paid for, too.",
  }
}

/** Orders. */
export const rows = {
  "order list": command(
    () => import("@garrison/core/order/operations/searchOrders").then(({ searchOrders }) => searchOrders),
    {
      arguments: ["player_uuid"],
      flags: {
        player_uuid: { flag: "player", metavar: "UUID" },
        loot_id: { name: "loot", refers: "loot" },
        item_id: { name: "item", refers: "item" },
        after: { metavar: "MARKER" },
      },
      show: foundOrders,
      examples: [
        [""],
        [`${PLAYER} --source CLIENT`],
        ["--loot monsters/goblin --from 2030-01-31T18:00:00Z"],
        ["--result cannot_afford_price --ndjson", "For scripts, an order a line"],
      ],
    },
  ),
  "order find": command(
    () => import("@garrison/core/order/operations/locateOrder").then(({ locateOrder }) => locateOrder),
    {
      arguments: ["order_id"],
      refusals: { OrderNotFound: { sentence: "There is no such order." } },
      show: locatedFacts,
      after: (order) => `All of it: garrison order show ${order.player_uuid} ${order.order_id}`,
      examples: [[ORDER]],
    },
  ),
  "order refund": command(refundOrder, {
    arguments: ["player_uuid", "order_id"],
    first: refundOrder,
    ask: (_given, rehearsed) => lacking(rehearsed) ?? "This refunds order {order_id} of player {player_uuid}.",
    names: true,
    show: refundFacts,
    examples: [
      [`${PLAYER} ${ORDER} --dry-run`, "What could be taken, and where the rest went"],
      [`${PLAYER} ${ORDER} --partial --reason "ticket 4711" --yes`, "Take what is there, and write down what is owed"],
    ],
  }),
}
