/** The table of the client's routes, made from the contract: method, path, places, and what a repetition does. */
import type { Operation } from "@garrison/http/contract/operation"
import { operations } from "@garrison/http/contract/operations"
import type { Route } from "@garrison/http/client/Route"
import * as SchemaAST from "effect/SchemaAST"

/** An operation, with what it offers of the core where it does. */
export type Routed = Operation & { readonly offers?: { readonly kind: string; readonly name: string } }

const HEADER = `/**
 * The table of the client's routes. \`npm run client\` makes this file from the contract; do not edit it by hand.
 */
import type { Route } from "./Route.ts"

/** Every operation that a program asks for, by its name. */
`

const REFERENCE = "client_order_ref_id"

const fieldsOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** The member of a body that lists orders with references; undefined: there is none. */
const ordersOf = (ast: SchemaAST.AST): string | undefined => {
  if (ast._tag !== "Objects") return undefined
  const found = ast.propertySignatures.find(({ type }) => {
    const [element] = type._tag === "Arrays" ? type.rest : []
    return element !== undefined && fieldsOf(element).includes(REFERENCE)
  })
  return found === undefined ? undefined : String(found.name)
}

const answersOf = ({ success }: Operation): Route["answers"] => {
  const { sent } = success
  if (sent === "redirect" || success.answer.schema.ast._tag === "String") return "address"
  return sent === "encoded" || sent === "written" ? undefined : "stream"
}

const repetitionOf = (operation: Routed): Pick<Route, "repetition" | "orders"> => {
  const { body, headers = {}, id, isIdempotent, method, offers } = operation
  if (method === "GET") return {}
  if (offers?.kind === "read" || isIdempotent === true) return { repetition: "harmless" }
  if ("idempotency-key" in headers) return { repetition: "keyed" }
  if (id === "login") return { repetition: "credential" }
  if (body === undefined) return {}
  if (fieldsOf(body.schema.ast).includes(REFERENCE)) return { repetition: "referenced" }
  const orders = ordersOf(body.schema.ast)
  return orders === undefined ? {} : { repetition: "referenced", orders }
}

/** Of a long poll: how long it waits where it does not say so. */
const waitOf = ({ query = {} }: Operation): Pick<Route, "waitSeconds"> => {
  const { deadline } = query
  if (deadline === undefined) return {}
  const waitSeconds = SchemaAST.resolveAt<number>("default")(deadline.ast)
  if (waitSeconds === undefined) throw new Error("a deadline has no default")
  return { waitSeconds }
}

/** What the client knows of an operation. */
export const routeOf = (operation: Routed): Route => {
  const { access, body, method, path, query, success } = operation
  const answers = answersOf(operation)
  return {
    path,
    ...(method !== (body === undefined ? "GET" : "POST") && { method }),
    ...(query !== undefined && { query: Object.keys(query) }),
    ...(body !== undefined && { hasBody: true }),
    ...(access.kind !== "bearer" && { asks: access.kind }),
    ...(answers !== "address" && repetitionOf(operation)),
    ...waitOf(operation),
    ...(success.isRevalidated && answers === undefined && { isRevalidated: true }),
    ...(answers !== undefined && { answers }),
  }
}

/** Whether a program asks for it. The page of a portal sends a form of its own. */
const isAsked = ({ body }: Operation): boolean => body?.isForm !== true

/** The operations that the client has, in the order of the document. */
export const asked: ReadonlyArray<Routed> = operations.filter(isAsked)

/** The whole file. */
export const routesFile = (): string => {
  const rows = asked.map((operation) => `  ${operation.id}: ${JSON.stringify(routeOf(operation))},`)
  return `${HEADER}export const routes = {\n${rows.join("\n")}\n} as const satisfies Readonly<Record<string, Route>>\n`
}
