/** What to write instead of a value that does not fit its field, by the kind of the misfit and by the value itself. */
import type { DetailType } from "../../kernel/input/Field.ts"
import { momentFix } from "./momentFix.ts"

/** A value that does not fit. */
export interface Misfit {
  readonly type: DetailType
  /** The name of the field, or the index in a list. */
  readonly field: string
  /** The value as it was written; undefined: there is none. */
  readonly given: unknown
}

/** Longest value that a fix repeats. */
const REPEATED_LENGTH_MAX = 60

const repeated = (value: unknown): string | undefined => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text !== undefined && text.length <= REPEATED_LENGTH_MAX ? text : undefined
}

/** Fields that refer by id, and that take a name without `_id`. */
const BY_NAME = new Set([
  "item_id",
  "sub_vendor_id",
  "required_item_id",
  "quantity_mult_inventory_item_id",
  "time_frame_id",
  "entitled_loot_id",
  "level_xp_table_id",
  "level_vendor_id",
  "coupon_discount_currency_item_id",
  "item_portal_use_ruleset_id",
  "loot_id",
  "price_item_id",
])

const grouped = /^\d{1,3}(?:[ ,_'.]\d{3})+$/
const range = /^(\d+)\s*(?:-|–|\.\.+|to)\s*(\d+)$/

/** The two ends of what reads as a range of quantities. */
const rangeIn = (given: unknown): readonly [string, string] | undefined => {
  if (Array.isArray(given) && given.length === 2 && given.every((one) => Number.isSafeInteger(one))) {
    return [String(given[0]), String(given[1])]
  }
  const [, min, max] = typeof given === "string" ? (range.exec(given.trim()) ?? []) : []
  return min === undefined || max === undefined ? undefined : [min, max]
}

const textOfInteger = (given: string): string | undefined => {
  const text = given.trim()
  if (/^\d+$/.test(text)) return `write ${text}, without quotes`
  return grouped.test(text) ? `write ${text.replaceAll(/[ ,_'.]/g, "")}` : undefined
}

const integer = ({ field, given }: Misfit): string => {
  const ends = field === "quantity" ? rangeIn(given) : undefined
  if (ends !== undefined) return `write { min: ${ends[0]}, max: ${ends[1]} }`
  if (typeof given === "number" && Number.isFinite(given)) {
    return `write a whole number: ${Math.floor(given)} or ${Math.ceil(given)}`
  }
  if (typeof given !== "string") return "write a whole number"
  const name = BY_NAME.has(field) ? repeated(given) : undefined
  if (name !== undefined && !/^\d/.test(name)) return `write ${field.slice(0, -"_id".length)}: ${name}`
  return textOfInteger(given) ?? "write a whole number"
}

const FLAGS: Readonly<Record<string, boolean>> = {
  yes: true,
  y: true,
  on: true,
  true: true,
  1: true,
  no: false,
  n: false,
  off: false,
  false: false,
  0: false,
}

const flag = ({ given }: Misfit): string => {
  const text = String(given).trim().toLowerCase()
  return Object.hasOwn(FLAGS, text) ? `write ${FLAGS[text]}` : "write true or false"
}

/** A percentage as the fraction of 1 that fields take: 0.1 for `10`, without the noise of binary fractions. */
const hundredth = (percent: number): string => String(Number((percent / 100).toPrecision(12)))

const decimal = ({ given }: Misfit): string => {
  if (typeof given !== "string") return "write a number such as 0.25"
  const [, percent] = /^\s*(\d+(?:[.,]\d+)?)\s*%\s*$/.exec(given) ?? []
  if (percent !== undefined) return `write ${hundredth(Number(percent.replace(",", ".")))}`
  const text = given.trim().replace(",", ".")
  return /^\d*\.?\d+$/.test(text) ? `write ${text}` : "write a number such as 0.25"
}

const atMost = ({ field, given }: Misfit): string =>
  field === "coupon_discount_percentage" && typeof given === "number" && given <= 100
    ? `write ${hundredth(given)} for ${given} %`
    : "write a smaller number"

const atLeast = ({ field, given }: Misfit): string => {
  if (field === "quantity" && typeof given === "number" && given < 0) {
    return `to take, write quantity: ${-given} with inventory_operation: subtract`
  }
  return "write a larger number"
}

/** A number as large as this among texts is a time in Unix seconds. */
const SECONDS_FROM = 1e8

const text = ({ given }: Misfit): string => {
  if (typeof given === "number" && given >= SECONDS_FROM) return momentFix(given)
  const shown = typeof given === "number" || typeof given === "boolean" ? repeated(given) : undefined
  return shown === undefined ? "write a text" : `write "${shown}", in quotes`
}

const list = ({ given }: Misfit): string => {
  const shown = typeof given === "string" || typeof given === "number" ? repeated(given) : undefined
  return shown === undefined ? "write a list: [first, second]" : `write [${shown}]`
}

/** What a text was meant to be, where a colon, or the space behind it, is missing. */
export const withColon = (given: string): string | undefined => {
  const [, key, value] = /^([\w./-]+)(?:\s+|\s*[:=]\s*)(\S.*)$/.exec(given.trim()) ?? []
  if (key === undefined || value === undefined) return undefined
  return `a colon and a space part a field from its value: write ${key}: ${value}`
}

const map = ({ given }: Misfit): string => {
  const rangeEnds = rangeIn(given)
  if (rangeEnds !== undefined) return `write { min: ${rangeEnds[0]}, max: ${rangeEnds[1]} }`
  if (Array.isArray(given)) return "write each entry under its name, without -: sword: {}"
  const repaired = typeof given === "string" ? withColon(given) : undefined
  return repaired ?? "write fields and their values: { item: coins, quantity: 5 }"
}

/** What a required field looks like. */
const REQUIRED: Readonly<Record<string, string>> = {
  start: 'start: "2026-12-01T00:00:00Z"',
  end: 'end: "2027-01-01T00:00:00Z"',
  levels: "levels: { 1: 0, 2: 100 }",
  quantity: "quantity: 1",
  currencies: "currencies: [{ price_item: coins, price: 20 }]",
  price: "price: 20",
  price_item_id: "price_item: coins",
  loot_id: "loot: VENDOR/LOOT",
  platforms: "platforms: [Echo]",
  buckets: "buckets: { echo: [echo, free] }",
  min: "min: 1",
  max: "max: 5",
}

const missing = ({ field }: Misfit): string =>
  `write ${Object.hasOwn(REQUIRED, field) ? REQUIRED[field] : `${field}: VALUE`}`

const KINDS: Readonly<Record<DetailType, (misfit: Misfit) => string>> = {
  missing,
  string_type: text,
  int_type: integer,
  bool_type: flag,
  float_type: decimal,
  list_type: list,
  dict_type: map,
  uuid_parsing: () => "take the field away: the uuid is derived from the id",
  datetime_parsing: ({ given }) => momentFix(given),
  timezone_aware: ({ given }) => momentFix(given),
  enum: () => "write one of these",
  string_too_short: ({ field }) => `write a text, or take ${field} away`,
  string_too_long: () => "write a shorter text",
  greater_than_equal: atLeast,
  less_than_equal: atMost,
  too_long: () => "write fewer entries",
  json_invalid: () => "correct the text",
  value_error: () => "write another value",
}

/** What to write instead. */
export const fixOfMisfit = (misfit: Misfit): string => KINDS[misfit.type](misfit)
