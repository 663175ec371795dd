/** Labels of a catalog without names. */
import { labelsWith } from "@garrison/core/catalog/rules/names"

const nameless = (): undefined => undefined

/** "item 995", "loot 100", "vendor 1". */
export const plainLabels = labelsWith({ item: nameless, loot: nameless, vendor: nameless })
