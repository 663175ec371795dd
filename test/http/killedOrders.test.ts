/**
 * A server that is killed within a request of many orders (guarantees R4 and R5). After the restart the same request
 * again fulfils each order with a reference once: what the dead server stored is answered as it is stored. Orders
 * without a reference are the control: the request again fulfils them again.
 */
import { assert, describe, it } from "@effect/vitest"
import { uuids } from "@garrison/sql/uuid"
import * as Database from "@garrison/sql/Database"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { newUrls } from "../core/order/opened.ts"
import { CHEST_LOOT } from "../support/catalog.ts"
import { cryptoLayer } from "../support/crypto.ts"
import { caller } from "../support/httpCaller.ts"
import { violations } from "../support/orders.ts"
import { serverProcess } from "../support/serverProcess.ts"
import { startServer, type TestServer } from "../support/server.ts"

/** Orders of each player in the request. They run one after the other, so that some are stored before others begin. */
const ORDERS = 40
/** The server is killed once so many orders of each player are stored. */
const STORED_MIN = 3
/** Kills, until one comes within the request. A busy machine may be too late. */
const KILLS_MAX = 10

const settings = { orderEntriesPerWindowMax: 1_000_000, orderBytesPerWindowMax: 1024 ** 3 }
const patience = { queueBurstMillis: 60_000, queueMillis: 60_000 }

interface Submitted {
  readonly orders: ReadonlyArray<{
    readonly status: number
    readonly order?: { readonly order_id: string; readonly player_uuid: string }
  }>
}

/** The orders of the player as they are stored, in their sequence. */
const storedOf = (judge: TestServer, player: string) =>
  judge.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* Effect.orDie(
        sql`SELECT wire FROM player_order WHERE player_uuid = ${uuids(sql).id(player)} AND parent_order_id IS NULL ORDER BY created, order_id`,
      )
      return rows.map(({ wire }) => String(wire))
    }),
  )

/** A server of this process on the same database, which looks at what is stored. */
const judgeOver = async (database: NonNullable<Parameters<typeof startServer>[0]>["database"]) => {
  const judge = await startServer(database === undefined ? {} : { database })
  return Object.assign(judge, { [Symbol.asyncDispose]: () => judge.stop() })
}

/** Two players: the orders of the first have references. */
interface Players {
  readonly named: string
  readonly unnamed: string
}

const bodyFor = ({ named, unnamed }: Players) => {
  const entries = Array.from({ length: 5 }, () => ({ type: "fill_loot", loot_id: CHEST_LOOT, quantity: 2 }))
  const orders = Array.from({ length: ORDERS }, () => [
    { player_uuid: named, client_order_ref_id: crypto.randomUUID(), entries },
    { player_uuid: unnamed, entries },
  ])
  return { orders: orders.flat() }
}

const storedOfBoth = async (judge: TestServer, { named, unnamed }: Players) => ({
  named: await storedOf(judge, named),
  unnamed: await storedOf(judge, unnamed),
})

/** Sends the request to a server of its own, and kills that server within it. Answers with what is stored then. */
const killedWithin = async (judge: TestServer, storage: string, token: string, players: Players, body: object) => {
  const { child, exited, port } = await serverProcess(storage, { settings, ...patience })
  const call = caller(port)
  const lost = call("POST", "/inventory/v1/order", { token, body }).then(
    ({ status }) => String(status),
    () => "no answer",
  )
  const request = { isAnswered: false }
  void lost.then(() => (request.isAnswered = true))
  for (let least = 0; least < STORED_MIN && !request.isAnswered;) {
    const { named, unnamed } = await storedOfBoth(judge, players)
    least = Math.min(named.length, unnamed.length)
    // The reads of SQLite do not leave the processor to the request.
    await new Promise(setImmediate)
  }
  child.kill("SIGKILL")
  assert.strictEqual(await exited, "SIGKILL")
  const answer = await lost
  call.close()
  return { answer, stored: await storedOfBoth(judge, players) }
}

/** Kills servers within a request of orders until one dies between its orders, and sends that request again. */
const killedAndRepeated = async (judge: TestServer, storage: string) => {
  const token = await judge.machine("inv:create_order:player:any")
  for (let kill = 0; kill < KILLS_MAX; kill++) {
    const players = { named: (await judge.player()).playerUuid, unnamed: (await judge.player()).playerUuid }
    const body = bodyFor(players)
    const { answer, stored: before } = await killedWithin(judge, storage, token, players, body)
    if (before.named.length >= ORDERS || before.unnamed.length >= ORDERS) continue
    assert.strictEqual(answer, "no answer")
    const restarted = await serverProcess(storage, { settings, ...patience })
    const call = caller(restarted.port)
    const { json } = await call("POST", "/inventory/v1/order", { token, body })
    call.close()
    restarted.child.kill("SIGTERM")
    assert.strictEqual(await restarted.exited, 0)
    return { players, before, answered: json as Submitted, after: await storedOfBoth(judge, players) }
  }
  return assert.fail(`no server died within its request, in ${KILLS_MAX} kills`)
}

describe("a server killed within a request of many orders", () => {
  for (const [name, newUrl] of Object.entries(newUrls)) {
    it.effect(
      `on ${name}: the same request again fulfils orders with references once, and others twice (the control)`,
      () =>
        Effect.gen(function* () {
          const url = yield* newUrl
          const database = Layer.fresh(Layer.merge(Layer.orDie(Database.layer(url)), cryptoLayer))
          yield* Effect.promise(async () => {
            await using judge = await judgeOver(database)
            const { after, answered, before, players } = await killedAndRepeated(judge, url.replace(/^sqlite:/, ""))
            assert.deepStrictEqual(new Set(answered.orders.map(({ status }) => status)), new Set([200]))
            assert.deepStrictEqual(after.named.slice(0, before.named.length), before.named)
            assert.deepStrictEqual(
              after.named.map((wire) => JSON.stringify(JSON.parse(wire))),
              answered.orders.flatMap(({ order }) =>
                order?.player_uuid === players.named ? [JSON.stringify(order)] : [],
              ),
            )
            assert.lengthOf(after.named, ORDERS)
            assert.isAtLeast(after.unnamed.length, before.unnamed.length + ORDERS)
            assert.strictEqual(await judge.run(violations), 0)
          })
        }),
      600_000,
    )
  }
})
