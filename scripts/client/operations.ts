/** The methods of the client with the types of their inputs and answers, made from the contract. */
import { itemNotes, lootNotes, vendorNotes } from "@garrison/core/catalog/authoring/fieldNotes"
import type { Body, Fields, Route as Declared } from "@garrison/http/contract/route"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { comment, Printer, rootNames } from "../hostTypes/declarations.ts"
import { hostTypeNames } from "../hostTypes/methods.ts"
import { camelCased } from "./names.ts"
import { asked, routeOf } from "./routes.ts"

const HEADER = `/**
 * The methods of the client that ask one operation each, with the types that hosts have no other names for.
 * \`npm run client\` makes this file from the contract; do not edit it by hand.
 */
import type { CallOptions } from "./options.ts"
`

const HOST_TYPES = "@garrison/core/hostTypes"

/** Names of types whose identifier is also that of a type of the other direction, or says too little. */
const named: Readonly<Record<string, string>> = {
  Error: "ErrorBody",
  Health: "HealthAnswer",
  KeySet: "KeySetAnswer",
  LogoutResult: "LogoutAnswer",
  M2mAccount: "MachineAccountAnswer",
  M2mUpdate: "MachineAccountChange",
  OrderPage: "OrderPageAnswer",
  OrdersRequest: "OrdersInput",
  QuoteRequest: "QuoteInput",
  SubmittedOrder: "OrderEnd",
  SubmittedOrders: "OrdersAnswer",
  TokenExchangeRequest: "TokenExchangeInput",
  TokenExchangeResponse: "TokenExchangeAnswer",
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const isOptional = ({ ast }: Schema.Constraint): boolean => SchemaAST.isOptional(SchemaAST.toEncoded(ast))

const fieldsOf = ({ schema }: Body): Fields => ("fields" in schema ? (schema.fields as Fields) : {})

/** The argument after those of the path, as a parameter of the method; undefined: there is none. */
const inputOf = (printer: Printer, { body, id, query = {} }: Declared): string | undefined => {
  const fields = { ...query, ...(body === undefined ? {} : fieldsOf(body)) }
  if (Object.keys(fields).length === 0) return undefined
  const isWholeBody = body !== undefined && Object.keys(query).length === 0
  const place = `${capitalised(id)}${body === undefined ? "Query" : "Input"}`
  const type =
    isWholeBody && SchemaAST.resolveIdentifier(body.schema.ast) !== undefined
      ? printer.typeOf(body.schema, place, true)
      : printer.typeOf(Schema.Struct(fields).annotate({ identifier: place }), place, true)
  const mark = Object.values(fields).every(isOptional) ? "?" : ""
  return `${body === undefined ? "query" : "request"}${mark}: ${type}`
}

const parametersOf = (printer: Printer, operation: Declared): ReadonlyArray<string> => {
  const { id, params = {} } = operation
  const names = Array.from(operation.path.matchAll(/\/:(\w+)/g), ([, name = ""]) => name)
  const ofPath = names.map((name) => {
    const schema = params[name]
    if (schema === undefined) throw new Error(`${id} says nothing of ${name}`)
    return `${camelCased(name)}: ${printer.typeOf(schema, `${id}.${name}`, true)}`
  })
  const input = inputOf(printer, operation)
  return [...ofPath, ...(input === undefined ? [] : [input])]
}

const methodOf = (printer: Printer, operation: Declared): string => {
  const { deprecated, description, id, method, path, success, summary } = operation
  const { answers } = routeOf(operation)
  const ask = `\`${method} ${path.replaceAll(/\/:(\w+)/g, "/{$1}")}\`.`
  const what = answers === "address" ? "The address of this for a browser; nothing is sent." : ""
  const said = [deprecated === true ? "@deprecated" : "", `${summary}.`, what, description, ask]
  const parameters = parametersOf(printer, operation)
  const isAddress = answers === "address"
  const answer = isAddress ? "string" : `Promise<${printer.typeOf(success.answer.schema, `${id}.answer`, false)}>`
  const all = isAddress ? parameters : [...parameters, "options?: CallOptions"]
  return `${comment(said.filter((one) => one !== "").join(" "), "  ")}\n  readonly ${id}: (${all.join(", ")}) => ${answer}`
}

/** The whole file. */
export const operationsFile = (): string => {
  const printer = new Printer({
    header: HEADER,
    moduleOf: (path) => path.replace("./", "@garrison/core/").replace(/\.ts$/, ""),
    elsewhere: new Map(hostTypeNames().map((name) => [name, HOST_TYPES])),
    nameOf: (identifier, isInput) => rootNames.get(`${identifier} ${isInput}`) ?? named[identifier],
    notes: { Item: itemNotes, Loot: lootNotes, Vendor: vendorNotes },
  })
  const methods = asked
    .filter((operation) => routeOf(operation).answers !== "stream")
    .map((operation) => methodOf(printer, operation))
  const types = printer.text()
  const head =
    "/** A method for each operation that a program asks for, by the name that the OpenAPI document gives it. */"
  return `${types}\n${head}\nexport interface GarrisonOperations {\n${methods.join("\n")}\n}\n`
}
