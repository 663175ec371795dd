/** Finds the route behind a method and a path. */
import type * as Effect from "effect/Effect"
import type { Route } from "../contract/route.ts"
import type { Answer } from "./Answer.ts"
import type { OperationFailure } from "./refusal.ts"
import type { IncomingRequest } from "./Request.ts"
import type { Locate } from "./refusal.ts"

/** Answers a request of one route. */
export type Run = (request: IncomingRequest) => Effect.Effect<Answer, OperationFailure>

/** A route that can be run. */
export interface ServedRoute extends Route {
  readonly run: Run
  /** Finds the part of the request that has a field. */
  readonly locate: Locate
  /** Largest body of a request, in bytes. */
  readonly bodyBytesMax: number
}

/** The routes of a path. */
export interface Found {
  /** By method; HEAD is that of GET. */
  readonly routes: ReadonlyMap<string, ServedRoute>
  /** The methods the path takes, as an Allow header names them. */
  readonly allow: string
  readonly parameters: Readonly<Record<string, string>>
}

/** Finds the routes of a path, percent-encoded as it was sent; undefined: an unknown path. */
export type Router = (path: string) => Found | undefined

const NO_PARAMETERS = {}

/** One segment of a template: its text, or the name of a parameter. */
type Segment = { readonly text: string } | { readonly name: string }

interface Template {
  readonly segments: ReadonlyArray<Segment>
  readonly found: Omit<Found, "parameters">
}

/** The segments of a path that begins with a slash. */
const segmentsOf = (path: string): ReadonlyArray<Segment> =>
  path
    .slice(1)
    .split("/")
    .map((segment) => (segment.startsWith(":") ? { name: segment.slice(1) } : { text: segment }))

/** Where each segment of a path ends; undefined: it has more than `countMax`, or does not begin with a slash. */
const endsOf = (path: string, countMax: number): ReadonlyArray<number> | undefined => {
  if (!path.startsWith("/")) return undefined
  const ends: Array<number> = []
  for (let at = path.indexOf("/", 1); at !== -1; at = path.indexOf("/", at + 1)) {
    if (ends.push(at) === countMax) return undefined
  }
  ends.push(path.length)
  return ends
}

/** Compares in place: most segments of a path are not needed as a text of their own. */
const match = ({ found, segments }: Template, path: string, ends: ReadonlyArray<number>): Found | undefined => {
  const parameters: Record<string, string> = {}
  let from = 1
  for (const [index, segment] of segments.entries()) {
    const to = ends[index] ?? from
    if ("name" in segment) {
      if (to === from) return undefined
      parameters[segment.name] = path.slice(from, to)
    } else if (to - from !== segment.text.length || !path.startsWith(segment.text, from)) return undefined
    from = to + 1
  }
  return { routes: found.routes, allow: found.allow, parameters }
}

/** Templates by the first segment of their path, which is never a parameter, and by the number of segments. */
type Templates = Map<string, Array<ReadonlyArray<Template>>>

const tableOf = (served: ReadonlyArray<ServedRoute>): ReadonlyMap<string, Omit<Found, "parameters">> => {
  const byPath = new Map<string, Map<string, ServedRoute>>()
  for (const route of served) {
    const { answersHead = true, method, path } = route
    const routes = byPath.get(path) ?? new Map<string, ServedRoute>()
    byPath.set(path, routes.set(method, route))
    if (method === "GET" && answersHead) routes.set("HEAD", route)
  }
  return new Map(Array.from(byPath, ([path, routes]) => [path, { routes, allow: [...routes.keys()].join(", ") }]))
}

/** A router over these routes. Paths without parameters win over those with. */
export const router = (served: ReadonlyArray<ServedRoute>): Router => {
  const fixed = new Map<string, Found>()
  const templates: Templates = new Map()
  let countMax = 1
  for (const [path, found] of tableOf(served)) {
    if (path.includes(":")) {
      const segments = segmentsOf(path)
      const [, first = ""] = path.split("/", 2)
      const byLength = templates.get(first) ?? []
      byLength[segments.length] = [...(byLength[segments.length] ?? []), { segments, found }]
      templates.set(first, byLength)
      countMax = Math.max(countMax, segments.length)
    } else fixed.set(path, { ...found, parameters: NO_PARAMETERS })
  }
  const findTemplate = (path: string): Found | undefined => {
    const ends = endsOf(path, countMax)
    const alike = ends === undefined ? undefined : templates.get(path.slice(1, ends[0]))?.[ends.length]
    if (ends === undefined || alike === undefined) return undefined
    for (const template of alike) {
      const found = match(template, path, ends)
      if (found !== undefined) return found
    }
    return undefined
  }
  const find = (path: string): Found | undefined => fixed.get(path) ?? findTemplate(path)
  return find
}
