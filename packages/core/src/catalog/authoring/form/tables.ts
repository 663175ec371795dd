/**
 * Drop tables: `always` (every row), `sometimes` (each row by its chance) and `one_of` (one row, drawn by weight), in a
 * vendor or in loot. A table is rolled once, whatever quantity is ordered. Expands into a recipe: the rows in their
 * sequence, and a draw for `one_of`.
 */
import * as Schema from "effect/Schema"
import { Flag } from "../../../kernel/input/Field.ts"
import { withColon } from "../../rules/misfitFixes.ts"
import { Count } from "../../schema.ts"
import type { Expansion, MadeLoot } from "../Expansion.ts"
import { type Fields, isGiven, isRecord } from "../Fields.ts"
import { type Name, named, within } from "../names.ts"
import { inside, type Place } from "../places.ts"
import { nothingOtherwise } from "./conditions.ts"
import { type Draft, type ExpandRow, type Form, once, type Row } from "./Form.ts"
import { givesSomething } from "./reference.ts"

/** The lists of a drop table. */
export const TABLE_FIELDS = ["always", "sometimes", "one_of"] as const

type TableField = (typeof TABLE_FIELDS)[number]

/** Deepest nesting of tables in tables. A document that a program passes may contain itself. */
const TABLE_DEPTH_MAX = 16

/** A vendor or loot with a drop table. */
export interface TableOwner {
  readonly fields: Fields
  readonly place: Place
  readonly name: Name
  /** Fields that every row has, unless the row writes them. */
  readonly defaults: Fields
}

/** A row without a name is called by what it gives, so that it keeps its id when another row is put before it. */
const callRow = (expansion: Expansion, row: Fields): Name => {
  const { item, name, sub_vendor: vendor } = row
  if (typeof name === "string") return named(name, row)
  if (typeof item === "string") return expansion.names.item.get(item) ?? named(item, {})
  if (typeof vendor === "string") return expansion.names.vendor.get(vendor) ?? named(vendor, {})
  const id = item ?? row["item_id"] ?? vendor ?? row["sub_vendor_id"]
  if (typeof id === "number") return named(String(id), {})
  return named(row["nothing"] === true ? "nothing" : "table", {})
}

/** What to write instead of a row that is no object. */
const rowFix = (row: unknown): string =>
  typeof row === "string"
    ? (withColon(row) ?? `write { item: ${row} }`)
    : "write fields and their values: { item: coins }"

/** The entries of a list of rows, or of a map from name to row. */
const entriesOf = (list: unknown): ReadonlyArray<readonly [key: string | number, row: unknown]> =>
  Array.isArray(list) ? Array.from((list as ReadonlyArray<unknown>).entries()) : Object.entries(list as Fields)

const rowsOf = (expansion: Expansion, owner: TableOwner, list: TableField): ReadonlyArray<readonly [Name, Row]> => {
  const { [list]: written } = owner.fields
  const place = inside(owner.place, list)
  if (written === undefined || written === null) return []
  expansion.hasForms = true
  if (!Array.isArray(written) && !isRecord(written)) {
    expansion.report("form_malformed", place, `${list} is a list of rows, or a map from name to row`, {
      fix: `write ${list}: [{ item: coins }]`,
    })
    return []
  }
  const outer = within(owner.name, "~", list)
  const used = new Map<string, number>()
  return entriesOf(written).flatMap(([key, row]) => {
    expansion.allowance.spendRow()
    const at = inside(place, key)
    if (!isRecord(row)) {
      expansion.report("form_malformed", at, "a row is an object", { fix: rowFix(row) })
      return []
    }
    const called = typeof key === "string" ? named(key, row) : callRow(expansion, row)
    const times = (used.get(called.now) ?? 0) + 1
    used.set(called.now, times)
    const own = times === 1 ? called : within(called, "~", String(times))
    const fields = { ...owner.defaults, ...row }
    return [[own, { fields, place: at, name: within(outer, "/", own), list, isDrawn: list === "one_of" }]]
  })
}

const sorted = (fields: Fields, index: number): Fields =>
  index === 0 || isGiven(fields, "sort_order") ? fields : { ...fields, sort_order: index }

const isConditional = ({ conditions, loot }: Draft): boolean => conditions.length > 0 || loot["drop_weight"] === 0

/** The draw of `one_of`. If every row has a condition, nothing is drawn when all of them fail. */
const drawn = (expansion: Expansion, owner: TableOwner, expandRow: ExpandRow): ReadonlyArray<MadeLoot> => {
  const rows = rowsOf(expansion, owner, "one_of")
  if (rows.length === 0) return []
  const name = within(owner.name, "~", "one_of")
  const place = inside(owner.place, "one_of")
  const drafts = rows.map(([key, row]) => ({ key, row, draft: expandRow(expansion, row) }))
  const loot: Array<MadeLoot> = drafts.map(({ draft, key, row }) => ({
    name: key,
    fields: draft.loot,
    place: row.place,
  }))
  if (drafts.every(({ draft }) => isConditional(draft))) {
    const candidates = drafts.flatMap(({ draft }) => (draft.conditions.length === 0 ? [] : [draft.conditions]))
    loot.push({ name: "~otherwise", fields: nothingOtherwise(expansion, { name, place }, candidates), place })
  }
  return [{ name: "~one_of", fields: once(expansion.vendor(name, "randomly_sampled", place, loot)), place }]
}

/** The loot of the recipe that a drop table expands into, in its sequence. */
export const tableLoot = (expansion: Expansion, owner: TableOwner, expandRow: ExpandRow): ReadonlyArray<MadeLoot> => {
  if (owner.place.path.length > 2 * TABLE_DEPTH_MAX) {
    expansion.report("form_too_large", owner.place, `at most ${TABLE_DEPTH_MAX} tables in tables`, {
      fix: "move the inner tables into vendors, and refer to them by sub_vendor",
    })
    return []
  }
  const rows = [...rowsOf(expansion, owner, "always"), ...rowsOf(expansion, owner, "sometimes")]
  const loot = rows.map(([key, row]) => ({
    name: within(named(`~${row.list}`, {}), "/", key),
    fields: expandRow(expansion, row).loot,
    place: row.place,
  }))
  const all = [...loot, ...drawn(expansion, owner, expandRow)]
  return all.map((one, index) => ({ ...one, fields: sorted(one.fields, index) }))
}

/** A drop table in loot, which becomes a vendor of its own. */
export const tables: Form = {
  fields: TABLE_FIELDS,
  expand: (expansion, row, draft, expandRow) => {
    if (givesSomething(draft.loot)) {
      const detail = "loot gives an item, a sub vendor or a table, and only one of these"
      expansion.report("form_conflict", row.place, detail, { fix: "make the item a row of always" })
      return draft
    }
    const loot = tableLoot(expansion, { ...row, defaults: {} }, expandRow)
    const id = expansion.vendor(within(row.name, "~", "table"), "recipe", row.place, loot)
    return { ...draft, loot: { ...draft.loot, ...once(id) } }
  },
}

const decodeWeight = Schema.decodeUnknownResult(Count, { errors: "all", reportInput: true })
const decodeNothing = Schema.decodeUnknownResult(Flag, { errors: "all", reportInput: true })

/** `weight`: how likely a row of `one_of` is drawn, against the other rows. Absent: 1. */
export const weight: Form = {
  fields: ["weight"],
  expand: (expansion, row, draft) => {
    const place = inside(row.place, "weight")
    const read = expansion.read(decodeWeight, [], row.fields["weight"], place)
    if (read === undefined) return draft
    if (row.list === "one_of") return read === 1 ? draft : { ...draft, loot: { ...draft.loot, drop_weight: read } }
    const isLoot = row.list === "loot"
    const detail = isLoot ? "loot of a vendor has drop_weight" : "only rows of one_of have a weight"
    const fix = isLoot ? `write drop_weight: ${read}` : "move the row to one_of, or take the weight away"
    expansion.report("form_conflict", place, detail, { fix })
    return draft
  },
}

/** `nothing: true`: the row of a drop table gives nothing, and is meant to. */
export const nothing: Form = {
  fields: ["nothing"],
  expand: (expansion, row, draft) => {
    const place = inside(row.place, "nothing")
    const isNothing = expansion.read(decodeNothing, [], row.fields["nothing"], place)
    if (isNothing === true && givesSomething(draft.loot)) {
      expansion.report("form_conflict", place, "the row gives something, too", {
        fix: "take nothing away, or what the row gives",
      })
    }
    return draft
  },
}
