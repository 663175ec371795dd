/** The methods of hosts with the types of what they take and answer, made of the rows and their operations. */
import { hostCode, type Hosted, hostRows, type Row } from "@garrison/core/hostRows"
import { sentenceOf } from "@garrison/core/kernel/input/Field"
import type { AnyOperation } from "@garrison/core/operation/Operation"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { camelCased } from "../client/names.ts"
import { formatted } from "../formatted.ts"
import { comment, hostPrinter, type Printer } from "./declarations.ts"
import { answers, inputs, lists, remarks } from "./names.ts"

const HEADER = `/**
 * The methods of hosts that are rows over operations, with the sentences of these. \`npm run host-types\` makes this
 * file; do not edit it by hand.
 */
`

/** Types that the interface of the methods names and \`hostTypes.ts\` does not have. */
const elsewhere: Readonly<Record<string, string>> = {
  CatalogReference: "./catalog/idOfReference.ts",
  DocumentNames: "./defineCatalog.ts",
  HostAct: "./hostAct.ts",
  LoginOptions: "./hostAct.ts",
  NamedOrder: "./hostOrders.ts",
  ReasonedAct: "./hostAct.ts",
}

/** The method whose types callers of several kinds have: its interface is written by hand. */
const BY_HAND = "login"

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const isOptional = ({ ast }: Schema.Constraint): boolean => SchemaAST.isOptional(SchemaAST.toEncoded(ast))

const actOf = ({ reason }: AnyOperation): "HostAct" | "ReasonedAct" =>
  reason === "required" ? "ReasonedAct" : "HostAct"

/** A parameter, with what is said of it. */
interface Parameter {
  readonly name: string
  readonly type: string
  readonly isOptional: boolean
  readonly sentence?: string | undefined
}

/** A method with its operation. */
interface Method {
  readonly name: string
  readonly row: Row
  readonly operation: Hosted
}

const methods: ReadonlyArray<Method> = await Promise.all(
  Object.entries<Row>(hostRows).map(async ([name, row]) => {
    const { operation } = row
    return { name, row, operation: typeof operation === "function" ? await operation() : operation }
  }),
)

const fieldParameter = (printer: Printer, { name, operation }: Method, field: string): Parameter => {
  const schema = operation.input[field]
  if (schema === undefined) throw new Error(`${operation.name} has no ${field}`)
  const isReference = field === "item_id" || field === "loot_id"
  return {
    name: camelCased(isReference ? field.replace(/_id$/, "") : field),
    type: isReference
      ? `CatalogReference<Names["${field.replace(/_id$/, "")}"]>`
      : printer.typeOf(schema, `${name}.${field}`, true),
    isOptional: isOptional(schema),
    // Every method says what a player is named by.
    sentence: field === "player_uuid" ? undefined : sentenceOf(schema),
  }
}

/** The object that a method takes; undefined: it takes none. */
const objectParameter = (printer: Printer, { name, operation, row }: Method): Parameter | undefined => {
  const own = new Set([...row.fields, ...Object.keys(row.fixed ?? {})])
  const left = Object.entries(operation.input).filter(([field]) => !own.has(field))
  const isAct = operation.isAudited && row.after !== "act"
  if (left.length === 0) {
    if (!isAct) return undefined
    const type = actOf(operation)
    return { name: "act", type, isOptional: type === "HostAct" }
  }
  const type = inputs[name] ?? `${capitalised(name)}${operation.kind === "read" ? "Query" : "Input"}`
  if (!printer.names().includes(type) && elsewhere[type] === undefined) {
    printer.declareRoot({
      name: type,
      isInput: true,
      schema: Schema.Struct(Object.fromEntries(left)),
      sentence: `What \`${name}\` takes.`,
      ...(isAct ? { also: actOf(operation) } : {}),
    })
  }
  return {
    name: type.endsWith("Query") ? "query" : "request",
    type: type === "NamedOrder" ? "NamedOrder<Names>" : type,
    isOptional: left.every(([, schema]) => isOptional(schema)) && !(isAct && operation.reason === "required"),
  }
}

const parametersOf = (printer: Printer, method: Method): ReadonlyArray<Parameter> => {
  const { operation, row } = method
  const object = objectParameter(printer, method)
  const after =
    row.after === undefined ? [] : [{ type: row.after === "address" ? "LoginOptions" : actOf(operation) } as const]
  return [
    ...row.fields.map((field) => fieldParameter(printer, method, field)),
    ...(object === undefined ? [] : [object]),
    ...after.map(({ type }) => ({ name: "options", type, isOptional: true })),
  ]
}

/** Who may call on behalf of somebody. */
const permissionOf = ({ isOpen, permissions }: Hosted): string => {
  if (isOpen === true || permissions.length === 0) return ""
  return `Permission: ${permissions.map((one) => `\`${one}\``).join(" or ")}.`
}

const printed = (
  printer: Printer,
  method: Method,
): { readonly text: string; readonly types: ReadonlyArray<string> } => {
  const { name, operation, row } = method
  const parameters = parametersOf(printer, method)
  const type = answers[name] ?? printer.typeOf(operation.answer.schema, `${name}.answer`, false)
  const answer = row.mentions !== true ? type : type.includes("|") ? `(${type}) & Beside` : `${type} & Beside`
  const says = operation.sentence.startsWith(operation.title) ? [] : [`${operation.title}.`]
  const said = [...says, operation.sentence, remarks[name] ?? "", permissionOf(operation)]
  const tags = parameters.flatMap((one) => (one.sentence === undefined ? [] : [`@param ${one.name} ${one.sentence}`]))
  const list = parameters.map((one) => `${one.name}${one.isOptional ? "?" : ""}: ${one.type}`).join(", ")
  const head = comment(said.filter((one) => one !== "").join(" "), "  ", tags)
  return {
    text: `${head}\n  readonly ${name}: (${list}) => Promise<${answer}>`,
    types: [...parameters.map(({ type }) => type), answer],
  }
}

const ofCode: ReadonlyMap<string, string> = new Map(Object.entries(hostCode))

/** How the methods of an operation are called, for documents: `refundOrder(playerUuid, orderId, request)`. */
export const callsOf = (operation: string): ReadonlyArray<string> => {
  const code = ofCode.get(operation)
  if (code !== undefined) return [code]
  const printer = hostPrinter()
  return methods
    .filter((method) => method.operation.name === operation)
    .map((method) => {
      const names = parametersOf(printer, method).map(({ isOptional: may, name }) => `${name}${may ? "?" : ""}`)
      return `${method.name}(${names.join(", ")})`
    })
}

/** Every method, printed, with the printer that then has their types. */
const all = () => {
  const printer = hostPrinter()
  const made = methods.filter(({ name }) => name !== BY_HAND).map((method) => printed(printer, method))
  return { printer, made }
}

/** The names of the types of hosts. */
export const hostTypeNames = (): ReadonlyArray<string> => all().printer.names()

/** Where the types come from that the interface names. */
const importsOf = (names: ReadonlyArray<string>, known: ReadonlyArray<string>): ReadonlyArray<string> => {
  const moduleOf = (name: string) => elsewhere[name] ?? (known.includes(name) ? "./hostTypes.ts" : lists[name]?.[1])
  const byModule = Map.groupBy(names, moduleOf)
  return [...byModule]
    .flatMap(([module, of]) => (module === undefined ? [] : [{ module, of: of.toSorted().join(", ") }]))
    .toSorted((left, right) => left.module.localeCompare(right.module))
    .map(({ module, of }) => `import type { ${of} } from "${module}"`)
}

/** The types and the interface: paths from the root of the repository, with what stands there. */
export const hostFiles = (): Promise<ReadonlyArray<readonly [path: string, text: string]>> => {
  const { made, printer } = all()
  const named = new Set([
    "DocumentNames",
    ...made.flatMap(({ types }) => types.flatMap((type) => type.match(/\b[A-Z]\w+/g) ?? [])),
  ])
  const head = [
    "/**",
    " * A method for each operation that a host asks for with plain values. They take names of a catalog, and answers that",
    " * mention its entries by id have `Beside` beside these.",
    " */",
    "export interface HostMethods<Names extends DocumentNames = DocumentNames, Beside = unknown> {",
  ]
  const body = [
    importsOf([...named], printer.names()).join("\n"),
    "",
    ...head,
    ...made.map(({ text }) => text),
    "}",
    "",
  ]
  return Promise.all([
    formatted("packages/core/src/hostTypes.ts", printer.text()),
    formatted("packages/core/src/hostMethods.ts", HEADER + body.join("\n")),
  ])
}
