/** How a call becomes a request: plain functions of the route and its input. */
import { GarrisonError } from "./GarrisonError.ts"
import { jsonOf } from "./json.ts"
import type { Route } from "./Route.ts"

/** Members of an input. */
export type Input = Readonly<Record<string, unknown>>

/** A request, but for who asks. */
export interface Prepared {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** A segment of a path. A browser would take one or two dots for a step to another path, in any encoding. */
const segment = (name: string, value: unknown): string => {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : ""
  if (text === "" || text === "." || text === "..") {
    throw new GarrisonError("invalid_input", `${name} must be a text or number that names something.`)
  }
  return encodeURIComponent(text)
}

/** The address of a route: arguments of the path in their sequence, then the query. */
export const urlOf = (baseUrl: string, { path }: Route, given: ReadonlyArray<unknown>, query: Input): string => {
  const rest = given[Symbol.iterator]()
  const filled = path.replaceAll(/\/:(\w+)/g, (_, name: string) => `/${segment(name, rest.next().value)}`)
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`]
      : [],
  )
  const search = parameters.length === 0 ? "" : `?${parameters.join("&")}`
  return `${baseUrl.replace(/\/+$/, "")}${filled}${search}`
}

/** How many arguments the path takes. */
export const pathArguments = ({ path }: Route): number => path.split("/:").length - 1

const REFERENCE = "client_order_ref_id"

const referenced = (order: Input, uuid: () => string): Input => ({ ...order, [REFERENCE]: order[REFERENCE] ?? uuid() })

/** The input with a reference in each order that has none, so that each try is the same order. */
const withReferences = (route: Route, input: Input, uuid: () => string): Input => {
  const { again, orders } = route
  if (again !== "referenced") return input
  if (orders === undefined) return referenced(input, uuid)
  const listed = input[orders]
  return Array.isArray(listed) ? { ...input, [orders]: listed.map((order: Input) => referenced(order, uuid)) } : input
}

/** The request of a call. Ids that it lacks are made here, once for all tries. */
export const prepare = (
  baseUrl: string,
  route: Route,
  given: ReadonlyArray<unknown>,
  { idempotencyKey, uuid }: { readonly idempotencyKey: string | undefined; readonly uuid: () => string },
): Prepared => {
  const taken = pathArguments(route)
  const input = withReferences(route, (given[taken] ?? {}) as Input, uuid)
  const inQuery = ([name]: readonly [string, unknown]) =>
    route.sends === undefined || route.query?.includes(name) === true
  const query = Object.fromEntries(Object.entries(input).filter(inQuery))
  const body = Object.fromEntries(Object.entries(input).filter((member) => !inQuery(member)))
  return {
    url: urlOf(baseUrl, route, given.slice(0, taken), query),
    method: route.method,
    headers: {
      ...(route.sends !== undefined && { "content-type": "application/json" }),
      ...(route.again === "keyed" && { "idempotency-key": idempotencyKey ?? uuid() }),
    },
    body: route.sends !== undefined ? jsonOf(body) : undefined,
  }
}

/**
 * Grants whose credential can be used again. Others are or may be a code that is good for one login, which a first try
 * whose answer was lost has used up.
 */
const REPEATED_GRANTS: ReadonlySet<unknown> = new Set(["anon", "basic", "client_credentials", "refresh"])

/** Whether a request may be sent again without doing its work twice. */
export const mayRepeat = ({ again, method }: Route, input: Input): boolean =>
  again === "credential" ? REPEATED_GRANTS.has(input["grant_type"]) : again !== undefined || method === "GET"

/** A random uuid of version 4. Pages without https have no `crypto.randomUUID`. */
export const randomUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, at) => {
    const versioned = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return versioned.toString(16).padStart(2, "0")
  }).join("")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}

/** The value of an `Authorization` header that names the client (RFC 6749, section 2.3.1). */
export const basicAuthorization = (clientId: string, clientSecret: string): string =>
  `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`
