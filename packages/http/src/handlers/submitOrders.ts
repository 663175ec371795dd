/** What HTTP alone has of orders: a status for each of many. */
import { endsOf } from "@garrison/core/order/operations/submitOrders"
import type { Orders } from "@garrison/core/order/Orders"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type Answer, json } from "../request/Answer.ts"
import type { Handler } from "../request/Handler.ts"
import { failureOf } from "../request/refusal.ts"
import { actOf } from "./offered.ts"

type OrderExit = Effect.Success<ReturnType<typeof endsOf>>[number]

/** The answer to many orders: each as it was encoded when it was stored, or with the body of its refusal. */
const manyOrdersAnswer = (exits: ReadonlyArray<OrderExit>, requestId: string): Answer => {
  const defects: Array<Cause.Cause<unknown>> = []
  const parts = exits.map((exit) => {
    if (Exit.isSuccess(exit)) return `{"status":200,"order":${exit.value.wire}}`
    const { answer, defect } = failureOf(exit.cause, requestId)
    if (defect !== undefined) defects.push(defect)
    return `{"status":${answer.status},"error":${answer.body}}`
  })
  return { ...json(200, `{"orders":[${parts.join()}]}`), defects }
}

/** Submits orders of many players. */
export const submitOrders = Effect.map(
  Effect.context<Orders>(),
  (context): Handler<"submitOrders"> =>
    ({ body }, request) =>
      Effect.map(Effect.provideContext(endsOf(body, actOf(request)), context), (ends) =>
        manyOrdersAnswer(ends, request.id),
      ),
)
