/** The operations of the OpenAPI document as the fuzzer sees them, and requests that they should take. */
import { openApiDocument } from "@garrison/http/contract/document"
import { type JsonSchema, type Lookup, resolved } from "../jsonSchema.ts"
import { type Maker, valueFor } from "./values.ts"

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: JsonSchema
}

/** One operation of the document. */
export interface FuzzedOperation {
  readonly id: string
  /** In upper case. */
  readonly method: string
  /** With parameters in braces. */
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly body: JsonSchema | undefined
  /** Whether the body is a form, and not JSON. */
  readonly isForm: boolean
  /** Whose token it takes; undefined: none. */
  readonly subject: "player" | "machine" | "any" | undefined
}

/** A request before it is sent; the target is path and query, percent-encoded. */
export interface FuzzedRequest {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly payload: string | Uint8Array | undefined
}

interface DocumentOperation {
  readonly operationId: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly "x-required-permissions"?: { readonly subject: "player" | "machine" | "any" }
}

const document = openApiDocument() as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

/** Finds a component schema of the document. */
export const lookup: Lookup = (reference) => document.components.schemas[reference.replace("#/components/schemas/", "")]

/** Every operation of the document. */
export const fuzzedOperations: ReadonlyArray<FuzzedOperation> = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    parameters: operation.parameters,
    body: Object.values(operation.requestBody?.content ?? {})[0]?.schema,
    isForm: operation.requestBody?.content["application/x-www-form-urlencoded"] !== undefined,
    subject: operation["x-required-permissions"]?.subject,
  })),
)

/** Parameters that a request can only have from an earlier answer. */
const opaque = new Set(["cursor", "start_at", "exclude_before"])

/** The first value that a parameter of a path may have; a text where any may be, and the uuid of the player for ids. */
const firstOf = ({ name, schema }: Parameter, playerUuid: string): string => {
  const { enum: values, format, type } = resolved(schema, lookup)
  const [first] = values ?? []
  if (type === "integer") return "1"
  return name === "player_uuid" || format === "uuid" ? playerUuid : typeof first === "string" ? first : "user"
}

/** The path with its parameters, each percent-encoded. */
export const pathOf = ({ parameters, path }: FuzzedOperation, playerUuid: string): string =>
  parameters.reduce(
    (filled, one) => filled.replace(`{${one.name}}`, encodeURIComponent(firstOf(one, playerUuid))),
    path,
  )

/** Query parameters that the document allows, with those left out that contradict the body. */
export const queryFor = ({ parameters }: FuzzedOperation, body: unknown, maker: Maker): ReadonlyMap<string, string> => {
  const chosen = parameters.filter((parameter) => {
    const { in: place, name } = parameter
    const contradicts = name === "rotate_secret" && typeof body === "object" && body !== null && "client_secret" in body
    return (
      place === "query" &&
      !opaque.has(name) &&
      !contradicts &&
      (parameter.required === true || name === "deadline" || maker.random.oneIn(2))
    )
  })
  return new Map(
    chosen.map(({ name, schema }) => {
      // Nobody waits for a long poll, which takes up to a quarter of an hour.
      return [name, name === "deadline" ? "0" : String(valueFor(schema, maker))]
    }),
  )
}

/** Headers that the document allows and that are part of what is asked for: now and then the same ones again. */
export const headersFor = ({ parameters }: FuzzedOperation, maker: Maker): Readonly<Record<string, string>> => {
  const chosen = parameters.filter(({ in: place, name }) => place === "header" && name === "idempotency-key")
  return Object.fromEntries(
    chosen.flatMap(({ name, schema }) =>
      maker.random.oneIn(2) ? [[name, maker.random.oneIn(2) ? "again" : String(valueFor(schema, maker))]] : [],
    ),
  )
}

/** The target of a path and query. */
export const targetOf = (path: string, query: ReadonlyMap<string, string>): string =>
  query.size === 0 ? path : `${path}?${new URLSearchParams([...query])}`
