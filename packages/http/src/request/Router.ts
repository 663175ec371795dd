/** Finds the operation behind a method and a path. */
import type * as Effect from "effect/Effect"
import type { Operation } from "../contract/operation.ts"
import type { Answer } from "./Answer.ts"
import type { OperationFailure } from "./refusal.ts"
import type { IncomingRequest } from "./Request.ts"
import type { Locate } from "./refusal.ts"

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

/** Templates by the first segment of their path, which is never a parameter, and by the number of segments. */
type Templates = Map<string, Array<ReadonlyArray<Template>>>

const alikeIn = (templates: Templates, { 1: first = "", length }: ReadonlyArray<string>): ReadonlyArray<Template> =>
  templates.get(first)?.[length] ?? []

const tableOf = (served: ReadonlyArray<ServedOperation>): ReadonlyMap<string, Omit<Found, "parameters">> => {
  const byPath = new Map<string, Map<string, ServedOperation>>()
  for (const operation of served) {
    const { answersHead = true, method, path } = operation
    const operations = byPath.get(path) ?? new Map<string, ServedOperation>()
    byPath.set(path, operations.set(method, operation))
    if (method === "GET" && answersHead) operations.set("HEAD", operation)
  }
  return new Map(
    Array.from(byPath, ([path, operations]) => [path, { operations, allow: [...operations.keys()].join(", ") }]),
  )
}

/** A router over these operations. Paths without parameters win over those with. */
export const router = (served: ReadonlyArray<ServedOperation>): Router => {
  const fixed = new Map<string, Found>()
  const templates: Templates = new Map()
  for (const [path, found] of tableOf(served)) {
    if (path.includes(":")) {
      const segments = path.split("/")
      const [, first = ""] = segments
      const byLength = templates.get(first) ?? []
      byLength[segments.length] = [...alikeIn(templates, segments), { segments, found }]
      templates.set(first, byLength)
    } else fixed.set(path, { ...found, parameters: NO_PARAMETERS })
  }
  const findTemplate = (path: string): Found | undefined => {
    const segments = path.split("/", 16)
    for (const template of alikeIn(templates, segments)) {
      const found = match(template, segments)
      if (found !== undefined) return found
    }
    return undefined
  }
  const find = (path: string): Found | undefined => fixed.get(path) ?? findTemplate(path)
  return find
}
