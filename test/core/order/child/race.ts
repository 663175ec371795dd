/**
 * A process that orders from the shop together with others: `URL PLAYER guarded|naive COUNT REFERENCE`. It waits for a
 * word of its parent, buys COUNT swords, and submits the order of the shared REFERENCE twice. It prints, as JSON, how
 * many swords it got and the hashes of the shared order's answers.
 */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Orders } from "@garrison/core/order/Orders"
import * as Database from "@garrison/sql/Database"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { once } from "node:events"
import { cryptoLayer } from "../../../support/crypto.ts"
import { ordersLayer, ordersOver, resultOf, server } from "../../../support/orders.ts"
import { naiveStores } from "../naive.ts"
import { GEMS_LOOT, fill, hashOf, shop, SWORD_LOOT } from "../shop.ts"

const [url = "", id = "", way = "", count = "", reference = ""] = process.argv.slice(2)
const player = id as PlayerUuid

/** Tells the parent that this process is ready, and waits for the parent's word. */
const barrier = Effect.promise(async () => {
  process.stdout.write("ready\n")
  await once(process.stdin, "data")
})

const times = <A, E, R>(number: number, effect: Effect.Effect<A, E, R>) =>
  Effect.forEach(Array.from({ length: number }), () => effect, { concurrency: "unbounded" })

const drop = Effect.gen(function* () {
  const orders = yield* Orders
  return yield* orders.submit(player, { client_order_ref_id: reference, entries: [fill(GEMS_LOOT)] }, server)
})

const program = Effect.gen(function* () {
  yield* barrier
  const buying = times(Number(count), resultOf(player, fill(SWORD_LOOT)))
  const dropping = times(way === "naive" ? 1 : 2, drop)
  const [results, drops] = yield* Effect.all([buying, dropping], { concurrency: way === "naive" ? 1 : 2 })
  const bought = results.filter((result) => result === "success").length
  process.stdout.write(`${JSON.stringify({ bought, hashes: drops.map(({ wire }) => hashOf(wire)) })}\n`)
})

const database = Layer.merge(Database.layer(url).pipe(Layer.orDie), cryptoLayer)
const layer =
  way === "guarded"
    ? ordersLayer(database, shop)
    : // The naive control stops between each read and its write, until all processes have read.
      ordersOver(shop).pipe(Layer.provide(naiveStores(barrier)), Layer.provideMerge(database))

await Effect.runPromise(Effect.provide(program, layer))
process.stdin.destroy()
