/**
 * `item: coins` beside `item_id: 995`: references by name. Each expands into the field with `_id`. The value may also
 * be an id.
 */
import * as Schema from "effect/Schema"
import { complaint, Text } from "../../../kernel/input/Field.ts"
import { isId } from "../../rules/keys.ts"
import { AuthoredId } from "../../schema.ts"
import type { Expansion } from "../Expansion.ts"
import { type Fields, isGiven, isRecord, put } from "../Fields.ts"
import type { Kind } from "../names.ts"
import { inside, type Place } from "../places.ts"

/** A reference: a name, or an id. */
export const Reference = Schema.Union([Text, AuthoredId]).annotate(complaint("string_type", "must be a name or an id"))

/** Fields that refer by name, and the kind of what they name. */
export type ReferenceFields = Readonly<Record<string, Kind>>

/** References of loot. */
export const lootReferences = {
  item: "item",
  sub_vendor: "vendor",
  required_item: "item",
  quantity_mult_inventory_item: "item",
  time_frame: "time_frame",
} as const satisfies ReferenceFields

/** References of an item. */
export const itemReferences = {
  entitled_loot: "loot",
  level_xp_table: "xp_table",
  level_vendor: "vendor",
  coupon_discount_currency_item: "item",
  item_portal_use_ruleset: "item_portal_use_ruleset",
} as const satisfies ReferenceFields

/** References of a promotion. */
export const promotionReferences = { loot: "loot" } as const satisfies ReferenceFields

/** References of a price in a price point. */
export const priceReferences = { price_item: "item" } as const satisfies ReferenceFields

/** A copy without the field. It is built anew, because an object that loses a field stays slow. */
const copied = (fields: Fields, left: string): Record<string, unknown> => {
  const made: Record<string, unknown> = {}
  for (const name in fields) if (name !== left) put(made, name, fields[name])
  return made
}

/** The fields with each reference by name replaced by its id; the same object where there is none. */
export const referred = (expansion: Expansion, fields: Fields, references: ReferenceFields, place: Place): Fields => {
  let made: Record<string, unknown> | undefined
  for (const field in references) {
    const { [field]: reference } = fields
    const { [field]: kind } = references
    // The wire has an inline `item`, which a copied document keeps.
    if (kind === undefined || reference === undefined || reference === null || isRecord(reference)) continue
    made = copied(made ?? fields, field)
    const at = inside(place, field)
    if (typeof reference !== "string" && typeof reference !== "number") {
      expansion.hasForms = true
      expansion.report("form_malformed", at, "a reference is a name or an id", { fix: "write one name, such as coins" })
      continue
    }
    if (isGiven(fields, `${field}_id`)) {
      expansion.report("form_conflict", at, `${field}_id is given, too`, { fix: `take ${field}_id away` })
    }
    const id = expansion.refer(kind, reference, at)
    if (id !== undefined) made[`${field}_id`] = id
  }
  return made ?? fields
}

const isNamed = (one: unknown): one is string => typeof one === "string" && !isId(one)

/** The list with each name replaced by its id; the same list where there is none. */
export const referredList = (expansion: Expansion, kind: Kind, list: unknown, place: Place): unknown => {
  if (!Array.isArray(list) || !list.some(isNamed)) return list
  return (list as ReadonlyArray<unknown>).flatMap((one, index) => {
    if (!isNamed(one)) return [one]
    const id = expansion.refer(kind, one, inside(place, index))
    return id === undefined ? [] : [id]
  })
}

/** Whether the loot names what it gives. */
export const givesSomething = (loot: Fields): boolean =>
  ["item_id", "item_uuid", "sub_vendor_id", "sub_vendor_uuid"].some((name) => isGiven(loot, name))
