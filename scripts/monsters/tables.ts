/**
 * Turns drop tables of the npm package `oldschooljs` into vendors. They give what `LootTable.roll(1)` gives without
 * options, in this sequence:
 * - everything in `everyItems`
 * - each of `tertiaryItems` once in its chance
 * - `oneInItems` in turn; the first that is drawn ends the roll
 * - one of `table` by weight; nothing is drawn by the part of `limit` that exceeds the weights
 */
import { LootTable } from "oldschooljs"
import type { CatalogBuilder, LootDraft } from "./CatalogBuilder.ts"

/** A drop table of the package. */
export type DropTable = InstanceType<typeof LootTable>

type Entry = DropTable["table"][number]

const bounds = (quantity: Entry["quantity"]): readonly [from: number, to: number] => {
  if (typeof quantity === "number") return [quantity, quantity]
  const [from = 0, to = from] = quantity
  return [from, to]
}

/** Makes the vendors of tables, each table once for each factor that its quantities are multiplied by. */
export class TableImport {
  readonly #builder: CatalogBuilder
  readonly #tables = new Map<DropTable, Map<number, LootDraft>>()

  constructor(builder: CatalogBuilder) {
    this.#builder = builder
  }

  /** Everything that one roll gives, in parts that are independent of each other. */
  parts(table: DropTable, factor: number, name: string): ReadonlyArray<LootDraft> {
    const every = table.everyItems.flatMap((entry) => this.#entryParts(entry, factor, name))
    const tertiary = table.tertiaryItems.map((entry) =>
      this.#builder.oneIn(entry.chance, this.#entry(entry, factor, name)),
    )
    const main = this.#main(table, factor, name)
    const drawn = table.oneInItems.reduceRight<LootDraft>(
      (otherwise, entry) => this.#builder.oneIn(entry.chance, this.#entry(entry, factor, name), otherwise),
      main,
    )
    const parts = [...every, ...tertiary, drawn]
    return parts.filter((part) => part.item_id !== undefined || part.sub_vendor_id !== undefined)
  }

  #main(table: DropTable, factor: number, name: string): LootDraft {
    const chances = table.table.map((entry) => ({
      outcome: this.#entry(entry, factor, name),
      weight: entry.weight ?? 0,
    }))
    const nothing = table.limit === undefined ? 0 : table.limit - table.totalWeight
    return this.#builder.oneOf(`${name}, main`, [...chances, { outcome: {}, weight: nothing }])
  }

  /** One roll of a table. */
  #roll(table: DropTable, factor: number, name: string): LootDraft {
    const made = this.#tables.get(table) ?? new Map<number, LootDraft>()
    this.#tables.set(table, made)
    const known = made.get(factor)
    if (known !== undefined) return known
    const rolled = this.#builder.all(name, this.parts(table, factor, name))
    made.set(factor, rolled)
    return rolled
  }

  #entry(entry: Entry, factor: number, name: string): LootDraft {
    return this.#builder.all(name, this.#entryParts(entry, factor, name))
  }

  /** The independent parts that an entry gives. Several rolls of a table are as many parts. */
  #entryParts(entry: Entry, factor: number, name: string): ReadonlyArray<LootDraft> {
    const { item, quantity, options } = entry
    const [from, to] = bounds(quantity)
    if (typeof item === "number") {
      return [from === to ? this.#builder.item(item, from * factor) : this.#builder.range(item, from, to, factor)]
    }
    const inner = `${name}, inner`
    const times = (count: number): ReadonlyArray<LootDraft> =>
      options?.multiply === true
        ? [this.#roll(item, factor * count, inner)]
        : Array.from({ length: count }, () => this.#roll(item, factor, inner))
    if (from === to) return times(from)
    const counts = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    const chances = counts.map((count) => ({ outcome: this.#builder.all(`${count} rolls`, times(count)), weight: 1 }))
    return [this.#builder.oneOf(`${from} to ${to} rolls`, chances)]
  }
}
