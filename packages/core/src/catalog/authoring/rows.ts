/** Expands authored loot: its references by name, then its forms in a fixed sequence. */
import type { Expansion } from "./Expansion.ts"
import { type Fields, isGiven, isRecord, without } from "./Fields.ts"
import { candidateIf } from "./form/conditions.ts"
import { chance } from "./form/chance.ts"
import type { Draft, Form, Row } from "./form/Form.ts"
import { quantity } from "./form/quantity.ts"
import { givesSomething, lootReferences, referred } from "./form/reference.ts"
import { nothing, tables, weight } from "./form/tables.ts"
import { guarded, when } from "./form/when.ts"

/** The forms, in the sequence in which they are expanded. */
export const forms: ReadonlyArray<Form> = [tables, nothing, quantity, when, chance, weight]

/** Authored fields that no loot of the interface has. */
const FORM_FIELDS = [...forms.flatMap(({ fields }) => fields).filter((field) => field !== "quantity"), "was"]

const hasForm = (fields: Fields): boolean =>
  FORM_FIELDS.some((name) => isGiven(fields, name)) || isRecord(fields["quantity"])

/** Reports a row of a drop table that lacks what its list asks for. */
const checkRow = (expansion: Expansion, { fields, list, place }: Row): void => {
  if (list === "loot") return
  if (list === "sometimes" && !isGiven(fields, "chance")) {
    expansion.report("form_malformed", place, "a row of sometimes needs a chance", { fix: "write chance: 1/10" })
  }
  const hasContent =
    givesSomething(fields) || ["item", "sub_vendor", "nothing", ...tables.fields].some((name) => isGiven(fields, name))
  if (!hasContent) {
    expansion.report("form_malformed", place, "the row gives nothing", {
      fix: "write the item, or nothing: true if that is meant",
    })
  }
}

/** A table is rolled once, so its rows do not depend on the ordered quantity, unless the author says so. */
const rolledOnce = (loot: Fields): Fields =>
  givesSomething(loot) && !isGiven(loot, "quantity_type") ? { ...loot, quantity_type: "absolute" } : loot

/** The loot of the interface that authored loot becomes. Loot without forms and names stays the same object. */
export const expandRow = (expansion: Expansion, row: Row): Draft => {
  const { fields, isDrawn, list, place } = row
  const isTableRow = list !== "loot"
  const plain = referred(expansion, fields, lootReferences, place)
  checkRow(expansion, row)
  if (!isTableRow && !hasForm(fields)) return { loot: plain, conditions: [] }
  expansion.hasForms = true
  if (!isTableRow) expansion.allowance.spendRow()
  const names = isTableRow ? [...FORM_FIELDS, "name"] : FORM_FIELDS
  let draft: Draft = { loot: without(plain, names), conditions: [] }
  for (const form of forms) {
    if (form.fields.some((name) => isGiven(fields, name))) draft = form.expand(expansion, row, draft, expandRow)
  }
  const { conditions, loot } = draft
  if (conditions.length > 0) {
    draft = {
      conditions,
      loot: isDrawn ? candidateIf(expansion, row, loot, conditions) : guarded(expansion, row, draft),
    }
  }
  return isTableRow ? { ...draft, loot: rolledOnce(draft.loot) } : draft
}
