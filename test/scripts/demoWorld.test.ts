/** The demo world: nothing for the checker to remark on, and claims that end where they should. */
import { assert, describe, it } from "@effect/vitest"
import { checkForPublication } from "@garrison/core/catalog/publishable"
import { link } from "@garrison/core/catalog/rules/linked"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { fulfil } from "@garrison/core/order/rules/interpret/interpret"
import * as Effect from "effect/Effect"
import { catalogOfMonsters } from "../../scripts/importMonsters.ts"
import { DEMO } from "../../scripts/monsters/world.ts"
import { cryptoLayer } from "../support/crypto.ts"

const day = 24 * 60 * 60 * 1000
const noon = Date.UTC(2026, 10, 21, 12)

const demo = Effect.runPromise(checkForPublication(catalogOfMonsters()).pipe(Effect.provide(cryptoLayer)))

/** A player of the demo: claims and is given loot, and says what came of it. */
const player = async () => {
  const { publishable } = await demo
  if (publishable === undefined) throw new Error("the demo catalog is refused")
  const catalog = link(1, publishable.published)
  const holdings = Holdings.complete([])
  const fill = (loot_id: number, isServer: boolean, now: number, quantity = 1) => {
    const source = isServer ? ("SYSTEM" as const) : ("CLIENT" as const)
    const order = { source, isTransaction: false, entries: [{ type: "fill_loot" as const, loot_id, quantity }] }
    const outcome = fulfil(catalog, order, { platform: "Anon", isServer, now }, holdings, () => 0)
    holdings.settle()
    return outcome.order.entries[0]?.result
  }
  const buy = (loot_id: number, price: number, now: number, coupon?: number, quantity = 1) => {
    const currencies = [{ price_item_id: DEMO.coins, price }]
    const purchase_price = { currencies, ...(coupon === undefined ? {} : { price_coupon_item_id: coupon }) }
    const entries = [{ type: "purchase_loot" as const, loot_id, quantity, purchase_price }]
    const order = { source: "CLIENT" as const, isTransaction: false, entries }
    const outcome = fulfil(catalog, order, { platform: "Anon", isServer: false, now }, holdings, () => 0)
    holdings.settle()
    return outcome.order.entries[0]?.result
  }
  return { fill, buy, count: (item: number, now: number) => holdings.count(item, now, undefined) }
}

describe("the demo world", () => {
  it("passes the checker without a finding and without a warning", async () => {
    const { report } = await demo
    assert.deepStrictEqual(report.findings, [])
    assert.isAbove(report.counts.loot, 6340)
  })

  it("gives its starter pack once per player", async () => {
    const { fill, count } = await player()
    assert.strictEqual(fill(DEMO.starterLoot, false, noon, 50), "success")
    assert.strictEqual(count(DEMO.coins, noon), 500)
    assert.strictEqual(fill(DEMO.starterLoot, false, noon + 400 * day), "cannot_meet_loot_blocker")
    assert.strictEqual(count(DEMO.coins, noon), 500)
  })

  it("gives its daily reward once per day", async () => {
    const { fill, count } = await player()
    assert.strictEqual(fill(DEMO.dailyLoot, false, noon), "success")
    assert.strictEqual(fill(DEMO.dailyLoot, false, noon + day / 2 - 1), "cannot_meet_loot_blocker")
    assert.strictEqual(fill(DEMO.dailyLoot, false, noon + day / 2), "success")
    assert.strictEqual(count(DEMO.experience, noon + day), 100)
  })

  it("rewards each level that experience brings", async () => {
    const { fill, count } = await player()
    assert.strictEqual(fill(DEMO.experienceLoot, true, noon, 950), "success")
    assert.strictEqual(count(DEMO.coins, noon), (2 + 3 + 4) * 50)
    assert.strictEqual(fill(DEMO.experienceLoot, true, noon, 100_000), "success")
    assert.strictEqual(count(DEMO.veteranBadge, noon), 1)
  })

  it("sells bread and provisions for coins, and lowers the price of provisions by the coupon of the starter pack", async () => {
    const { buy, count, fill } = await player()
    assert.strictEqual(buy(DEMO.breadLoot, 12, noon), "cannot_afford_price")
    assert.strictEqual(fill(DEMO.starterLoot, false, noon), "success")
    assert.strictEqual(buy(DEMO.breadLoot, 11, noon), "price_does_not_match")
    assert.strictEqual(buy(DEMO.breadLoot, 12, noon, undefined, 2), "success")
    assert.strictEqual(count(DEMO.coins, noon), 500 - 2 * 12)
    assert.strictEqual(buy(DEMO.breadLoot, 12, noon, DEMO.coupon), "coupon_item_not_applicable_for_loot")
    assert.strictEqual(buy(DEMO.provisionsLoot, 80, noon, DEMO.coupon), "success")
    assert.strictEqual(count(DEMO.coins, noon), 500 - 2 * 12 - 60)
    assert.strictEqual(buy(DEMO.provisionsLoot, 80, noon, DEMO.coupon), "cannot_afford_coupon")
    assert.strictEqual(count(DEMO.bread, noon), 2 + 5)
  })

  it("lets servers kill monsters, one at a time, and no client", async () => {
    const { fill } = await player()
    assert.strictEqual(fill(1_000_415, false, noon), "loot_not_fillable_from_client")
    assert.strictEqual(fill(1_000_415, true, noon, 7), "success")
  })
})
