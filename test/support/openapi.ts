/** Checks answers against the OpenAPI document: status, headers and body, and nothing that it does not declare. */
import { openApiDocument } from "@garrison/http/contract/document"
import { ErrorBody } from "@garrison/http/contract/refusals"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import * as Schema from "effect/Schema"

type Json = Readonly<Record<string, unknown>>

interface Response {
  readonly content?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema: Json }>>
}

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Response>>
}

/** The schemas that others are made of (`allOf`): by themselves they say only a part of an object. */
const parts = new Set<unknown>()

const findParts = (value: unknown, schemas: Json): void => {
  if (typeof value !== "object" || value === null) return
  for (const part of "allOf" in value && Array.isArray(value.allOf) ? value.allOf : []) {
    const { $ref } = part as { readonly $ref?: string }
    parts.add($ref === undefined ? part : schemas[$ref.replace("#/components/schemas/", "")])
  }
  for (const member of Object.values(value)) findParts(member, schemas)
}

/**
 * Objects that list their members have no others: an answer must not carry what the document does not say. One that is
 * made of several parts is closed as a whole.
 */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== "object" || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)]))
  if (parts.has(value)) return inner
  if (inner["allOf"] !== undefined) return { ...inner, unevaluatedProperties: false }
  return inner["type"] === "object" && inner["properties"] !== undefined && inner["additionalProperties"] === undefined
    ? { ...inner, additionalProperties: false }
    : inner
}

const given = openApiDocument() as Json & { readonly components: { readonly schemas: Json } }
findParts(given, given.components.schemas)

const document = closed(given) as Json & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
addFormats.default(ajv)
ajv.addFormat("int64", true)
ajv.addSchema({ ...document, $id: "openapi" })

const pointer = (...segments: ReadonlyArray<string>): string =>
  segments.map((segment) => segment.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")

const compiled = new Map<string, ValidateFunction>()

const validatorAt = (...segments: ReadonlyArray<string>): ValidateFunction => {
  const reference = `openapi#/${pointer(...segments)}`
  const known = compiled.get(reference)
  if (known !== undefined) return known
  const validator = ajv.compile({ $ref: reference })
  compiled.set(reference, validator)
  return validator
}

const templates = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`),
}))

/** What came back, as far as the document says something about it. */
export interface Answered {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
}

const bodyProblems = (validate: ValidateFunction, text: string): ReadonlyArray<string> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return [`the body is no JSON: ${text.slice(0, 100)}`]
  }
  return validate(value)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`,
      )
}

const headerProblems = (response: Response, headers: Answered["headers"]): ReadonlyArray<string> =>
  Object.entries(response.headers ?? {}).flatMap(([name, { schema }]) => {
    const value = headers[name.toLowerCase()]
    if (typeof value !== "string") return [`the header ${name} is missing`]
    return schema["type"] === "integer" && !/^[1-9]\d*$/.test(value) ? [`the header ${name} is ${value}`] : []
  })

const errorBody = ajv.compile(Schema.toJsonSchemaDocument(ErrorBody).definitions["Error"] ?? false)

/** Stands for the body that a HEAD is answered without. */
const anError = '{"auth_success":true,"error_code":"","desc":""}'

/** What HTTP itself refuses is refused under any path. */
const ANYWHERE: ReadonlySet<number> = new Set([400, 404, 431])

const undeclared = (answered: Answered): ReadonlyArray<string> =>
  ANYWHERE.has(answered.status)
    ? bodyProblems(errorBody, answered.method === "HEAD" ? anError : answered.text)
    : [`${answered.status} for a path that the document does not have`]

/** The answer to a browser's question whether a page of another origin may ask. It is of no operation. */
const isPreflight = ({ method, status }: Answered): boolean => method === "OPTIONS" && status === 204

/** Everything in which an answer differs from the document; a method that the path does not have must be a 405. */
export const answerProblems = (answered: Answered): ReadonlyArray<string> => {
  if (isPreflight(answered)) return []
  const template = templates.find(({ pattern }) => pattern.test(answered.path))
  if (template === undefined) return undeclared(answered)
  const operations = document.paths[template.path] ?? {}
  const named = answered.method === "HEAD" ? "get" : answered.method.toLowerCase()
  if (operations[named] === undefined && answered.status !== 405) {
    // What is no HTTP is refused before anybody looks at the method.
    return ANYWHERE.has(answered.status) && answered.status !== 404
      ? undeclared(answered)
      : [`${answered.status} for an unknown method`]
  }
  const method = operations[named] === undefined ? (Object.keys(operations)[0] ?? "") : named
  const status = String(answered.status)
  const response = operations[method]?.responses[status]
  if (response === undefined) return [`${status} is not declared for ${method} ${template.path}`]
  const missing = headerProblems(response, answered.headers)
  if (answered.method === "HEAD") return answered.text === "" ? missing : [...missing, "HEAD with a body"]
  const types = Object.keys(response.content ?? {})
  if (types.length === 0) return answered.text === "" ? missing : [...missing, `${status} with a body`]
  const type = String(answered.headers["content-type"] ?? "").split(";")[0] ?? ""
  if (!types.includes(type)) return [...missing, `the content type is ${type}`]
  if (type !== "application/json") return missing
  const validate = validatorAt("paths", template.path, method, "responses", status, "content", type, "schema")
  return [...missing, ...bodyProblems(validate, answered.text)]
}
