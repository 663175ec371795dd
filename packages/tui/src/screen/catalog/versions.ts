/** What can be done with versions of the catalog: which two are compared, and how one is served. Without a screen. */
import type { WantAct } from "../../Screen.ts"
import type { CatalogVersion } from "./lines.ts"

/** Two versions, the earlier state first. */
export interface Pair {
  readonly from: number
  readonly to: number
}

/**
 * The versions to compare, or why there are none: the two marked ones in their order; or the marked one, or that at the
 * cursor, as what would change if it was served instead of the current one.
 */
export const pairOf = (
  versions: ReadonlyArray<CatalogVersion>,
  marked: ReadonlySet<string>,
  cursor: string | undefined,
): Pair | string => {
  const [first, second, third] = Array.from(marked, Number).toSorted((one, other) => one - other)
  if (third !== undefined) return "Two versions are compared: take the other marks away."
  if (first !== undefined && second !== undefined) return { from: first, to: second }
  const to = first ?? (cursor === undefined ? undefined : Number(cursor))
  const current = versions.find((version) => version.current)?.version
  if (to === undefined || current === undefined) return "There is no version at the cursor."
  return to === current ? "It is the current version: mark two, or go to another one." : { from: current, to }
}

/** By the etag of the document: that for clients stays where only promotions or items without loot differ. */
const ifCurrent = (versions: ReadonlyArray<CatalogVersion>): Readonly<Record<string, unknown>> => {
  const current = versions.find((version) => version.current)
  return current === undefined ? {} : { if_match: `"${current.document_etag}"` }
}

/** Serves an earlier version again, if the current one is still the one that was seen; or why it cannot. */
export const republishing = (versions: ReadonlyArray<CatalogVersion>, number: number | undefined): WantAct | string => {
  const wanted = versions.find(({ version }) => version === number)
  if (wanted === undefined) return "There is no version at the cursor."
  if (wanted.current) return "It is the current version already."
  return {
    type: "act",
    operation: "catalog.republish",
    inputs: [{ version: wanted.version, ...ifCurrent(versions) }],
    subjects: [`version ${wanted.version}`],
    fields: [],
  }
}

/** Publishes a document that is pasted, if the current version is still the one that was seen. */
export const publishing = (versions: ReadonlyArray<CatalogVersion>): WantAct => ({
  type: "act",
  operation: "catalog.publish",
  inputs: [ifCurrent(versions)],
  subjects: ["the catalog"],
  fields: ["document"],
})
