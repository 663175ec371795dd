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
import { explored, type Question } from "@garrison/core/odds/rules/explore"
import { Fraction, ONE, ZERO } from "@garrison/core/odds/rules/fraction"
import { type Odds, oddsOf } from "@garrison/core/odds/rules/odds"
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
