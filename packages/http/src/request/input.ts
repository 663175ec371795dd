/**
 * The whole input of an operation, decoded in one go, so that a 422 lists every broken field of path, query, header and
 * body together (decisions, section 2).
 */
import { decoder } from "@garrison/core/kernel/input/decoder"
import { type InvalidInput, type InvalidDetail } from "@garrison/core/kernel/input/Invalid"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Body, Fields, InputSchemas } from "../contract/route.ts"
import { ABSENT, type ParsedBody, UNREADABLE } from "./body.ts"
import { pathReader, QUERY_BYTES_MAX, queryReader, queryTooLong } from "./query.ts"
import { headerOf, type Request } from "./Request.ts"
import { InvalidRequest, type Source } from "./refusal.ts"

type Decoded<F> = [F] extends [never] ? undefined : F extends Fields ? Schema.Struct<F>["Type"] : undefined

type DecodedBody<B> = [B] extends [never]
  ? undefined
  : B extends Body<infer S extends Schema.ConstraintDecoder<unknown>>
    ? [S] extends [never]
      ? undefined
      : S["Type"]
    : undefined

/** The decoded input of an operation with these schemas. */
export interface Input<I extends InputSchemas> {
  readonly params: Decoded<NonNullable<I["params"]>>
  readonly query: Decoded<NonNullable<I["query"]>>
  readonly headers: Decoded<NonNullable<I["headers"]>>
  readonly body: DecodedBody<NonNullable<I["body"]>>
}

/** The valid fields of a request whose input was refused. */
export type Given<I extends InputSchemas> = { readonly [Part in keyof Input<I>]: Partial<Input<I>[Part]> }

/** Decodes the input of one request; `body` is the result of `parseBody`, undefined if the operation reads none. */
export type InputDecoder<I extends InputSchemas> = (
  request: Request,
  body: ParsedBody | undefined,
) => Result.Result<Input<I>, InvalidRequest>

type Part = { readonly value: unknown; readonly details: ReadonlyArray<InvalidDetail> }

const nothing: Part = { value: {}, details: [] }

const nothingIn = (): Part => nothing

const failed = (exit: Exit.Exit<unknown, InvalidInput>): ReadonlyArray<InvalidDetail> => {
  if (Exit.isSuccess(exit)) return []
  const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
  return failure?.error.detail ?? []
}

/** A decoder that answers at once, without a fiber. Schemas of the contract need no service and do not wait. */
const partDecoder = (source: Source, schema: Schema.ConstraintDecoder<unknown>) => {
  const decode = decoder(schema, [source])
  const decodePart = (input: unknown, known?: ReadonlyArray<InvalidDetail>): Part => {
    const exit = Effect.runSyncExit(decode(input, known))
    return Exit.isSuccess(exit) ? { value: exit.value, details: [] } : { value: undefined, details: failed(exit) }
  }
  return decodePart
}

const longQuery: Part = { value: undefined, details: [queryTooLong] }

const passQuery = ({ query }: Request): Part => (query.length > QUERY_BYTES_MAX ? longQuery : nothing)

/** Clients ask with the same few short queries: `page_size=50`. Cursors make others, which are longer. */
const [SHORT_QUERY, SHORT_QUERIES_MAX] = [32, 100]

/** As `decode`, whose answer depends on the text alone: what short queries decode to is kept. */
const rememberingShort = (decode: (query: string) => Part): ((query: string) => Part) => {
  const remembered = new Map<string, Part>()
  return (query) => {
    if (query.length > SHORT_QUERY) return decode(query)
    const known = remembered.get(query)
    if (known !== undefined) return known
    const decoded = decode(query)
    // Whoever sends others must not push out those of the clients.
    if (remembered.size < SHORT_QUERIES_MAX && decoded.details.length === 0) remembered.set(query, decoded)
    return decoded
  }
}

const queryPart = ({ ignored, query: fields }: InputSchemas): ((request: Request) => Part) => {
  if (fields === undefined) return passQuery
  const read = queryReader(fields, ignored)
  const decode = partDecoder("query", Schema.Struct(fields))
  const empty = decode({})
  const decodeQuery = (query: string): Part => {
    const given = read(query)
    // A query that is too long was not read at all.
    if (given.details.some(({ loc }) => loc.length === 1)) return { value: undefined, details: given.details }
    return decode(given.values, given.details)
  }
  const decodeKept = rememberingShort(decodeQuery)
  return ({ query }) => (query === "" ? empty : decodeKept(query))
}

const paramsPart = (fields: Fields | undefined): ((request: Request) => Part) => {
  if (fields === undefined) return nothingIn
  const readParams = pathReader(fields)
  const decode = partDecoder("path", Schema.Struct(fields))
  const decodeParams = ({ parameters }: Request): Part => decode(readParams(parameters))
  return decodeParams
}

/** The values of the headers that were sent; undefined when none was. */
const headerValues = (names: ReadonlyArray<string>, request: Request): Readonly<Record<string, string>> | undefined => {
  const given = names.flatMap((name) => {
    const value = headerOf(request, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

const headersPart = (fields: Fields | undefined): ((request: Request) => Part) => {
  if (fields === undefined) return nothingIn
  const decode = partDecoder("header", Schema.Struct(fields))
  const names = Object.keys(fields)
  const empty = decode({})
  const decodeHeaders = (request: Request): Part => {
    const given = headerValues(names, request)
    return given === undefined ? empty : decode(given)
  }
  return decodeHeaders
}

const absent: Part = { value: undefined, details: [{ loc: ["body"], msg: "is required", type: "missing" }] }

const noBody: Part = { value: undefined, details: [] }

const noBodyIn = (): Part => noBody

const bodyPart = ({ body: declared }: InputSchemas): ((body: ParsedBody | undefined) => Part) => {
  if (declared === undefined) return noBodyIn
  const { required = true, schema } = declared
  const decode = partDecoder("body", schema)
  const whenAbsent = required ? absent : decode({})
  const decodeBody = (body: ParsedBody | undefined): Part => {
    if (body === undefined || body.value === ABSENT) return whenAbsent
    return body.value === UNREADABLE ? body : decode(body.value, body.details)
  }
  return decodeBody
}

/** The decoder of an operation's input. Build it once per operation. */
export const inputDecoder = <const I extends InputSchemas>(schemas: I): InputDecoder<I> => {
  const params = paramsPart(schemas.params)
  const query = queryPart(schemas)
  const headers = headersPart(schemas.headers)
  const body = bodyPart(schemas)
  const decodeInput: InputDecoder<I> = (request, given) => {
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
  return decodeInput
}

/** Decodes each field by itself, and leaves invalid ones out. */
const rightOf = (fields: Fields = {}) => {
  const decoders = Object.entries(fields).map(([name, schema]) => [name, Schema.decodeUnknownExit(schema)] as const)
  return (values: unknown) => {
    const right: Record<string, unknown> = {}
    if (typeof values !== "object" || values === null) return right
    for (const [name, decode] of decoders) {
      if (!Object.hasOwn(values, name)) continue
      const exit = decode((values as Readonly<Record<string, unknown>>)[name])
      if (Exit.isSuccess(exit)) right[name] = exit.value
    }
    return right
  }
}

/** The fields of a body whose schema is a struct. */
export const fieldsOf = (body: Body | undefined): Fields =>
  body !== undefined && "fields" in body.schema ? (body.schema.fields as Fields) : {}

/** Reads the valid fields of a request whose input was refused. */
export const givenReader = <const I extends InputSchemas>({ body, headers, ignored, params, query }: I) => {
  const [rightParams, rightQuery, rightHeaders] = [rightOf(params), rightOf(query), rightOf(headers)]
  const rightBody = rightOf(fieldsOf(body))
  const readParams = pathReader(params ?? {})
  const readQuery = queryReader(query ?? {}, ignored)
  return (request: Request, parsed: ParsedBody | undefined): Given<I> =>
    ({
      params: rightParams(readParams(request.parameters)),
      query: rightQuery(readQuery(request.query).values),
      headers: rightHeaders(headerValues(Object.keys(headers ?? {}), request)),
      body: rightBody(parsed?.value),
    }) as Given<I>
}
