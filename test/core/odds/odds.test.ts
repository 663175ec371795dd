/**
 * Odds against the interpreter. Every sequence of draws of a small order is interpreted, which is slow and cannot be
 * wrong; the odds must be the same fractions. GARRISON_TEST_RUNS tries more random catalogs.
 */
import { assert, describe, it } from "@effect/vitest"
import type { DocumentLoot } from "@garrison/core/catalog/document"
import type { LinkedCatalog } from "@garrison/core/catalog/rules/linked"
import { byAge } from "@garrison/core/inventory/rules/counts"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { answerOf } from "@garrison/core/odds/rules/encode"
import { begun, chainedOdds } from "@garrison/core/odds/rules/chainedOdds"
import { DrawsMade } from "@garrison/core/odds/rules/draws"
import { explored, type Question } from "@garrison/core/odds/rules/explore"
import { Fraction, ONE, ZERO } from "@garrison/core/odds/rules/fraction"
import { longRunOdds, type Odds, ODDS_LIMITS, oddsOf, orderedLoot } from "@garrison/core/odds/rules/odds"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import { plainLabels } from "../order/plainLabels.ts"
import * as fc from "fast-check"
import { catalogOf, type Draft } from "../order/catalogs.ts"
import { fill, held, items, NOW } from "../order/fulfilling.ts"
import { loaded, partOf } from "../order/partly.ts"
import { draft, hoard, inventory, NOW as RANDOM_NOW } from "../order/randomOrders.ts"
import { preciseRandomFrom, testSeed } from "../order/seeded.ts"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { finished } from "./finished.ts"

const circumstances = { platform: undefined, isServer: true, now: NOW } as const

const noDraw = (): number => {
  throw new Error("the odds are not exact")
}

const question = (entry: SubmittedEntry, records: ReadonlyArray<HeldRecord> = []): Question => ({
  entry,
  holdings: Holdings.complete(records),
  circumstances,
})

/** The odds as texts, in the form of the answers. */
const written = (odds: Odds) => {
  const { failures = [], items: all, samples } = answerOf({ etag: "", loot_id: 1, quantity: 1 }, odds, plainLabels)
  return {
    samples,
    items: Object.fromEntries(all.map(({ at_least_one, expected, item_id }) => [item_id, [expected, at_least_one]])),
    extents: Object.fromEntries(all.map(({ item_id, least, most }) => [item_id, [least, most]])),
    failures: Object.fromEntries(
      failures
        .map(({ probability, result }) => [result, probability] as const)
        .sort(([left], [right]) => (left < right ? -1 : 1)),
    ),
  }
}

/** Random orders with more paths are left out, because this many take a second. */
const PATHS_JUDGED = 500

/** The odds by exploring every sequence of draws, without any of the shortcuts. */
const judged = (catalog: LinkedCatalog, asked: Question, pathsMax = PATHS_JUDGED) => {
  const branches = finished(explored(catalog, asked, pathsMax))
  if (branches === undefined) return undefined
  const all = new Map<number, { expected: Fraction; atLeastOne: Fraction }>()
  const extents = new Map<number, Array<number>>()
  const failures = new Map<string, Fraction>()
  let total = ZERO
  for (const { changes, probability, result } of branches) {
    total = total.plus(probability)
    if (result !== "success") failures.set(result, (failures.get(result) ?? ZERO).plus(probability))
    for (const [id, change] of changes) {
      const known = all.get(id) ?? { expected: ZERO, atLeastOne: ZERO }
      const seen = extents.get(id) ?? []
      if (change !== 0) extents.set(id, [Math.min(change, ...seen), Math.max(change, ...seen)])
      all.set(id, {
        expected: known.expected.plus(probability.times(Fraction.of(change))),
        atLeastOne: change > 0 ? known.atLeastOne.plus(probability) : known.atLeastOne,
      })
    }
  }
  assert.strictEqual(String(total), "1", "the probabilities of all paths sum to one")
  const listed = Array.from(all).filter(([, { atLeastOne, expected }]) => !expected.isZero || !atLeastOne.isZero)
  return {
    samples: undefined,
    items: Object.fromEntries(
      listed.map(([id, { atLeastOne, expected }]) => [id, [String(expected), String(atLeastOne)]]),
    ) as ReturnType<typeof written>["items"],
    extents: Object.fromEntries(listed.map(([id]) => [id, extents.get(id) ?? []])),
    failures: Object.fromEntries(
      Array.from(failures, ([result, probability]) => [result, String(probability)] as const).sort(([left], [right]) =>
        left < right ? -1 : 1,
      ),
    ),
  }
}

/** The odds of the order as a chain of pulls; undefined: it is none. */
const chained = (catalog: LinkedCatalog, asked: Question, followsPrice = false) => {
  const ordered = orderedLoot(catalog, asked.entry)
  if (ordered === undefined) return undefined
  const chain = finished(begun(catalog, asked, ordered, new DrawsMade(), { pulls: 2, paths: 20_000, followsPrice }))
  const odds = chain === undefined ? undefined : finished(chainedOdds(chain))
  return odds === undefined || odds === "price" ? odds : written({ ...odds, conditional: [], isConditionalCut: false })
}

const oddsIn = (shape: Draft, entry: SubmittedEntry, records?: ReadonlyArray<HeldRecord>) => {
  const catalog = catalogOf(shape)
  const asked = question(entry, records)
  const odds = written(finished(oddsOf(catalog, asked, noDraw)))
  assert.deepStrictEqual(odds, judged(catalog, asked))
  return odds
}

/** A vendor of draws, 2, behind loot 1; `loot` has ids from 11. */
const drawing = (loot: Readonly<Record<number, DocumentLoot>>): Draft => ({
  items: items(9),
  vendors: {
    1: { loot: { 1: { sub_vendor_id: 2 } } },
    2: { type: "randomly_sampled", loot },
  },
})

describe("the odds of an entry", () => {
  it("are the weights, for one draw", () => {
    const odds = oddsIn(
      drawing({ 11: { item_id: 1 }, 12: { item_id: 2, quantity: 7, drop_weight: 2 }, 13: {} }),
      fill(1),
    )
    assert.deepStrictEqual(odds, {
      samples: undefined,
      items: { 1: ["1/4", "1/4"], 2: ["7/2", "1/2"] },
      extents: { 1: [1, 1], 2: [7, 7] },
      failures: {},
    })
  })

  it("know that a drawn candidate leaves", () => {
    const odds = oddsIn(drawing({ 11: { item_id: 1 }, 12: { item_id: 2, drop_weight: 2 }, 13: {} }), fill(1, 2))
    assert.deepStrictEqual(odds.items, { 1: ["7/12", "7/12"], 2: ["5/6", "5/6"] })
  })

  it("know that a candidate with an order of its own stays", () => {
    const odds = oddsIn(drawing({ 11: { item_id: 1, fill_in_new_order: true }, 12: {}, 13: {} }), fill(1, 2))
    assert.deepStrictEqual(odds.items, { 1: ["7/9", "2/3"] })
  })

  it("know that a whole bundle with none of an empty draw can be drawn, as it can be ordered", () => {
    const shape = drawing({ 11: { sub_vendor_id: 3, allow_partial_bundles: false }, 12: {} })
    const empty = { 3: { loot: { 31: { item_id: 1 }, 32: { sub_vendor_id: 4, quantity: 0 } } } }
    for (const never of [{ active: false }, { required_item_id: 2 }]) {
      const vendors = {
        ...shape.vendors,
        ...empty,
        4: { type: "randomly_sampled", loot: { 41: { item_id: 3, ...never } } },
      }
      const odds = oddsIn({ ...shape, vendors } as Draft, fill(1))
      assert.deepStrictEqual([odds.items, odds.failures], [{ 1: ["1/2", "1/2"] }, {}])
    }
  })
})

const runs = Number(process.env.GARRISON_TEST_RUNS ?? 40)

describe("on random catalogs", () => {
  it("the odds are those of every sequence of draws, and exact", () => {
    let exact = 0
    let whole = 0
    const property = fc.property(
      draft,
      inventory,
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 3 }),
      (shape, records, loot, quantity) => {
        const catalog = catalogOf(shape)
        const asked: Question = {
          entry: fill(loot, quantity),
          holdings: Holdings.complete(records),
          circumstances: { platform: undefined, isServer: true, now: RANDOM_NOW },
        }
        const expected = judged(catalog, asked)
        if (expected === undefined) return
        whole++
        if (Object.keys(expected.items).length > 0) exact++
        assert.deepStrictEqual(written(finished(oddsOf(catalog, asked, noDraw))), expected)
      },
    )
    fc.assert(property, { numRuns: runs, seed: testSeed() })
    assert.isAbove(whole, runs / 2)
    assert.isAbove(exact, runs / 20)
  })
})

/** A candidate of item 1: so many, one of two amounts, an amount or nothing; or of item 2, or of nothing. */
const giver = fc.record({
  kind: fc.constantFrom("gives", "either", "perhaps", "other", "nothing"),
  amounts: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })),
  stays: fc.boolean(),
})

/** A draw from such candidates. `isJudged`: one more has a stack limit, so that others are drawn one by one. */
const drawOf = (
  givers: ReadonlyArray<typeof giver extends fc.Arbitrary<infer G> ? G : never>,
  isJudged: boolean,
): Draft => ({
  items: items(3),
  vendors: {
    1: { loot: { 1: { sub_vendor_id: 2 } } },
    2: {
      type: "randomly_sampled",
      loot: {
        ...(isJudged ? { 99: { item_id: 3, stack_limit: 1 } } : {}),
        ...Object.fromEntries(
          givers.map(({ amounts: [quantity], kind, stays }, at): [number, DocumentLoot] => {
            const fill_in_new_order = stays
            if (kind === "nothing") return [11 + at, { fill_in_new_order }]
            if (kind === "gives") return [11 + at, { item_id: 1, quantity, fill_in_new_order }]
            if (kind === "other") return [11 + at, { item_id: 2, quantity, fill_in_new_order }]
            return [11 + at, { sub_vendor_id: 30 + at, fill_in_new_order }]
          }),
        ),
      },
    },
    ...Object.fromEntries(
      givers.map(({ amounts: [first, second], kind }, at) => [
        30 + at,
        {
          type: "randomly_sampled" as const,
          loot: {
            [100 + 2 * at]: { item_id: 1, quantity: first },
            [101 + 2 * at]: kind === "perhaps" ? {} : { item_id: 1, quantity: second },
          },
        },
      ]),
    ),
  },
})

describe("of draws", () => {
  it("the amounts are the smallest and the largest of every sequence of draws", () => {
    let several = 0
    const property = fc.property(
      fc.array(giver, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
      (givers, isJudged, quantity) => {
        const catalog = catalogOf(drawOf(givers, isJudged))
        const asked = question(fill(1, quantity))
        const expected = judged(catalog, asked, 2000)
        if (expected === undefined) return
        const odds = written(finished(oddsOf(catalog, asked, noDraw)))
        assert.deepStrictEqual(odds, expected)
        const [least = 0, most = 0] = odds.extents[1] ?? []
        if (least !== most && quantity > 1) several++
      },
    )
    fc.assert(property, { numRuns: 3 * runs, seed: testSeed() })
    assert.isAbove(several, runs / 4)
  })
})

/** A whole vendor has far more to try than a loot. Orders with more paths are left out. */
const FEW_PATHS = 10

/** The loot that stands before a vendor of a random catalog, and the items of that loot and of its entitlement. */
const [SOLD_LOOT, SOLD_ITEM, ENTITLEMENT, CURRENCY] = [90, 80, 81, 2] as const

/** The random catalog with loot that is bought for `price` of an item, and given for a code and for an entitlement. */
const selling = (shape: Draft, subVendor: number, type: "unit" | "dynamic_bundle", price: number): Draft => ({
  ...shape,
  items: {
    ...shape.items,
    [SOLD_ITEM]: { type },
    [ENTITLEMENT]: { type: "entitlement", entitled_loot_id: SOLD_LOOT, availability_flags: 2 },
  },
  price_points: { sold: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: CURRENCY, price }] }] } },
  promotions: { CODE: { loot_id: SOLD_LOOT, quantity: 2 } },
  vendors: {
    ...shape.vendors,
    9: {
      loot: { [SOLD_LOOT]: { item_id: SOLD_ITEM, sub_vendor_id: subVendor, current_price_point_guid: "sold" } },
    },
  },
})

/** An entry of each type that fulfils loot, for that loot. */
const entriesFor = (quantity: number, price: number, chosen: ReadonlyArray<number>): ReadonlyArray<SubmittedEntry> => {
  const paying = { loot_id: SOLD_LOOT, quantity, purchase_price: { currencies: [{ price_item_id: CURRENCY, price }] } }
  return [
    { type: "purchase_loot", ...paying },
    { type: "purchase_dynamic_bundle", ...paying, dynamic_bundle_loot_ids: chosen },
    { type: "promotion_code", quantity: 1, external_tran_id: "CODE" },
    { type: "fill_loot_single_transient", quantity: 1, loot_id: SOLD_LOOT },
    { type: "fill_entitled_loot", quantity, item_id: ENTITLEMENT },
  ]
}

describe("of purchases, bundles, codes and entitlements on random catalogs", () => {
  it("the odds are those of every sequence of draws, and exact", () => {
    let whole = 0
    const property = fc.property(
      draft,
      inventory,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 2 }),
      fc.integer({ min: 0, max: 3 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 4 }),
      (shape, records, vendor, quantity, price, parts, at) => {
        const chosen = parts.map((part) => (vendor - 1) * 6 + part)
        const entry = entriesFor(quantity, price, chosen)[at] ?? fill(SOLD_LOOT)
        const type = entry.type === "purchase_dynamic_bundle" ? "dynamic_bundle" : "unit"
        const catalog = catalogOf(selling(shape, vendor, type, price))
        const asked: Question = {
          entry,
          holdings: Holdings.complete([...records, { ...held(CURRENCY, 9), legacyInventoryId: 99n }]),
          circumstances: { platform: undefined, isServer: true, now: RANDOM_NOW },
        }
        const expected = judged(catalog, asked, FEW_PATHS)
        if (expected === undefined) return
        whole++
        assert.deepStrictEqual(written(finished(oddsOf(catalog, asked, noDraw))), expected, entry.type)
      },
    )
    fc.assert(property, { numRuns: Math.ceil(runs / 3), seed: testSeed() })
    assert.isAbove(whole, runs / 12)
  })

  it("are the same when the records are loaded as an order loads them", () => {
    let [asked, parts] = [0, 0]
    const property = fc.property(
      draft,
      hoard,
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 2 }),
      fc.integer({ min: 0, max: 3 }),
      (shape, hoarded, loot, quantity, most) => {
        const records = hoarded.toSorted(byAge)
        const around = { entry: fill(loot, quantity), circumstances: { ...circumstances, now: RANDOM_NOW } }
        const catalog = catalogOf(shape)
        const limits = { paths: 200, samples: 50, steps: 200_000 }
        const draw = () => preciseRandomFrom(3)
        const [first, second] = [draw(), draw()]
        const oddsWith = (holdings: Holdings, random: () => number) =>
          oddsOf(catalog, { ...around, holdings }, (total) => Math.floor(random() * total), limits)
        const work = oddsWith(Holdings.empty(), second)
        let step = work.next(undefined)
        while (step.done !== true) {
          const { value } = step
          if (typeof value === "number") step = work.next(undefined)
          else {
            asked++
            if (value._tag === "Part") parts++
            step = work.next(value._tag === "Part" ? partOf(value, records) : loaded(value, records, most))
          }
        }
        const whole = finished(oddsWith(Holdings.complete(records), first))
        // Loading takes steps too, so that estimates may have other samples.
        if (whole.isCut || step.value.isCut) return
        assert.deepStrictEqual(written(step.value), written(whole))
      },
    )
    fc.assert(property, { numRuns: 3 * runs, seed: testSeed() })
    assert.isAbove(asked, runs)
    assert.isAbove(parts, runs / 10)
  })

  it("are those of a player who can hold no more of an item", () => {
    const loot: DocumentLoot = { item_id: 1, quantity: 2 }
    const catalog = catalogOf({ items: items(1), vendors: { 1: { loot: { 1: loot } } } })
    const oddsFor = (held: HeldRecord) => written(finished(oddsOf(catalog, question(fill(1), [held]), noDraw)))
    const nearly = held(1, Number.MAX_SAFE_INTEGER - 1, { bucket: "golf" })
    assert.deepStrictEqual(oddsFor(nearly).failures, { failed_to_modify_inventory: "1" })
    assert.deepStrictEqual(oddsFor({ ...nearly, count: nearly.count - 1 }).items, { 1: ["2", "1"] })
  })

  describe("of an order that fails after it gave something", () => {
    const full = held(1, Number.MAX_SAFE_INTEGER)
    const check: DocumentLoot = { item_id: 3, inventory_operation: "check_greater_than", sort_order: 9 }
    const many: DocumentLoot = { sub_vendor_id: 4, quantity: 600 }
    const failing = (first: Readonly<Record<number, DocumentLoot>>): Draft => ({
      items: items(3),
      price_points: { sold: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 2, price: 1 }] }] } },
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 }, 2: { sub_vendor_id: 2, current_price_point_guid: "sold" } } },
        2: { loot: { ...first, 29: check } },
        3: { type: "randomly_sampled", loot: { 31: { item_id: 1 }, 32: { item_id: 2 }, 33: {} } },
        4: { type: "randomly_sampled", loot: { 41: { item_id: 1, fill_in_new_order: true } } },
        5: { type: "randomly_sampled", loot: { 51: { item_id: 3, stack_limit: 1 }, 52: many } },
        6: {
          loot: { 61: { item_id: 1, quantity: 2 ** 51 }, 62: { ...check, inventory_operation: "check_less_than" } },
        },
        7: { type: "randomly_sampled", loot: { 71: { item_id: 2, stack_limit: 5000, fill_in_new_order: true } } },
      },
    })

    it("are those of what the player can hold, which the order meets first", () => {
      const shape = failing({ 21: { item_id: 1 } })
      const purchase_price = { currencies: [{ price_item_id: 2, price: 1 }] }
      const bought = { type: "purchase_loot", loot_id: 2, quantity: 1, purchase_price } as const
      for (const entry of [fill(1), bought]) {
        const records = [full, held(2, 1)]
        assert.deepStrictEqual(oddsIn(shape, entry, records).failures, { failed_to_modify_inventory: "1" }, entry.type)
        const others = [{ ...full, count: 5 }, held(2, 1)]
        assert.deepStrictEqual(oddsIn(shape, entry, others).failures, { cannot_meet_loot_required: "1" }, entry.type)
      }
    })

    it("know that another candidate is drawn instead", () => {
      const odds = oddsIn(failing({ 21: { sub_vendor_id: 3 } }), fill(1), [full])
      assert.deepStrictEqual(odds.failures, { cannot_meet_loot_required: "1" })
    })

    it("are those of the bound of new orders, which the order meets first", () => {
      const odds = oddsIn(failing({ 21: many, 22: many }), fill(1))
      assert.deepStrictEqual(odds.failures, { failed_to_submit_new_order: "1" })
      const limited = oddsIn(failing({ 21: many, 22: { sub_vendor_id: 7, quantity: 600 } }), fill(1))
      assert.deepStrictEqual(limited.failures, { failed_to_submit_new_order: "1" })
      const some = oddsIn(failing({ 21: { sub_vendor_id: 5 }, 22: many }), fill(1))
      assert.deepStrictEqual(some.failures, { cannot_meet_loot_required: "1/2", failed_to_submit_new_order: "1/2" })
    })

    it("are those of what anyone can hold, where parts together are too much", () => {
      const half: DocumentLoot = { item_id: 1, quantity: 2 ** 52 }
      const odds = oddsIn(failing({ 21: half, 22: half }), fill(1))
      assert.deepStrictEqual(odds.failures, { failed_to_modify_inventory: "1" })
      const quarter: DocumentLoot = { sub_vendor_id: 6 }
      const repeated = oddsIn(failing({ 21: quarter, 22: quarter, 23: quarter, 24: quarter }), fill(1))
      assert.deepStrictEqual(repeated.failures, { failed_to_modify_inventory: "1" })
    })

    it("are the same for a bundle that is drawn, whose part fails in either way", () => {
      const shape: Draft = {
        items: items(3),
        vendors: {
          1: { loot: { 1: { sub_vendor_id: 2 } } },
          2: { type: "randomly_sampled", loot: { 21: { sub_vendor_id: 3 }, 22: { item_id: 2 } } },
          3: { loot: { 31: { sub_vendor_id: 4, allow_partial_bundles: false }, 32: { item_id: 2, quantity: 5 } } },
          4: { loot: { 41: { item_id: 1 }, 42: check } },
        },
      }
      assert.deepStrictEqual(oddsIn(shape, fill(1), [full]).items, { 2: ["3", "1"] })
    })
  })

  it("stay exact where a purchase has far more ways to draw than can be tried", () => {
    const table = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [100 + at, { item_id: 1 + (at % 4) }]))
    const shape: Draft = {
      items: { ...items(5), 8: { type: "dynamic_bundle" } },
      price_points: { sold: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 5, price: 3 }] }] } },
      vendors: {
        1: {
          loot: {
            1: { sub_vendor_id: 2, current_price_point_guid: "sold" },
            2: { item_id: 8, sub_vendor_id: 3, current_price_point_guid: "sold" },
          },
        },
        2: { type: "randomly_sampled", loot: table },
        3: { loot: { 31: { sub_vendor_id: 2 }, 32: { item_id: 1, quantity: 7 } } },
      },
    }
    const paying = { quantity: 10, purchase_price: { currencies: [{ price_item_id: 5, price: 3 }] } }
    const catalog = catalogOf(shape)
    const oddsFor = (entry: SubmittedEntry) =>
      written(finished(oddsOf(catalog, question(entry, [held(5, 30)]), noDraw)))
    const bought = oddsFor({ type: "purchase_loot", loot_id: 1, ...paying })
    // 10 draws of 40 without replacement, 10 of which give item 1.
    assert.deepStrictEqual(bought.items[1]?.[0], "5/2")
    assert.deepStrictEqual(bought.items[5], ["-30", "0"])
    const parts = oddsFor({ type: "purchase_dynamic_bundle", loot_id: 2, dynamic_bundle_loot_ids: [31], ...paying })
    assert.deepStrictEqual(parts, bought)
    const both = oddsFor({ type: "purchase_dynamic_bundle", loot_id: 2, dynamic_bundle_loot_ids: [32, 31], ...paying })
    assert.deepStrictEqual(both.items[1], ["145/2", "1"])
  })

  it("count what is paid against what is given of the same item", () => {
    const shape: Draft = {
      items: items(2),
      price_points: { sold: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 2, price: 3 }] }] } },
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2, current_price_point_guid: "sold" } } },
        2: { type: "randomly_sampled", loot: { 11: { item_id: 2, quantity: 2 }, 12: { item_id: 2, quantity: 5 } } },
      },
    }
    const purchase_price = { currencies: [{ price_item_id: 2, price: 3 }] }
    const odds = oddsIn(shape, { type: "purchase_loot", loot_id: 1, quantity: 1, purchase_price }, [held(2, 3)])
    assert.deepStrictEqual(odds.items, { 2: ["1/2", "1/2"] })
  })
})

describe("fractions", () => {
  it("are in lowest terms, and a whole number has no denominator", () => {
    assert.strictEqual(String(Fraction.of(6, -4)), "-3/2")
    assert.strictEqual(String(Fraction.of(6, 3)), "2")
    assert.strictEqual(String(ONE.minus(ONE)), "0")
    assert.strictEqual(Fraction.of(1, 10n ** 400n).toNumber(), 0)
    assert.strictEqual(Fraction.of(2n ** 2000n, 3n * 2n ** 2000n).toNumber(), 1 / 3)
  })
})

const [PITY, LOST, FEATURED, OTHER, COMMON, RARE] = [1, 2, 3, 4, 5, 6]

/** A table with pity and a guarantee: what decides, what a player has of both at first, and the pulls of an order. */
const gacha = fc.record({
  hit: fc.integer({ min: 1, max: 3 }),
  miss: fc.integer({ min: 1, max: 4 }),
  threshold: fc.integer({ min: 1, max: 4 }),
  won: fc.integer({ min: 0, max: 2 }),
  pulls: fc.integer({ min: 2, max: 4 }),
  isDrawn: fc.boolean(),
  pity: fc.integer({ min: 0, max: 5 }),
  lost: fc.integer({ min: 0, max: 1 }),
})
type Gacha = typeof gacha extends fc.Arbitrary<infer G> ? G : never

/** Loot 1 is an order of pulls, loot 2 a single one. */
const gachaDraft = ({ hit, isDrawn, miss, pulls, threshold, won }: Gacha): Draft => {
  const setTo = (item_id: number, quantity: number) =>
    ({ item_id, quantity, quantity_type: "absolute", inventory_operation: "set" }) as const
  const pull = { sub_vendor_id: 3, allow_partial_bundles: false }
  const below = { inventory_operation: "check_less_than", quantity_type: "absolute" } as const
  return {
    items: items(6),
    vendors: {
      1: { loot: { 1: { sub_vendor_id: 2, ...(isDrawn ? { quantity: pulls } : undefined) }, 2: { sub_vendor_id: 3 } } },
      2: isDrawn
        ? { type: "randomly_sampled", loot: { 20: { ...pull, fill_in_new_order: true } } }
        : { loot: Object.fromEntries(Array.from({ length: pulls }, (_, at) => [20 + at, pull])) },
      3: {
        type: "randomly_sampled",
        loot: {
          31: { sub_vendor_id: 4, drop_weight: hit, allow_partial_bundles: false },
          32: { sub_vendor_id: 4, drop_weight: 90, required_item_id: PITY, required_item_count: threshold },
          33: { sub_vendor_id: 5, drop_weight: miss, allow_partial_bundles: false },
        },
      },
      4: { loot: { 41: setTo(PITY, 0), 42: { sub_vendor_id: 6 } } },
      5: {
        loot: {
          51: { item_id: PITY, quantity: threshold, ...below },
          52: { item_id: PITY, sort_order: 1 },
          53: { sub_vendor_id: 9, sort_order: 1 },
        },
      },
      6: {
        type: "randomly_sampled",
        loot: {
          61: { sub_vendor_id: 7, drop_weight: won, allow_partial_bundles: false },
          62: { sub_vendor_id: 8, allow_partial_bundles: false },
          63: { sub_vendor_id: 7, required_item_id: LOST, drop_weight: 1 },
        },
      },
      7: { loot: { 71: setTo(LOST, 0), 72: { item_id: FEATURED } } },
      8: { loot: { 81: { item_id: LOST, ...below }, 82: setTo(LOST, 1), 83: { item_id: OTHER } } },
      9: {
        type: "randomly_sampled",
        loot: { 91: { item_id: COMMON, quantity: 2, drop_weight: 5 }, 92: { item_id: RARE } },
      },
    },
  }
}

/** The catalog without vendors within themselves: each has later ones within it, and the last one rewards levels. */
const withoutCycles = (shape: Draft): Draft => ({
  ...shape,
  items: Object.fromEntries(
    Object.entries(shape.items ?? {}).map(([id, item]) => {
      const { level_vendor_id: vendor, ...own } = item
      return [id, Number(id) <= 2 && vendor !== undefined ? { ...own, level_vendor_id: 5 } : own]
    }),
  ),
  vendors: Object.fromEntries(
    Object.entries(shape.vendors ?? {}).map(([vendor, { loot, ...rest }]) => {
      const acyclic = Object.entries(loot).map(([id, { sub_vendor_id: inner, ...one }]) => [
        id,
        {
          ...one,
          ...(inner === undefined || inner <= Number(vendor) ? undefined : { sub_vendor_id: inner }),
          ...(vendor === "5" ? { item_id: 3 + (Number(id) % 3), sub_vendor_id: undefined } : undefined),
        },
      ])
      return [vendor, { ...rest, loot: Object.fromEntries(acyclic) as typeof loot }]
    }),
  ),
})

/** The order of pulls for a price. */
const soldFor = ({ vendors, ...shape }: Draft, price: number): Draft => ({
  ...shape,
  vendors: {
    ...vendors,
    1: {
      loot: Object.fromEntries(
        Object.entries(vendors?.[1]?.loot ?? {}).map(([id, loot]) => [id, { ...loot, current_price_point_guid: "p" }]),
      ),
    },
  },
  price_points: { p: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: COMMON, price }] }] } },
})

const bought = (price: number): SubmittedEntry => ({
  type: "purchase_loot",
  loot_id: 1,
  quantity: 1,
  purchase_price: { currencies: [{ price_item_id: COMMON, price }] },
})

const gachaRecords = ({ lost, pity }: Gacha): ReadonlyArray<HeldRecord> => [
  ...(pity > 0 ? [held(PITY, pity)] : []),
  ...(lost > 0 ? [held(LOST, lost)] : []),
]

describe("pulls one after the other", () => {
  it("are, as a chain of their counters, what every sequence of draws comes to", () => {
    let compared = 0
    const property = fc.property(gacha, (one) => {
      const catalog = catalogOf(gachaDraft(one))
      const asked = question(fill(1), gachaRecords(one))
      const odds = judged(catalog, asked, 50_000)
      if (odds === undefined) return
      assert.deepStrictEqual(chained(catalog, asked), odds)
      compared++
    })
    fc.assert(property, { numRuns: Number(process.env["GARRISON_TEST_RUNS"] ?? 60), seed: testSeed() })
    assert.isAbove(compared, 20)
  })

  it("are so for a price of which they give some back: less than it, more, or either", () => {
    let [apart, followed] = [0, 0]
    const property = fc.property(gacha, fc.integer({ min: 1, max: 12 }), (one, price) => {
      const catalog = catalogOf(soldFor(gachaDraft(one), price))
      const asked = question(bought(price), [...gachaRecords(one), held(COMMON, price)])
      const odds = judged(catalog, asked, 50_000)
      if (odds === undefined) return
      const chain = chained(catalog, asked)
      if (chain === "price") followed++
      else apart++
      assert.deepStrictEqual(chain === "price" ? chained(catalog, asked, true) : chain, odds)
      assert.deepStrictEqual(written(finished(oddsOf(catalog, asked, noDraw))), odds)
    })
    fc.assert(property, { numRuns: Number(process.env["GARRISON_TEST_RUNS"] ?? 60), seed: testSeed() })
    assert.isAbove(apart, 5)
    assert.isAbove(followed, 5)
  })

  it("are so on random catalogs, also where they fail, pay, reach levels or lose what they read", () => {
    let compared = 0
    const random = fc.sample(fc.tuple(draft, hoard, fc.integer({ min: 1, max: 3 })), { numRuns: 400, seed: testSeed() })
    for (const [drafted, records, quantity] of random) {
      const shape = withoutCycles(drafted)
      const catalog = catalogOf(shape)
      for (const lootId of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
        const asked: Question = {
          entry: fill(lootId, quantity),
          holdings: Holdings.complete(records),
          circumstances: { ...circumstances, now: RANDOM_NOW },
        }
        const chain = chained(catalog, asked)
        const odds = chain && judged(catalog, asked)
        if (odds === undefined) continue
        assert.deepStrictEqual(chain, odds, JSON.stringify([shape, lootId, quantity]))
        compared++
      }
    }
    assert.isAbove(compared, 40)
  })

  it("are no chain where a drawn candidate cannot be given, and so leaves the pool", () => {
    const stays = { fill_in_new_order: true }
    const check = { item_id: 1, inventory_operation: "check_greater_than" } as const
    const shape = drawing({
      11: { ...check, ...stays },
      12: { item_id: 2, ...stays },
      13: { item_id: 3, stack_limit: 9, ...stays },
    })
    assert.isUndefined(chained(catalogOf(shape), question(fill(1, 3))))
    oddsIn(shape, fill(1, 3))
  })

  it("are exact within the budget: ten of a table of twenty rows, with a pity of ninety and a guarantee", () => {
    const one = { hit: 6, miss: 994, threshold: 89, won: 1, pulls: 10, isDrawn: true, pity: 85, lost: 1 }
    const shape = gachaDraft(one)
    const rows = Array.from(
      { length: 18 },
      (_, at) => [100 + at, { item_id: 5 + (at % 2), drop_weight: 1 + at }] as const,
    )
    const table = { ...shape.vendors, 9: { type: "randomly_sampled" as const, loot: Object.fromEntries(rows) } }
    const catalog = catalogOf({ ...shape, vendors: table })
    const pulls = finished(oddsOf(catalog, question(fill(1), gachaRecords(one)), noDraw))
    assert.deepStrictEqual([pulls.samples, pulls.isCut], [undefined, false])
    // A hit is certain within five pulls, and the first one is the guaranteed one.
    assert.strictEqual(written(pulls).items[FEATURED]?.[1], "1")
    const price = 5400
    const some = rows.map(([id, row], at) => [id, { ...row, quantity: 1 + 7 * at }] as const)
    const mixed = { ...table, 9: { ...table[9], loot: Object.fromEntries(some) } }
    const sold = catalogOf(soldFor({ ...shape, vendors: mixed }, price))
    const paying = question(bought(price), [...gachaRecords(one), held(COMMON, price)])
    const paid = finished(oddsOf(sold, paying, noDraw))
    assert.deepStrictEqual([paid.samples, written(paid).items[FEATURED]], [undefined, written(pulls).items[FEATURED]])
    // The control: with the count of what they give back, the pulls have too many states.
    assert.isUndefined(chained(sold, paying, true))
    const average = finished(longRunOdds(catalog, question(fill(2), gachaRecords(one))))
    assert.notProperty(average, "_tag")
    // The control: each way to draw by itself is far too much.
    assert.isUndefined(judged(catalog, question(fill(1), gachaRecords(one)), 20_000))
  })

  it("have estimates with bounds that never leave what can be", () => {
    let estimated = 0
    const property = fc.property(gacha, (one) => {
      const records = gachaRecords(one)
      const limits = { ...ODDS_LIMITS, paths: 3, samples: 40 }
      const asked = question(fill(1), records)
      const draw = preciseRandomFrom(one.pity + one.hit)
      const odds = finished(oddsOf(catalogOf(gachaDraft(one)), asked, (total) => Math.floor(draw() * total), limits))
      if (odds.samples === undefined) return
      estimated++
      for (const { atLeastOne, expected, itemId } of odds.items) {
        if (expected instanceof Fraction || atLeastOne instanceof Fraction) return assert.fail("an exact number")
        const owned = itemId === PITY ? one.pity : itemId === LOST ? one.lost : 0
        const most = itemId === LOST ? 1 : itemId === COMMON ? 2 * one.pulls : one.pulls
        assert.isAtLeast(expected.low, 0 - owned, `low of ${itemId}`)
        assert.isAtMost(expected.high, most, `high of ${itemId}`)
        assert.isTrue(atLeastOne.low >= 0 && atLeastOne.high <= 1)
        assert.isTrue(expected.low <= expected.value && expected.value <= expected.high)
      }
    })
    fc.assert(property, { numRuns: 60, seed: testSeed() })
    assert.isAbove(estimated, 20)
  })
})

/** The average of the entry in the long run, as texts; or why there is none. */
const averageIn = (shape: Draft, entry: SubmittedEntry, records: ReadonlyArray<HeldRecord> = []) => {
  const average = finished(longRunOdds(catalogOf(shape), question(entry, records)))
  return "_tag" in average ? average : written(average)
}

describe("the average in the long run", () => {
  it("of a table with pity is one hit in as many pulls as a hit takes on average, wherever it begins", () => {
    fc.assert(
      fc.property(gacha, (one) => {
        // The chance of a miss, up to `threshold` times: then the hit is nearly certain, by its weight.
        const miss = Fraction.of(one.miss, one.hit + one.miss)
        let pulls = ZERO
        for (let before = 0; before < one.threshold; before++) pulls = pulls.plus(miss.power(before))
        // At the threshold no miss is left.
        pulls = pulls.plus(miss.power(one.threshold))
        const rate = Fraction.of(pulls.denominator, pulls.numerator)
        // Without a way to win at once, each second hit is the guaranteed one.
        const share = Fraction.of(one.won + 1, one.won + 2)
        const average = averageIn(gachaDraft(one), fill(2), gachaRecords(one))
        if ("_tag" in average) return assert.fail(average._tag)
        assert.strictEqual(average.items[FEATURED]?.[0], String(rate.times(share)))
        assert.strictEqual(average.items[PITY]?.[0], "0")
        const several = averageIn(gachaDraft(one), fill(1), gachaRecords(one))
        if ("_tag" in several) return assert.fail(several._tag)
        assert.strictEqual(several.items[FEATURED]?.[0], String(rate.times(share).times(Fraction.of(one.pulls))))
      }),
      { numRuns: 40, seed: testSeed() },
    )
  })

  it("is none where a count goes on, and where luck decides for good; a fee that is used up ends it", () => {
    const pull = (loot: Readonly<Record<number, DocumentLoot>>, more: Draft["vendors"] = {}): Draft => ({
      items: items(3),
      vendors: { 1: { loot: { 1: { sub_vendor_id: 2 } } }, 2: { loot }, ...more },
    })
    const growing = averageIn(
      pull({ 21: { item_id: 1 }, 22: { item_id: 2, quantity_mult_inventory_item_id: 1, sort_order: 1 } }),
      fill(1),
    )
    assert.deepInclude(growing, { _tag: "Growing" })
    // The first pull decides which of two marks the player has for ever.
    const marks = pull(
      {},
      {
        2: {
          type: "randomly_sampled",
          loot: {
            21: { sub_vendor_id: 3, allow_partial_bundles: false },
            22: { sub_vendor_id: 4, allow_partial_bundles: false },
          },
        },
        3: {
          loot: {
            31: { item_id: 1, inventory_operation: "set" },
            32: { item_id: 2, inventory_operation: "check_less_than" },
          },
        },
        4: {
          loot: {
            41: { item_id: 2, inventory_operation: "set" },
            42: { item_id: 1, inventory_operation: "check_less_than" },
          },
        },
      },
    )
    assert.deepStrictEqual(averageIn(marks, fill(1)), { _tag: "Several", sets: 2 })
    assert.notProperty(averageIn(marks, fill(1), [held(1, 1)]), "_tag")
    const fee = pull({ 21: { item_id: 1, inventory_operation: "subtract" }, 22: { item_id: 2 } })
    assert.deepInclude(averageIn(fee, fill(1), [held(1, 5)]), {
      items: {},
      failures: { failed_to_consume_loot_required: "1" },
    })
  })

  it("of a purchase has the price anew before each", () => {
    const shape: Draft = {
      items: items(3),
      price_points: { p: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 1, price: 3 }] }] } },
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2, current_price_point_guid: "p" } } },
        2: { type: "randomly_sampled", loot: { 21: { item_id: 2 }, 22: { item_id: 1, quantity: 2 } } },
      },
    }
    const purchase = { purchase_price: { currencies: [{ price_item_id: 1, price: 3 }] } }
    const buy: SubmittedEntry = { type: "purchase_loot", loot_id: 1, quantity: 1, ...purchase }
    assert.deepInclude(averageIn(shape, buy, [held(1, 3)]), {
      items: { 1: ["-2", "0"], 2: ["1/2", "1/2"] },
      failures: {},
    })
  })
})
