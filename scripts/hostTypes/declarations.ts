/**
 * The JSON of inputs and answers as documented TypeScript types. Compilers drop the sentences of schemas, so hosts
 * without Effect get these. They are printed from the schemas: the encoded side, with the sentence of each field.
 */
import { itemNotes, lootNotes, vendorNotes } from "@garrison/core/catalog/authoring/fieldNotes"
import { sentenceOf } from "@garrison/core/kernel/input/Field"
import { parameterSchema } from "@garrison/http/contract/jsonSchema"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { byIdentifier, byKind, byPlace, lists, type Root, roots } from "./names.ts"

const HEADER = `/**
 * The JSON of inputs and answers as documented types, for hosts without Effect. \`npm run host-types\` makes this file
 * from the schemas; do not edit it by hand.
 */
`

const WIDTH = 120

/** A text in lines of a comment, broken where a line is full. */
const wrapped = (text: string, indent: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let current = `${indent} *`
  for (const word of text.split(" ")) {
    if (current.length + 1 + word.length > WIDTH) {
      lines.push(current)
      current = `${indent} *`
    }
    current += ` ${word}`
  }
  return [...lines, current]
}

/** A comment of some sentences, and of tags after them. */
export const comment = (text: string, indent: string, tags: ReadonlyArray<string> = []): string => {
  const line = `${indent}/** ${text} */`
  if (line.length <= WIDTH && tags.length === 0) return line
  return [`${indent}/**`, ...[text, ...tags].flatMap((one) => wrapped(one, indent)), `${indent} */`].join("\n")
}

const literalOf = (ast: SchemaAST.AST): string | undefined =>
  ast._tag === "Literal" && typeof ast.literal === "string" ? ast.literal : undefined

/** The texts of a closed list, joined; undefined for another schema. */
const listKey = (ast: SchemaAST.AST): string | undefined => {
  const texts = ast._tag === "Union" ? ast.types.map(literalOf) : [literalOf(ast)]
  return texts.includes(undefined) ? undefined : texts.join("|")
}

const listNames = new Map(Object.entries(lists).map(([name, [{ ast }]]) => [listKey(ast), name]))

const representationOf = (ast: SchemaAST.AST): unknown => SchemaAST.resolveAt("representation")(ast)

/** Whether a declared type is any JSON. */
const isJson = (ast: SchemaAST.AST): boolean =>
  JSON.stringify(representationOf(ast)) === JSON.stringify(representationOf(Schema.Json.ast))

/** An integer of 64 bits. */
const INT64 = "number | bigint"

const isDeprecated = (ast: SchemaAST.AST): boolean =>
  [ast, SchemaAST.toEncoded(ast)].some(
    (one) =>
      SchemaAST.resolveAt<boolean>("deprecated")(one) === true || one.context?.annotations?.["deprecated"] === true,
  )

/** What an optional number or text counts as when it is left out, with the bounds of a number. */
const defaultOf = (ast: SchemaAST.AST): string => {
  const absent = SchemaAST.resolveAt<unknown>("default")(ast)
  if (typeof absent !== "number" && typeof absent !== "string") return ""
  const { maximum, minimum } = parameterSchema(Schema.make(SchemaAST.toEncoded(ast)))
  const bounds = typeof minimum === "number" && typeof maximum === "number" ? `${minimum} to ${maximum}; ` : ""
  return ` ${bounds}${bounds === "" ? "D" : "d"}efault ${absent}.`
}

/** The members of a union. What may be absent is never there as undefined. */
const withoutUndefined = ({ types }: SchemaAST.Union): ReadonlyArray<SchemaAST.AST> =>
  types.filter(({ _tag }) => _tag !== "Undefined")

/** The name of the type of a field that has no other: `PlayerOverview.agreements` holds a `PlayerOverviewAgreement`. */
const nameByPlace = (place: string): string =>
  place
    .replace(/s$/, "")
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")

/** What a file of types differs in. */
interface Form {
  /** How the file opens. */
  readonly header: string
  /** How a module of the core is imported, which is named by its path from `core/src`. */
  readonly moduleOf: (path: string) => string
  /** Types that another module has, by name. */
  readonly elsewhere?: ReadonlyMap<string, string>
  /** The name of the type of an identified schema, where it is not the usual one. */
  readonly nameOf?: (identifier: string, isInput: boolean) => string | undefined
  /** Sentences by the names of fields, of types whose fields have none of their own. */
  readonly notes?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Prints the types of schemas, each once. */
export class Printer {
  readonly #form: Form
  readonly #declarations = new Map<string, string>()
  /** Types of other modules that are named. */
  readonly #imported = new Set<string>()
  readonly #used = new Set<string>()
  /** Types with optional members, and whether hosts write them. Nothing is written and answered by one type. */
  readonly #written = new Map<string, boolean>()
  /** Whether the type at hand is one that hosts write. */
  #isInput = false

  constructor(form: Form) {
    this.#form = form
  }

  /** The names of the types that are declared so far. */
  names(): ReadonlyArray<string> {
    return Array.from(this.#declarations.keys())
  }

  /** The text of all types so far, with the imports that they need. */
  text(): string {
    const modules = new Map<string, Array<string>>()
    const add = (module: string, name: string) => modules.set(module, [...(modules.get(module) ?? []), name])
    for (const name of this.#used) {
      add(this.#form.moduleOf(name === "GrantType" ? "./kernel/GrantType.ts" : (lists[name]?.[1] ?? "")), name)
    }
    for (const name of this.#imported) add(this.#form.elsewhere?.get(name) ?? "", name)
    const imports = Array.from(modules)
      .toSorted(([left], [right]) => left.localeCompare(right))
      .map(([module, names]) => `import type { ${names.toSorted().join(", ")} } from "${module}"`)
    return [this.#form.header + imports.join("\n"), ...this.#declarations.values()].join("\n\n") + "\n"
  }

  /** The text of the type of a schema; what it names is then declared too. */
  typeOf({ ast }: Schema.Constraint, place: string, isInput: boolean): string {
    this.#isInput = isInput
    return this.#type(ast, place)
  }

  /** The type of a root, with those within it. */
  declareRoot({ isInput = false, name, schema, ...rest }: Root): void {
    this.#isInput = isInput
    this.declare(name, schema.ast, rest)
  }

  declare(
    name: string,
    ast: SchemaAST.AST,
    { also, required = [], sentence, types = {} }: Pick<Root, "also" | "required" | "sentence" | "types"> = {},
  ): void {
    if (this.#form.elsewhere?.has(name) === true) {
      this.#imported.add(name)
      return
    }
    if ((this.#written.get(name) ?? this.#isInput) !== this.#isInput) throw new Error(`${name} is input and answer`)
    if (this.#declarations.has(name)) return
    // Holds the place, so that a type comes before those within it, and one that contains itself ends.
    this.#declarations.set(name, "")
    const said = sentence ?? SchemaAST.resolveDescription(ast) ?? ""
    const head = said === "" ? "" : `${comment(said, "")}\n`
    if (ast._tag === "Union") {
      const members = withoutUndefined(ast).map((type) => `  | ${this.#type(type, name)}`)
      this.#declarations.set(name, `${head}export type ${name} =\n${members.join("\n")}`)
      return
    }
    const members = this.#members(ast, name, { required, types })
    if (also !== undefined) this.#imported.add(also)
    const parents = also === undefined ? "" : ` extends ${also}`
    this.#declarations.set(name, `${head}export interface ${name}${parents} {\n${members.join("\n")}\n}`)
  }

  #members(
    ast: SchemaAST.AST,
    owner: string,
    { required, types }: { readonly required: ReadonlyArray<string>; readonly types: Readonly<Record<string, string>> },
  ): ReadonlyArray<string> {
    if (ast._tag !== "Objects") throw new Error(`${owner} is not an object`)
    const encoded = SchemaAST.toEncoded(ast)
    const optional = new Set(
      encoded._tag === "Objects"
        ? encoded.propertySignatures.filter(({ type }) => SchemaAST.isOptional(type)).map(({ name }) => name)
        : [],
    )
    return ast.propertySignatures.map(({ name, type }) => {
      const field = String(name)
      const isOptional = optional.has(name) && !required.includes(field)
      const sentence = sentenceOf({ ast: type }) ?? this.#form.notes?.[owner]?.[field]
      if (sentence === undefined) throw new Error(`${owner}.${field} has no sentence`)
      const given = types[field]
      if (given?.startsWith("GrantType") === true) this.#used.add("GrantType")
      const printed = given ?? this.#type(type, `${owner}.${field}`)
      const said = [
        isDeprecated(type) ? "@deprecated " : "",
        sentence,
        printed === INT64 ? " A `bigint` beyond 2^53." : "",
        isOptional ? defaultOf(type) : "",
      ].join("")
      if (isOptional) this.#written.set(owner, this.#isInput)
      // A host may have its answer to a question in a variable, and compile with exactOptionalPropertyTypes.
      const orUndefined = isOptional && this.#isInput ? " | undefined" : ""
      return `${comment(said, "  ")}\n  readonly ${field}${isOptional ? "?" : ""}: ${printed}${orUndefined}`
    })
  }

  /** The name of an object, which is then declared too; undefined: it has none. */
  #nameOf(ast: SchemaAST.AST, place: string): string | undefined {
    const identifier = SchemaAST.resolveIdentifier(ast)
    if (identifier !== undefined && (ast._tag === "Objects" || ast._tag === "Union")) {
      return this.#form.nameOf?.(identifier, this.#isInput) ?? byIdentifier[identifier] ?? identifier
    }
    if (ast._tag !== "Objects") return undefined
    const kind = ast.propertySignatures.find(({ name }) => name === "type")?.type
    const literal = kind === undefined ? undefined : literalOf(kind)
    if (literal !== undefined) return byKind[literal]
    return byPlace[place] ?? (ast.indexSignatures.length === 0 ? nameByPlace(place) : undefined)
  }

  #type(ast: SchemaAST.AST, place: string): string {
    const list = listNames.get(listKey(ast))
    if (list !== undefined) {
      this.#used.add(list)
      return list
    }
    const name = this.#nameOf(ast, place)
    if (name !== undefined) {
      this.declare(name, ast)
      return name
    }
    return this.#unnamed(ast, place)
  }

  #unnamed(ast: SchemaAST.AST, place: string): string {
    switch (ast._tag) {
      case "Suspend":
        return this.#type(ast.thunk(), place)
      case "Arrays": {
        const [element] = ast.rest
        if (element !== undefined) return `ReadonlyArray<${this.#type(element, place)}>`
        break
      }
      case "Objects": {
        const [index] = ast.indexSignatures
        if (index !== undefined) return `Readonly<Record<string, ${this.#type(index.type, place)}>>`
        break
      }
      case "Union":
        return withoutUndefined(ast)
          .map((type) => this.#type(type, place))
          .join(" | ")
      case "Literal":
        return JSON.stringify(ast.literal)
      default:
        break
    }
    const encoded = SchemaAST.toEncoded(ast)
    if (encoded !== ast) return this.#type(encoded, place)
    switch (ast._tag) {
      case "String":
        return "string"
      case "Number":
        return "number"
      case "Boolean":
        return "boolean"
      case "Null":
        return "null"
      case "Unknown":
        return "unknown"
      // The only other declared type of a wire is an integer of 64 bits.
      case "Declaration":
        return isJson(ast) ? "unknown" : INT64
      default:
        throw new Error(`${place} is a ${ast._tag}, which has no type`)
    }
  }
}

/** Names of roots, by the identifier of their schema and whether hosts write them. */
export const rootNames = new Map(
  roots.map(({ isInput = false, name, schema }) => [`${SchemaAST.resolveIdentifier(schema.ast)} ${isInput}`, name]),
)

/** A printer that has the types of hosts which have names of their own. */
export const hostPrinter = (): Printer => {
  const printer = new Printer({
    header: HEADER,
    moduleOf: (path) => path,
    elsewhere: new Map(["HostAct", "ReasonedAct"].map((name) => [name, "./hostAct.ts"])),
    nameOf: (identifier, isInput) => rootNames.get(`${identifier} ${isInput}`),
    notes: { Item: itemNotes, Loot: lootNotes, Vendor: vendorNotes },
  })
  for (const root of roots) printer.declareRoot(root)
  return printer
}
