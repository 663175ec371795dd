/**
 * The sentences of fields in the OpenAPI document. JSON Schema drops what is said of a field whose value has another
 * encoded form (a time, an integer of 64 bits), so the document is walked beside the schemas that it was made of.
 */
import { sentenceOf } from "@garrison/core/kernel/input/Field"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type { Json } from "./jsonSchema.ts"

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const identifierOf = (ast: SchemaAST.AST): string | undefined => SchemaAST.resolveIdentifier(ast)

/** The schemas directly within a schema. */
const partsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  switch (ast._tag) {
    case "Objects":
      return [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => type)
    case "Arrays":
      return [...ast.elements, ...ast.rest]
    case "Union":
      return ast.types
    case "Suspend":
      return [ast.thunk()]
    default:
      return []
  }
}

/** Every named schema within the schemas, by its name. */
const namedWithin = (schemas: ReadonlyArray<Schema.Constraint>): ReadonlyMap<string, SchemaAST.AST> => {
  const named = new Map<string, SchemaAST.AST>()
  const seen = new Set<SchemaAST.AST>()
  const visit = (ast: SchemaAST.AST): void => {
    if (seen.has(ast)) return
    seen.add(ast)
    const name = identifierOf(ast)
    if (name !== undefined && !named.has(name)) named.set(name, ast)
    partsOf(ast).forEach(visit)
  }
  for (const { ast } of schemas) visit(ast)
  return named
}

/** Sentences by the names of fields, of a schema whose fields have none of their own. */
type Notes = Readonly<Record<string, string>>

const withMembers = (json: Json, ast: SchemaAST.Objects, notes: Notes): Json => {
  const { properties } = json
  if (!isObject(properties)) return json
  const said = Object.entries(properties).map(([name, property]) => {
    const type = ast.propertySignatures.find((one) => one.name === name)?.type
    if (type === undefined || !isObject(property)) return [name, property]
    const inner = told(property, type)
    const description = sentenceOf({ ast: type }) ?? notes[name]
    return [name, description === undefined || "description" in inner ? inner : { ...inner, description }]
  })
  return { ...json, properties: Object.fromEntries(said) }
}

/** A JSON Schema with the sentences of its fields. A reference is left alone: its component has them. */
const told = (json: Json, ast: SchemaAST.AST, notes: Notes = {}): Json => {
  if ("$ref" in json) return json
  switch (ast._tag) {
    case "Objects":
      return withMembers(json, ast, notes)
    case "Arrays": {
      const [element] = ast.rest
      return element === undefined || !isObject(json["items"]) ? json : { ...json, items: told(json["items"], element) }
    }
    case "Union": {
      const { anyOf } = json
      if (!Array.isArray(anyOf) || anyOf.length !== ast.types.length) return json
      return { ...json, anyOf: anyOf.map((one: Json, index) => told(one, ast.types[index] ?? ast)) }
    }
    case "Suspend":
      return told(json, ast.thunk())
    default:
      return json
  }
}

/**
 * The components of a document, with the sentences of their fields. `schemas` are all that the document was made of;
 * `notes` has further sentences by the names of components.
 */
export const toldComponents = (
  components: Json,
  schemas: ReadonlyArray<Schema.Constraint>,
  notes: Readonly<Record<string, Notes>>,
): Json => {
  const named = namedWithin(schemas)
  return Object.fromEntries(
    Object.entries(components).map(([name, json]) => {
      const ast = named.get(name)
      return [name, ast === undefined || !isObject(json) ? json : told(json, ast, notes[name])]
    }),
  )
}

/** The schema of a body, with the sentences of its fields. */
export const toldSchema = (json: Json, { ast }: Schema.Constraint): Json => told(json, ast)
