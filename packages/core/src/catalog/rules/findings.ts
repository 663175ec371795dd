/**
 * The findings of the checker about a catalog document (decisions, section 10): errors, for which the document is
 * refused, and warnings, which authors should read.
 */
import type { DetailType } from "../../kernel/Field.ts"

/** Every error with its sentence. Values that do not fit their schema are errors too. */
export const ERRORS = {
  text_unreadable: "the text is not a readable JSON or YAML document",
  not_plain_data: "a catalog cannot hold this",
  unknown_part: "a catalog has no part of this name",
  catalog_empty: "a catalog without items and without vendors has nothing to serve",
  key_not_an_id: "the key must be an id: a whole number without sign or leading zeros",
  key_not_a_level: "the key must be a level: a whole number without sign or leading zeros",
  key_not_a_bucket: "the key must be an inventory bucket",
  id_differs_from_key: "the id written in the entry is not the key it stands under",
  id_used_twice: "the id is used twice",
  uuid_used_twice: "the uuid is used twice",
  reference_dangling: "nothing has the id or uuid that is referred to",
  reference_ambiguous: "id and uuid refer to different things",
  sub_vendor_cycle: "the vendor contains itself by way of its sub vendors",
  sub_vendor_too_deep: "the vendors nest too deeply",
  invalid_selector: "active loot must not have the inventory selector type invalid",
  invalid_operation: "active loot must not have the inventory operation invalid",
  price_item_inactive: "a price must not be in an inactive item",
  price_item_twice: "the currency is given twice for the same quantity",
  breakpoint_twice: "the price point has two breakpoints for this quantity",
  xp_table_not_rising: "the minimum XP of a level must be above that of the level before",
  time_frame_empty: "the end must be after the start",
  promotion_empty: "the end must be after the start",
  entitlements_too_many: "a session fulfils all that a player owns in one order, so a catalog may have at most 1,000",
  promotion_code_unfit: "a code must have 1 to 256 characters, as an order can hold no other",
} as const

/** Every warning with its sentence. */
export const WARNINGS = {
  unknown_field: "no field has this name, so it is left out",
  loot_never_drops: "the loot can never drop",
  vendor_never_drops: "the weights of the vendor's loot that can drop sum to zero, so that it can never give anything",
  claimable_without_end: "a client can claim the loot again and again without spending anything",
  money_pump: "buying and converting along this cycle makes a profit",
  time_frame_overlaps: "the window is longer than the interval it repeats in",
} as const

/** Every error of names, authoring forms and files, found before the checker sees the document, with its sentence. */
export const FORM_ERRORS = {
  key_in_two_files: "the key stands in two files",
  form_malformed: "the authoring form is not written as it must be",
  form_field_unknown: "the authoring form has no field of this name",
  form_conflict: "these fields cannot stand together",
  form_too_large: "the authoring form expands into more than it may",
  name_unknown: "nothing has the name that is referred to",
  name_taken: "the entry cannot take over the former name",
  id_locked: "the id belongs to a name of the lock file",
  lock_stale: "the lock file does not fit the document",
} as const

/** Every such warning with its sentence. */
export const FORM_WARNINGS = {
  name_gone: "the name stands in the lock file and no longer in the document; a renamed entry needs was: FORMER_NAME",
} as const

const ALL_WARNINGS = { ...WARNINGS, ...FORM_WARNINGS }
const SENTENCES = { ...ERRORS, ...FORM_ERRORS, ...ALL_WARNINGS }

/** A code of these tables. */
export type TableCode = keyof typeof SENTENCES

/** The code of a finding: a code of these tables, or the type of a value that does not fit its schema. */
export type FindingCode = TableCode | DetailType

/** A place in the document: the keys and array indexes that lead to it. */
export type FindingPath = ReadonlyArray<string | number>

/** A finding of the checker. */
export interface Finding {
  /** `refusal`: an error. */
  readonly severity: "refusal" | "warning"
  readonly code: FindingCode
  readonly path: FindingPath
  readonly message: string
}

/** How many findings of a severity a report lists. The others are only counted. */
export const FINDINGS_LISTED_MAX = 1000

/** A finding with the severity and the sentence of its code, and the details of this case. */
export const finding = (code: TableCode, path: FindingPath, detail?: string): Finding => ({
  severity: code in ALL_WARNINGS ? "warning" : "refusal",
  code,
  path,
  message: detail === undefined ? SENTENCES[code] : `${SENTENCES[code]}: ${detail}`,
})

/** Whether the finding is an error, for which the document is refused. */
export const isError = ({ severity }: Finding): boolean => severity === "refusal"

/** The result of checking a whole document. */
export interface CheckReport {
  /** Whether the document may be published: it has no errors. */
  readonly accepted: boolean
  /** At most {@link FINDINGS_LISTED_MAX} of each severity, errors first. */
  readonly findings: ReadonlyArray<Finding>
  /** Number of errors. */
  readonly refusals: number
  readonly warnings: number
  readonly counts: { readonly items: number; readonly vendors: number; readonly loot: number }
}

/** A report of these findings. */
export const report = (findings: ReadonlyArray<Finding>, counts: CheckReport["counts"]): CheckReport => {
  const errors = findings.filter(isError)
  const warnings = findings.filter(({ severity }) => severity === "warning")
  return {
    accepted: errors.length === 0,
    findings: [...errors.slice(0, FINDINGS_LISTED_MAX), ...warnings.slice(0, FINDINGS_LISTED_MAX)],
    refusals: errors.length,
    warnings: warnings.length,
    counts,
  }
}
