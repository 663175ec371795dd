/**
 * Names in an authored document. A key that is no number is a name, and the entry under it gets a derived id. Loot is
 * named by its vendor and its own key: `shop/sword`. Parts that a form makes have `~` in their names, which no author
 * can write.
 */
import { isRecord, type Fields } from "./Fields.ts"

/** The parts of a document whose entries have ids, and the kind of each. */
export const SECTIONS = {
  items: "item",
  vendors: "vendor",
  xp_tables: "xp_table",
  time_frames: "time_frame",
  item_portal_use_rulesets: "item_portal_use_ruleset",
} as const

/** A part of a document whose entries have ids. */
export type Section = keyof typeof SECTIONS

/** A kind of entry that can have a name. */
export type Kind = (typeof SECTIONS)[Section] | "loot"

/** Every kind, in the order of the lock file. */
export const KINDS: ReadonlyArray<Kind> = [...Object.values(SECTIONS), "loot"]

/** A letter, then up to 127 letters, digits, `_`, `.` and `-`. */
export const NAME_PATTERN = "^[A-Za-z][A-Za-z0-9_.-]{0,127}$"

const namePattern = new RegExp(NAME_PATTERN)

/** Whether a key is a name. */
export const isName = (key: string): boolean => namePattern.test(key)

/** A name, and the name that the same entry had before (`was`); the same twice where the entry was not renamed. */
export interface Name {
  readonly now: string
  readonly before: string
}

/** The name of an entry under its key. */
export const named = (key: string, fields: unknown): Name => {
  const was = isRecord(fields) ? fields["was"] : undefined
  return { now: key, before: typeof was === "string" ? was : key }
}

/** The name of a part of an entry. `/` comes before what an author named, `~` before what a form makes. */
export const within = (outer: Name, separator: "/" | "~", inner: Name | string): Name => {
  const { now, before } = typeof inner === "string" ? { now: inner, before: inner } : inner
  return { now: `${outer.now}${separator}${now}`, before: `${outer.before}${separator}${before}` }
}

/** Whether an author wrote the name, and not a form. */
export const isAuthored = (name: string): boolean => !name.includes("~")

/** The names of a document by kind, with the entry of each. */
export type NameIndex = Readonly<Record<Kind, ReadonlyMap<string, Name>>>

const namesIn = (entries: unknown): ReadonlyMap<string, Name> =>
  new Map(
    isRecord(entries)
      ? Object.entries(entries).flatMap(([key, fields]) => (isName(key) ? [[key, named(key, fields)] as const] : []))
      : [],
  )

const lootNames = (vendors: unknown): ReadonlyMap<string, Name> => {
  const names = new Map<string, Name>()
  if (!isRecord(vendors)) return names
  for (const [vendorKey, vendor] of Object.entries(vendors)) {
    const loot = isRecord(vendor) ? vendor["loot"] : undefined
    if (!isRecord(loot)) continue
    for (const [key, fields] of Object.entries(loot)) {
      const name = within(named(vendorKey, vendor), "/", named(key, fields))
      names.set(name.now, name)
    }
  }
  return names
}

/** Every name that references can use. Loot under a number is there too, because its vendor may have a name. */
export const indexNames = (document: Fields): NameIndex => {
  let loot: NameIndex["loot"] | undefined
  return {
    item: namesIn(document["items"]),
    vendor: namesIn(document["vendors"]),
    xp_table: namesIn(document["xp_tables"]),
    time_frame: namesIn(document["time_frames"]),
    item_portal_use_ruleset: namesIn(document["item_portal_use_rulesets"]),
    // Few documents refer to loot by name, and there is much of it.
    get loot() {
      loot ??= lootNames(document["vendors"])
      return loot
    },
  }
}
