/**
 * Names of items and loot, for people who read their ids. A catalog has no field for names; by convention they stand in
 * `custom_data.name`, as in the demo catalog.
 */
import { parseJson } from "@garrison/core/kernel/wire/Json"
import * as Result from "effect/Result"

/** Names by id; ids without a name are left out. */
export interface CatalogNames {
  readonly items: ReadonlyMap<number, string>
  readonly loot: ReadonlyMap<number, string>
}

type Entries = ReadonlyArray<readonly [key: string, entry: unknown]>

const membersOf = (value: unknown, name: string): Entries => {
  const members: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
  return typeof members === "object" && members !== null ? Object.entries(members) : []
}

const nameOf = (entry: unknown): string | undefined => {
  const [, name] = membersOf(entry, "custom_data").find(([key]) => key === "name") ?? []
  return typeof name === "string" && name !== "" ? name : undefined
}

const namesOf = (entries: Entries): ReadonlyMap<number, string> =>
  new Map(
    entries.flatMap(([id, entry]) => {
      const name = nameOf(entry)
      return name === undefined ? [] : [[Number(id), name] as const]
    }),
  )

/** The ids of loot by the names of vendor and loot, as authors refer to it: `shop/sword`. */
export const lootByVendorAndName = (document: string): ReadonlyMap<string, number> => {
  const catalog: unknown = Result.getOrElse(parseJson(document), () => undefined)
  return new Map(
    membersOf(catalog, "vendors").flatMap(([, vendor]) =>
      membersOf(vendor, "loot").map(([id, loot]) => [`${nameOf(vendor)}/${nameOf(loot)}`.toLowerCase(), Number(id)]),
    ),
  )
}

/** The names in an authored document, given as JSON. */
export const catalogNames = (document: string): CatalogNames => {
  const catalog: unknown = Result.getOrElse(parseJson(document), () => undefined)
  return {
    items: namesOf(membersOf(catalog, "items")),
    loot: namesOf(membersOf(catalog, "vendors").flatMap(([, vendor]) => membersOf(vendor, "loot"))),
  }
}

/** How many items, vendors and loot an authored document has. */
export const catalogCounts = (document: unknown) => {
  const vendors = membersOf(document, "vendors")
  return {
    items: membersOf(document, "items").length,
    vendors: vendors.length,
    loot: vendors.flatMap(([, vendor]) => membersOf(vendor, "loot")).length,
  }
}

/** An id with its name beside it, where it has one. */
export const named = (id: number, names: ReadonlyMap<number, string>): string => {
  const name = names.get(id)
  return name === undefined ? String(id) : `${id} ${name}`
}

/** A sentence of the core, in which ids stand behind their kind, with the names beside them: "loot 655 Goblin". */
export const withNames = (sentence: string, { items, loot }: CatalogNames): string =>
  sentence.replace(/\b(item|loot) (\d+)\b/g, (_whole, kind: string, id: string) => {
    return `${kind} ${named(Number(id), kind === "item" ? items : loot)}`
  })
