/** The table of the client's routes, made from the contract: method, path, places, and what a repetition does. */
import type { Route as Declared } from "@garrison/http/contract/route"
import { routes } from "@garrison/http/contract/routes"
import type { Route } from "@garrison/http/client/Route"
import * as SchemaAST from "effect/SchemaAST"

const HEADER = `/**
 * The table of the client's routes, a row each, as \`Route.ts\` reads it. \`npm run client\` makes this file from the
 * contract; do not edit it by hand.
 */

/** The row of every operation that a program asks for, by its name. */
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

const answersOf = ({ success }: Declared): Route["answers"] => {
  const { sent } = success
  if (sent === "redirect" || success.answer.schema.ast._tag === "String") return "address"
  return sent === "encoded" || sent === "written" ? undefined : "stream"
}

const againOf = (operation: Declared): Pick<Route, "again" | "orders"> => {
  const { body, headers = {}, id, isIdempotent, method, offers } = operation
  if (method === "GET") return {}
  if (offers.kind === "read" || isIdempotent === true) return { again: "harmless" }
  if ("idempotency-key" in headers) return { again: "keyed" }
  if (id === "login") return { again: "credential" }
  if (body === undefined) return {}
  if (fieldsOf(body.schema.ast).includes(REFERENCE)) return { again: "referenced" }
  const orders = ordersOf(body.schema.ast)
  return orders === undefined ? {} : { again: "referenced", orders }
}

/** Of a long poll: how long it waits where it does not say so. */
const waitOf = ({ query = {} }: Declared): Pick<Route, "waits"> => {
  const { deadline } = query
  if (deadline === undefined) return {}
  const seconds = SchemaAST.resolveAt<number>("default")(deadline.ast)
  if (seconds === undefined) throw new Error("a deadline has no default")
  return { waits: `${seconds}` }
}

/** What the client knows of an operation. */
export const routeOf = (operation: Declared): Route => {
  const { access, body, method, path, query, success } = operation
  const answers = answersOf(operation)
  return {
    method,
    path,
    ...(query !== undefined && { query: Object.keys(query) }),
    ...(body !== undefined && { sends: "json" }),
    ...(access.kind !== "bearer" && { asks: access.kind }),
    ...(answers !== "address" && againOf(operation)),
    ...waitOf(operation),
    ...(success.isRevalidated && answers === undefined && { keeps: "etag" }),
    ...(answers !== undefined && { answers }),
  }
}

/** Whether a program asks for it. The page of a portal sends a form of its own. */
const isAsked = ({ body }: Declared): boolean => body?.isForm !== true

/** The operations that the client has, in the order of the document. */
export const asked: ReadonlyArray<Declared> = routes.filter(isAsked)

/** The row of a route. */
export const rowOf = ({ method, path, query, ...facts }: Route): string => {
  const place = query === undefined ? path : `${path}?${query.join("&")}`
  return [method, place, ...Object.entries(facts).map((fact) => fact.join("="))].join(" ")
}

/** The whole file. */
export const rowsFile = (): string => {
  const rows = asked.map((operation) => `  ${operation.id}: ${JSON.stringify(rowOf(routeOf(operation)))},`)
  return `${HEADER}export const rows = {\n${rows.join("\n")}\n} as const\n`
}
