/**
 * A value that does not fit, planted anywhere in a catalog. It is found, it hides no other finding, and it causes no
 * false finding.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "fast-check"
import { applied, check, type Draft, placeOf, set } from "./sample.ts"

/** A uuid without its last digit. */
const UUID = "aaaaaaaa-0000-4000-8000-00000000000"
const price = "price_points.five.current_breakpoints"

/** The sample, with uuids in every place that can have a uuid. */
const richWith = (change: (draft: Draft) => void): Draft => {
  const draft = applied([
    ["items.1.item_uuid", `${UUID}1`],
    ["items.2.level_xp_table_uuid", `${UUID}2`],
    ["items.4.coupon_discount_loot_uuid", [`${UUID}3`]],
    ["xp_tables.1.xp_table_uuid", `${UUID}2`],
    ["vendors.10.vendor_uuid", `${UUID}4`],
    ["vendors.10.loot.101.item_uuid", `${UUID}1`],
    ["vendors.10.loot.101.vendor_uuid", `${UUID}4`],
    ["vendors.10.loot.102.loot_uuid", `${UUID}3`],
    ["vendors.10.loot.103.sub_vendor_uuid", `${UUID}5`],
    ["vendors.20.vendor_uuid", `${UUID}5`],
    ["vendors.20.loot.202.item_uuid", `${UUID}1`],
    ["promotions.WELCOME.loot_uuid", `${UUID}6`],
    ["vendors.10.loot.101.loot_uuid", `${UUID}6`],
    ["promotions.SUMMER", { loot_uuid: `${UUID}3`, start: "2026-06-01T00:00:00Z", end: "2026-09-01T00:00:00Z" }],
  ])
  change(draft)
  return draft
}

/**
 * An error of meaning: the change that makes it, its finding, and the places that are needed to see it, ancestors
 * included.
 */
type Meaning = readonly [place: string, value: unknown, code: string, at: string, ...without: ReadonlyArray<string>]

const allLoot = ["vendors.10.loot", "vendors.20.loot", "vendors.30.loot"]

const meanings: ReadonlyArray<Meaning> = [
  ["items.01", {}, "key_not_an_id", "items.01", "items"],
  ["items.6.item_id", 5, "id_differs_from_key", "items.6.item_id", "items.6.item_id"],
  ["vendors.30.loot.201", {}, "id_used_twice", "vendors.30.loot.201", "vendors.20.loot", "vendors.30.loot"],
  ["items.6.item_uuid", `${UUID}1`, "uuid_used_twice", "items.6.item_uuid", "items.6.item_uuid", "items.1.item_uuid"],
  ["vendors.30.loot.301.item_id", 999, "reference_dangling", "vendors.30.loot.301.item_id", "items"],
  ["promotions.SUMMER.loot_id", 999, "reference_dangling", "promotions.SUMMER.loot_id", ...allLoot],
  ["items.6.level_vendor_id", 999, "reference_dangling", "items.6.level_vendor_id", "vendors"],
  ["vendors.20.loot.201.time_frame_id", 9, "reference_dangling", "vendors.20.loot.201.time_frame_id", "time_frames"],
  ["vendors.20.loot.201.sub_vendor_id", 20, "sub_vendor_cycle", "vendors.20.loot.201.sub_vendor_id"],
  [
    "vendors.20.loot.201.inventory_operation",
    "invalid",
    "invalid_operation",
    "vendors.20.loot.201.inventory_operation",
  ],
  ["xp_tables.1.levels.4", 90, "xp_table_not_rising", "xp_tables.1.levels.4", "xp_tables.1.levels.3"],
  ["promotions.SUMMER.end", 0, "promotion_empty", "promotions.SUMMER.end", "promotions.SUMMER.start"],
  [`${price}.1.quantity`, 1, "breakpoint_twice", `${price}.1.quantity`, `${price}.0.quantity`],
]

const placesIn = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, member]) => [[...path, key].join("."), ...placesIn(member, [...path, key])])
    : []

const valueAt = (draft: Draft, place: string): unknown =>
  place.split(".").reduce((at: unknown, key) => (at as Draft | undefined)?.[key], draft)

/** A value of a type that does not fit in the place of `value`. */
const misfitFor = (value: unknown): unknown => (typeof value === "object" && !Array.isArray(value) ? [] : {})

const isAtOrAbove = (place: string, other: string): boolean => `${other}.`.startsWith(`${place}.`)

const sound = richWith(() => undefined)

describe("a value that does not fit, planted anywhere", () => {
  it.effect("is the only finding in a sound catalog", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* check(sound)).findings, [])
      for (const place of placesIn(sound)) {
        const report = yield* check(richWith(set(place, misfitFor(valueAt(sound, place)))))
        const at = report.findings.map((finding) => finding.path.join("."))
        assert.deepStrictEqual(at, [place])
        assert.isFalse(report.accepted)
      }
    }),
  )

  it("is reported together with an error of meaning that does not depend on it, and without further findings", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(
        FastCheck.constantFrom(...meanings),
        FastCheck.constantFrom(...placesIn(sound)),
        async ([wrong, value, code, at, ...without], place) => {
          const plant = (draft: Draft): void => {
            set(wrong, value)(draft)
            set(place, misfitFor(valueAt(sound, place)))(draft)
          }
          const report = await Effect.runPromise(check(richWith(plant)))
          const isHidden = [wrong, ...without].some((needed) => isAtOrAbove(place, needed))
          const [first, ...others] = report.findings.map(placeOf)
          assert.strictEqual(first?.[1], place)
          assert.deepStrictEqual(others, isHidden ? [] : [[code, at]])
          assert.isFalse(report.accepted)
        },
      ),
      { numRuns: 1000 },
    ))
})
