/**
 * Refunds survive SIGKILL (guarantees R4 and R64). A process that refunds orders, two at once, is killed before one of
 * its statements, again and again on the same database. Afterwards every answered refund is stored, no order has two,
 * and orders, ledger and seals vouch for each other. `GARRISON_TEST_KILLS` kills more often.
 */
import { assert, describe, it } from "@effect/vitest"
import { Ledger } from "@garrison/core/order/Ledger"
import { RefundStore } from "@garrison/core/order/RefundStore"
import * as Database from "@garrison/sql/Database"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { cryptoLayer } from "../../support/crypto.ts"
import { ordersLayer, refundsOver, submit, violations } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { restOfLines, startChild } from "../../sql/child.ts"
import { newUrls } from "./opened.ts"
import { randomFrom, testSeed } from "./seeded.ts"
import { fill, PURSE_LOOT, shop, SWORD_LOOT } from "./shop.ts"

const KILLS = Number(process.env.GARRISON_TEST_KILLS ?? 3)
const ORDERS = 12

type Services = Layer.Success<ReturnType<typeof layerOf>>

const layerOf = (url: string) =>
  refundsOver(ordersLayer(Layer.merge(Layer.orDie(Database.layer(url)), cryptoLayer), shop))

const opened = <A, E>(url: string, effect: Effect.Effect<A, E, Services>) =>
  Effect.provide(effect, Layer.fresh(layerOf(url))).pipe(Effect.scoped)

/** A player with a purse and swords, each bought by an order of its own. */
const prepare = Effect.gen(function* () {
  const player = yield* insertPlayer()
  yield* submit(player, { entries: [fill(PURSE_LOOT, 3)] })
  const orders: Array<string> = []
  for (let at = 0; at < ORDERS; at++) {
    orders.push((yield* submit(player, { entries: [fill(SWORD_LOOT)] })).order_id)
  }
  return { player, orders }
})

describe("SIGKILL under refunds", () => {
  for (const [name, newUrl] of Object.entries(newUrls)) {
    it.effect(
      `${KILLS} times on ${name}: answered refunds are stored, once, and everything vouches for everything`,
      () =>
        Effect.gen(function* () {
          const seed = testSeed()
          const random = randomFrom(seed)
          const url = yield* newUrl
          const { orders, player } = yield* opened(url, prepare)
          for (let kill = 0; kill < KILLS; kill++) {
            const at = 20 + Math.floor(random() * 150)
            const child = startChild("refund", [url, player, orders.join(), String(at)], import.meta.dirname)
            const lines = yield* Effect.promise(() => restOfLines(child))
            yield* Effect.promise(() => child.ended)
            const check = Effect.gen(function* () {
              const store = yield* RefundStore
              for (const line of lines) {
                const [orderId = "", refundId = ""] = line.split(" ")
                // The kill may cut a line.
                if (refundId.length === 36) assert.strictEqual(yield* store.refundOf(player, orderId), refundId)
              }
              const verified = yield* (yield* Ledger).verify(player)
              assert.deepStrictEqual(verified.faults, [], `GARRISON_TEST_SEED=${seed}`)
              assert.strictEqual(yield* violations, 0)
            })
            yield* opened(url, check)
          }
          const rest = startChild("refund", [url, player, orders.join()], import.meta.dirname)
          const answered = yield* Effect.promise(() => restOfLines(rest))
          assert.strictEqual(answered.length, ORDERS)
          const refunds = yield* opened(
            url,
            RefundStore.use((store) => store.refunds(player, 100)),
          )
          assert.strictEqual(refunds.size, ORDERS)
        }),
      300_000,
    )
  }
})
