/**
 * Compares pages of a player with 100,000 orders before the page with pages from the first order on. The cost of a page
 * must not grow with the number of orders before it. On SQLite and on Postgres, in either direction.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { type DecidedOrder, type KeptOrder, OrderStore } from "@garrison/core/order/OrderStore"
import type { Sort } from "@garrison/core/order/enumerations"
import { storage } from "@garrison/sql/storage"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { keptOrder } from "../test/support/keptOrders.ts"
import { startPostgres } from "../test/support/postgres.ts"
import { type Figure, figureOf, type Round } from "./report.ts"

/** Where the page begins, and the orders beyond it. */
const POSITION = 100_000
const BEYOND = 100
const PAGE = 11

const player = PlayerUuid.make("00000000-0000-7000-8000-000000000001")
const person = "00000000-0000-7000-8000-000000000002"
const idOf = (index: number): string => `${String(index).padStart(8, "0")}-0000-7000-8000-000000000000`

/** About as long as an order of one entry. */
const wire = JSON.stringify({ order: "x".repeat(600) })

const rowOf = (index: number): KeptOrder =>
  keptOrder({ orderId: idOf(index), created: index, entryTotal: index + 1, wire })

/** The order that comes after so many others. */
const decided = (index: number): DecidedOrder => ({
  player,
  created: index,
  lastChanged: index === 0 ? undefined : index - 1,
  token: person,
  writes: { created: [], updated: [], sums: [], ledger: [] },
  orders: [rowOf(index)],
  claims: [],
  applied: [],
})

/** Gives the player so many orders, a millisecond apart. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const { id } = uuids(sql)
  const orders = yield* OrderStore
  yield* transaction.run(
    Effect.gen(function* () {
      yield* sql`INSERT INTO person (person_id, created_at) VALUES (${id(person)}, 0)`
      yield* sql`INSERT INTO player (player_uuid, person_id, created_at) VALUES (${id(player)}, ${id(person)}, 0)`
    }),
  )
  const step = 1000
  for (let at = 0; at < POSITION + BEYOND; at += step) {
    const batch = Array.from({ length: Math.min(step, POSITION + BEYOND - at) }, (_, index) => at + index)
    yield* transaction.run(Effect.forEach(batch, (index) => orders.store(decided(index)), { discard: true }))
  }
})

/** The page after `index` orders, in the direction of `sort`. */
const pageAfter = (orders: OrderStore["Service"], sort: Sort, index: number) => {
  const at = sort === "asc" ? index : POSITION + BEYOND - 1 - index
  const from = { created: at, orderId: idOf(at) }
  return orders.list(player, { from, oldest: 0, sort, limit: PAGE })
}

const rateOf = Effect.fnUntraced(function* (count: number, once: Effect.Effect<ReadonlyArray<unknown>>) {
  const started = performance.now()
  for (let index = 0; index < count; index++) {
    const { length } = yield* once
    if (length !== PAGE) throw new Error(`a page of ${length}`)
  }
  return (count * 1000) / (performance.now() - started)
})

const measure = Effect.fnUntraced(function* (name: string, rounds: number, count: number) {
  yield* fill
  const orders = yield* OrderStore
  const figures: Array<Figure> = []
  for (const sort of ["asc", "desc"] as const) {
    const measured: Array<Round> = []
    for (let round = -1; round < rounds; round++) {
      const ours = yield* rateOf(count, pageAfter(orders, sort, POSITION))
      const floor = yield* rateOf(count, pageAfter(orders, sort, 0))
      if (round >= 0) measured.push({ ours, floor })
    }
    figures.push(figureOf(`deep page ${sort}, ${name}`, "pages/s", "page at 0", true, measured))
  }
  return figures
})

const measureOn = (url: string, name: string, rounds: number, count: number): Promise<ReadonlyArray<Figure>> =>
  Effect.runPromise(measure(name, rounds, count).pipe(Effect.provide(storage(url)), Effect.orDie))

/** Measures the pages on both databases. */
export const measurePages = async (rounds: number): Promise<ReadonlyArray<Figure>> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-bench-"))
  const postgres = await startPostgres()
  try {
    return [
      ...(await measureOn(`sqlite:${join(folder, "pages.db")}`, "SQLite", rounds, 5000)),
      ...(await measureOn(postgres.url, "Postgres", rounds, 500)),
    ]
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
