/**
 * The whole input of an operation, decoded in one go, so that a 422 lists every broken field of path, query, header and
 * body together (decisions, section 2).
 */
import { besides, decoder, type InvalidInput, type InvalidDetail } from "@garrison/core/kernel/Invalid"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Fields, InputSchemas } from "../contract/inputs.ts"
import { ABSENT, type ParsedBody, UNREADABLE } from "./body.ts"
import { type ParameterReader, percentDecode, QUERY_BYTES_MAX, queryReader, queryTooLong } from "./query.ts"
import { headerOf, type Request } from "./Request.ts"
import { InvalidRequest, type Source, within } from "./source.ts"

type Decoded<F> = F extends Fields ? Schema.Struct<F>["Type"] : undefined

/** The decoded input of an operation with these schemas. */
export interface Input<I extends InputSchemas> {
  readonly params: Decoded<I["params"]>
  readonly query: Decoded<I["query"]>
  readonly headers: Decoded<I["headers"]>
  readonly body: I["body"] extends Schema.ConstraintDecoder<unknown> ? I["body"]["Type"] : undefined
}

/** Decodes the input of one request; `body` is what `parseBody` made of it, undefined where none is read. */
export type InputDecoder<I extends InputSchemas> = (
  request: Request,
  body: ParsedBody | undefined,
) => Result.Result<Input<I>, InvalidRequest>

type Part = { readonly value: unknown; readonly details: ReadonlyArray<InvalidDetail> }

const nothing: Part = { value: {}, details: [] }

const failed = (exit: Exit.Exit<unknown, InvalidInput>): ReadonlyArray<InvalidDetail> => {
  if (Exit.isSuccess(exit)) return []
  const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
  return failure?.error.detail ?? []
}

/** A decoder that answers at once, without a fiber. Schemas of the contract need no service and do not wait. */
const partDecoder = (source: Source, schema: Schema.ConstraintDecoder<unknown>) => {
  const decode = decoder(schema)
  const locate = within(source)
  return (input: unknown): Part => {
    const exit = Effect.runSyncExit(decode(input))
    return Exit.isSuccess(exit)
      ? { value: exit.value, details: [] }
      : { value: undefined, details: locate(failed(exit)) }
  }
}

/** The details that are not about the query parameter `name`. */
const notAbout = (name: string, details: ReadonlyArray<InvalidDetail>) => details.filter(({ loc }) => loc[1] !== name)

const withoutOverridden = (given: ReturnType<ParameterReader>, overrides: InputSchemas["overrides"] = {}) => {
  let { details, values } = given
  for (const [ruling, overridden] of Object.entries(overrides)) {
    if (!Object.hasOwn(values, ruling) && notAbout(ruling, details).length === details.length) continue
    const { [overridden]: _ignored, ...kept } = values
    values = kept
    details = notAbout(overridden, details)
  }
  return { values, details }
}

const longQuery: Part = { value: undefined, details: [queryTooLong] }

const queryPart = ({ overrides, query: fields }: InputSchemas): ((request: Request) => Part) => {
  if (fields === undefined) return ({ query }) => (query.length > QUERY_BYTES_MAX ? longQuery : nothing)
  const read = queryReader(fields)
  const decode = partDecoder("query", Schema.Struct(fields))
  const empty = decode({})
  return (request) => {
    if (request.query === "") return empty
    const given = withoutOverridden(read(request.query), overrides)
    // A query that is too long was not read at all.
    if (given.details.some(({ loc }) => loc.length === 1)) return { value: undefined, details: given.details }
    const decoded = decode(given.values)
    return { value: decoded.value, details: besides(given.details, decoded.details) }
  }
}

const paramsPart = (fields: Fields | undefined): ((request: Request) => Part) => {
  if (fields === undefined) return () => nothing
  const decode = partDecoder("path", Schema.Struct(fields))
  return (request) => {
    const values: Record<string, string> = {}
    for (const name of Object.keys(fields)) {
      const raw = request.parameters[name] ?? ""
      values[name] = percentDecode(raw) ?? raw
    }
    return decode(values)
  }
}

const headersPart = (fields: Fields | undefined): ((request: Request) => Part) => {
  if (fields === undefined) return () => nothing
  const decode = partDecoder("header", Schema.Struct(fields))
  const empty = decode({})
  return (request) => {
    const given = Object.keys(fields).flatMap((name) => {
      const value = headerOf(request, name)
      return value === undefined ? [] : [[name, value] as const]
    })
    return given.length === 0 ? empty : decode(Object.fromEntries(given))
  }
}

const absent: Part = { value: undefined, details: [{ loc: ["body"], msg: "is required", type: "missing" }] }

const bodyPart = ({ body: schema, bodyRequired = true }: InputSchemas): ((body: ParsedBody | undefined) => Part) => {
  if (schema === undefined) return () => ({ value: undefined, details: [] })
  const decode = partDecoder("body", schema)
  const whenAbsent = bodyRequired ? absent : decode({})
  return (body) => {
    if (body === undefined || body.value === ABSENT) return whenAbsent
    if (body.value === UNREADABLE) return body
    const decoded = decode(body.value)
    return { value: decoded.value, details: besides(body.details, decoded.details) }
  }
}

/** The decoder of an operation's input. Build it once per operation. */
export const inputDecoder = <const I extends InputSchemas>(schemas: I): InputDecoder<I> => {
  const params = paramsPart(schemas.params)
  const query = queryPart(schemas)
  const headers = headersPart(schemas.headers)
  const body = bodyPart(schemas)
  return (request, given) => {
    const ofParams = params(request)
    const ofQuery = query(request)
    const ofHeaders = headers(request)
    const ofBody = body(given)
    const detail = [...ofParams.details, ...ofQuery.details, ...ofHeaders.details, ...ofBody.details]
    if (detail.length > 0) return Result.fail(new InvalidRequest({ detail }))
    return Result.succeed({
      params: ofParams.value,
      query: ofQuery.value,
      headers: ofHeaders.value,
      body: ofBody.value,
    } as Input<I>)
  }
}
