/**
 * `when: {has: item, at_least: n}`, `{lacks: item}`, `{not: …}`, or a list of which all must hold: the loot is skipped
 * unless the player meets the conditions at that moment. In a draw the loot is then no candidate. Elsewhere it gives
 * nothing, and what stands beside it is given.
 */
import * as Schema from "effect/Schema"
import { complaint, IntegerOf } from "../../../kernel/input/Field.ts"
import type { Expansion } from "../Expansion.ts"
import { type Fields, isGiven, isRecord } from "../Fields.ts"
import { within } from "../names.ts"
import { inside, type Place } from "../places.ts"
import { conditionFieldFix, conditionFix } from "./conditionFix.ts"
import { candidateIf, nothingUnless } from "./conditions.ts"
import { type Condition, type Draft, type Form, giving, moveIntoVendor, type Row } from "./Form.ts"
import { Reference } from "./reference.ts"

const dictionary = complaint("dict_type", "must be an object")
const AtLeast = Schema.optionalKey(IntegerOf({ minimum: 1 }))

/** The player owns at least so many (absent: 1) of the item. */
export const Has = Schema.Struct({ has: Reference, at_least: AtLeast }).annotate(dictionary)

/** The player does not own that many (absent: 1) of the item. */
export const Lacks = Schema.Struct({ lacks: Reference, at_least: AtLeast }).annotate(dictionary)

const options = { errors: "all", reportInput: true } as const
const decodeHas = Schema.decodeUnknownResult(Has, options)
const decodeLacks = Schema.decodeUnknownResult(Lacks, options)

const readLeaf = (expansion: Expansion, value: unknown, place: Place, isHas: boolean): Condition | undefined => {
  const name = isHas ? "has" : "lacks"
  const read = isHas
    ? expansion.read(decodeHas, ["has", "at_least"], value, place, conditionFieldFix)
    : expansion.read(decodeLacks, ["lacks", "at_least"], value, place, conditionFieldFix)
  if (read === undefined) return undefined
  const itemId = expansion.refer("item", "has" in read ? read.has : read.lacks, inside(place, name))
  return itemId === undefined ? undefined : { has: isHas, itemId, count: read.at_least ?? 1 }
}

const readCondition = (expansion: Expansion, value: unknown, place: Place): Condition | undefined => {
  const kinds = isRecord(value) ? ["has", "lacks", "not"].filter((name) => isGiven(value, name)) : []
  if (!isRecord(value) || kinds.length !== 1) {
    const fix = conditionFix(value, expansion.document)
    expansion.report("form_malformed", place, "a condition has one of has, lacks and not", { fix })
    return undefined
  }
  if (kinds[0] !== "not") return readLeaf(expansion, value, place, kinds[0] === "has")
  const inner = readCondition(expansion, value["not"], inside(place, "not"))
  return inner === undefined ? undefined : { ...inner, has: !inner.has }
}

/** The conditions of a row. */
const conditionsOf = (expansion: Expansion, { fields, place }: Row): ReadonlyArray<Condition> => {
  const { when: written } = fields
  const at = inside(place, "when")
  const list: ReadonlyArray<unknown> = Array.isArray(written) ? written : [written]
  return list.flatMap((one, index) => {
    const condition = readCondition(expansion, one, Array.isArray(written) ? inside(at, index) : at)
    return condition === undefined ? [] : [condition]
  })
}

/** Conditions. They are kept for the draw that the loot will be a candidate of. */
export const when: Form = {
  fields: ["when"],
  expand: (expansion, row, draft) => {
    expansion.hasForms = true
    return { ...draft, conditions: conditionsOf(expansion, row) }
  },
}

/** Loot of a recipe that gives nothing unless the conditions hold: a draw with one candidate, whichever case it is. */
export const guarded = (expansion: Expansion, row: Row, { conditions, loot }: Draft): Fields => {
  const given = candidateIf(expansion, row, giving(loot), conditions)
  const vendorId = expansion.vendor(within(row.name, "~", "when"), "randomly_sampled", row.place, [
    { name: "then", fields: given },
    ...conditions.map((condition, index) => ({
      name: `unless${index + 1}`,
      fields: nothingUnless(condition),
      place: inside(row.place, "when"),
    })),
  ])
  return moveIntoVendor(expansion, row, loot, vendorId)
}
