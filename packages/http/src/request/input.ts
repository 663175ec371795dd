/**
 * The whole input of an operation, decoded in one go, so that a 422 lists every broken field of path, query, header and
 * body together (decisions, section 2).
 */
import { decoder, InvalidInput, type InvalidDetail, type Source } from "@garrison/core/kernel/Invalid"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Fields, InputSchemas } from "../contract/inputs.ts"
import { ABSENT } from "./body.ts"
import { percentDecode, queryReader } from "./query.ts"
import type { Request } from "./Request.ts"

type Decoded<F> = F extends Fields ? Schema.Struct<F>["Type"] : undefined

/** The decoded input of an operation with these schemas. */
export interface Input<I extends InputSchemas> {
  readonly params: Decoded<I["params"]>
  readonly query: Decoded<I["query"]>
  readonly body: I["body"] extends Schema.ConstraintDecoder<unknown> ? I["body"]["Type"] : undefined
}

/** Decodes the input of one request; `body` is what `parseBody` made of it. */
export type InputDecoder<I extends InputSchemas> = (
  request: Request,
  body: unknown,
) => Result.Result<Input<I>, InvalidInput>

type Part = { readonly value: unknown; readonly details: ReadonlyArray<InvalidDetail> }

const nothing: Part = { value: {}, details: [] }

const failed = (exit: Exit.Exit<unknown, InvalidInput>): ReadonlyArray<InvalidDetail> => {
  if (Exit.isSuccess(exit)) return []
  const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
  return failure?.error.detail ?? []
}

/** A decoder that answers at once, without a fiber. Schemas of the contract need no service and do not wait. */
const partDecoder = (source: Source, schema: Schema.ConstraintDecoder<unknown>) => {
  const decode = decoder(source, schema)
  return (input: unknown): Part => {
    const exit = Effect.runSyncExit(decode(input))
    return Exit.isSuccess(exit) ? { value: exit.value, details: [] } : { value: undefined, details: failed(exit) }
  }
}

const queryPart = (fields: Fields | undefined): ((request: Request) => Part) => {
  if (fields === undefined) return () => nothing
  const read = queryReader(fields)
  const decode = partDecoder("query", Schema.Struct(fields))
  const empty = decode({})
  return (request) => {
    if (request.query === "") return empty
    const given = read(request.query)
    const decoded = decode(given.values)
    return given.details.length === 0
      ? decoded
      : { value: undefined, details: [...given.details, ...decoded.details.filter(({ type }) => type !== "missing")] }
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

const absent: Part = { value: undefined, details: [{ loc: ["body"], msg: "is required", type: "missing" }] }

const bodyPart = ({ body: schema, bodyRequired = true }: InputSchemas): ((body: unknown) => Part) => {
  if (schema === undefined) return () => ({ value: undefined, details: [] })
  const decode = partDecoder("body", schema)
  const whenAbsent = bodyRequired ? absent : decode({})
  return (body) => (body === ABSENT ? whenAbsent : decode(body))
}

/** The decoder of an operation's input. Build it once per operation. */
export const inputDecoder = <const I extends InputSchemas>(schemas: I): InputDecoder<I> => {
  const params = paramsPart(schemas.params)
  const query = queryPart(schemas.query)
  const body = bodyPart(schemas)
  return (request, given) => {
    const ofParams = params(request)
    const ofQuery = query(request)
    const ofBody = body(given)
    const detail = [...ofParams.details, ...ofQuery.details, ...ofBody.details]
    if (detail.length > 0) return Result.fail(new InvalidInput({ detail }))
    return Result.succeed({ params: ofParams.value, query: ofQuery.value, body: ofBody.value } as Input<I>)
  }
}
