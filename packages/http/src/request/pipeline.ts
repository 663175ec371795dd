/**
 * The order of the checks of every request: authentication, then permission, then input (decisions, section 3). The
 * service checks existence.
 */
import { besides, type InvalidDetail } from "@garrison/core/kernel/Invalid"
import type { AccessTokens } from "@garrison/core/token/AccessTokens"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import type { Body, InputSchemas, Operation } from "../contract/operation.ts"
import type { Answer } from "./Answer.ts"
import { authorize } from "./authorize.ts"
import { type ParsedBody, parseBody } from "./body.ts"
import { FORM_TYPE, formParser } from "./form.ts"
import { fieldsOf, givenReader, inputDecoder } from "./input.ts"
import { plainBodies } from "./mediaType.ts"
import { type OperationFailure, TransportRefused } from "./refusal.ts"
import { type Reply, replyOf } from "./reply.ts"
import { hasBody, headerOf, type IncomingRequest } from "./Request.ts"
import type { Run, ServedOperation } from "./Router.ts"
import { InvalidRequest, locator } from "./source.ts"

/** A handler of any operation, without its types. */
export interface AnyHandler {
  (input: never, request: never): Effect.Effect<unknown, OperationFailure>
  readonly check?: (given: never, request: never) => Effect.Effect<ReadonlyArray<InvalidDetail>>
}

/** The result of work that is done already, and needs no fiber; undefined: it has to be run. */
export const resultOf = <A, E>(work: Effect.Effect<A, E>): Exit.Exit<A, E> | undefined =>
  Exit.isExit(work) ? (work as Exit.Exit<A, E>) : undefined

/** What follows on `work`: at once where that is done already. */
const andThen = <A, B, E, E2>(
  work: Effect.Effect<A, E>,
  next: (value: A) => Effect.Effect<B, E2>,
): Effect.Effect<B, E | E2> => {
  const result = resultOf(work)
  if (result === undefined) return Effect.flatMap(work, next)
  return result._tag === "Success" ? next(result.value) : Effect.failCause(result.cause)
}

const wrongType = Effect.fail(new TransportRefused({ code: "unsupported_media_type" }))

/** Reads the bodies of an operation: 415 for one of another media type, or encoded. */
const bodyReader = (declared: Body) => {
  const { isForm = false, mediaTypes = ["application/json"], nullsKept } = declared
  const isPlain = plainBodies(isForm ? [FORM_TYPE] : mediaTypes)
  const nulls = nullsKept === true ? "kept" : "dropped"
  const parse = isForm ? formParser(fieldsOf(declared)) : (bytes: Uint8Array) => parseBody(bytes, nulls)
  return (request: IncomingRequest) =>
    hasBody(request) && !isPlain(headerOf(request, "content-type"), headerOf(request, "content-encoding"))
      ? wrongType
      : andThen(request.body, (bytes) => Effect.succeed(parse(bytes)))
}

type Refuse = (
  request: IncomingRequest,
  refused: InvalidRequest,
  body: ParsedBody | undefined,
) => Effect.Effect<never, InvalidRequest>

/** Refuses with the mistakes of single fields, and with those that the handler finds. */
const refuser = (operation: Operation, { check }: AnyHandler): Refuse => {
  if (check === undefined) return (_, refused) => Effect.fail(refused)
  const read = givenReader<InputSchemas>(operation)
  const locate = locator(operation)
  return (request, refused, body) =>
    Effect.flatMap(check(read(request, body) as never, request as never), (more) =>
      Effect.fail(new InvalidRequest({ detail: besides(refused.detail, locate(more)) })),
    )
}

/** Runs the handler and makes an answer of what it gives. */
const replier = (handler: AnyHandler, reply: Reply | undefined) => (input: never, request: IncomingRequest) => {
  const outcome = handler(input, request as never)
  return reply === undefined
    ? (outcome as Effect.Effect<Answer, OperationFailure>)
    : Effect.map(outcome, (given) => reply(request, given))
}

const withInput = (operation: Operation, handler: AnyHandler): Run => {
  const run = replier(handler, replyOf(operation.success))
  const decode = inputDecoder<InputSchemas>(operation)
  const refuse = refuser(operation, handler)
  const answer = (request: IncomingRequest, body: ParsedBody | undefined) => {
    const input = decode(request, body)
    return Result.isSuccess(input) ? run(input.success as never, request) : refuse(request, input.failure, body)
  }
  if (operation.body === undefined) return (request) => answer(request, undefined)
  const readBody = bodyReader(operation.body)
  return (request) => andThen(readBody(request), (body) => answer(request, body))
}

/** What verifies access tokens. */
type Tokens = Pick<AccessTokens["Service"], "authenticate">

/** One operation, from request to answer. */
const pipeline = (operation: Operation, handler: AnyHandler, tokens: Tokens): Run => {
  const run = withInput(operation, handler)
  const { access } = operation
  if (access.kind !== "bearer") return run
  const callerOf = authorize(tokens, access)
  return (request) => andThen(callerOf(request), () => run(request))
}

/** An operation that can be run. `bodyBytesMax` counts where the operation says nothing of it. */
export const serve = (
  operation: Operation,
  handler: AnyHandler,
  { bodyBytesMax, tokens }: { readonly tokens: Tokens; readonly bodyBytesMax: number },
): ServedOperation => ({
  ...operation,
  run: pipeline(operation, handler, tokens),
  locate: locator(operation),
  bodyBytesMax: operation.body?.bytesMax ?? bodyBytesMax,
})
