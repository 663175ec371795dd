/**
 * The part of a request that has a field. The core names fields; this file adds the part of the request, as the
 * validation error body needs it (interface, section 2.2).
 */
import type { InvalidDetail } from "@garrison/core/kernel/Invalid"
import * as Data from "effect/Data"
import type { InputSchemas } from "../contract/operation.ts"

/** A part of a request; the first element of every `loc` that is sent. */
export type Source = "body" | "query" | "path" | "header"

/** The details of a request, each `loc` beginning with its {@link Source}: what is wrong before the core was asked. */
export class InvalidRequest extends Data.TaggedError("InvalidRequest")<{
  readonly detail: ReadonlyArray<InvalidDetail>
}> {}

/** Puts the place of each detail into the part of the request that it came in. */
export type Locate = (detail: ReadonlyArray<InvalidDetail>) => ReadonlyArray<InvalidDetail>

/** Puts all places into this part. */
export const within =
  (source: Source): Locate =>
  (detail) =>
    detail.map((each) => ({ ...each, loc: [source, ...each.loc] }))

/**
 * Finds the part by the name of the field, as the operation declares it: a parameter or header of that name, or else
 * the body. No operation gives one name to two parts (`test/http/request/source.test.ts`).
 */
export const locator = ({ headers, params, query }: InputSchemas): Locate => {
  const sources = new Map<string | number | undefined, Source>()
  for (const name of Object.keys(headers ?? {})) sources.set(name, "header")
  for (const name of Object.keys(query ?? {})) sources.set(name, "query")
  for (const name of Object.keys(params ?? {})) sources.set(name, "path")
  return (detail) => detail.map((each) => ({ ...each, loc: [sources.get(each.loc[0]) ?? "body", ...each.loc] }))
}
