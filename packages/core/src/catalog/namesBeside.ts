/** Names beside ids: what an answer that mentions entries of a catalog by id says of their names. */
import * as Schema from "effect/Schema"
import { described, Text } from "../kernel/input/Field.ts"
import { type CatalogNames, type Labels, labelsWith } from "./rules/names.ts"

const namesById = (what: string) =>
  described(
    Schema.optionalKey(Schema.Record(Schema.String, Text)),
    `The names of the ${what} that the answer mentions, by id; absent: none has a name.`,
  )

/** The fields of an answer that has names beside ids. Loot is called by its vendor, too: `shop/sword`. */
export const namesBeside = {
  item_names: namesById("items"),
  loot_names: namesById("loot"),
  vendor_names: namesById("vendors"),
} as const

/** Names by kind and id. */
export type NamesBeside = Schema.Struct.Type<typeof namesBeside>

/** The fields that hold ids, and what they are ids of: `item_id`, `price_item_id`, `item_ids`, `drawn_loot_id`. */
const ID_FIELD = /(?:^|_)(item|loot|vendor)_ids?$/

const isWithin = (value: unknown): value is object => typeof value === "object" && value !== null

/** The ids that a value mentions at any depth, by kind. A loop, because a stored order may be of any depth. */
const idsIn = (value: unknown): Readonly<Record<keyof CatalogNames, ReadonlySet<number>>> => {
  const ids = { item: new Set<number>(), loot: new Set<number>(), vendor: new Set<number>() }
  const left: Array<unknown> = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (!isWithin(next)) continue
    for (const [key, member] of Object.entries(next)) {
      const kind = ID_FIELD.exec(key)?.[1] as keyof typeof ids | undefined
      if (kind === undefined) left.push(member)
      else for (const id of [member].flat()) if (typeof id === "number") ids[kind].add(id)
    }
  }
  return ids
}

/** The names of the entries that a value mentions. */
export const namesFor = (value: unknown, names: CatalogNames): NamesBeside => {
  const ids = idsIn(value)
  const named = (kind: keyof CatalogNames) => {
    const found = [...ids[kind]].flatMap((id) => {
      const name = names[kind](id)
      return name === undefined ? [] : [[String(id), name] as const]
    })
    return found.length === 0 ? undefined : Object.fromEntries(found)
  }
  const given = { item_names: named("item"), loot_names: named("loot"), vendor_names: named("vendor") }
  return Object.fromEntries(Object.entries(given).filter(([, found]) => found !== undefined))
}

/** How the entries are called that an answer with names beside its ids mentions. */
export const labelsBeside = (answer: NamesBeside): Labels =>
  labelsWith({
    item: (itemId) => answer.item_names?.[itemId],
    loot: (lootId) => answer.loot_names?.[lootId],
    vendor: (vendorId) => answer.vendor_names?.[vendorId],
  })
