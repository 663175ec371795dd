/** The pages of a player's inventory: without gap or duplicate, at the same cost everywhere (decisions, section 11). */
import { jsonEncoder } from "@garrison/core/kernel/wire/encoder"
import { assert, layer as withLayer } from "@effect/vitest"
import { Inventories } from "@garrison/core/inventory/Inventories"
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import { alwaysOwnedId } from "@garrison/core/inventory/rules/alwaysOwned"
import { InventoryPage, type InventoryPageRequest, type OwnedRecord } from "@garrison/core/inventory/schema"
import { Cursors } from "@garrison/core/kernel/wire/Cursors"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import type { OrderRequest } from "@garrison/core/order/schema"
import * as Context from "effect/Context"
import { uuid, uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import * as TestClock from "effect/testing/TestClock"
import { randomUUID } from "node:crypto"
import { onEachDatabase } from "../../support/databases.ts"
import { ordersLayer, playerCaller, submit } from "../../support/orders.ts"
import { insertPlayer, strangerUuid } from "../../support/players.ts"
import type { Draft } from "../order/catalogs.ts"

/** Every player owns items 3 and 30, and the inactive item 7. */
const draft: Draft = {
  items: {
    1: {},
    2: {},
    3: { availability_flags: 2 },
    5: {},
    7: { availability_flags: 3 },
    30: { availability_flags: 2 },
  },
  vendors: {
    10: {
      loot: {
        100: { item_id: 5, is_claimable_by_client: true },
        101: { item_id: 1, inventory_operation: "subtract" },
      },
    },
  },
}

const start = 1_000_000

const create = (item_id: number, quantity = 1, more: Partial<OrderRequest["entries"][number]> = {}) => ({
  type: "create_new_persistent_inventory" as const,
  item_id,
  quantity,
  ...more,
})

const give = (player: PlayerUuid, ...entries: OrderRequest["entries"]) =>
  Effect.map(submit(player, { entries }), (order) =>
    order.entries.map((entry) => {
      assert.strictEqual(entry.result, "success")
      return entry.details[0]?.inv_change?.after?.inventory_id ?? ""
    }),
  )

/** Every page from the first on; `between` runs after each. */
const walk = Effect.fnUntraced(function* <E = never, R = never>(
  player: PlayerUuid,
  request: InventoryPageRequest,
  between?: Effect.Effect<unknown, E, R>,
) {
  const inventories = yield* Inventories
  const seen: Array<OwnedRecord> = []
  let cursor: string | undefined
  for (let pages = 1; ; pages++) {
    const { data, page } = yield* inventories.page(player, { ...request, ...(cursor === undefined ? {} : { cursor }) })
    assert.isAtMost(data.length, page.limit)
    seen.push(...data)
    if (page.cursor === undefined) return { seen, pages }
    cursor = page.cursor
    if (between !== undefined) yield* Effect.orDie(between)
  }
})

const idsOf = (records: ReadonlyArray<OwnedRecord>) => records.map(({ inventory_id }) => inventory_id)

/** Records of a statement: a busy machine may take longer for more than a statement may take. */
const FILLED_AT_ONCE = 10_000

/** Inserts many records of a player, without any service. */
const fill = Effect.fnUntraced(function* (player: PlayerUuid, count: number, expires: number | null, items: number) {
  const sql = yield* SqlClient.SqlClient
  const numbers = (first: number, last: number) =>
    sql.onDialectOrElse({
      pg: () => sql`SELECT generate_series(CAST(${first} AS BIGINT), CAST(${last} AS BIGINT)) AS n`,
      orElse: () =>
        sql`WITH RECURSIVE s (n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM s WHERE n < ${last}) SELECT n FROM s`,
    })
  const prefix = randomUUID().slice(0, 13)
  const { id: asId } = uuids(sql)
  const id = sql.onDialectOrElse({
    pg: () => sql`CAST(CAST(${prefix} AS TEXT) || '-7000-8000-' || lpad(to_hex(n), 12, '0') AS UUID)`,
    orElse: () => sql`unhex(${prefix.replace("-", "")} || '70008000' || printf('%012x', n))`,
  })
  const transaction = yield* Transaction
  yield* transaction.run(
    sql`INSERT INTO inventory_owner (player_uuid, changed_at) VALUES (${asId(player)}, 1)
      ON CONFLICT (player_uuid) DO NOTHING`,
  )
  for (let first = 1; first <= count; first += FILLED_AT_ONCE) {
    const portion = numbers(first, Math.min(count, first + FILLED_AT_ONCE - 1))
    yield* transaction.run(
      sql`INSERT INTO inventory_record (inventory_id, player_uuid, item_id, type, bucket, count, acquired, expires,
          legacy_inventory_id, revision)
        SELECT ${id}, CAST(${asId(player)} AS ${uuids(sql).type}), n % ${sql.literal(String(items))} + 100, 'persistent', 'none', 1, 1,
          CAST(${expires} AS BIGINT), n, 1 FROM (${portion}) AS numbers`,
    )
  }
})

onEachDatabase((name, database) => {
  const world = Inventories.layer.pipe(Layer.provideMerge(ordersLayer(database, draft)))

  withLayer(world)(`an inventory on ${name}`, (it) => {
    it.effect("of a player who never ordered has the items of all players, since the player was created", () =>
      Effect.gen(function* () {
        const { data, page } = yield* (yield* Inventories).page(yield* insertPlayer(), {})
        assert.deepStrictEqual(page, { limit: 50 })
        assert.deepStrictEqual(
          data,
          [3, 7, 30].map((item_id) => ({
            item_id,
            inventory_id: alwaysOwnedId(item_id),
            type: "always_owned",
            count: 1,
            acquired: 0,
          })),
        )
      }),
    )

    it.effect("lists records by item and then by id, with any size of page", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const player = yield* insertPlayer()
        const [fives, ones] = [yield* give(player, create(5), create(5, 9)), yield* give(player, create(1), create(1))]
        const [transient] = yield* give(player, { ...create(2, 4), type: "create_new_transient_inventory" as const })
        const wanted = [...ones, transient, alwaysOwnedId(3), ...fives, alwaysOwnedId(7), alwaysOwnedId(30)]
        for (const limit of [1, 2, 3, 7, 8, 9, 100]) {
          const { pages, seen } = yield* walk(player, { limit })
          assert.deepStrictEqual(idsOf(seen), wanted, `limit ${limit}`)
          assert.strictEqual(pages, Math.ceil(wanted.length / limit))
        }
      }),
    )

    it.effect("shows a record as the order that made it showed it, with its item", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const player = yield* insertPlayer()
        const expires = start + 60_000
        const given = create(1, 12, { custom_data: { colour: "red" }, expires, use_inventory_bucket: "golf" })
        const order = yield* submit(player, { entries: [given] })
        const after = order.entries[0]?.details[0]?.inv_change?.after
        const { seen } = yield* walk(player, {})
        assert.deepStrictEqual(seen[0], { item_id: 1, ...(after as NonNullable<typeof after>) })
        assert.deepInclude(seen[0], { count: 12, bucket: "golf", expires, custom_data: { colour: "red" } })
      }),
    )

    it.effect("keeps a record that has fallen to 0, and leaves out an expired record, to the millisecond", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const player = yield* insertPlayer()
        const [kept, rented] = yield* give(player, create(1, 5), create(2, 1, { expires: start + 1000 }))
        yield* give(player, { type: "fill_loot", loot_id: 101, quantity: 5 })
        const stored = Effect.map(walk(player, {}), ({ seen }) =>
          seen.filter(({ type }) => type === "persistent").map(({ count, inventory_id }) => [inventory_id, count]),
        )
        yield* TestClock.setTime(start + 999)
        assert.deepStrictEqual(yield* stored, [
          [kept, 0],
          [rented, 1],
        ])
        yield* TestClock.setTime(start + 1000)
        assert.deepStrictEqual(yield* stored, [[kept, 0]])
        // An order has seen the record expire. A clock that is set back does not revive it.
        yield* give(player, create(5))
        yield* TestClock.setTime(start)
        assert.deepStrictEqual((yield* stored).length, 2)
        assert.notInclude((yield* stored).flat(), rented)
      }),
    )

    it.effect("continues behind expired records, however many, and reads a bounded number for each page", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const player = yield* insertPlayer()
        yield* fill(player, 5000, start, 3)
        const [last] = yield* give(player, create(5), create(1))
        const store = yield* InventoryStore
        let most = 0
        let read = 0
        const counting = InventoryStore.of({
          ...store,
          list: (...given) => Effect.tap(store.list(...given), (found) => Effect.sync(() => (read += found.length))),
        })
        const { inventories } = yield* Layer.build(Layer.fresh(Inventories.layer)).pipe(
          Effect.map((context) => ({ inventories: Context.get(context, Inventories) })),
          Effect.provideService(InventoryStore, counting),
        )
        const note = Effect.sync(() => {
          most = Math.max(most, read)
          read = 0
        })
        const { pages, seen } = yield* walk(player, { limit: 10 }, note).pipe(
          Effect.provideService(Inventories, inventories),
        )
        yield* note
        assert.include(idsOf(seen), last)
        assert.strictEqual(seen.length, 2 + 3)
        assert.isAtMost(most, 1000 + 10)
        assert.isAtMost(pages, 7)
      }).pipe(Effect.scoped),
    )

    it.effect("shows each record that stays exactly once, while orders change, add and end others", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const player = yield* insertPlayer()
        const there = (yield* Effect.forEach([1, 2, 5, 1, 2, 5, 5], (item) =>
          give(player, create(item), create(item)),
        )).flat()
        let round = 0
        const changes = Effect.gen(function* () {
          const [changed, other] = [there[round % there.length] ?? "", there[(round * 5) % there.length] ?? ""]
          round++
          yield* give(player, create(1), create(5), create(2, 1, { expires: start + round * 1000 + 500 }))
          yield* give(player, { type: "update_inventory", inventory_id: changed, quantity: round })
          yield* give(player, { type: "fill_loot", loot_id: 101, quantity: 1 })
          yield* give(player, { type: "update_inventory", inventory_id: other, quantity: 1, custom_data: { a: "b" } })
          yield* submit(player, { entries: [{ type: "fill_loot", loot_id: 100, quantity: 3 }] }, playerCaller(player))
          yield* TestClock.setTime(start + round * 1000)
        })
        const { seen } = yield* walk(player, { limit: 2 }, changes)
        assert.isAbove(round, 5)
        const ids = idsOf(seen)
        assert.strictEqual(new Set(ids).size, ids.length)
        assert.deepStrictEqual(ids.filter((id) => there.includes(id)).toSorted(), there.toSorted())
      }),
    )

    it.effect("(control) shows some records twice when pages use an offset", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const sql = yield* SqlClient.SqlClient
        const player = yield* insertPlayer()
        yield* Effect.forEach([5, 5, 5, 5], (item) => give(player, create(item)))
        const seen: Array<unknown> = []
        for (let offset = 0; offset < 8; offset += 2) {
          const rows = yield* sql`SELECT inventory_id FROM inventory_record WHERE player_uuid = ${uuids(sql).id(player)}
            ORDER BY item_id, inventory_id LIMIT 2 OFFSET ${offset}`
          seen.push(...rows.map(({ inventory_id }) => uuid(inventory_id)))
          yield* give(player, create(1))
        }
        assert.isBelow(new Set(seen).size, seen.length)
      }),
    )

    it.effect("finds its place among 100,000 records by an index, and reads only the page", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const player = yield* insertPlayer()
        yield* fill(player, 100_000, null, 3)
        yield* (yield* Transaction).run(sql`ANALYZE inventory_record`)
        const statements: Array<readonly [string, ReadonlyArray<unknown>]> = []
        const listen: Statement.Transformer = (statement) =>
          Effect.sync(() => {
            statements.push(statement.compile())
            return statement
          })
        const store = yield* InventoryStore
        const middle = { itemId: 101, inventoryId: "80000000-0000-7000-8000-000000000000" }
        const found = yield* Effect.provideService(store.list(player, middle, 51), Statement.CurrentTransformer, listen)
        assert.strictEqual(found.length, 51)
        const [text = "", params = []] = statements.find(([one]) => one.includes("inventory_record")) ?? []
        const explain = sql.onDialectOrElse({
          pg: () => `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          orElse: () => `EXPLAIN QUERY PLAN ${text}`,
        })
        const plan = JSON.stringify(yield* sql.unsafe(explain, params), (_, value) =>
          typeof value === "bigint" ? Number(value) : value,
        )
        assert.notMatch(plan, /TEMP B-TREE|"Sort"|Seq Scan|Rows Removed by Filter/)
        assert.match(
          plan,
          sql.onDialectOrElse({
            pg: () => /Index Cond[^,]*ROW\(item_id, inventory_id\) > ROW/,
            orElse: () =>
              /USING INDEX inventory_record_of_item \(player_uuid=\? AND \(item_id,inventory_id\)>\(\?,\?\)\)/,
          }),
        )
      }),
    )

    it.effect("of an unknown player is not found", () =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip((yield* Inventories).page(strangerUuid, {}))
        assert.strictEqual(failure._tag, "PlayerNotFound")
      }),
    )

    it.effect("refuses a cursor that is forged, foreign or of another list", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const inventories = yield* Inventories
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        yield* give(ada, create(1), create(2))
        const { cursor = "" } = (yield* inventories.page(ada, { limit: 1 })).page
        const order = yield* (yield* Cursors).seal("order", ada, "1.x")
        const flipped = `${cursor.slice(0, -1)}${cursor.endsWith("A") ? "B" : "A"}`
        for (const [player, given] of [
          [lin, cursor],
          [ada, flipped],
          [ada, order],
          [ada, ""],
          [ada, "x".repeat(10_000)],
        ] as const) {
          const failure = yield* Effect.flip(inventories.page(player, { cursor: given }))
          assert.strictEqual(failure._tag, "InvalidInput")
          assert.deepStrictEqual(yield* inventories.inspectCursor(player, given), [
            { loc: ["cursor"], msg: "is not a cursor of this inventory", type: "value_error" },
          ])
        }
        assert.deepStrictEqual(yield* inventories.inspectCursor(ada, cursor), [])
      }),
    )

    it.effect("has equal bytes while it does not change", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const player = yield* insertPlayer()
        yield* give(player, create(1, 2, { custom_data: { b: "1", a: "2" } }), create(2))
        const inventories = yield* Inventories
        const text = Effect.map(inventories.page(player, { limit: 2 }), jsonEncoder(InventoryPage))
        const before = yield* text
        assert.strictEqual(yield* text, before)
        yield* give(player, create(1))
        assert.notStrictEqual(yield* text, before)
      }),
    )
  })
})
