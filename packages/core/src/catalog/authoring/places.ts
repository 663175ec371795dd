/**
 * From the expanded document back to what the author wrote. A finding about an expanded document is shown at the
 * authored place: the file, and the path in it.
 */
import { type CheckReport, type Finding, type FindingPath, isError, report } from "../rules/findings.ts"
import { type Fields, isRecord } from "./Fields.ts"

/** A parsed file of a document. */
export interface AuthoredFile {
  readonly name: string
  readonly value: unknown
}

/** A place in the authored files: the index of the file, and the path in it. */
export interface Place {
  readonly file: number
  readonly path: FindingPath
}

/** A finding at its authored place. */
export type AuthoredFinding = Finding & { readonly file: number }

/** The place of a member. */
export const inside = ({ file, path }: Place, ...keys: FindingPath): Place => ({ file, path: [...path, ...keys] })

const nameOf = (path: FindingPath): string => path.join("\u0000")

/** The authored places of the entries of an expanded document. */
export class Origins {
  readonly #places = new Map<string, Place>()

  set(path: FindingPath, place: Place): void {
    this.#places.set(nameOf(path), place)
  }

  /** The place of the innermost entry that holds `path`, and how many keys of `path` lead to that entry. */
  of(path: FindingPath): { readonly place: Place; readonly depth: number } {
    for (let depth = Math.min(path.length, ENTRY_DEPTH_MAX); depth > 0; depth--) {
      const place = this.#places.get(nameOf(path.slice(0, depth)))
      if (place !== undefined) return { place, depth }
    }
    return { place: { file: 0, path: [] }, depth: 0 }
  }
}

/** Loot lies deepest: `vendors`, id, `loot`, id. */
const ENTRY_DEPTH_MAX = 4

/** The authored fields that an expanded field can come from. */
const sources: Readonly<Record<string, ReadonlyArray<string>>> = {
  drop_weight: ["weight", "chance"],
  required_item_id: ["required_item", "when"],
  required_item_count: ["when"],
  stack_limit: ["when"],
}

const sourceOf = (value: Fields, key: string): string | undefined => {
  const named = key.endsWith("_id") ? [key.slice(0, -"_id".length)] : []
  return [key, ...named, ...(sources[key] ?? [])].find((name) => Object.hasOwn(value, name))
}

const memberAt = (value: unknown, key: string | number): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined

/** The authored place of a finding about the expanded document. */
const authoredPlace = (files: ReadonlyArray<AuthoredFile>, origins: Origins, path: FindingPath): Place => {
  const { place, depth } = origins.of(path)
  let value = place.path.reduce<unknown>(memberAt, files[place.file]?.value)
  const rest: Array<string | number> = []
  for (const key of path.slice(depth)) {
    const source = isRecord(value) ? sourceOf(value, String(key)) : key
    // What a form made has no place of its own. What is missing is reported at what should have it.
    if (source === undefined && depth === 0) return { file: place.file, path }
    if (source === undefined) break
    rest.push(source)
    value = memberAt(value, source)
  }
  return inside(place, ...rest)
}

/** A report of the checker with each finding at its authored place. */
export interface AuthoredReport extends CheckReport {
  readonly findings: ReadonlyArray<AuthoredFinding>
}

/** Findings without those that say the same of the same place, as a form that made several parts causes them. */
const distinct = (findings: ReadonlyArray<AuthoredFinding>): ReadonlyArray<AuthoredFinding> => {
  const seen = new Set<string>()
  return findings.filter(({ code, file, message, path }) => {
    const key = JSON.stringify([code, message, file, path])
    return !seen.has(key) && seen.add(key)
  })
}

const countOf = (findings: ReadonlyArray<Finding>, isCounted: (finding: Finding) => boolean): number =>
  findings.filter(isCounted).length

const isWarning = (finding: Finding): boolean => !isError(finding)

/**
 * The findings of an expansion, and the report of the checker about the expanded document with each finding at its
 * authored place.
 */
export const authoredReport = (
  checked: CheckReport,
  ofForms: ReadonlyArray<AuthoredFinding>,
  files: ReadonlyArray<AuthoredFile>,
  origins: Origins,
): AuthoredReport => {
  const listed = checked.findings.map((finding) => ({ ...finding, ...authoredPlace(files, origins, finding.path) }))
  const findings = distinct([...ofForms, ...listed])
  const made = report(findings, checked.counts)
  // Findings that the checker counted and did not list.
  const unlisted = {
    refusals: checked.refusals - countOf(listed, isError),
    warnings: checked.warnings - countOf(listed, isWarning),
  }
  return {
    ...made,
    accepted: made.accepted && checked.accepted,
    // `report` selects from these findings.
    findings: made.findings as ReadonlyArray<AuthoredFinding>,
    refusals: made.refusals + unlisted.refusals,
    warnings: made.warnings + unlisted.warnings,
  }
}
