/**
 * The order in which every operation looks at its request: authentication, then permission, then input (decisions,
 * section 3). Existence is for the service to tell.
 */
import { besides, type InvalidDetail } from "@garrison/core/kernel/Invalid"
import type { AccessTokens } from "@garrison/core/token/AccessTokens"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { access, type AccessRule } from "../contract/access.ts"
import type { OperationRoute } from "../contract/Api.ts"
import { inputs, type InputSchemas } from "../contract/inputs.ts"
import type { Answer } from "./Answer.ts"
import { authorize } from "./authorize.ts"
import { type ParsedBody, parseBody } from "./body.ts"
import { type Input, inputDecoder } from "./input.ts"
import { isPlainJson } from "./mediaType.ts"
import { type OperationFailure, TransportRefused } from "./refusal.ts"
import { hasBody, headerOf, type IncomingRequest } from "./Request.ts"
import { InvalidRequest, type Locate, locator } from "./source.ts"

/** Answers a request of one operation. */
export type Run = (request: IncomingRequest) => Effect.Effect<Answer, OperationFailure>

/** A handler of some operation, its types forgotten. */
export interface AnyHandler {
  (input: Input<InputSchemas>, request: never): Effect.Effect<Answer, OperationFailure>
  readonly inspect?: (request: never, body: unknown) => Effect.Effect<ReadonlyArray<InvalidDetail>>
}

const wrongType = Effect.fail(new TransportRefused({ code: "unsupported_media_type" }))

const readBody = (request: IncomingRequest, nulls: "dropped" | "kept") =>
  hasBody(request) && !isPlainJson(headerOf(request, "content-type"), headerOf(request, "content-encoding"))
    ? wrongType
    : Effect.map(request.body, (bytes) => parseBody(bytes, nulls))

/** The refusal with what the handler's own look at the request adds to it. */
const inspected = (
  handler: AnyHandler,
  request: IncomingRequest,
  refused: InvalidRequest,
  body: ParsedBody | undefined,
  locate: Locate,
) =>
  handler.inspect === undefined
    ? Effect.fail(refused)
    : Effect.flatMap(handler.inspect(request as never, body?.value), (more) =>
        Effect.fail(new InvalidRequest({ detail: besides(refused.detail, locate(more)) })),
      )

const withInput = (route: OperationRoute, handler: AnyHandler): Run => {
  const schemas: InputSchemas = inputs[route.id]
  const decode = inputDecoder(schemas)
  const locate = locator(schemas)
  const answer = (request: IncomingRequest, body: ParsedBody | undefined) => {
    const input = decode(request, body)
    return Result.isSuccess(input)
      ? handler(input.success, request as never)
      : inspected(handler, request, input.failure, body, locate)
  }
  if (!route.readsBody) return (request) => answer(request, undefined)
  const nulls = schemas.nullsKept === true ? "kept" : "dropped"
  return (request) => Effect.flatMap(readBody(request, nulls), (body) => answer(request, body))
}

/** The whole way of one operation from request to answer. */
export const pipeline = (route: OperationRoute, handler: AnyHandler, tokens: AccessTokens["Service"]): Run => {
  const run = withInput(route, handler)
  const rule: AccessRule = access[route.id]
  if (rule.kind !== "bearer") return run
  const callerOf = authorize(tokens, rule)
  return (request) => Effect.flatMap(callerOf(request), () => run(request))
}
