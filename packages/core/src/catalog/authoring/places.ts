/**
 * From the expanded document back to what the author wrote. A finding about an expanded document is shown at the
 * authored place: the file, and the path in it.
 */
import { type CheckReport, type Finding, type FindingPath, isError, report } from "../rules/findings.ts"
import { isRecord } from "./Fields.ts"

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

/** The authored place of a part, an entry or loot, and the entries within. */
interface Origin {
  place: Place | undefined
  readonly within: Map<string | number, Origin>
}

const newOrigin = (): Origin => ({ place: undefined, within: new Map() })

const originWithin = ({ within }: Origin, key: string | number): Origin => {
  const known = within.get(key)
  if (known !== undefined) return known
  const made = newOrigin()
  within.set(key, made)
  return made
}

/**
 * The authored places of the parts and entries of an expanded document. Those that are not here stand where they did,
 * in the first file.
 */
export class Origins {
  readonly #root = newOrigin()

  set(path: FindingPath, place: Place): void {
    path.reduce(originWithin, this.#root).place = place
  }

  /** The places of the loot of a vendor, to be filled. */
  lootOf(vendorId: string): (lootId: string, place: Place) => void {
    const origin = ["vendors", vendorId, "loot"].reduce(originWithin, this.#root)
    return (lootId, place) => {
      originWithin(origin, lootId).place = place
    }
  }

  /** The place of the innermost entry that holds `path`, and how many keys of `path` lead to that entry. */
  of(path: FindingPath): { readonly place: Place; readonly depth: number } {
    let found: { readonly place: Place; readonly depth: number } = { place: { file: 0, path: [] }, depth: 0 }
    let origin: Origin | undefined = this.#root
    for (const [index, key] of path.entries()) {
      origin = origin.within.get(key)
      if (origin === undefined) break
      if (origin.place !== undefined) found = { place: origin.place, depth: index + 1 }
    }
    return found
  }
}

/** The authored place of an entry of a part. */
export const entryPlace = (origins: Origins, part: string, key: string): Place => {
  const { depth, place } = origins.of([part, key])
  return depth === 2 ? place : { file: place.file, path: [part, key] }
}

/** The authored fields that an expanded field can come from. */
const sources: Readonly<Record<string, ReadonlyArray<string>>> = {
  drop_weight: ["weight", "chance"],
  required_item_id: ["required_item", "when"],
  required_item_count: ["when"],
  stack_limit: ["when"],
}

/** The member of the written value that the key of the expanded one comes from; undefined: it has none. */
const sourceOf = (value: unknown, key: string | number): string | number | undefined => {
  if (!isRecord(value)) return Array.isArray(value) && Object.hasOwn(value, key) ? key : undefined
  const name = String(key)
  const named = name.endsWith("_id") ? [name.slice(0, -"_id".length)] : []
  return [name, ...named, ...(sources[name] ?? [])].find((one) => Object.hasOwn(value, one))
}

/** The member of an object or a list; undefined: it has none of this name. */
export const memberAt = (value: unknown, key: string | number): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined

/** The place of the defaults of the vendor that holds the place. */
const defaultsPlace = ({ file, path }: Place): Place => ({ file, path: [...path.slice(0, 2), "loot_defaults"] })

/**
 * The authored place of a finding about the expanded document. What a form made has no place of its own; `isMissing`:
 * nor has what is not there, whose field is named all the same.
 */
const authoredPlace = (
  files: ReadonlyArray<AuthoredFile>,
  origins: Origins,
  path: FindingPath,
  isMissing: boolean,
): Place => {
  const { place, depth } = origins.of(path)
  const valueOf = ({ file, path: at }: Place) => at.reduce<unknown>(memberAt, files[file]?.value)
  let value = valueOf(place)
  const rest: Array<string | number> = []
  for (const key of path.slice(depth)) {
    const source = sourceOf(value, key)
    if (source === undefined && depth === 0) return { file: place.file, path }
    if (source === undefined) {
      const defaults = defaultsPlace(place)
      const given = rest.length === 0 ? valueOf(defaults) : undefined
      const byDefault = sourceOf(given, key)
      if (byDefault !== undefined) return inside(defaults, byDefault)
      return isMissing ? inside(place, ...rest, key) : inside(place, ...rest)
    }
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

const placeName = ({ file, path }: Place): string => JSON.stringify([file, path])

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
  const listed = checked.findings.map((finding) => ({
    ...finding,
    ...authoredPlace(files, origins, finding.path, finding.code === "missing"),
  }))
  const unnamed = new Set(ofForms.filter(({ code }) => code === "name_unknown").map(placeName))
  // What is missing because its name means nothing is said already.
  const further = listed.filter((one) => one.code !== "missing" || !unnamed.has(placeName(one)))
  const findings = distinct([...ofForms, ...further])
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
