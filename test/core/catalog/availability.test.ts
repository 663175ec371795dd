/**
 * Everything that asks whether loot is available follows the one rule. An end of loot is planted in that rule, as a new
 * field of loot would be: orders, draws, odds and the checker leave the loot out from then on.
 */
import { assert, describe, it } from "@effect/vitest"
import type { DocumentLoot } from "@garrison/core/catalog/document"
import type * as Availability from "@garrison/core/catalog/rules/availability"
import { findImpossible } from "@garrison/core/catalog/rules/impossible"
import { surveyOf } from "@garrison/core/catalog/rules/survey"
import type { LinkedCatalog } from "@garrison/core/catalog/rules/linked"
import type { PublishedLoot } from "@garrison/core/catalog/rules/published"
import { findUnfulfillable } from "@garrison/core/catalog/rules/unfulfillable"
import { activeLoot, outermostLoot } from "@garrison/core/odds/computeOdds"
import { oddsOf } from "@garrison/core/odds/rules/odds"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { fulfil } from "@garrison/core/order/rules/interpret/interpret"
import type { TraceSink } from "@garrison/core/order/rules/explain/trace"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import * as fc from "fast-check"
import { vi } from "vitest"
import { catalogOf, type Draft } from "../order/catalogs.ts"
import { countsOf, fill, items } from "../order/fulfilling.ts"
import { testSeed } from "../order/seeded.ts"
import { finished } from "../odds/finished.ts"

/** The end of loot stands in its custom data, because loot has no field for it. */
const endOf = ({ custom_data }: Pick<PublishedLoot, "custom_data">): number | undefined =>
  custom_data?.end === undefined ? undefined : Number(custom_data.end)

vi.mock(import("../../../packages/core/src/catalog/rules/availability.ts"), async (original) => {
  const rule: typeof Availability = await original()
  return {
    ...rule,
    availabilityOf: (loot: Parameters<typeof rule.availabilityOf>[0] & Pick<PublishedLoot, "custom_data">) => {
      const availability = rule.availabilityOf(loot)
      const until = endOf(loot)
      if (availability === "never" || until === undefined) return availability
      return { from: availability === "always" ? undefined : availability.from, until }
    },
  }
})

/** The item of the loot that is judged, and the items of loot that is always available. */
const [JUDGED, OTHER, SPARE] = [1, 2, 3]
/** The loot of one item, in each place where loot can be: alone, in a recipe, in draws, as a reward of a level. */
const [ALONE, RECIPE, DRAW, WHOLE_DRAW, MIXED_DRAW, LEVEL, CHOSEN] = [1, 2, 3, 4, 5, 6, 7]
const [XP, BUNDLE] = [4, 5]
/** Places whose loot alone is read by no other vendor. */
const places = [RECIPE, DRAW, WHOLE_DRAW, MIXED_DRAW, LEVEL, CHOSEN]

const free = [{ price_item_id: OTHER, price: 0 }]

/** A catalog in which loot with these fields is in each place. */
const catalogWith = (fields: DocumentLoot): LinkedCatalog => {
  const judged: DocumentLoot = { ...fields, item_id: JUDGED }
  const draft: Draft = {
    items: {
      ...items(3),
      [XP]: { level_xp_table_id: 1, level_vendor_id: 6 },
      [BUNDLE]: { type: "dynamic_bundle" },
    },
    xp_tables: { 1: { levels: { 1: 0, 2: 10 } } },
    price_points: { free: { current_breakpoints: [{ quantity: 1, currencies: free }] } },
    vendors: {
      1: {
        loot: {
          [ALONE]: judged,
          [RECIPE]: { sub_vendor_id: 2 },
          [DRAW]: { sub_vendor_id: 3 },
          [WHOLE_DRAW]: { sub_vendor_id: 4 },
          [MIXED_DRAW]: { sub_vendor_id: 5 },
          [LEVEL]: { item_id: XP, quantity: 10 },
          [CHOSEN]: { item_id: BUNDLE, sub_vendor_id: 7, current_price_point_guid: "free" },
        },
      },
      2: { loot: { 21: judged, 22: { item_id: OTHER } } },
      3: { type: "randomly_sampled", loot: { 31: judged, 32: { item_id: OTHER } } },
      // A candidate that is given whole or not at all.
      4: {
        type: "randomly_sampled",
        loot: { 41: { sub_vendor_id: 8, allow_partial_bundles: false }, 42: { item_id: OTHER } },
      },
      // Among candidates that depend on the inventory.
      5: {
        type: "randomly_sampled",
        loot: { 51: judged, 52: { item_id: OTHER }, 53: { item_id: SPARE, stack_limit: 1 } },
      },
      6: { loot: { 61: { ...judged, sort_order: 2 } } },
      7: { loot: { 71: judged, 72: { item_id: OTHER, sort_order: 1 } } },
      8: { type: "randomly_sampled", loot: { 81: judged } },
    },
  }
  return catalogOf(draft)
}

const entryOf = (loot_id: number): SubmittedEntry =>
  loot_id === CHOSEN
    ? {
        type: "purchase_dynamic_bundle",
        loot_id,
        quantity: 1,
        purchase_price: { currencies: free },
        dynamic_bundle_loot_ids: [71, 72],
      }
    : fill(loot_id)

const circumstances = (now: number) => ({ platform: undefined, isServer: true, now })

/** How much of the judged item an order gives, when each draw takes the first candidate. */
const givenBy = (catalog: LinkedCatalog, lootId: number, now: number, trace?: TraceSink) => {
  const holdings = Holdings.complete([])
  const order = { source: "SYSTEM", isTransaction: false, entries: [entryOf(lootId)] } as const
  fulfil(catalog, order, circumstances(now), holdings, () => 0, trace)
  return (countsOf(holdings)[JUDGED] ?? 0) > 0
}

/** Whether the odds say that the item may be given. They must be exact. */
const isInOdds = (catalog: LinkedCatalog, lootId: number, now: number) => {
  const question = { entry: entryOf(lootId), holdings: Holdings.complete([]), circumstances: circumstances(now) }
  const odds = finished(oddsOf(catalog, question, () => assert.fail("the odds are exact")))
  return odds.items.some(({ itemId }) => itemId === JUDGED)
}

/** What each reader says about the loot: whether an order, the odds or a list has it at this time. */
const answers = (catalog: LinkedCatalog, now: number): Readonly<Record<string, boolean>> => ({
  listed: outermostLoot(catalog, now).some(({ loot_id }) => loot_id === ALONE),
  asked: activeLoot(catalog, ALONE, now) !== undefined,
  ...Object.fromEntries(
    [ALONE, ...places].flatMap((lootId) => [
      [`order of ${lootId}`, givenBy(catalog, lootId, now)],
      [`traced order of ${lootId}`, givenBy(catalog, lootId, now, () => undefined)],
      [`odds of ${lootId}`, isInOdds(catalog, lootId, now)],
    ]),
  ),
})

const moment = fc.integer({ min: 1, max: 9 })
const maybe = <A>(value: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> => fc.option(value, { nil: undefined })

/** Random fields of loot, with the end that is planted. */
const random = fc.record({ active: maybe(fc.boolean()), from: maybe(moment), end: maybe(moment) })

const fieldsOf = ({
  active,
  end,
  from,
}: {
  active?: boolean | undefined
  end?: number | undefined
  from?: number | undefined
}): DocumentLoot => ({
  ...(active === undefined ? undefined : { active }),
  ...(from === undefined ? undefined : { effective_from: from }),
  ...(end === undefined ? undefined : { custom_data: { end: String(end) } }),
})

describe("loot with a beginning, and an end that is a new field", () => {
  it("is available to every reader at the same times: orders, draws, bundles, rewards, odds", () => {
    const seen = { available: 0, over: 0 }
    fc.assert(
      fc.property(random, moment, (loot, now) => {
        const { active = true, end = Number.POSITIVE_INFINITY, from = 0 } = loot
        const isAvailable = active && from <= now && now < end
        seen.available += isAvailable ? 1 : 0
        seen.over += active && end <= now ? 1 : 0
        const said = answers(catalogWith(fieldsOf(loot)), now)
        assert.deepStrictEqual(
          said,
          Object.fromEntries(Object.keys(said).map((reader) => [reader, isAvailable])),
          `${JSON.stringify(loot)} at ${now}`,
        )
      }),
      { numRuns: 200, seed: testSeed() },
    )
    assert.isAbove(seen.available, 20)
    assert.isAbove(seen.over, 20)
  })

  it("is certain to the checker only if it has neither", () => {
    fc.assert(
      fc.property(random, (loot) => {
        const fields = fieldsOf(loot)
        const isCertain = loot.active !== false && loot.from === undefined && loot.end === undefined
        const check = { item_id: JUDGED, inventory_operation: "check_less_than" } as const
        const taking = { ...fields, item_id: JUDGED, inventory_operation: "subtract", sort_order: 1 } as const
        const contradicting = catalogOf({ items: items(1), vendors: { 1: { loot: { 1: check, 2: taking } } } })
        assert.strictEqual(findImpossible(contradicting, surveyOf(contradicting), 5).length > 0, isCertain)
        // Two vendors that make as many changes as an order may make, and one part more.
        const parts = (from: number, part: DocumentLoot) =>
          Object.fromEntries(Array.from({ length: 100 }, (_, at) => [from + at, part]))
        const many = catalogOf({
          items: items(1),
          vendors: {
            1: { loot: { 1: { sub_vendor_id: 2 } } },
            2: { loot: { ...parts(100, { sub_vendor_id: 3 }), 2: { ...fields, item_id: JUDGED } } },
            3: { loot: parts(300, { item_id: JUDGED }) },
          },
        })
        const codes = findUnfulfillable(many).map(({ code }) => code)
        assert.deepStrictEqual(codes, isCertain ? ["changes_too_many"] : [])
      }),
      { seed: testSeed() },
    )
  })
})
