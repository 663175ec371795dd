/** Schemas on the page at `/docs`: each field with its type, its bounds and its sentence. Schemas in it unfold. */
import { type Markup, markup, sentence } from "@garrison/core/kernel/page/markup"
import { type ApiSchema, nameOf } from "./document.ts"

/** `1 to 100`, `at least 1`, `at most 100`; undefined: no bound. */
const bounds = (minimum: number | undefined, maximum: number | undefined): string | undefined => {
  // The bounds of what numbers of 32 and 53 bits can be say nothing that a reader wants to know.
  const [low, high] = [minimum, maximum].map((bound) =>
    bound === undefined || Math.abs(bound) >= 2_147_483_647 ? undefined : bound.toLocaleString("en-US"),
  )
  if (low === undefined) return high === undefined ? undefined : `at most ${high}`
  return high === undefined ? `at least ${low}` : `${low} to ${high}`
}

const counted = (range: string | undefined, what: string): string | undefined =>
  range === undefined ? undefined : `${range} ${what}`

/** What an absent field counts as. */
const absentAs = (schema: ApiSchema): unknown => schema["x-default"] ?? schema.default

/** What the schema asks for beyond the type. */
const limitsOf = (schema: ApiSchema): ReadonlyArray<string> => {
  const absent = absentAs(schema)
  return [
    schema.format,
    bounds(schema.minimum, schema.maximum),
    counted(bounds(schema.minLength, schema.maxLength), "characters"),
    counted(bounds(undefined, schema.maxItems), "elements"),
    counted(bounds(undefined, schema.maxProperties), "members"),
    schema.pattern === undefined ? undefined : `matches ${schema.pattern}`,
    absent === undefined ? undefined : `default ${JSON.stringify(absent)}`,
  ].filter((limit) => limit !== undefined)
}

const joined = (parts: ReadonlyArray<Markup>, between: string): Markup =>
  parts.length < 2 ? (parts[0] ?? markup`anything`) : markup`${parts.map((part, at) => [at > 0 && between, part])}`

const alternatives = ({ anyOf, oneOf }: ApiSchema): ReadonlyArray<ApiSchema> | undefined => anyOf ?? oneOf

/** The type in words: `list of Item`, `string or null`. */
const typeOf = (schema: ApiSchema): Markup => {
  const either = alternatives(schema)
  if (schema.$ref !== undefined) return markup`<code>${nameOf(schema.$ref)}</code>`
  if (either !== undefined) return joined(either.map(typeOf), " or ")
  if (schema.allOf !== undefined) return joined(schema.allOf.map(typeOf), " with ")
  if (schema.items !== undefined) return markup`list of ${typeOf(schema.items)}`
  if (typeof schema.additionalProperties === "object") return markup`map of ${typeOf(schema.additionalProperties)}`
  return markup`${schema.type ?? "anything"}`
}

const valuesOf = (schema: ApiSchema): Markup | undefined => {
  const values = schema.enum ?? schema.items?.enum
  if (values === undefined) return undefined
  const shown = values.map((value, at) => [at > 0 && ", ", markup`<code>${JSON.stringify(value)}</code>`])
  return markup`<p class="quiet">One of ${shown}.</p>`
}

/** The type of a schema, and its bounds. */
const typeLine = (schema: ApiSchema): Markup =>
  markup`<span class="quiet">${typeOf(schema)}${limitsOf(schema).map((limit) => ` · ${limit}`)}</span>`

/** The schemas that a schema is made of: as alternatives, elements or members of a map. */
const partsOf = (schema: ApiSchema): ReadonlyArray<ApiSchema> => [
  ...(alternatives(schema) ?? []),
  ...(schema.allOf ?? []),
  ...(schema.items === undefined ? [] : [schema.items]),
  ...(typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : []),
]

/** The names of the schemas that it refers to, each once. */
const referencesOf = (schema: ApiSchema): ReadonlyArray<string> => [
  ...new Set([
    ...(schema.$ref === undefined ? [] : [nameOf(schema.$ref)]),
    ...partsOf(schema).flatMap((inner) => referencesOf(inner)),
  ]),
]

/** Objects in a schema that have no name of their own. */
const unnamed = (schema: ApiSchema): ReadonlyArray<ApiSchema> =>
  schema.properties === undefined ? partsOf(schema).flatMap((inner) => unnamed(inner)) : [schema]

/**
 * A schema that is shown once on the page. The script puts its fields here when it is unfolded; without a script there
 * is the link.
 */
const unfolding = (name: string): Markup =>
  markup`<details class="unfold" data-schema="${name}"><summary>${name}</summary><p><a href="#schema-${name}">The fields of ${name}</a></p></details>`

/** What a field is called, what it may be, and what it means. */
interface FieldLine {
  readonly name: string
  readonly schema: ApiSchema
  readonly isRequired: boolean
  readonly description?: string | undefined
  /** Where a parameter stands. */
  readonly place?: string
}

/** A field, or a parameter. */
export const fieldLine = ({ description, isRequired, name, place, schema }: FieldLine): Markup => {
  const said = description ?? schema.description
  return markup`<div class="field"><div><code class="name">${name}</code> ${place !== undefined && markup`<span class="quiet">${place} · </span>`}${typeLine(schema)}${isRequired && markup` <strong class="required">required</strong>`}${schema.deprecated === true && markup` <span class="deprecated">deprecated</span>`}</div>
${said !== undefined && markup`<p>${sentence(said)}</p>`}${valuesOf(schema)}${referencesOf(schema).map(unfolding)}${unnamed(
    schema,
  ).map(
    (inner) =>
      markup`<details class="unfold"><summary>Fields of <code>${name}</code></summary>${fieldsOf(inner)}</details>`,
  )}</div>`
}

/** All fields of an object. */
const fieldsOf = ({ properties = {}, required = [] }: ApiSchema): Markup =>
  markup`<div class="fields">${Object.entries(properties).map(([name, schema]) =>
    fieldLine({ name, schema, isRequired: required.includes(name) }),
  )}</div>`

/** A body: its type, unless the schemas in it say it, and what is in it. */
export const bodySchema = (schema: ApiSchema): Markup =>
  markup`${schema.$ref === undefined && markup`<p>${typeLine(schema)}</p>`}${valuesOf(schema)}${referencesOf(schema).map(unfolding)}${unnamed(schema).map(fieldsOf)}`

/** A schema of the document, with the name that others refer to it by. */
export const namedSchema = (name: string, schema: ApiSchema): Markup =>
  markup`<details class="schema" id="schema-${name}"><summary><h3><code>${name}</code></h3></summary><div data-fields="${name}">${schema.description !== undefined && markup`<p>${sentence(schema.description)}</p>`}${schema.properties === undefined ? bodySchema(schema) : fieldsOf(schema)}</div></details>`
