/** A small catalog document with an example of everything, and functions to change and check it. */
import type { CatalogDocument } from "@garrison/core/catalog/document"
import { checkCatalog } from "@garrison/core/catalog/publishable"
import type { ReadOptions } from "@garrison/core/catalog/rules/read"
import type { CheckReport, Finding } from "@garrison/core/catalog/rules/findings"
import { WitnessJudge } from "@garrison/core/catalog/WitnessJudge"
import { refutes } from "@garrison/core/order/rules/interpret/rehearse"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { cryptoLayer } from "../../support/crypto.ts"

/** A plain JSON object that tests change in place. */
export interface Draft {
  [key: string]: Draft
}

type Encoded = (typeof CatalogDocument)["Encoded"]

const sample = {
  items: {
    1: { custom_data: { name: "coin" } },
    2: { type: "unit", level_xp_table_id: 1, level_vendor_id: 30 },
    3: { type: "entitlement", entitled_loot_id: 105, inventory_bucket_use_rule_set_id: "shared" },
    4: {
      type: "unit",
      coupon_discount_currency_item_id: 1,
      coupon_discount_percentage: 0.5,
      coupon_discount_loot: [102],
    },
    5: { item_portal_use_ruleset_id: 7, availability_flags: 0 },
    6: { availability_flags: 1 },
  },
  vendors: {
    10: {
      type: "recipe",
      custom_data: { name: "chest" },
      loot: {
        101: { item_id: 1, quantity: 5, sort_order: 2 },
        102: { item_id: 5, current_price_point_guid: "five", sort_order: 1 },
        103: { sub_vendor_id: 20, effective_from: "2026-01-01T00:00:00.000Z" },
        104: { item_id: 3 },
        105: { item_id: 4, inventory_operation: "set" },
      },
    },
    20: {
      type: "randomly_sampled",
      loot: {
        201: { item_id: 1, drop_weight: 3 },
        202: { drop_weight: 7 },
        203: {
          item_id: 2,
          drop_weight: 1,
          required_item_id: 3,
          quantity_mult_inventory_item_id: 1,
          inventory_selector_type: "own_transient",
          time_frame_id: 1,
        },
      },
    },
    30: { loot: { 301: { item_id: 1, sort_order: 2 }, 302: { item_id: 1, quantity: 9, sort_order: 3 } } },
  },
  price_points: {
    five: {
      strict_flag: true,
      current_breakpoints: [
        { quantity: 1, currencies: [{ price_item_id: 1, price: 5 }] },
        { quantity: 10, currencies: [{ price_item_id: 1, price: 4, min_reduced_price: 2 }] },
      ],
    },
  },
  xp_tables: { 1: { levels: { 1: 20, 2: 50, 3: 100 } } },
  time_frames: {
    1: { active: true, start: "2026-01-01T00:00:00.000Z", end: "2026-01-02T00:00:00.000Z", hour_interval: 24 },
  },
  inventory_bucket_use_rule_sets: { shared: { buckets: { anon: ["anon", "free"] } } },
  item_portal_use_rulesets: { 7: { platforms: ["Anon", "Basic"] } },
  promotions: { WELCOME: { loot_id: 101, uses_maximum: 100, platforms: ["Anon"] } },
} satisfies Encoded

/** A fresh copy of the sample, changed by `change`. */
export const sampleWith = (change?: (draft: Draft) => void): Draft => {
  const draft = structuredClone(sample) as unknown as Draft
  change?.(draft)
  return draft
}

/** A change that puts `value` at `place`, the keys that lead to it joined by dots. */
export const set =
  (place: string, value: unknown) =>
  (draft: Draft): void => {
    const keys = place.split(".")
    const last = keys.pop() ?? ""
    const parent = keys.reduce((at: Draft, key) => (at[key] ??= {} as never), draft)
    parent[last] = value as never
  }

/** The sample with these values at these places. */
export const applied = (changes: ReadonlyArray<readonly [string, unknown]>): Draft =>
  sampleWith((draft) => changes.forEach(([place, value]) => set(place, value)(draft)))

/** The report of the checker. */
export const check = (document: unknown, options?: ReadOptions): Effect.Effect<CheckReport> =>
  checkCatalog(document, options).pipe(Effect.provide(cryptoLayer), Effect.provideService(WitnessJudge, refutes))

/** Times as a document has them: as text. */
const dated = (value: unknown, key: string): unknown =>
  typeof value === "number" && (key === "start" || key === "end" || key === "effective_from")
    ? new Date(value).toISOString()
    : value

/** The findings about a draft at `now`. Its times are numbers. The clock must be a TestClock. */
export const findingsAt = Effect.fnUntraced(function* (draft: object, now: number) {
  yield* TestClock.setTime(now)
  const document: unknown = JSON.parse(JSON.stringify(draft, (key, value: unknown) => dated(value, key)))
  return (yield* check(document)).findings
})

/** A finding in short: its code, and its place with the keys joined by dots. */
export const placeOf = ({ code, path }: Finding): readonly [string, string] => [code, path.join(".")]
