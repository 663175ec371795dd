/**
 * Orders on SQLite without HTTP. One player after another submits alone, or 32 players submit at once; the floor does
 * the same by hand, with the fewest statements, and commits each order by itself. Then the same order by a player with
 * 100,000 records and by one with 10, of distinct items and of one item: the floor is the player with 10.
 */
import { randomUUID } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { localActor } from "@garrison/core/audit/Actor"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import * as Garrison from "@garrison/core/Garrison"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/Transaction"
import { Orders } from "@garrison/core/order/Orders"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { hostCaller } from "@garrison/core/token/rules/claims"
import { storage } from "@garrison/sql/storage"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { openDatabase } from "./floors/database.ts"
import { type Figure, figureOf, type Round } from "./report.ts"
import { MACHINE_CLIENT_ID, SIMPLE_LOOT } from "./seed.ts"

const AT_ONCE = 32
const PLAYERS = 512
const FEW = 10
const MANY = 100_000
/** An item of no loot that is measured. */
const FIRST_OTHER_ITEM = 10_000_000

const services = (file: string) =>
  Garrison.layer.pipe(
    Layer.provideMerge(storage(`sqlite:${file}`)),
    Layer.provideMerge(settingsInForce({ ...defaultSettings, orderEntriesPerWindowMax: 1e9 })),
  )

const catalog = (): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../examples/demo/catalog.json"), "utf8"))

const addPlayer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const player = PlayerUuid.make(randomUUID())
  yield* (yield* Transaction).run(
    Effect.andThen(
      sql`INSERT INTO player (player_uuid, person_id, created_at) VALUES (${id(player)}, ${id(randomUUID())}, 0)`,
      sql`INSERT INTO inventory_owner (player_uuid, last_changed) VALUES (${id(player)}, 0)`,
    ),
  )
  return player
}).pipe(Effect.orDie)

/** A player with so many records: of the measured item, or each of an item of its own. */
const addOwner = Effect.fnUntraced(function* (records: number, isOneItem: boolean) {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const player = yield* addPlayer
  const item = isOneItem ? sql`${SIMPLE_LOOT.item_id}` : sql`n + ${FIRST_OTHER_ITEM}`
  const numbers = sql`WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${records})`
  const write = Effect.gen(function* () {
    yield* sql`INSERT INTO inventory_record (player_uuid, inventory_id, item_id, type, bucket, count, acquired,
        legacy_inventory_id, revision)
      ${numbers} SELECT ${id(player)}, CAST(printf('%016d', n) AS BLOB), ${item}, 'persistent', 'none', 1, n, n, 1 FROM number`
    yield* sql`INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records)
      SELECT player_uuid, item_id, bucket, SUM(count), COUNT(*) FROM inventory_record WHERE player_uuid = ${id(player)}
      GROUP BY player_uuid, item_id, bucket`
  })
  yield* (yield* Transaction).run(write)
  return player
}, Effect.orDie)

type Submit = (line: number, index: number) => Promise<unknown> | void

/** Submits on so many lines for a time, and answers with the orders per second. */
const rateOf = async (submit: Submit, lines: number, seconds: number): Promise<number> => {
  const started = performance.now()
  let count = 0
  const line = async (number: number): Promise<void> => {
    while (performance.now() - started < seconds * 1000) {
      await submit(number, count)
      count++
    }
  }
  await Promise.all(Array.from({ length: lines }, (_, number) => line(number)))
  return (count * 1000) / (performance.now() - started)
}

const compare = async (ours: Submit, floor: Submit, lines: number, rounds: number, seconds: number) => {
  await rateOf(ours, lines, seconds / 2)
  await rateOf(floor, lines, seconds / 2)
  const measured: Array<Round> = []
  for (let round = 0; round < rounds; round++) {
    measured.push({ ours: await rateOf(ours, lines, seconds), floor: await rateOf(floor, lines, seconds) })
  }
  return measured
}

/** An order by hand: the statements that an order needs, in a transaction of its own. */
const floorSubmit = (file: string): Submit => {
  const database = openDatabase(file)
  const players = Array.from({ length: PLAYERS }, () => randomUUID())
  return (line, index) => {
    const player = players[(line * 997 + index) % PLAYERS] ?? ""
    const [now, orderId] = [Date.now(), randomUUID()]
    const wire = JSON.stringify({ order_id: orderId, player_uuid: player, created_time: new Date(now).toISOString() })
    database.transaction(() => {
      database.claimOwner.get(player, now)
      database.countRecent.get(player, null, player, now - 10_000)
      const before = database.findRecords.all(player, SIMPLE_LOOT.item_id)[0]
      const inventoryId = String(before?.["inventory_id"] ?? randomUUID())
      const [count, revision] = [Number(before?.["count"] ?? 0) + 1, Number(before?.["revision"] ?? 0) + 1]
      if (before === undefined) database.addRecord.run(inventoryId, player, SIMPLE_LOOT.item_id, count, now)
      else database.changeRecord.run(count, inventoryId, revision - 1)
      database.addLedger.run(inventoryId, revision, player, SIMPLE_LOOT.item_id, orderId, 1, count)
      database.addOrder.run(orderId, player, now, 1, null, "", wire)
    })
  }
}

/** Measures orders in a folder of its own under `TMPDIR`, whose disk decides what a commit costs. */
export const measureSubmit = async (rounds: number, seconds: number): Promise<ReadonlyArray<Figure>> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-submit-"))
  const measured = Effect.gen(function* () {
    yield* (yield* Catalogs).publish(catalog(), {}, { actor: localActor("bench") })
    const orders = yield* Orders
    const context = yield* Effect.context()
    const machine = hostCaller(MACHINE_CLIENT_ID)
    const entries = [{ type: "fill_loot", loot_id: SIMPLE_LOOT.loot_id, quantity: 1 }] as const
    const submitFor = (player: PlayerUuid) =>
      Effect.runPromiseWith(context)(orders.submit(player, { source: "IN_GAME", entries }, machine))
    const players = yield* Effect.forEach(Array.from({ length: PLAYERS }), () => addPlayer)
    const ours: Submit = (line, index) => submitFor(players[(line * 997 + index) % PLAYERS] ?? PlayerUuid.make(""))
    const floor = floorSubmit(join(folder, "floor.db"))
    const figures: Array<Figure> = []
    const add = (name: string, floorName: string, rows: ReadonlyArray<Round>) =>
      figures.push(figureOf(name, "orders/s", floorName, true, rows))
    const run = (one: Submit, other: Submit, lines: number) =>
      Effect.promise(() => compare(one, other, lines, rounds, seconds))
    add("submit, one at a time", "by hand", yield* run(ours, floor, 1))
    add("submit, 32 at once", "by hand, each committed by itself", yield* run(ours, floor, AT_ONCE))
    for (const isOneItem of [false, true]) {
      const few = yield* addOwner(FEW, isOneItem)
      const many = yield* addOwner(MANY, isOneItem)
      const kind = isOneItem ? "records of one item" : "distinct items"
      const rows = yield* run(
        () => submitFor(many),
        () => submitFor(few),
        1,
      )
      add(`submit with 100,000 ${kind}`, `with 10 ${kind}`, rows)
    }
    return figures
  })
  try {
    return await Effect.runPromise(measured.pipe(Effect.provide(services(join(folder, "ours.db"))), Effect.orDie))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
