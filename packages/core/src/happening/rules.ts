/** Positions in what happened, and how rows of several sources become one list. */
import { type Happening, HAPPENING_SOURCES, type HappeningSource, type PlaceInSource } from "./HappeningStore.ts"
import type { HappeningKind } from "./schema.ts"

/** The position of a row in the list of all sources. */
export interface Position extends PlaceInSource {
  readonly source: HappeningSource
}

/** After every row. */
export const END: Position = { at: Number.MAX_SAFE_INTEGER, source: "security", id: "last" }

/** Before every row. */
export const BEGINNING: Position = { at: 0, source: "audit", id: "first" }

const rank = (source: HappeningSource): number => HAPPENING_SOURCES.indexOf(source)

/** The sources that may have rows of these kinds. */
export const sourcesOf = (kinds: ReadonlyArray<HappeningKind>): ReadonlyArray<HappeningSource> => {
  const has: Readonly<Record<HappeningKind, HappeningSource>> = {
    login: "login",
    login_refused: "security",
    security_event: "security",
    machine_login: "machine_login",
    order: "order",
    act: "audit",
    act_refused: "audit",
  }
  return HAPPENING_SOURCES.filter((source) => kinds.some((kind) => has[kind] === source))
}

/** Where a source continues behind a position in the list of all sources. */
export const placeIn = (source: HappeningSource, { at, id, source: from }: Position): PlaceInSource => {
  if (source === from) return { at, id }
  return { at, id: rank(source) < rank(from) ? "last" : "first" }
}

/** Compares by time, then by source, then by identifier: a uuid as text, a sequence as a number. */
const compare = (left: Happening, right: Happening): number => {
  if (left.at !== right.at) return left.at - right.at
  if (left.source !== right.source) return rank(left.source) - rank(right.source)
  if (left.source === "audit") return Number(left.id) - Number(right.id)
  return left.id < right.id ? -1 : Number(left.id > right.id)
}

/**
 * The first `limit` rows of several sources, each of which gave at most `limit` rows in the order of the direction: so
 * none that it has left out comes before them.
 */
export const merged = (
  rows: ReadonlyArray<ReadonlyArray<Happening>>,
  direction: "older" | "newer",
  limit: number,
): ReadonlyArray<Happening> => {
  const sign = direction === "older" ? -1 : 1
  return rows
    .flat()
    .sort((left, right) => sign * compare(left, right))
    .slice(0, limit)
}

const pattern = /^(\d{1,16})\.(audit|login|machine_login|order|security)\.(first|last|\d{1,16}|[0-9a-f-]{36})$/

/** The text of a position, for a marker. */
export const formatPosition = ({ at, id, source }: Position): string => `${at}.${source}.${id}`

/** The position in a text; undefined: it has none. */
export const parsePosition = (text: string): Position | undefined => {
  const [, at, source, id = ""] = pattern.exec(text) ?? []
  const found = HAPPENING_SOURCES.find((name) => name === source)
  if (found === undefined || !Number.isSafeInteger(Number(at))) return undefined
  const isNumber = /^\d+$/.test(id)
  // The audit is numbered, and the others have uuids.
  if (id !== "first" && id !== "last" && isNumber !== (found === "audit")) return undefined
  return { at: Number(at), source: found, id }
}

/** What the wire form of an order says of its source and of the results of its entries. */
export const orderFacts = (
  wire: string,
): { readonly source: string | undefined; readonly results: ReadonlyArray<string> } => {
  const { entries = [], source } = JSON.parse(wire) as {
    readonly source?: string
    readonly entries?: ReadonlyArray<{ readonly result?: string }>
  }
  return { source, results: [...new Set(entries.flatMap(({ result }) => result ?? []))] }
}
