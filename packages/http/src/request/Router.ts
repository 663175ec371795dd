/** Finds the operation behind a method and a path. */
import type * as Effect from "effect/Effect"
import type { Operation } from "../contract/operation.ts"
import type { Answer } from "./Answer.ts"
import type { OperationFailure } from "./refusal.ts"
import type { IncomingRequest } from "./Request.ts"
import type { Locate } from "./source.ts"

/** Answers a request of one operation. */
export type Run = (request: IncomingRequest) => Effect.Effect<Answer, OperationFailure>

/** An operation that can be run. */
export interface ServedOperation extends Operation {
  readonly run: Run
  /** Finds the part of the request that has a field. */
  readonly locate: Locate
  /** Largest body of a request, in bytes. */
  readonly bodyBytesMax: number
}

/** The operations of a path. */
export interface Found {
  /** By method; HEAD is that of GET. */
  readonly operations: ReadonlyMap<string, ServedOperation>
  /** The methods the path takes, as an Allow header names them. */
  readonly allow: string
  readonly parameters: Readonly<Record<string, string>>
}

/** Finds the operations of a path, percent-encoded as it was sent; undefined: an unknown path. */
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

/** A router over these operations. Paths without parameters win over those with. */
export const router = (served: ReadonlyArray<ServedOperation>): Router => {
  const byPath = new Map<string, Map<string, ServedOperation>>()
  for (const operation of served) {
    const { answersHead = true, method, path } = operation
    const operations = byPath.get(path) ?? new Map<string, ServedOperation>()
    byPath.set(path, operations.set(method, operation))
    if (method === "GET" && answersHead) operations.set("HEAD", operation)
  }
  const fixed = new Map<string, Found>()
  const templates: Array<Template> = []
  for (const [path, operations] of byPath) {
    const found = { operations, allow: [...operations.keys()].join(", ") }
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
