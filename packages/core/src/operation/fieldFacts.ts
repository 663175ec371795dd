/** The fields of an operation as faces show them, read from its input: what each takes, and what is said of it. */
import { INTEGER_MAX, type ReferenceKind, referenceOf, sentenceOf } from "../kernel/input/Field.ts"
import type { InputFields } from "./Operation.ts"
import * as Schema from "effect/Schema"

/** What a field takes. `json`: anything else, written as JSON. */
export type FieldKind = "text" | "integer" | "flag" | "choice" | "time" | "list" | "json"

/** A field of an operation. */
export interface FieldFacts {
  /** As the operation names it. */
  readonly name: string
  readonly kind: FieldKind
  /** What it means, for help. */
  readonly sentence: string
  readonly isRequired: boolean
  /** The values of a `choice`, and those of which a `list` is made where they are listed. */
  readonly choices: ReadonlyArray<string>
  /** The least and the largest value of an `integer`, where it has a largest one. */
  readonly bounds?: readonly [minimum: number, maximum: number]
  /** What the id in it names. */
  readonly refers?: ReferenceKind
}

/** What is read of a JSON Schema. */
interface FieldSchema {
  readonly type?: string
  readonly format?: string
  readonly enum?: ReadonlyArray<string>
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: FieldSchema
  readonly anyOf?: ReadonlyArray<FieldSchema>
  readonly allOf?: ReadonlyArray<FieldSchema>
}

/** A schema with what its alternatives and parts say, null left out. What stands further out counts. */
const flat = (schema: FieldSchema): FieldSchema => {
  const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].filter(({ type }) => type !== "null")
  return Object.assign({}, ...parts.map(flat).toReversed(), schema)
}

const kindOf = ({ enum: values, format, items, type }: FieldSchema): FieldKind => {
  if (format === "date-time") return "time"
  if (values !== undefined) return "choice"
  if (type === "boolean") return "flag"
  if (type === "integer" || type === "number") return "integer"
  if (type === "string") return "text"
  return type === "array" && items !== undefined && flat(items).type === "string" ? "list" : "json"
}

const choicesOf = (schema: FieldSchema): ReadonlyArray<string> =>
  schema.enum ?? (schema.items === undefined ? [] : (flat(schema.items).enum ?? []))

/** Every integer ends where JSON numbers are exact no more: that is no bound of its own. */
const boundsOf = ({ maximum = INTEGER_MAX, minimum = 0 }: FieldSchema): Pick<FieldFacts, "bounds"> =>
  maximum < INTEGER_MAX ? { bounds: [minimum, maximum] } : {}

/** The fields that an operation takes, in their order, or those of these names. */
export const fieldsOf = (input: InputFields, names?: ReadonlyArray<string>): ReadonlyArray<FieldFacts> => {
  const document = Schema.toJsonSchemaDocument(Schema.toEncoded(Schema.Struct(input)))
  const schema = document.schema as {
    readonly properties?: Readonly<Record<string, FieldSchema>>
    readonly required?: ReadonlyArray<string>
  }
  return Object.entries(input).flatMap(([name, field]) => {
    if (names !== undefined && !names.includes(name)) return []
    const refers = referenceOf(field)
    const described = flat(schema.properties?.[name] ?? {})
    return {
      name,
      kind: kindOf(described),
      sentence: sentenceOf(field) ?? "",
      isRequired: schema.required?.includes(name) === true,
      choices: choicesOf(described),
      ...boundsOf(described),
      ...(refers !== undefined && { refers }),
    }
  })
}
