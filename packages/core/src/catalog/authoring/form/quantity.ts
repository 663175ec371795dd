/**
 * `quantity: {min, max}`: each quantity from `min` to `max` is equally likely. Expands into a draw among one loot per
 * quantity. A range of more than {@link LISTED_MAX} quantities is put together from digits, as one writes numbers,
 * which is still exact: its parts are given one after the other.
 */
import * as Schema from "effect/Schema"
import { complaint } from "../../../kernel/input/Field.ts"
import { Count } from "../../schema.ts"
import type { Expansion } from "../Expansion.ts"
import { type Fields, isRecord, without } from "../Fields.ts"
import { within } from "../names.ts"
import { inside } from "../places.ts"
import { type Form, giving, moveIntoVendor, once, type Row } from "./Form.ts"

/** Most quantities of a range that get a loot each. */
const LISTED_MAX = 100

/** Most quantities of a range. */
const RANGE_MAX = 1_000_000_000

/** A range of quantities, both ends included. */
export const QuantityRange = Schema.Struct({ min: Count, max: Count }).annotate(
  complaint("dict_type", "must be a count, or an object with min and max"),
)

const decode = Schema.decodeUnknownResult(QuantityRange, { errors: "all", reportInput: true })

const isAdding = ({ inventory_operation: operation }: Fields): boolean => operation === undefined || operation === "add"

/** Whether a quantity may be given in parts: an item is added, and nothing caps or transforms the quantity. */
const isAdditive = (loot: Fields): boolean =>
  isAdding(loot) &&
  loot["sub_vendor_id"] === undefined &&
  loot["sub_vendor_uuid"] === undefined &&
  ["hard_quantity_maximum", "xp_quantity_transform_type"].every((name) => loot[name] === undefined)

/** The loot in one quantity; `nothing` for 0 of what is added. */
const quantityOf = (loot: Fields, quantity: number): Fields =>
  quantity === 0 && isAdding(loot) ? {} : { ...loot, quantity }

/** Makes the vendors of one range. */
class Range {
  readonly #expansion: Expansion
  readonly #row: Row
  readonly #loot: Fields

  constructor(expansion: Expansion, row: Row, loot: Fields) {
    this.#expansion = expansion
    this.#row = row
    this.#loot = loot
  }

  /** Loot that gives `from` to `to` steps of `step`, each equally likely. */
  of(from: number, to: number, step: number): Fields {
    if (from === to) return quantityOf(this.#loot, from * step)
    return once(to - from < LISTED_MAX ? this.#listed(from, to, step) : this.#composed(from, to, step))
  }

  #vendor(type: "recipe" | "randomly_sampled", suffix: string, loot: ReadonlyArray<readonly [string, Fields]>): number {
    const name = within(this.#row.name, "~", suffix)
    const made = loot.map(([key, fields]) => ({ name: key, fields }))
    return this.#expansion.vendor(name, type, this.#row.place, made)
  }

  #listed(from: number, to: number, step: number): number {
    const quantities = Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step)
    const loot = quantities.map((quantity) => [String(quantity), quantityOf(this.#loot, quantity)] as const)
    return this.#vendor("randomly_sampled", suffixOf(from, to, step), loot)
  }

  /** The first digit and the rest, each drawn by itself: 0 to below `below`, a multiple of `unit`. */
  #digits(below: number, unit: number, step: number): number {
    return this.#vendor("recipe", `${suffixOf(0, below - 1, step)}~digits`, [
      ["first", this.of(0, below / unit - 1, unit * step)],
      ["rest", this.of(0, unit - 1, step)],
    ])
  }

  /** Below the largest round number, digits; from there on, a range of its own. */
  #composed(from: number, to: number, step: number): number {
    const count = to - from + 1
    if (from > 0) {
      return this.#vendor("recipe", suffixOf(from, to, step), [
        ["base", quantityOf(this.#loot, from * step)],
        ["more", this.of(0, count - 1, step)],
      ])
    }
    const unit = 10 ** Math.floor(Math.log10(count - 1))
    const below = Math.floor(count / unit) * unit
    if (below === count) return this.#digits(below, unit, step)
    const round = below === unit ? this.of(0, unit - 1, step) : once(this.#digits(below, unit, step))
    return this.#vendor("randomly_sampled", suffixOf(from, to, step), [
      ["below", { ...round, drop_weight: below }],
      ["above", { ...this.of(below, to, step), drop_weight: count - below }],
    ])
  }
}

const suffixOf = (from: number, to: number, step: number): string =>
  `${from * step}..${to * step}${step === 1 ? "" : `by${step}`}`

/** A range of quantities. */
export const quantity: Form = {
  fields: ["quantity"],
  expand: (expansion, row, draft) => {
    const { quantity: written } = row.fields
    if (!isRecord(written)) return draft
    const loot = without(draft.loot, ["quantity"])
    const place = inside(row.place, "quantity")
    const range = expansion.read(decode, ["min", "max"], written, place)
    if (range === undefined) return { ...draft, loot }
    const { max, min } = range
    if (max < min) {
      expansion.report("form_malformed", place, `max is ${max}, which is less than min, ${min}`, {
        fix: `write { min: ${max}, max: ${min} }`,
      })
      return { ...draft, loot }
    }
    if (min === max) return { ...draft, loot: { ...loot, quantity: min } }
    const given = giving(loot)
    const most = isAdditive(given) ? RANGE_MAX : LISTED_MAX
    if (max - min >= most) {
      const why = most === RANGE_MAX ? "" : ", because only an item that is added without a cap can be given in parts"
      expansion.report("form_too_large", place, `at most ${most} quantities${why}`)
      return { ...draft, loot }
    }
    const made = new Range(expansion, row, without(given, ["quantity_type"])).of(min, max, 1)
    return { ...draft, loot: moveIntoVendor(expansion, row, loot, Number(made["sub_vendor_id"])) }
  },
}
