/**
 * Writes the demo catalog, `examples/demo/catalog.json`: every monster of the npm package `oldschooljs` that has a drop
 * table, and a small world around them. The drops have the exact probabilities of the table. Run: `node
 * scripts/importMonsters.ts`.
 */
import { Items, Monsters } from "oldschooljs"
import { writeFileSync } from "node:fs"
import * as Path from "node:path"
import { CatalogBuilder, type LootDraft, type VendorDraft } from "./monsters/CatalogBuilder.ts"
import { type DropTable, TableImport } from "./monsters/tables.ts"
import { DEMO, demoWorld } from "./monsters/world.ts"

/** The vendor that the kills stand in; a kill's loot id and the monster's vendor id are this plus the monster's id. */
export const MONSTERS_VENDOR_ID = 1_000_000

/** A monster of the package with a drop table. */
export interface TableMonster {
  readonly id: number
  readonly name: string
  readonly table: DropTable
}

/** Every monster that has a drop table, by id. The others compute their drops in code, or can only be pickpocketed. */
export const tableMonsters = (): ReadonlyArray<TableMonster> =>
  [...Monsters.values()]
    .flatMap((monster) =>
      "table" in monster && monster.table !== undefined
        ? [{ id: monster.id, name: monster.name, table: monster.table as DropTable }]
        : [],
    )
    .sort((left, right) => left.id - right.id)

/** The loot id by which a monster is killed. */
export const killLootId = (monsterId: number): number => MONSTERS_VENDOR_ID + monsterId

const itemName = (id: number): string => Items.get(id)?.name ?? `Item ${id}`

const itemsOf = (vendors: Readonly<Record<string, { readonly loot: Readonly<Record<string, LootDraft>> }>>) => {
  const ids = new Set<number>([DEMO.coins])
  for (const vendor of Object.values(vendors)) {
    for (const { item_id } of Object.values(vendor.loot)) if (item_id !== undefined) ids.add(item_id)
  }
  return [...ids].filter((id) => Items.get(id) !== undefined).sort((left, right) => left - right)
}

/** An order of several kills gives one kill, because draws are without replacement. */
const kill = ({ id, name }: TableMonster) => ({
  sub_vendor_id: MONSTERS_VENDOR_ID + id,
  quantity_type: "absolute",
  is_claimable_by_client: false,
  custom_data: { name },
})

/** The whole demo catalog as a document. The same package gives the same document. */
export const catalogOfMonsters = () => {
  const builder = new CatalogBuilder(itemName)
  const tables = new TableImport(builder)
  const monsters = tableMonsters()
  for (const { id, name, table } of monsters) {
    builder.add(MONSTERS_VENDOR_ID + id, "recipe", name, tables.parts(table, 1, name))
  }
  const kills = Object.fromEntries(monsters.map((monster) => [killLootId(monster.id), kill(monster)]))
  const monstersVendor = { type: "recipe", custom_data: { name: "Monsters" }, loot: kills }
  const vendors = { ...demoWorld.vendors, [MONSTERS_VENDOR_ID]: monstersVendor, ...builder.vendors }
  const items = Object.fromEntries(itemsOf(vendors).map((id) => [id, { custom_data: { name: itemName(id) } }]))
  return { ...demoWorld, items: { ...items, ...demoWorld.items }, vendors }
}

const lines = (entries: Readonly<Record<string, unknown>>): string =>
  Object.entries(entries)
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
    .join(",\n")

const vendorLines = ({ loot, ...vendor }: { readonly loot: VendorDraft["loot"] }): string =>
  `${JSON.stringify(vendor).slice(0, -1)},"loot":{\n${lines(loot)}}}`

/** The document as text, one line per item and per loot, so that changes of it can be read. */
export const formatCatalog = (document: ReturnType<typeof catalogOfMonsters>): string => {
  const { items, vendors, ...rest } = document
  const vendorTexts = Object.entries(vendors).map(([id, vendor]) => `"${id}":${vendorLines(vendor)}`)
  return `{"items":{\n${lines(items)}},\n"vendors":{\n${vendorTexts.join(",\n")}},\n${lines(rest)}}\n`
}

if (import.meta.main) {
  const file = Path.join(import.meta.dirname, "../examples/demo/catalog.json")
  writeFileSync(file, formatCatalog(catalogOfMonsters()))
}
