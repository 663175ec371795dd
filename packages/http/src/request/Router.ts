/** Finds the operation behind a method and a path. */
import type { OperationId, OperationRoute } from "../contract/Api.ts"
import type { Lane } from "./lanes.ts"
import type { Run } from "./pipeline.ts"
import type { Locate } from "./source.ts"

/** An operation that can be run. */
export interface Operation {
  readonly id: OperationId
  readonly run: Run
  /** Where the fields that the core refuses stand in a request. */
  readonly locate: Locate
  /** Whether the body of a request is read. */
  readonly readsBody: boolean
  /** Where its requests wait for their turn; undefined: nowhere. */
  readonly lane: Lane | undefined
}

/** What is known under a path. */
export interface Found {
  readonly operations: ReadonlyMap<string, Operation>
  /** The methods the path takes, as an Allow header names them. */
  readonly allow: string
  readonly parameters: Readonly<Record<string, string>>
}

/** Finds what is known under a path, percent-encoded as it was sent; undefined when nothing is. */
export type Router = (path: string) => Found | undefined

const NO_PARAMETERS = {}

interface Template {
  readonly segments: ReadonlyArray<string>
  readonly found: Omit<Found, "parameters">
}

const match = (template: Template, segments: ReadonlyArray<string>): Found | undefined => {
  if (template.segments.length !== segments.length) return undefined
  const parameters: Record<string, string> = {}
  for (let index = 0; index < segments.length; index++) {
    const expected = template.segments[index] ?? ""
    const given = segments[index] ?? ""
    if (!expected.startsWith(":")) {
      if (expected !== given) return undefined
    } else if (given === "") return undefined
    else parameters[expected.slice(1)] = given
  }
  const { allow, operations } = template.found
  return { operations, allow, parameters }
}

const allowed = (operations: ReadonlyMap<string, Operation>): string =>
  [...operations.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ")

/** A router over these operations. Paths without parameters win over those with. */
export const router = (routes: ReadonlyArray<readonly [OperationRoute, Operation]>): Router => {
  const byPath = new Map<string, Map<string, Operation>>()
  for (const [{ method, path }, operation] of routes) {
    const operations = byPath.get(path) ?? new Map<string, Operation>()
    byPath.set(path, operations.set(method, operation))
  }
  const fixed = new Map<string, Found>()
  const templates: Array<Template> = []
  for (const [path, operations] of byPath) {
    const found = { operations, allow: allowed(operations) }
    if (path.includes(":")) templates.push({ segments: path.split("/"), found })
    else fixed.set(path, { ...found, parameters: NO_PARAMETERS })
  }
  return (path) => {
    const exact = fixed.get(path)
    if (exact !== undefined) return exact
    const segments = path.split("/", 16)
    for (const template of templates) {
      const found = match(template, segments)
      if (found !== undefined) return found
    }
    return undefined
  }
}
