/**
 * Answers to any operation, made of the schema of its answer: every field that may be there, and in every text without
 * a fixed form whatever a test wants there. So a new screen meets texts that break screens before anyone thinks of it.
 */
import { operations } from "@garrison/core/operations"
import type { OperationName } from "@garrison/tui/operation"
import * as Schema from "effect/Schema"
import { startMillis } from "./driven.ts"

/** What is read of a JSON Schema. */
interface Described {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Described
  readonly prefixItems?: ReadonlyArray<Described>
  readonly properties?: Readonly<Record<string, Described>>
  readonly additionalProperties?: Described | boolean
  readonly anyOf?: ReadonlyArray<Described>
  readonly oneOf?: ReadonlyArray<Described>
  readonly allOf?: ReadonlyArray<Described>
  readonly $ref?: string
}

/** What an answer is made with. */
export interface Made {
  /** The text of the next field without a fixed form. */
  readonly text: (field: string) => string
  /** How many members a list has. */
  readonly members: number
}

/** Objects within objects end here, because a tree may hold trees. */
const DEPTH_MAX = 7

const uuidOf = (number: number): string => `019aa1f2-6f5e-7000-8000-${String(number).padStart(12, "0")}`

/** Makes values of one document. Each uuid and each number is another one, in the order in which they are made. */
class Maker {
  readonly #definitions: Readonly<Record<string, Described>>
  readonly #made: Made
  #count = 0

  constructor(definitions: Readonly<Record<string, Described>>, made: Made) {
    this.#definitions = definitions
    this.#made = made
  }

  /** A value of a schema, for a field of this name. */
  value(schema: Described, field: string, depth = 0): unknown {
    const resolved = this.#resolved(schema)
    const { enum: values, type } = resolved
    if (values !== undefined) return values[this.#next() % values.length]
    if (type === "object" || resolved.properties !== undefined) return this.#object(resolved, field, depth)
    if (type === "array") return this.#list(resolved, field, depth)
    if (type === "string") return this.#text(resolved, field)
    if (type === "integer" || type === "number") {
      const { maximum = 1_000_000, minimum = 0 } = resolved
      return Math.min(maximum, Math.max(minimum, 1000 + this.#next()))
    }
    if (type === "boolean") return this.#next() % 2 === 0
    return type === "null" ? null : { any: this.#made.text(field) }
  }

  #next(): number {
    this.#count += 1
    return this.#count
  }

  /** The schema with what it refers to and what its parts say; of alternatives, one that is not null. */
  #resolved(schema: Described): Described {
    const { $ref: reference, allOf: parts, anyOf, oneOf } = schema
    const referred = reference === undefined ? undefined : this.#definitions[reference.slice("#/$defs/".length)]
    if (referred !== undefined) return this.#resolved({ ...referred, ...schema, $ref: "" })
    const alternatives = (anyOf ?? oneOf)?.filter(({ type }) => type !== "null") ?? []
    const chosen = alternatives[this.#count % Math.max(1, alternatives.length)]
    const all = [...(parts ?? []), ...(chosen === undefined ? [] : [chosen])]
    const { allOf: _, anyOf: __, oneOf: ___, ...own } = schema
    return all.reduce<Described>((sum, part) => Object.assign({}, this.#resolved(part), sum), own)
  }

  #object({ additionalProperties, properties = {} }: Described, field: string, depth: number): unknown {
    if (depth > DEPTH_MAX) return {}
    const own = Object.entries(properties).map(([name, schema]) => [name, this.value(schema, name, depth + 1)])
    const more =
      typeof additionalProperties === "object" ? [["key", this.value(additionalProperties, field, depth + 1)]] : []
    return Object.fromEntries([...own, ...more])
  }

  #list({ items, prefixItems }: Described, field: string, depth: number): unknown {
    if (prefixItems !== undefined) return prefixItems.map((one) => this.value(one, field, depth + 1))
    if (items === undefined || depth > DEPTH_MAX) return []
    const members = depth > 2 ? 2 : this.#made.members
    return Array.from({ length: members }, () => this.value(items, field, depth + 1))
  }

  #text({ format, pattern }: Described, field: string): string {
    if (format === "uuid" || field.endsWith("_uuid")) return uuidOf(this.#next())
    if (format === "date-time" || /_at$|^time$/.test(field)) {
      return new Date(startMillis - this.#next() * 60_000).toISOString()
    }
    return pattern === undefined ? this.#made.text(field) : String(this.#next()).padStart(4, "0")
  }
}

const documents = new Map<string, ReturnType<typeof Schema.toJsonSchemaDocument>>()

/** The schema of the answer of an operation, made once. */
const documentOf = (name: OperationName) => {
  const known = documents.get(name)
  if (known !== undefined) return known
  const operation = operations.find((one) => one.name === name)
  if (operation === undefined) throw new Error(`there is no operation ${name}`)
  const document = Schema.toJsonSchemaDocument(Schema.toEncoded(operation.answer.schema))
  documents.set(name, document)
  return document
}

/** An answer of an operation that has every field. */
export const madeAnswer = (name: OperationName, made: Made): unknown => {
  const { definitions, schema } = documentOf(name)
  return new Maker(definitions, made).value(schema, name)
}
