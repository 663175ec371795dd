/** Which promotion codes of an order are wrong: the catalog does not have them, or they have not begun. */
import { type LinkedCatalog, lookup } from "../../catalog/rules/linked.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import type { SubmittedEntry } from "../schema.ts"

/** How many codes the entries of an order name, and how many of them are wrong. */
export interface NamedCodes {
  readonly named: number
  readonly wrong: number
}

const isWrong = (catalog: LinkedCatalog, code: string | undefined, now: Timestamp): boolean => {
  const promotion = lookup(catalog.promotions, code)
  return promotion === undefined || (promotion.start !== undefined && now < promotion.start)
}

/** The codes that these entries name at `now`. */
export const codesIn = (catalog: LinkedCatalog, entries: ReadonlyArray<SubmittedEntry>, now: Timestamp): NamedCodes => {
  const codes = entries.flatMap(({ external_tran_id: code, type }) =>
    type === "promotion_code" && code !== undefined ? [code] : [],
  )
  return { named: codes.length, wrong: codes.filter((code) => isWrong(catalog, code, now)).length }
}
