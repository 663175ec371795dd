/** Explaining an order of the caller (decisions, section 12). */
import { OrderExplanation } from "@garrison/core/order/explanation"
import { ownExplanation } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { content } from "../success.ts"
import { ownOrder } from "./ownOrder.ts"

/** A setting decides whether a player sees the odds of draws. */
export const explainOwnOrder = operation({
  id: "explainOwnOrder",
  method: "GET",
  path: "/inventory/v1/player/me/order/:order_id/explain",
  mounts: ["public"],
  access: bearer.remembered("player", "inv:read_order:player:self", "inv:read_order:player:any"),
  lane: "storage",
  summary: "How an order came about",
  description:
    "Each step by which the order was fulfilled: loot that was skipped and why, each number on the way to a quantity, " +
    "each check with what it compared, each draw, each change. The stored order is interpreted again with the catalog " +
    "version and the random numbers of its time; nothing changes. At most 2,000 steps are listed; `steps_left_out` " +
    "counts the others. `total`, `drawn`, `weight`, `odds`, `candidates` and `excluded` of draws are for callers with " +
    "`inv:read_order:player:any`, and for players if the server's settings say so.",
  params: ownOrder.params,
  success: content(OrderExplanation),
  refusals: ownOrder.refusals,
  example: { answer: ownExplanation },
})
