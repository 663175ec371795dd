/** `garrison catalog price-points`: what game clients are told of prices. */
import { assert, describe, it } from "@effect/vitest"
import { smallWorld } from "./support/world.ts"

const price = (quantity: number, ...prices: ReadonlyArray<number>) => ({
  quantity,
  currencies: prices.map((one, at) => ({ price_item_id: at + 1, price: one })),
})

const document = {
  items: { 1: { custom_data: { name: "Gold" } }, 2: {}, 3: {} },
  vendors: {
    1: {
      loot: {
        10: { item_id: 3, custom_data: { name: "Sword" }, current_price_point_guid: "sword" },
        11: { item_id: 3, active: false, current_price_point_guid: "off" },
        12: { item_id: 3, pre_sale_price_point_guid: "sword", current_price_point_guid: "pair" },
      },
    },
  },
  price_points: {
    sword: { current_breakpoints: [price(1, 100, 5), price(10, 80)], pre_sale_breakpoints: [price(1, 120)] },
    off: { current_breakpoints: [price(1, 7)] },
    pair: { strict_flag: true, current_breakpoints: [price(2, 30)] },
  },
}

describe("garrison catalog price-points", () => {
  it("shows each tier that clients are told, with names, or one price point as they get it", async () => {
    const { file, json, run } = await smallWorld()
    await json("catalog", "publish", file("shop.json", JSON.stringify(document)))
    const { stdout } = await run("catalog", "price-points")
    assert.match(stdout, /^off +- +not for sale +11 \(inactive\)$/m)
    assert.match(stdout, /^pair +exactly 2 +30 of Gold \(1\) +12$/m)
    assert.match(stdout, /^sword +1 on +100 of Gold \(1\) or 5 of 2 +Sword \(10\), 12 \(as the price before\)$/m)
    assert.match(stdout, /^sword +10 on +80 of Gold \(1\) +Sword \(10\)/m)
    assert.match(stdout, /^sword +1 on +120 of Gold \(1\) before the sale +Sword \(10\)$/m)
    const all = (await json("catalog", "price-points")) as { readonly price_points: Readonly<Record<string, object>> }
    assert.deepStrictEqual(await json("catalog", "price-points", "sword"), all.price_points["sword"])
    assert.hasAllKeys(all.price_points, ["off", "pair", "sword"])
    const unknown = await run("catalog", "price-points", "sward")
    assert.strictEqual(unknown.code, 3)
    assert.match(unknown.stderr, /garrison catalog price-points lists those that loot names/)
  })

  it("says that nothing has a price", async () => {
    const { file, json, run } = await smallWorld()
    await json("catalog", "publish", file("free.json", JSON.stringify({ items: { 1: {} }, vendors: { 1: {} } })))
    assert.match((await run("catalog", "price-points")).stderr, /No loot of the current catalog has a price/)
  })
})
