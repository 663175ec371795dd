/**
 * What is for sale or behind a code, on random catalogs. Without a finding each tier of each price, each promotion code
 * and each coupon serves some player; what the checker says is never bought or claimed is refused to all of those that
 * are tried. GARRISON_TEST_RUNS tries more catalogs.
 */
import { assert, describe, it } from "@effect/vitest"
import { isAvailable, isEverAvailable } from "@garrison/core/catalog/rules/availability"
import type { Finding } from "@garrison/core/catalog/rules/findings"
import { isCondition, type LinkedCatalog, type LinkedLoot } from "@garrison/core/catalog/rules/linked"
import type { LinkedPromotion } from "@garrison/core/catalog/rules/linkedTables"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { fulfil } from "@garrison/core/order/rules/interpret/interpret"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { catalogOf, type Draft } from "../order/catalogs.ts"
import { fill, hour, NOW } from "../order/fulfilling.ts"
import { PLATFORMS_TRIED, plausibleSales } from "./plausibleSales.ts"
import { findingsAt } from "./sample.ts"
import { refusal, type Sought } from "./seeking.ts"

/** A price that may be paid: loot, a tier and a currency. */
interface Price {
  readonly loot: LinkedLoot
  readonly quantity: number
  readonly currency: number
  readonly price: number
}

/** Whether any gift of the loot is active. A purchase that gives nothing is refused. */
const isAnyActive = ({ subVendor }: LinkedLoot): boolean =>
  subVendor === undefined ||
  subVendor.loot.every(isCondition) ||
  subVendor.loot.some((part) => isEverAvailable(part) && !isCondition(part) && isAnyActive(part))

const pricesOf = (catalog: LinkedCatalog): ReadonlyArray<Price> =>
  [...catalog.loot.values()]
    .filter((loot) => isEverAvailable(loot) && isAnyActive(loot))
    .flatMap((loot) =>
      (loot.pricePoint?.current_breakpoints ?? []).flatMap(({ currencies, quantity }) =>
        currencies.map(({ price, price_item_id: currency }) => ({ loot, quantity, currency, price })),
      ),
    )

/** Times at which everything that begins or ends around now is in each of its states. */
const TIMES = [NOW, NOW + 1, NOW + hour, NOW + 2 * hour, NOW + 3 * hour]

/** The parts of a dynamic bundle that a player may choose, at some time. */
const partsOf = ({ item, subVendor }: LinkedLoot): ReadonlyArray<LinkedLoot> =>
  item?.type === "dynamic_bundle" ? (subVendor?.loot.filter((part) => !isCondition(part)) ?? []) : []

/** The purchase at this price. Of a dynamic bundle those of the parts are chosen that can be had at the time. */
const purchase =
  ({ currency, loot, price, quantity }: Price, parts: ReadonlyArray<LinkedLoot>, coupon?: number): Sought["entryAt"] =>
  (now) => {
    const currencies = [{ price_item_id: currency, price }]
    const discount = coupon === undefined ? {} : { price_coupon_item_id: coupon }
    const bought = { loot_id: loot.loot_id, quantity, purchase_price: { currencies, ...discount } }
    if (loot.item?.type !== "dynamic_bundle") return { type: "purchase_loot", ...bought }
    const chosen = parts.filter((part) => isAvailable(part, now)).map(({ loot_id }) => loot_id)
    return { type: "purchase_dynamic_bundle", ...bought, dynamic_bundle_loot_ids: chosen }
  }

const claimOf = (code: string): SubmittedEntry => ({ type: "promotion_code", external_tran_id: code, quantity: 1 })

/** The purchases at this price: of a dynamic bundle with all parts, and with each part alone. */
const bought = (price: Price, coupon?: number): ReadonlyArray<Sought> => {
  const parts = partsOf(price.loot)
  const choices = [parts, ...(parts.length > 1 ? parts.map((part) => [part]) : [])]
  return choices.map((chosen) => ({
    entryAt: purchase(price, chosen, coupon),
    platforms: PLATFORMS_TRIED,
    times: TIMES,
  }))
}

const claimed = ({ code }: LinkedPromotion): Sought => ({
  entryAt: () => claimOf(code),
  platforms: PLATFORMS_TRIED,
  times: TIMES,
})

/** Why nobody is found for any of these; undefined: somebody is. */
const refusalOfAll = (catalog: LinkedCatalog, all: ReadonlyArray<Sought>): string | undefined => {
  const refusals: Array<string> = []
  for (const sought of all) {
    const refused = refusal(catalog, sought)
    if (refused === undefined) return undefined
    refusals.push(refused)
  }
  return refusals.join(", ")
}

const couponsFor = ({ items }: LinkedCatalog, { currency, loot }: Price): ReadonlyArray<number> =>
  [...items.values()].flatMap(({ coupon, item_id }) =>
    coupon?.lootIds.has(loot.loot_id) === true && coupon.currencyItemId === currency ? [item_id] : [],
  )

/** Asserts that each price is paid by some player, each code claimed, and each coupon used. Answers how many. */
const assertServed = (catalog: LinkedCatalog): number => {
  let shown = 0
  const prices = pricesOf(catalog)
  for (const price of prices) {
    // A price that is too high without a coupon is judged for all loot that shares it together.
    const isTooHigh = price.price * price.quantity > Number.MAX_SAFE_INTEGER
    const coupons = isTooHigh ? couponsFor(catalog, price) : [undefined]
    if (coupons.length === 0) continue
    const refused = refusalOfAll(
      catalog,
      coupons.flatMap((coupon) => bought(price, coupon)),
    )
    const what = `${price.quantity} of loot ${price.loot.loot_id} for item ${price.currency}`
    assert.isUndefined(refused, `${what}: ${refused}`)
    shown++
  }
  for (const promotion of catalog.promotions.values()) {
    const refused = refusal(catalog, claimed(promotion))
    assert.isUndefined(refused, `code ${promotion.code}: ${refused}`)
    shown++
  }
  for (const { coupon, item_id } of catalog.items.values()) {
    const on = prices.filter(
      ({ currency, loot }) => coupon?.lootIds.has(loot.loot_id) === true && coupon.currencyItemId === currency,
    )
    // Loot that is switched off may be switched on.
    if (coupon === undefined || on.length === 0) continue
    assert.isTrue(
      on.some((price) => refusalOfAll(catalog, bought(price, item_id)) === undefined),
      `coupon ${item_id}`,
    )
    shown++
  }
  return shown
}

/** The orders that the finding says nobody can make; undefined: it is about something else. */
const forbiddenBy = (catalog: LinkedCatalog, { code, path }: Finding): ReadonlyArray<Sought> | undefined => {
  const [part, first, second, third] = path.map(String)
  const ofLoot = part === "vendors" ? catalog.loot.get(Number(third)) : undefined
  const prices = pricesOf(catalog)
  const promotion = part === "promotions" ? catalog.promotions.get(first ?? "") : undefined
  const forServers = (sought: Sought): Sought => ({ entryAt: sought.entryAt, times: TIMES })
  switch (code) {
    case "promotion_loot_inactive":
    case "promotion_without_uses":
    case "promotion_over":
    case "promotion_ends_before_loot":
    case "promotion_begins_after_loot":
      return promotion === undefined ? [] : [claimed(promotion), forServers(claimed(promotion))]
    case "quantity_too_large":
      return promotion === undefined ? undefined : [claimed(promotion), forServers(claimed(promotion))]
    case "platforms_disjoint":
      return promotion === undefined ? undefined : [claimed(promotion)]
    case "bundle_without_choice":
      return prices.filter(({ loot }) => loot === ofLoot).flatMap((price) => bought(price).map(forServers))
    case "price_tier_unreachable": {
      const point = catalog.pricePoints.get(first ?? "")
      // The linked tiers rise, the authored ones may not.
      const quantities = new Set(point?.current_breakpoints.map(({ quantity }) => quantity))
      return second === "current_breakpoints"
        ? prices
            .filter(
              ({ loot, price, quantity }) =>
                loot.pricePoint === point &&
                quantities.has(quantity) &&
                (quantity > 1_000_000 || price * quantity > Number.MAX_SAFE_INTEGER),
            )
            .flatMap((price) => bought(price).map(forServers))
        : []
    }
    default:
      return undefined
  }
}

/** Asserts that nobody is found for what the findings say is never had. Answers which of them were shown. */
const assertNever = (catalog: LinkedCatalog, findings: ReadonlyArray<Finding>): ReadonlyArray<string> =>
  findings.flatMap((finding) => {
    const forbidden = forbiddenBy(catalog, finding) ?? []
    for (const sought of forbidden) {
      const refused = refusal(catalog, { ...sought, attempts: 10 })
      assert.isString(refused, `${finding.code} ${finding.path.join(".")}`)
    }
    return forbidden.length === 0 ? [] : [finding.code]
  })

/** Findings about an item that no loot gives, at the place of its id. */
const NOT_GIVEN: ReadonlySet<string> = new Set([
  "price_item_not_given",
  "condition_item_not_given",
  "check_always_passes",
])

const valueAt = (draft: Draft, path: Finding["path"]): number => {
  let value: unknown = draft
  for (const key of path) value = (value as Readonly<Record<string, unknown>>)[key]
  assert.isNumber(value)
  return value as number
}

/** Orders every loot again and again, for a player who begins with nothing; answers what the player ever held. */
const everHeld = (catalog: LinkedCatalog): ReadonlySet<number> => {
  const everything = new Set<number>()
  const holdings = Holdings.complete([])
  for (const now of [...TIMES, ...TIMES]) {
    for (const loot of catalog.loot.values()) {
      const order = { source: "SYSTEM" as const, isTransaction: false, entries: [fill(loot.loot_id)] }
      let turn = loot.loot_id
      const choose = ({ total }: { readonly total: number }): number => (turn = (turn * 31 + 7) % total)
      const done = fulfil(catalog, order, { platform: undefined, isServer: true, now }, holdings, choose)
      for (const { after } of done.changes) if (after.count > 0) everything.add(after.itemId)
      holdings.settle()
    }
  }
  return everything
}

const findingsOf = (draft: Draft) => Effect.runPromise(Effect.provide(findingsAt(draft, NOW), TestClock.layer()))

const runs = Number(process.env.GARRISON_TEST_RUNS ?? 150)
const seed = Number(process.env.GARRISON_TEST_SEED ?? 11)

describe("what is for sale or behind a code", () => {
  it(
    "serves some player where the checker finds nothing, and nobody where it says so",
    async () => {
      let passed = 0
      let served = 0
      let lost = 0
      const refused = new Map<string, number>()
      await fc.assert(
        fc.asyncProperty(plausibleSales, async (draft) => {
          const findings = await findingsOf(draft)
          const catalog = catalogOf(draft)
          if (findings.length === 0) {
            passed++
            served += assertServed(catalog)
          }
          for (const code of assertNever(catalog, findings)) refused.set(code, (refused.get(code) ?? 0) + 1)
          const ungiven = findings.filter(({ code }) => NOT_GIVEN.has(code)).map(({ path }) => valueAt(draft, path))
          if (ungiven.length === 0) return
          const held = everHeld(catalog)
          for (const id of ungiven) assert.isFalse(held.has(id), `item ${id}`)
          lost += ungiven.length
        }),
        { numRuns: runs, seed },
      )
      if (runs > 150) console.log(JSON.stringify({ seed, runs, passed, served, refused: Object.fromEntries(refused) }))
      assert.isAbove(passed, runs / 20, "too few catalogs have no finding")
      assert.isAbove(served, 3 * passed)
      assert.isAbove(refused.size, 5)
      assert.isAbove(lost, runs / 20)
    },
    runs * 1000,
  )
})
