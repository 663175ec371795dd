/**
 * One player whole with 10,000 orders, beside the statements that a careful engineer would write for the same rows, on
 * the same connection. On SQLite and on Postgres. It must take less than 50 ms.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { hostCaller } from "@garrison/core/kernel/Caller"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Logins } from "@garrison/core/login/Logins"
import { Notifications } from "@garrison/core/notification/Notifications"
import { localActor } from "@garrison/core/operation/Act"
import { Orders } from "@garrison/core/order/Orders"
import { awaitChange } from "@garrison/core/overview/operations/awaitChange"
import { showOverview } from "@garrison/core/overview/operations/showOverview"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { storage } from "@garrison/sql/storage"
import { uuid, uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { context, request } from "../test/support/logins.ts"
import { startPostgres } from "../test/support/postgres.ts"
import { type Figure, figureOf, type Round } from "./report.ts"
import { SIMPLE_LOOT } from "./seed.ts"

const ORDERS = 10_000
const NOTIFICATIONS = 50
const LOGINS = 120
/** What the whole view may take, in milliseconds. */
const MILLIS_MAX = 50

const act = { actor: localActor("bench") }

const device = request({ grant_type: "anon", portal_access_token: "bench-device-secret-000001", include_refresh: true })

const seed = Effect.gen(function* () {
  const catalog: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "../examples/demo/catalog.json"), "utf8"))
  yield* (yield* Catalogs).publish(catalog, {}, act)
  yield* (yield* Clients).create({ clientId: "bench-game", kind: "game", permissions: [], public: true }, act)
  const logins = yield* Logins
  let player = PlayerUuid.make("00000000-0000-7000-8000-000000000001")
  for (let index = 0; index < LOGINS; index++) {
    const { active_player_uuid: found } = yield* logins.login(device, context())
    player = PlayerUuid.make(String(found))
  }
  const orders = yield* Orders
  const { loot_id: lootId } = SIMPLE_LOOT
  const entries = [{ type: "fill_loot", loot_id: lootId, quantity: 1 }] as const
  for (let index = 0; index < ORDERS; index++) {
    yield* orders.submit(player, { source: "IN_GAME", entries }, hostCaller("bench"))
  }
  const notifications = yield* Notifications
  for (let index = 0; index < NOTIFICATIONS; index++)
    yield* notifications.append(player, { message: `Number ${index}` })
  return player
})

/** The rows of the same view, by statements written by hand. */
const makeByHand = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  return Effect.fnUntraced(function* (player: PlayerUuid) {
    const [found] = yield* sql`SELECT person_id FROM player WHERE player_uuid = ${id(player)}`
    const person = id(uuid(found?.person_id))
    const read = [
      sql`SELECT * FROM person JOIN person_player AS p ON p.person_id = person.person_id WHERE person.person_id = ${person}`,
      sql`SELECT * FROM person_portal_user WHERE person_id = ${person}`,
      sql`SELECT * FROM restriction WHERE person_id = ${person}`,
      sql`SELECT * FROM agreement_receipt WHERE person_id = ${person}`,
      sql`SELECT * FROM login_session WHERE person_id = ${person} ORDER BY session_id DESC LIMIT 11`,
      sql`SELECT * FROM inventory_record WHERE player_uuid = ${id(player)} ORDER BY item_id, inventory_id LIMIT 11`,
      sql`SELECT order_id, created, wire FROM player_order WHERE player_uuid = ${id(player)}
        ORDER BY created DESC, order_id DESC LIMIT 11`,
      sql`SELECT position, wire FROM notification WHERE player_uuid = ${id(player)} ORDER BY position DESC LIMIT 11`,
      sql`SELECT * FROM person_presence WHERE person_id = ${person} AND player_uuid = ${id(player)}`,
      sql`SELECT * FROM login_history WHERE person_id = ${person} ORDER BY login_id DESC LIMIT 11`,
      sql`SELECT * FROM security_event WHERE person_id = ${person} ORDER BY event_id DESC LIMIT 11`,
      sql`SELECT * FROM audit WHERE subject_kind = 'person' AND subject_id = ${uuid(found?.person_id)}
        ORDER BY sequence DESC LIMIT 11`,
      sql`SELECT * FROM role`,
    ]
    const parsed: Array<unknown> = []
    for (const one of read) {
      for (const row of yield* one) parsed.push(typeof row.wire === "string" ? JSON.parse(row.wire) : row)
    }
    return parsed.length
  })
})

const timeOf = Effect.fnUntraced(function* <A, E, R>(count: number, once: Effect.Effect<A, E, R>) {
  const started = performance.now()
  for (let index = 0; index < count; index++) yield* once
  return (performance.now() - started) / count
})

const measure = Effect.fnUntraced(function* (name: string, rounds: number, count: number) {
  const player = yield* seed
  const byHand = yield* makeByHand
  const whole: Array<Round> = []
  const marks: Array<Round> = []
  const input = { player_uuid: player }
  for (let round = -1; round < rounds; round++) {
    const ours = yield* timeOf(count, showOverview.run(input, act))
    const mark = yield* timeOf(count, awaitChange.run(input, act))
    const floor = yield* timeOf(count, byHand(player))
    if (round < 0) continue
    whole.push({ ours, floor })
    marks.push({ ours: mark, floor })
  }
  const figure = figureOf(`player whole, ${name}`, "ms", "its rows by hand", false, whole)
  if (figure.ours > MILLIS_MAX) throw new Error(`a player whole takes ${figure.ours} ms on ${name}`)
  return [figure, figureOf(`look for a change, ${name}`, "ms", "the whole by hand", false, marks)]
})

const measureOn = (url: string, name: string, rounds: number): Promise<ReadonlyArray<Figure>> => {
  const settings = { ...defaultSettings, orderEntriesPerWindowMax: 1_000_000, defaultClientId: "bench-game" }
  const services = Garrison.layer.pipe(Layer.provideMerge(settingsInForce(settings)), Layer.provideMerge(storage(url)))
  return Effect.runPromise(measure(name, rounds, 50).pipe(Effect.provide(services), Effect.orDie))
}

/** Measures one player whole on both databases. */
export const measureOverview = async (rounds: number): Promise<ReadonlyArray<Figure>> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-bench-"))
  const postgres = await startPostgres()
  try {
    return [
      ...(await measureOn(`sqlite:${join(folder, "overview.db")}`, "SQLite", rounds)),
      ...(await measureOn(postgres.url, "Postgres", rounds)),
    ]
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
