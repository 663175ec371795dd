/** The handler of every route: joins the places of the input, says who asks, and runs the operation of the core. */
import { type Act, actorOf } from "@garrison/core/operation/Act"
import type { AnyOperation } from "@garrison/core/operation/Operation"
import type { ErrorCode } from "@garrison/core/errorCodes"
import type { Caller } from "@garrison/core/kernel/Caller"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { AnyHandler } from "../request/pipeline.ts"
import { type AuthorizedRequest, headerOf } from "../request/Request.ts"

/** Who asks, by the token of the request, and on what conditions. */
const actOf = (request: AuthorizedRequest): Act => {
  const idempotencyKey = headerOf(request, "idempotency-key")
  const userAgent = headerOf(request, "user-agent")
  const actor = { ...actorOf(request.caller, request.address()), ...(userAgent === undefined ? {} : { userAgent }) }
  return idempotencyKey === undefined ? { actor } : { actor, idempotencyKey }
}

/** A route, without the types of its places. */
export interface AnyRoute<R> {
  readonly isOwn: boolean
  readonly offers: AnyOperation<ErrorCode, R>
}

interface Places {
  readonly params: object | undefined
  readonly query: object | undefined
  readonly body: object | undefined
}

/** The handler of a route. `context` has the services that its operation needs. */
export const handlerOf = <R>({ isOwn, offers }: AnyRoute<R>, context: Context.Context<R>): AnyHandler => {
  const inputOf = ({ body, params, query }: Places, caller: Caller): object =>
    isOwn ? { ...body, ...query, player_uuid: caller.subject } : { ...body, ...query, ...params }
  const answer = (places: Places, request: AuthorizedRequest) =>
    Effect.provideContext(offers.run(inputOf(places, request.caller), actOf(request)), context)
  const inspect = offers.inspect?.bind(offers)
  if (inspect === undefined) return answer
  const check = (places: Places, request: AuthorizedRequest) =>
    Effect.provideContext(inspect(inputOf(places, request.caller), actOf(request)), context)
  return Object.assign(answer, { check })
}
