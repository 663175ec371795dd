/**
 * Orders on SQLite without HTTP, each with a reference. One player after another submits alone, or 32 players submit at
 * once; the floor does the same by hand (floors/orders.ts), and commits each order by itself. Then the same order by a
 * player with 100,000 records and by one with 10, of distinct items and of one item: the floor is the player with 10.
 * Then the same orders with a keyed seal and without any, and with the row by which operators find an order by its id
 * alone and without it.
 * Then orders on Postgres, where the floor makes the same round trips by hand (floors/ordersPostgres.ts).
 */
import { randomBytes, randomUUID } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { localActor } from "@garrison/core/operation/Act"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import * as Garrison from "@garrison/core/Garrison"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { makeSeals, Seals } from "@garrison/core/kernel/seal/Seals"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Orders } from "@garrison/core/order/Orders"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { hostCaller } from "@garrison/core/kernel/Caller"
import { storage } from "@garrison/sql/storage"
import { OrderTables } from "@garrison/sql/order/storeOrder"
import { uuids } from "@garrison/sql/uuid"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { ordersOver, server } from "../test/support/orders.ts"
import { startPostgres } from "../test/support/postgres.ts"
import { countRoundTrips } from "../test/support/roundTrips.ts"
import { TcpProxy } from "../test/support/tcpProxy.ts"
import { makeDurable } from "./durablePostgres.ts"
import { openOrdersFloor } from "./floors/orders.ts"
import { openPostgresOrders } from "./floors/ordersPostgres.ts"
import { type Figure, figureOf, type Round } from "./report.ts"
import { MACHINE_CLIENT_ID, SIMPLE_LOOT } from "./seed.ts"

const AT_ONCE = 32
const PLAYERS = 512
/** Orders before a measurement. */
const WARM_UP_ORDERS = 4000
/** Orders whose statements are counted. */
const COUNTED_ORDERS = 8
const FEW = 10
const MANY = 100_000
/** An item of no loot that is measured. */
const FIRST_OTHER_ITEM = 10_000_000

/** Without the row by which an order is found by its id alone. */
const withoutLookup = Layer.effect(
  OrderTables,
  Effect.map(OrderTables, (tables) => tables.filter(({ name }) => name !== "order_lookup")),
)

/** Storage, of which orders write all tables, or not that one. */
const stored = (url: string, lookup: "with" | "without") =>
  lookup === "with" ? storage(url) : Layer.provide(storage(url), withoutLookup)

const services = (url: string, lookup: "with" | "without" = "with") =>
  Garrison.layer.pipe(
    Layer.provideMerge(stored(url, lookup)),
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
      sql`INSERT INTO inventory_owner (player_uuid, changed_at) VALUES (${id(player)}, 0)`,
    ),
  )
  return player
}).pipe(Effect.orDie)

/** An order of one loot that gives one item, with a reference of its own. */
const orderOf = () =>
  ({
    client_order_ref_id: randomUUID(),
    source: "IN_GAME",
    entries: [{ type: "fill_loot", loot_id: SIMPLE_LOOT.loot_id, quantity: 1 }],
  }) as const

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

const warmUp = async (submit: Submit, line: number): Promise<void> => {
  for (let index = 0; index < WARM_UP_ORDERS / AT_ONCE; index++) await submit(line, index)
}

const compare = async (ours: Submit, floor: Submit, lines: number, rounds: number, seconds: number) => {
  // A process that has served for a while has compiled what it runs often.
  for (const one of [ours, floor]) await Promise.all(Array.from({ length: AT_ONCE }, (_, line) => warmUp(one, line)))
  const measured: Array<Round> = []
  for (let round = 0; round < rounds; round++) {
    measured.push({ ours: await rateOf(ours, lines, seconds), floor: await rateOf(floor, lines, seconds) })
  }
  return measured
}

/** The service, as a server without tracing runs it. */
const submitting = Effect.gen(function* () {
  yield* (yield* Catalogs).publish(catalog(), {}, { actor: localActor("bench") })
  const orders = yield* Orders
  const run = Effect.runPromiseWith(Context.add(yield* Effect.context(), References.TracerEnabled, false))
  const machine = hostCaller(MACHINE_CLIENT_ID)
  const players = yield* Effect.forEach(Array.from({ length: PLAYERS }), () => addPlayer)
  return { players, submitFor: (player: PlayerUuid) => run(orders.submit(player, orderOf(), machine)) }
})

/** The player whose turn it is on a line. */
const playerOf = (players: ReadonlyArray<PlayerUuid>, line: number, index: number): PlayerUuid =>
  players[(line * 997 + index) % PLAYERS] ?? PlayerUuid.make("")

/** Measures orders in a folder of its own under `TMPDIR`, whose disk decides what a commit costs. */
export const measureSubmit = async (rounds: number, seconds: number): Promise<ReadonlyArray<Figure>> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-submit-"))
  const measured = Effect.gen(function* () {
    const { players, submitFor } = yield* submitting
    const ours: Submit = (line, index) => submitFor(playerOf(players, line, index))
    const byHand = openOrdersFloor(join(folder, "floor.db"), SIMPLE_LOOT.item_id)
    const floor: Submit = (line, index) => void byHand(playerOf(players, line, index), orderOf())
    const figures: Array<Figure> = []
    const add = (name: string, floorName: string, rows: ReadonlyArray<Round>) =>
      figures.push(figureOf(name, "orders/s", floorName, true, rows))
    const against = (one: Submit, other: Submit, lines: number) =>
      Effect.promise(() => compare(one, other, lines, rounds, seconds))
    add("submit, one at a time", "by hand", yield* against(ours, floor, 1))
    add("submit, 32 at once", "by hand, each committed by itself", yield* against(ours, floor, AT_ONCE))
    for (const isOneItem of [false, true]) {
      const few = yield* addOwner(FEW, isOneItem)
      const many = yield* addOwner(MANY, isOneItem)
      const kind = isOneItem ? "records of one item" : "distinct items"
      const rows = yield* against(
        () => submitFor(many),
        () => submitFor(few),
        1,
      )
      add(`submit with 100,000 ${kind}`, `with 10 ${kind}`, rows)
    }
    return figures
  })
  try {
    return await Effect.runPromise(
      measured.pipe(Effect.provide(services(`sqlite:${join(folder, "ours.db")}`)), Effect.orDie),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const noHash = "x".repeat(43)
const noHex = "x".repeat(64)

/** A seal that costs nothing, and is none. */
const unsealed = Layer.succeed(Seals, {
  kind: "plain",
  keyedFrom: undefined,
  missing: undefined,
  sealOf: () => noHash,
  hashOf: () => noHash,
  hexOf: () => noHex,
  standInOf: () => "",
})

const sealed = Layer.effect(
  Seals,
  Effect.suspend(() => makeSeals({ _tag: "key", key: randomBytes(32), from: { orders: 0, audit: 1 } })),
)

/** A catalog whose one loot gives one item. */
const oneLoot = {
  items: { [SIMPLE_LOOT.item_id]: {} },
  vendors: { 1: { loot: { [SIMPLE_LOOT.loot_id]: { item_id: SIMPLE_LOOT.item_id } } } },
}

/** Orders of a batch, and batches of each side in a round. Short ones in turn meet the same load of the machine. */
const BATCH_ORDERS = 400
const BATCHES = 6

/** Submits a batch, and answers with the orders in a second of the processor. */
const processorRateOf = async (submit: Submit, lines: number): Promise<number> => {
  const before = process.cpuUsage()
  let count = 0
  const line = async (number: number): Promise<void> => {
    while (count < BATCH_ORDERS) await submit(number, count++)
  }
  await Promise.all(Array.from({ length: lines }, (_, number) => line(number)))
  const { system, user } = process.cpuUsage(before)
  return (BATCH_ORDERS * 1_000_000) / (system + user)
}

const medianOf = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** A round of batches in turn. A seal costs processor time alone, which is what is compared. */
const processorRound = async (ours: Submit, floor: Submit, lines: number): Promise<Round> => {
  const rates = { ours: Array<number>(), floor: Array<number>() }
  for (let batch = 0; batch < BATCHES; batch++) {
    rates.ours.push(await processorRateOf(ours, lines))
    rates.floor.push(await processorRateOf(floor, lines))
  }
  return { ours: medianOf(rates.ours), floor: medianOf(rates.floor) }
}

/** What orders write, and the same orders without a part of it. */
const parts = [
  {
    name: "submit with a keyed seal",
    floorName: "without the seal",
    ours: [sealed, "with"],
    floor: [unsealed, "with"],
  },
  {
    name: "submit with the lookup by id",
    floorName: "without the lookup",
    ours: [unsealed, "with"],
    floor: [unsealed, "without"],
  },
] as const

/** Measures what parts of an order cost: the floor submits the same orders, each without that part. */
export const measureParts = async (rounds: number): Promise<ReadonlyArray<Figure>> => {
  const figures: Array<Figure> = []
  for (const part of parts) figures.push(...(await measurePart(part, rounds)))
  return figures
}

const measurePart = async (part: (typeof parts)[number], rounds: number): Promise<ReadonlyArray<Figure>> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-submit-"))
  const opened = async (file: string, [seals, lookup]: (typeof part)["ours" | "floor"]) => {
    const database = stored(`sqlite:${join(folder, file)}`, lookup)
    const runtime = ManagedRuntime.make(ordersOver(oneLoot, {}, seals).pipe(Layer.provideMerge(database)))
    const run = Effect.runPromiseWith(Context.add(await runtime.context(), References.TracerEnabled, false))
    const players = await run(Effect.forEach(Array.from({ length: PLAYERS }), () => addPlayer))
    const orders = await run(Orders)
    const submit: Submit = (line, index) => run(orders.submit(playerOf(players, line, index), orderOf(), server))
    return { submit, close: () => runtime.dispose() }
  }
  const ours = await opened("ours.db", part.ours)
  const floor = await opened("floor.db", part.floor)
  try {
    const figures: Array<Figure> = []
    for (const lines of [1, AT_ONCE]) {
      for (const one of [ours, floor])
        await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => warmUp(one.submit, at)))
      const rows: Array<Round> = []
      for (let round = 0; round < rounds; round++) rows.push(await processorRound(ours.submit, floor.submit, lines))
      const name = `${part.name}, ${lines === 1 ? "one at a time" : `${lines} at once`}`
      figures.push(figureOf(name, "orders/s of the processor", part.floorName, true, rows))
    }
    return figures
  } finally {
    await ours.close()
    await floor.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures orders on a Postgres that waits for its disk: against orders by hand, and without the lookup by id. */
export const measureSubmitPostgres = async (rounds: number, seconds: number): Promise<ReadonlyArray<Figure>> => {
  const postgres = await startPostgres()
  const named = (name: string): string => postgres.url.replace(/[^/]*$/, name)
  try {
    await makeDurable(postgres.url, ["ours", "floor", "plain"])
    const opened = Effect.fnUntraced(function* (name: string, lookup: "with" | "without") {
      const context = yield* Layer.build(services(named(name), lookup))
      const { players, submitFor } = yield* Effect.provideContext(submitting, context)
      const submit: Submit = (line, index) => submitFor(playerOf(players, line, index))
      return { players, submit }
    })
    const measured = Effect.gen(function* () {
      const { players, submit } = yield* opened("ours", "with")
      const plain = yield* opened("plain", "without")
      const byHand = yield* openPostgresOrders(named("floor"), SIMPLE_LOOT.item_id, players)
      const floor: Submit = (line, index) => byHand(playerOf(players, line, index), orderOf())
      const figures: Array<Figure> = []
      for (const lines of [1, AT_ONCE]) {
        const how = lines === 1 ? "one at a time" : `${lines} at once`
        const rows = yield* Effect.promise(() => compare(submit, floor, lines, rounds, seconds))
        figures.push(figureOf(`submit on Postgres, ${how}`, "orders/s", "by hand", true, rows))
        const beside = yield* Effect.promise(() => compare(submit, plain.submit, lines, rounds, seconds))
        figures.push(
          figureOf(`submit with the lookup by id on Postgres, ${how}`, "orders/s", "without the lookup", true, beside),
        )
      }
      return figures
    })
    return await Effect.runPromise(measured.pipe(Effect.scoped, Effect.orDie))
  } finally {
    await postgres.stop()
  }
}

/** What an order of one item costs a database. */
export interface OrderCost {
  readonly storage: "SQLite" | "Postgres"
  readonly statements: number
  /** Undefined on SQLite, which has none. */
  readonly roundTrips: number | undefined
}

/** Counts the statements and round trips of the cheapest of some orders: the first ones prepare their statements. */
const costOf = (url: string, roundTrips: (() => number) | undefined) =>
  Effect.gen(function* () {
    yield* (yield* Catalogs).publish(catalog(), {}, { actor: localActor("bench") })
    const [orders, player, machine] = [yield* Orders, yield* addPlayer, hostCaller(MACHINE_CLIENT_ID)]
    let statements = 0
    const counted = Effect.provideService(
      Effect.suspend(() => orders.submit(player, orderOf(), machine)),
      Statement.CurrentTransformer,
      (statement) =>
        Effect.sync(() => {
          statements++
          return statement
        }),
    )
    const costs: Array<Omit<OrderCost, "storage">> = []
    for (let count = 0; count < COUNTED_ORDERS; count++) {
      const before = roundTrips?.() ?? 0
      statements = 0
      yield* counted
      costs.push({ statements, roundTrips: roundTrips && roundTrips() - before })
    }
    return costs.reduce((least, cost) => ((cost.roundTrips ?? 0) < (least.roundTrips ?? 0) ? cost : least))
  }).pipe(Effect.provide(services(url)), Effect.orDie, Effect.runPromise)

/** Counts what an order costs each database, over one connection on Postgres. */
export const countOrderCosts = async (): Promise<ReadonlyArray<OrderCost>> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-submit-"))
  const postgres = await startPostgres()
  const proxy = await TcpProxy.to(Number(new URL(postgres.url).port))
  try {
    let trips = 0
    proxy.watch(countRoundTrips(() => trips++))
    const proxied = new URL(postgres.url)
    proxied.port = String(proxy.port)
    proxied.searchParams.set("pool_size", "1")
    return [
      { storage: "SQLite", ...(await costOf(`sqlite:${join(folder, "counted.db")}`, undefined)) },
      { storage: "Postgres", ...(await costOf(proxied.href, () => trips)) },
    ]
  } finally {
    proxy.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
