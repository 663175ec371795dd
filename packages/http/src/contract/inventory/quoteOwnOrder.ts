/** Quoting an order of the caller over HTTP. */
import { quoteOrder } from "@garrison/core/order/operations/quoteOrder"
import { QuoteRequest } from "@garrison/core/order/schema"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** The body and the permissions of a submission. */
export const quoteOwnOrder = route(quoteOrder, {
  id: "quoteOwnOrder",
  method: "POST",
  path: "/inventory/v1/player/me/order/quote",
  mounts: ["public"],
  who: "own",
  session: "remembered",
  lane: "storage",
  body: { schema: QuoteRequest },
  success: content(quoteOrder.answer),
})
