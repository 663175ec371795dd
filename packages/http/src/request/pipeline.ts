/**
 * One route, from request to answer. Every request is checked in one order: authentication, then permission, then
 * input (decisions, section 3). The service checks existence.
 */
import type { Caller } from "@garrison/core/kernel/Caller"
import { withoutRepeats, type InvalidDetail } from "@garrison/core/kernel/input/Invalid"
import { PermissionDenied } from "@garrison/core/permission/errors"
import { suffices } from "@garrison/core/permission/rules"
import type { AccessTokens } from "@garrison/core/token/AccessTokens"
import type { TokenRefused } from "@garrison/core/token/errors"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import type { AccessRule, Body, InputSchemas, Route } from "../contract/route.ts"
import type { Answer } from "./Answer.ts"
import { FORM_TYPE, formParser, type ParsedBody, parseBody, plainBodies } from "./body.ts"
import { fieldsOf, givenReader, inputDecoder } from "./input.ts"
import { InvalidRequest, locator, type OperationFailure, TransportRefused } from "./refusal.ts"
import type { EventOptions } from "./events.ts"
import { type Reply, replyOf } from "./reply.ts"
import { hasBody, headerOf, type IncomingRequest } from "./Request.ts"
import type { Run, ServedRoute } from "./Router.ts"

/** A handler of any route, without its types. */
export interface AnyHandler {
  (input: never, request: never): Effect.Effect<unknown, OperationFailure>
  readonly check?: (given: never, request: never) => Effect.Effect<ReadonlyArray<InvalidDetail>>
}

/** The result of work that is done already, and needs no fiber; undefined: it has to be run. */
export const resultOf = <A, E>(work: Effect.Effect<A, E>): Exit.Exit<A, E> | undefined =>
  Exit.isExit(work) ? (work as Exit.Exit<A, E>) : undefined

/** What follows on `work`: at once where that is done already. */
export const andThen = <A, B, E, E2>(
  work: Effect.Effect<A, E>,
  next: (value: A) => Effect.Effect<B, E2>,
): Effect.Effect<B, E | E2> => {
  const result = resultOf(work)
  if (result === undefined) return Effect.flatMap(work, next)
  return result._tag === "Success" ? next(result.value) : Effect.failCause(result.cause)
}

type BearerRule = Extract<AccessRule, { readonly kind: "bearer" }>

/** What verifies access tokens. */
type Tokens = Pick<AccessTokens["Service"], "authenticate" | "isKnown">

const denied = Effect.fail(new PermissionDenied({ code: "insufficient_permissions" }))

/**
 * Whether the caller satisfies the rule: the one look at the permission of a request. A machine has no player id, so it
 * does not match `me` of a player's route.
 */
const mayCall = (rule: BearerRule, caller: Caller): boolean =>
  (rule.subject === "any" || rule.subject === caller.kind) && suffices(caller.permissions, rule.anyOf)

const overShare = (limit: string) => Effect.fail(new TransportRefused({ code: "service_unavailable", limit }))

/**
 * Verifies the access token, records the caller in the request, and checks the rule. Of a sender that has used up its
 * share, only a token is taken that was verified before.
 */
const authorizer = (tokens: Tokens, rule: BearerRule) => {
  const authorize = (
    request: IncomingRequest,
  ): Effect.Effect<Caller, TokenRefused | PermissionDenied | TransportRefused> => {
    const header = headerOf(request, "authorization")
    const limit = request.overShare
    if (limit !== undefined && !tokens.isKnown(header)) return overShare(limit)
    return andThen(tokens.authenticate(header), (caller) => {
      request.caller = caller
      return mayCall(rule, caller) ? Effect.succeed(caller) : denied
    })
  }
  return authorize
}

const wrongType = Effect.fail(new TransportRefused({ code: "unsupported_media_type" }))

/** Reads the bodies of a route: 415 for one of another media type, or encoded. */
const bodyReader = (declared: Body) => {
  const { isForm = false, mediaTypes = ["application/json"], nullsKept = false } = declared
  const isPlain = plainBodies(isForm ? [FORM_TYPE] : mediaTypes)
  const parse = isForm ? formParser(fieldsOf(declared)) : (bytes: Uint8Array) => parseBody(bytes, nullsKept)
  const readBody = (request: IncomingRequest) =>
    hasBody(request) && !isPlain(headerOf(request, "content-type"), headerOf(request, "content-encoding"))
      ? wrongType
      : andThen(request.body, (bytes) => Effect.succeed(parse(bytes)))
  return readBody
}

type Refuse = (
  request: IncomingRequest,
  refused: InvalidRequest,
  body: ParsedBody | undefined,
) => Effect.Effect<never, InvalidRequest>

/** Refuses with the mistakes of single fields, and with those that the handler finds. */
const refuser = (route: Route, { check }: AnyHandler): Refuse => {
  if (check === undefined) return (_, refused) => Effect.fail(refused)
  const read = givenReader<InputSchemas>(route)
  const locate = locator(route)
  return (request, refused, body) =>
    Effect.flatMap(check(read(request, body) as never, request as never), (more) =>
      Effect.fail(new InvalidRequest({ detail: withoutRepeats(refused.detail, locate(more)) })),
    )
}

/** Runs the handler and makes an answer of what it gives. */
const replier = (handler: AnyHandler, reply: Reply | undefined) => {
  const runHandler = (input: never, request: IncomingRequest) => {
    const outcome = handler(input, request as never)
    return reply === undefined
      ? (outcome as Effect.Effect<Answer, OperationFailure>)
      : Effect.map(outcome, (given) => reply(request, given))
  }
  return runHandler
}

/** Decodes the input, and runs the handler with it. */
const withInput = (route: Route, handler: AnyHandler, streams: EventOptions): Run => {
  const runHandler = replier(handler, replyOf(route.success, streams))
  const decode = inputDecoder<InputSchemas>(route)
  const refuse = refuser(route, handler)
  const runDecoded = (request: IncomingRequest, body: ParsedBody | undefined) => {
    const input = decode(request, body)
    return Result.isSuccess(input) ? runHandler(input.success as never, request) : refuse(request, input.failure, body)
  }
  const runWithoutBody: Run = (request) => runDecoded(request, undefined)
  if (route.body === undefined) return runWithoutBody
  const readBody = bodyReader(route.body)
  const runWithBody: Run = (request) => andThen(readBody(request), (body) => runDecoded(request, body))
  return runWithBody
}

/** What routes are served with. */
interface ServeOptions {
  readonly tokens: Tokens
  readonly bodyBytesMax: number
  readonly streams: EventOptions
}

/** Does the rest for a sender that has a share left. Nobody knows whether a request is right that was not read. */
const withinShare = (run: Run): Run => {
  const runWithin: Run = (request) => {
    const limit = request.overShare
    return limit === undefined ? run(request) : overShare(limit)
  }
  return runWithin
}

/** Authenticates the caller, checks the rule, and then does the rest. */
const pipeline = (route: Route, handler: AnyHandler, { streams, tokens }: ServeOptions): Run => {
  const runWithInput = withinShare(withInput(route, handler, streams))
  const { access } = route
  if (access.kind !== "bearer") return runWithInput
  const authorize = authorizer(tokens, access)
  const runAuthorized: Run = (request) => andThen(authorize(request), () => runWithInput(request))
  return runAuthorized
}

/** A route that can be run. `bodyBytesMax` counts where the route says nothing of it. */
export const serve = (route: Route, handler: AnyHandler, options: ServeOptions): ServedRoute => ({
  ...route,
  run: pipeline(route, handler, options),
  locate: locator(route),
  bodyBytesMax: route.body?.bytesMax ?? options.bodyBytesMax,
})
