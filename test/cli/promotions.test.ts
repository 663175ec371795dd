/** `garrison catalog promotions`: the codes of the current catalog with their uses, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import { Orders } from "@garrison/core/order/Orders"
import { ClaimStore } from "@garrison/core/order/ClaimStore"
import * as Effect from "effect/Effect"
import { onEachDatabase } from "../support/databases.ts"
import { ordersLayer, playerCaller } from "../support/orders.ts"
import { insertPlayer } from "../support/players.ts"
import { smallWorld } from "./support/world.ts"

const document = {
  items: { 1: {} },
  vendors: { 1: { loot: { 10: { item_id: 1, custom_data: { name: "Gift" } } } } },
  promotions: {
    FREE: { loot_id: 10 },
    TEN: { loot_id: 10, quantity: 3, uses_maximum: 10, end: "2999-01-01T00:00:00Z", platforms: ["Golf"] },
    TWO: { loot_id: 10, uses_maximum: 2 },
  },
}

describe("garrison catalog promotions", () => {
  it("lists each code with what it gives, its uses, time and platforms", async () => {
    const { exec, file, json, run } = await smallWorld()
    await json("catalog", "publish", file("codes.json", JSON.stringify(document)))
    exec("INSERT INTO promotion_use (code, uses) VALUES ('TEN', 4), ('GONE', 9)")
    assert.deepStrictEqual(await json("catalog", "promotions"), {
      promotions: [
        { code: "FREE", loot_id: 10, quantity: 1 },
        {
          code: "TEN",
          loot_id: 10,
          quantity: 3,
          uses: 4,
          uses_maximum: 10,
          end: "2999-01-01T00:00:00.000Z",
          platforms: ["Golf"],
        },
        { code: "TWO", loot_id: 10, quantity: 1, uses: 0, uses_maximum: 2 },
      ],
    })
    const { stdout } = await run("catalog", "promotions")
    assert.match(stdout, /^FREE +Gift \(10\) +1 +unlimited +- +- +all$/m)
    assert.match(stdout, /^TEN +Gift \(10\) +3 +4 of 10 +- +2999-01-01 00:00:00 UTC +Golf$/m)
  })

  it("lists a page of any version, without uses, where a part of a code, a version or a page is asked for", async () => {
    const { file, json, run } = await smallWorld()
    await json("catalog", "publish", file("codes.json", JSON.stringify(document)))
    const found = await run("catalog", "promotions", "--find", "tw")
    assert.match(found.stdout, /^ID +GIVES\nTWO +1 of loot Gift \(10\)\n$/)
    assert.deepInclude(await json("catalog", "promotions", "--version", "1"), { version: 1, entries: [], next: null })
  })

  it("says that there are none", async () => {
    const { file, json, run } = await smallWorld()
    await json("catalog", "publish", file("codes.json", JSON.stringify({ ...document, promotions: {} })))
    assert.match((await run("catalog", "promotions")).stderr, /has no promotion codes/)
    assert.deepStrictEqual(await json("catalog", "promotions"), { promotions: [] })
  })
})

onEachDatabase((name, database) => {
  describe(`the uses of codes, on ${name}`, () => {
    it.effect("are counted of limited codes, by their claims", () =>
      Effect.gen(function* () {
        const orders = yield* Orders
        for (const code of ["FREE", "TWO", "TWO", "TWO"]) {
          const player = yield* insertPlayer()
          const entries = [{ type: "promotion_code" as const, external_tran_id: code, quantity: 1 }]
          yield* orders.submit(player, { entries }, playerCaller(player, "Golf"))
        }
        const uses = yield* (yield* ClaimStore).uses
        assert.deepStrictEqual([...uses], [["TWO", 2]])
      }).pipe(
        Effect.provide(
          ordersLayer(database, {
            items: { 1: {} },
            vendors: { 1: { loot: { 10: { item_id: 1 } } } },
            promotions: { FREE: { loot_id: 10 }, TWO: { loot_id: 10, uses_maximum: 2 } },
          }),
        ),
        Effect.scoped,
      ),
    )
  })
})
