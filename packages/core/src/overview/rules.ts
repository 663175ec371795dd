/**
 * The sections of a player as operators see it whole, who may read each, and the mark by which a change of any of them
 * is seen (decisions, section 17).
 */
import type { Actor } from "../operation/Act.ts"
import { mayAct } from "../operation/Operation.ts"
import type { PermissionName } from "../permission/names.ts"

/** The sections, in the order in which they are shown. */
export const SECTIONS = [
  "identity",
  "restrictions",
  "agreements",
  "sessions",
  "inventory",
  "levels",
  "orders",
  "notifications",
  "presence",
  "logins",
  "security_events",
  "audit",
] as const

/** One of {@link SECTIONS}. */
export type Section = (typeof SECTIONS)[number]

/** What one needs to read the view at all. */
export const READING_PLAYERS = ["operator:read:player"] as const satisfies ReadonlyArray<PermissionName>
/** What one needs to read orders of any age. */
export const READING_ORDERS = [
  "inv:read_order:player:any",
  "operator:read:order",
] as const satisfies ReadonlyArray<PermissionName>
/** What one needs to read logins, security events, and who changed what. */
export const READING_HISTORY = [
  "user:audit:any",
  "operator:audit:player",
] as const satisfies ReadonlyArray<PermissionName>

const asking: Readonly<Record<Section, ReadonlyArray<PermissionName>>> = {
  identity: READING_PLAYERS,
  restrictions: READING_PLAYERS,
  agreements: READING_PLAYERS,
  sessions: READING_PLAYERS,
  inventory: READING_PLAYERS,
  levels: READING_PLAYERS,
  orders: READING_ORDERS,
  notifications: READING_PLAYERS,
  presence: READING_PLAYERS,
  logins: READING_HISTORY,
  security_events: READING_HISTORY,
  audit: READING_HISTORY,
}

/** The sections that the actor may read. */
export const sectionsOf = (actor: Actor): ReadonlySet<Section> =>
  new Set(SECTIONS.filter((section) => mayAct(actor, { name: "player.overview", permissions: asking[section] })))

/** What changes when a section changes: a text for each section. */
export type SectionTexts = Readonly<Record<Section, string>>

/** Characters of a hash in a mark: 48 bits. */
const HASH_LENGTH = 8
const ABSENT = "-".repeat(HASH_LENGTH)

/** The last audit row, and a short hash of each section; a section that the reader may not see has none. */
export interface Mark {
  readonly sequence: number
  readonly hashes: ReadonlyArray<string>
}

/** The mark of these sections. It says nothing of those that the reader may not see. */
export const markOf = (
  sequence: number,
  texts: SectionTexts,
  readable: ReadonlySet<Section>,
  hashOf: (text: string) => string,
): Mark => ({
  sequence: readable.has("audit") ? sequence : 0,
  hashes: SECTIONS.map((section) =>
    readable.has(section) ? hashOf(`${section}\n${texts[section]}`).slice(0, HASH_LENGTH) : ABSENT,
  ),
})

/** The mark as callers get it. */
export const formatMark = ({ hashes, sequence }: Mark): string => `${sequence}.${hashes.join("")}`

const pattern = new RegExp(`^(\\d{1,16})\\.([\\w-]{${SECTIONS.length * HASH_LENGTH}})$`)

/** The mark in a text; undefined: it is of another version, or was made up. */
export const parseMark = (text: string): Mark | undefined => {
  const [, sequence, hashes] = pattern.exec(text) ?? []
  if (sequence === undefined || hashes === undefined) return undefined
  const at = (index: number) => hashes.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH)
  return { sequence: Number(sequence), hashes: SECTIONS.map((_, index) => at(index)) }
}

/** The readable sections that differ; all of them where the mark before is not known. */
export const changedBetween = (
  before: Mark | undefined,
  after: Mark,
  readable: ReadonlySet<Section>,
): ReadonlyArray<Section> =>
  SECTIONS.filter((section, index) => readable.has(section) && before?.hashes[index] !== after.hashes[index])
