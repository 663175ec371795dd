/**
 * What orders cost (decisions, section 12): the statements on each database, and on Postgres the round trips, counted
 * where they pass by. There an order locks nothing before it is stored, so that it must notice what changed meanwhile.
 */
import { assert, describe, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { OrderStore } from "@garrison/core/order/OrderStore"
import type { OrderRequest, SubmittedEntry } from "@garrison/core/order/schema"
import type { Caller } from "@garrison/core/kernel/Caller"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as SqlTransaction from "@garrison/sql/SqlTransaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { cryptoLayer } from "../../support/crypto.ts"
import { patientPostgres, postgresLayer, sqliteLayer } from "../../support/databases.ts"
import {
  countOf,
  ordersLayer,
  ordersOver,
  playerCaller,
  recordsOf,
  server,
  submit,
  violations,
} from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { proxiedPostgres } from "../../support/proxiedPostgres.ts"
import type { Draft } from "./catalogs.ts"

const COIN = 1
const CROWN = 2

const draft: Draft = {
  items: { [COIN]: {}, [CROWN]: {} },
  vendors: {
    10: {
      loot: {
        100: { item_id: COIN, quantity: 10, is_claimable_by_client: true },
        101: { sub_vendor_id: 20 },
        102: { sub_vendor_id: 30 },
      },
    },
    // Ten coins for a crown.
    20: {
      loot: {
        200: { item_id: COIN, quantity: 10, inventory_operation: "check_greater_than_or_equal_and_subtract" },
        201: { item_id: CROWN },
      },
    },
    // One crown at most.
    30: { type: "randomly_sampled", loot: { 300: { item_id: CROWN, stack_limit: 1 } } },
  },
}

const fill = (loot_id: number): SubmittedEntry => ({ type: "fill_loot", loot_id, quantity: 1 })

/** The first words of the statements that an effect runs. */
const verbsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const verbs: Array<string> = []
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) =>
    Effect.sync(() => {
      verbs.push(/\w+/.exec(statement.compile()[0])?.[0] ?? "")
      return statement
    }),
  )
  return verbs
})

let references = 0
const reference = (): string => `0d0d0d0d-0000-4000-8000-${String(++references).padStart(12, "0")}`

/** Submissions of every sort, with what each is. */
const sorts: Readonly<Record<string, (player: PlayerUuid) => readonly [OrderRequest, Caller]>> = {
  "by a server": () => [{ entries: [fill(100)] }, server],
  "with a reference": () => [{ client_order_ref_id: reference(), entries: [fill(100)] }, server],
  "by a client": (player) => [{ source: "CLIENT", entries: [fill(100)] }, playerCaller(player)],
  "of ten entries": () => [{ is_transaction: true, entries: Array.from({ length: 10 }, () => fill(100)) }, server],
  "that pays": () => [{ entries: [fill(101)] }, server],
  "that fails": () => [{ entries: [fill(102), fill(102), fill(999)] }, server],
}

/** A player who has ordered; everything that an order runs is prepared. */
const prepared = Effect.gen(function* () {
  const [player, other] = [yield* insertPlayer(), yield* insertPlayer()]
  for (const one of [player, other, player]) {
    for (const sort of Object.values(sorts)) {
      const [request, by] = sort(one)
      yield* submit(one, request, by)
    }
  }
  return player
})

describe("the statements of an order", () => {
  it.effect("on SQLite are one that reads the basis, one that loads, and one for each table that it writes", () =>
    Effect.gen(function* () {
      const player = yield* prepared
      for (const sort of Object.values(sorts).slice(0, 4)) {
        const [request, by] = sort(player)
        const verbs = ["SELECT", "SELECT", "UPDATE", "UPDATE", "INSERT", "INSERT", "INSERT", "INSERT"]
        assert.deepStrictEqual(yield* verbsOf(submit(player, request, by)), verbs)
      }
    }).pipe(Effect.provide(ordersLayer(sqliteLayer, draft))),
  )

  it.live("on Postgres are one that reads the basis, one that loads, one that writes: three round trips", () =>
    Effect.gen(function* () {
      const { roundTrips, url } = yield* proxiedPostgres("migrated")
      const database = SqlTransaction.layer.pipe(
        Layer.provideMerge(patientPostgres(`${url}?pool_size=1`)),
        Layer.orDie,
        Layer.merge(cryptoLayer),
      )
      const costOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
        const before = roundTrips()
        const verbs = yield* verbsOf(effect)
        return { verbs, trips: roundTrips() - before }
      })
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const player = yield* prepared
        for (const [name, sort] of Object.entries(sorts)) {
          const [request, by] = sort(player)
          const three = { verbs: ["SELECT", "SELECT", "WITH"], trips: 3 }
          assert.deepStrictEqual(yield* costOf(submit(player, request, by)), three, name)
        }
        const [again] = sorts["with a reference"]?.(player) ?? []
        if (again === undefined) return assert.fail("no request")
        yield* submit(player, again)
        assert.deepStrictEqual(yield* costOf(submit(player, again)), { verbs: ["SELECT"], trips: 1 }, "known already")
        const one = sql`SELECT 1 AS one`
        yield* one
        const planted = yield* costOf(Effect.andThen(one, submit(player, { entries: [fill(100)] })))
        assert.deepStrictEqual(planted, { verbs: ["SELECT", "SELECT", "SELECT", "WITH"], trips: 4 }, "the control")
        assert.strictEqual(yield* violations, 0)
      }).pipe(Effect.provide(ordersLayer(database, draft)))
    }).pipe(Effect.scoped),
  )
})

/** What happens between the reads of an order and its write. */
let meanwhile: Effect.Effect<unknown> = Effect.void
/** Bases that were read with a lock. */
let locked = 0

/** The orders of Postgres, with something between the reads of an order and its write. */
const interrupted = Layer.effect(
  OrderStore,
  Effect.map(OrderStore, (orders) =>
    OrderStore.of({
      ...orders,
      readBasis: (player, request, lock) => {
        if (lock === "locked") locked++
        return orders.readBasis(player, request, lock)
      },
      store: (order) =>
        Effect.suspend(() => {
          const others = meanwhile
          return Effect.andThen(others, orders.store(order))
        }),
    }),
  ),
).pipe(Layer.provide(SqlOrderStore.layer))

const interruptedLayer = ordersOver(draft).pipe(
  Layer.provideMerge(Layer.mergeAll(SqlInventoryStore.layer, interrupted, SqlClaimStore.layer)),
  Layer.provideMerge(postgresLayer),
)

/** Submits an order, and `times` another one of the same player before the first one is written. */
const overtaken = (player: PlayerUuid, loot: number, times: number) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<Effect.Services<ReturnType<typeof submit>>>()
    let left = times
    locked = 0
    meanwhile = Effect.suspend(() => {
      if (left-- <= 0) return Effect.void
      const others = meanwhile
      meanwhile = Effect.void
      return Effect.orDie(Effect.provideContext(submit(player, { entries: [fill(loot)] }), context)).pipe(
        Effect.andThen(Effect.sync(() => (meanwhile = others))),
      )
    })
    return (yield* submit(player, { entries: [fill(loot)] })).entries[0]?.result
  }).pipe(Effect.ensuring(Effect.sync(() => (meanwhile = Effect.void))))

/** Takes the condition on the time of the last change out of the write; its parameter stays. */
const unguarded = Effect.provideService(Statement.CurrentTransformer, (statement: Statement.Statement<unknown>, sql) =>
  Effect.sync(() => {
    const [text, params] = statement.compile()
    const left = text.replace(/AND changed_at = (CAST\(\$\d+ AS BIGINT\))/, "AND $1 >= 0")
    return left === text ? statement : sql.unsafe(left, params)
  }),
)

describe("an order in one statement", () => {
  it.effect("that was overtaken reads again: a limit of one lets one through", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      yield* submit(player, { entries: [fill(100)] })
      assert.strictEqual(yield* overtaken(player, 102, 1), "failed_to_find_any_sub_loot")
      assert.strictEqual(yield* countOf(player, CROWN), 1)
      assert.strictEqual(locked, 0)
      assert.strictEqual(yield* violations, 0)
    }).pipe(Effect.provide(interruptedLayer)),
  )

  it.effect("the control, without the time of the last change in its condition, lets two through", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      yield* submit(player, { entries: [fill(100)] })
      assert.strictEqual(yield* overtaken(player, 102, 1).pipe(unguarded), "success")
      assert.strictEqual(yield* countOf(player, CROWN), 2)
    }).pipe(Effect.provide(interruptedLayer)),
  )

  it.effect("is overtaken also when it would have been the first of its player", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      assert.strictEqual(yield* overtaken(player, 100, 1), "success")
      const records = yield* recordsOf(player)
      assert.deepStrictEqual(
        records.map(({ count }) => count),
        [20],
      )
      assert.strictEqual(yield* violations, 0)
    }).pipe(Effect.provide(interruptedLayer)),
  )

  it.effect("that was overtaken twice locks the inventory, and is stored", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      assert.strictEqual(yield* overtaken(player, 100, 2), "success")
      assert.strictEqual(locked, 1)
      assert.strictEqual(yield* countOf(player, COIN), 30)
      assert.strictEqual(yield* violations, 0)
    }).pipe(Effect.provide(interruptedLayer)),
  )

  it.effect("without that condition still changes no record that has another revision", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      yield* submit(player, { entries: [fill(100)] })
      assert.strictEqual(yield* overtaken(player, 100, 1).pipe(unguarded), "success")
      assert.strictEqual(yield* countOf(player, COIN), 30)
      assert.strictEqual(yield* violations, 0)
    }).pipe(Effect.provide(interruptedLayer)),
  )
})
