/**
 * Makes every refusal of the document the one schema `Error`, narrowed to its codes. effect would repeat the fields of
 * the error body for each list of codes.
 */
import type { Json } from "./jsonSchema.ts"

const reference: Json = { $ref: "#/components/schemas/Error" }

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const isErrorBody = ({ properties }: Json): boolean =>
  isObject(properties) && "auth_success" in properties && "error_code" in properties && "desc" in properties

/** What an error body says beyond the fields that all of them have: its codes, and fields of its own. */
const narrowed = ({ properties, required, ...rest }: Json): Json => {
  const { auth_success: _flag, desc: _sentence, ...own } = properties as Json
  const demanded = (required as ReadonlyArray<string>).filter((name) => name in own && name !== "error_code")
  const narrower = { type: "object", properties: own, ...(demanded.length > 0 && { required: demanded }) }
  const { type: _type, ...annotations } = rest
  return { ...annotations, allOf: [reference, narrower] }
}

const within = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(within)
  if (!isObject(value)) return value
  if (isErrorBody(value)) return narrowed(value)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, within(member)]))
}

/** The document with `error`, the schema of every error body, as a component, and every refusal referring to it. */
export const withErrorReferences = (document: Json, error: Json): Json => {
  const referring = within(document) as { readonly components: { readonly schemas: Json } }
  const { components } = referring
  return { ...referring, components: { ...components, schemas: { ...components.schemas, Error: error } } }
}
