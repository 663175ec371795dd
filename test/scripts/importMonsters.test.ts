/**
 * The demo catalog against the package it was made from: not only means, but the whole joint distribution of each kill,
 * by its generating function E[product of z_item ^ count] at several points. Both sides are walked independently.
 */
import { assert, describe, it } from "@effect/vitest"
import { LootTable } from "oldschooljs"
import { readFileSync } from "node:fs"
import * as Path from "node:path"
import {
  catalogOfMonsters,
  formatCatalog,
  killLootId,
  MONSTERS_VENDOR_ID,
  tableMonsters,
} from "../../scripts/importMonsters.ts"
import type { LootDraft, VendorDraft } from "../../scripts/monsters/CatalogBuilder.ts"
import type { DropTable } from "../../scripts/monsters/tables.ts"

type Means = Map<number, number>
type Entry = DropTable["table"][number]
type Point = (item: number) => number

const add = (into: Means, from: Means, factor: number): void => {
  for (const [item, mean] of from) into.set(item, (into.get(item) ?? 0) + mean * factor)
}

const counts = (quantity: Entry["quantity"]): ReadonlyArray<number> => {
  if (typeof quantity === "number") return [quantity]
  const [from = 0, to = 0] = quantity
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Mean drops of one roll, from the package's own table. */
const tableMeans = (table: DropTable): Means => {
  const means: Means = new Map()
  const addEntry = (entry: Entry, probability: number) => {
    const all = counts(entry.quantity)
    const quantity = all.reduce((sum, one) => sum + one, 0) / all.length
    if (entry.item instanceof LootTable) add(means, tableMeans(entry.item), quantity * probability)
    else add(means, new Map([[entry.item, quantity]]), probability)
  }
  for (const entry of table.everyItems) addEntry(entry, 1)
  for (const entry of table.tertiaryItems) addEntry(entry, 1 / entry.chance)
  let left = 1
  for (const entry of table.oneInItems) {
    addEntry(entry, left / entry.chance)
    left *= 1 - 1 / entry.chance
  }
  for (const entry of table.table) addEntry(entry, (left * (entry.weight ?? 0)) / (table.limit ?? table.totalWeight))
  return means
}

/** The generating function of one roll, from the package's own table. */
const tableFunction = (table: DropTable, at: Point): number => {
  const ofEntry = (entry: Entry): number => {
    const { item, options } = entry
    const all = counts(entry.quantity)
    const values = all.map((count) => {
      if (!(item instanceof LootTable)) return at(item) ** count
      return options?.multiply === true
        ? tableFunction(item, (one) => at(one) ** count)
        : tableFunction(item, at) ** count
    })
    return values.reduce((sum, value) => sum + value, 0) / values.length
  }
  let together = 1
  for (const entry of table.everyItems) together *= ofEntry(entry)
  for (const entry of table.tertiaryItems) together *= 1 - 1 / entry.chance + ofEntry(entry) / entry.chance
  const limit = table.limit ?? table.totalWeight
  let drawn = table.table.length === 0 ? 1 : 1 - table.totalWeight / limit
  for (const entry of table.table) drawn += (ofEntry(entry) * (entry.weight ?? 0)) / limit
  for (const entry of table.oneInItems.toReversed()) {
    drawn = ofEntry(entry) / entry.chance + (1 - 1 / entry.chance) * drawn
  }
  return together * drawn
}

const document = catalogOfMonsters()
const vendors = document.vendors as unknown as Readonly<Record<string, VendorDraft>>

const vendorOf = (id: number): VendorDraft => {
  const vendor = vendors[id]
  if (vendor === undefined) throw new Error(`vendor ${id} is missing`)
  return vendor
}

const weightOf = (loot: LootDraft): number => loot.drop_weight ?? 1
const totalOf = (vendor: VendorDraft): number =>
  Object.values(vendor.loot).reduce((sum, loot) => sum + weightOf(loot), 0)

/** Mean drops of one fulfilment of a vendor of the document. */
const vendorMeans = (id: number): Means => {
  const vendor = vendorOf(id)
  const total = totalOf(vendor)
  const means: Means = new Map()
  for (const loot of Object.values(vendor.loot)) {
    const probability = vendor.type === "recipe" ? 1 : weightOf(loot) / total
    if (loot.sub_vendor_id !== undefined) add(means, vendorMeans(loot.sub_vendor_id), probability)
    else if (loot.item_id !== undefined) add(means, new Map([[loot.item_id, loot.quantity ?? 1]]), probability)
  }
  return means
}

/** The generating function of one fulfilment of a vendor of the document. */
const vendorFunction = (id: number, at: Point): number => {
  const vendor = vendorOf(id)
  const total = totalOf(vendor)
  const values = Object.values(vendor.loot).map((loot) => {
    if (loot.sub_vendor_id !== undefined) return [loot, vendorFunction(loot.sub_vendor_id, at)] as const
    return [loot, loot.item_id === undefined ? 1 : at(loot.item_id) ** (loot.quantity ?? 1)] as const
  })
  return vendor.type === "recipe"
    ? values.reduce((product, [, value]) => product * value, 1)
    : values.reduce((sum, [loot, value]) => sum + (weightOf(loot) / total) * value, 0)
}

const relativeError = (actual: number, expected: number): number => Math.abs(actual - expected) / Math.abs(expected)

/** A point with a coordinate of its own for each item, the same in every run. */
const pointOf =
  (spread: number): Point =>
  (item) =>
    Math.exp(-spread * (0.1 + ((item * 2_654_435_761) % 1_000_003) / 1_000_003))

describe("the demo catalog", () => {
  const monsters = tableMonsters()

  it("has every monster with a drop table, and its entries", () => {
    assert.strictEqual(monsters.length, 342)
    for (const { id, name } of monsters) {
      const kill = document.vendors[MONSTERS_VENDOR_ID].loot[killLootId(id)]
      assert.deepStrictEqual(kill, {
        sub_vendor_id: MONSTERS_VENDOR_ID + id,
        quantity_type: "absolute",
        is_claimable_by_client: false,
        custom_data: { name },
      })
    }
  })

  it("gives each item of each monster in the package's own mean quantity", () => {
    let compared = 0
    for (const { id, name, table } of monsters) {
      const expected = tableMeans(table)
      const actual = vendorMeans(MONSTERS_VENDOR_ID + id)
      assert.sameMembers([...actual.keys()], [...expected.keys()], name)
      for (const [item, mean] of expected) {
        assert.isAtMost(relativeError(actual.get(item) ?? 0, mean), 1e-12, `item ${item} of ${name}`)
        compared++
      }
    }
    assert.isAbove(compared, 10_000)
  })

  it("gives the drops of each monster together with the package's own probabilities", () => {
    for (const { id, name, table } of monsters) {
      for (const spread of [1, 1e-2, 1e-4]) {
        const at = pointOf(spread)
        const error = relativeError(vendorFunction(MONSTERS_VENDOR_ID + id, at), tableFunction(table, at))
        assert.isAtMost(error, 1e-12, `${name} at ${spread}`)
      }
    }
  })

  it("is what the repository has", () => {
    const file = Path.join(import.meta.dirname, "../../examples/demo/catalog.json")
    assert.isTrue(readFileSync(file, "utf8") === formatCatalog(document), "run node scripts/importMonsters.ts")
  })
})
