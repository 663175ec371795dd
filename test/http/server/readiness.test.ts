/** Readiness tells the truth about writes: the disk is full, the database may only be read (guarantees R46). */
import { assert, describe, it } from "@effect/vitest"
import { StorageProbe } from "@garrison/core/kernel/work/StorageProbe"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { Notifications } from "@garrison/core/notification/Notifications"
import type { UnreadyCause } from "@garrison/http/Readiness"
import * as Database from "@garrison/sql/Database"
import * as SqlTransaction from "@garrison/sql/SqlTransaction"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { cryptoLayer } from "../../support/crypto.ts"
import { patientPostgres, postgresUrl, postgresUrlOn, freshSqliteLayer } from "../../support/databases.ts"
import { startServer, type TestServer } from "../../support/server.ts"
import { smallDisk } from "../../support/smallDisk.ts"
import { codeOf } from "../samples.ts"

const logsIn = async (server: TestServer): Promise<boolean> => {
  const body = { grant_type: "anon", portal_access_token: crypto.randomUUID() }
  const reply = await server.call("POST", "/users/v1/login", { body })
  if (reply.status !== 200) assert.deepStrictEqual([reply.status, codeOf(reply)], [503, "service_unavailable"])
  return reply.status === 200
}

/** What the probe says when it has looked anew: an answer is good for a second. */
const readiness = async (server: TestServer) => {
  server.advanceSeconds(2)
  const reply = await server.call("GET", "/readyz")
  return reply.status === 200 ? "ready" : (reply.json as { readonly desc: string }).desc
}

/**
 * Breaks storage, and mends it where that can be. Answers what readiness said before, meanwhile and after; a login
 * finds the same each time, and the process lives on.
 */
const readinessAround = async (server: TestServer, breakIt: () => unknown, mendIt?: () => unknown) => {
  assert.isTrue(await logsIn(server))
  const said = [await readiness(server)]
  await breakIt()
  while (await logsIn(server)) assert.isTrue(true)
  said.push(await readiness(server))
  assert.strictEqual((await server.call("GET", "/livez")).status, 200)
  if (mendIt !== undefined) {
    await mendIt()
    while ((await readiness(server)) !== "ready") assert.isTrue(true)
    said.push(await readiness(server))
    assert.isTrue(await logsIn(server))
  }
  await server.stop()
  return said
}

const dropped = (cause: UnreadyCause) => ["ready", `not ready: ${cause}`]
const back = (cause: UnreadyCause) => [...dropped(cause), "ready"]

const pragma = (server: TestServer, text: string) =>
  server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = yield* Transaction
      return yield* transaction.run(SqlTransaction.orUnavailable(sql.unsafe<Record<string, number>>(text)))
    }),
  )

describe("readiness", () => {
  it("drops when the disk is full, and is back when there is room", async () => {
    const disk = smallDisk()
    if (disk === undefined) {
      // A file that may not grow stands for the disk.
      const server = await startServer({ database: freshSqliteLayer })
      const [row] = await pragma(server, "PRAGMA page_count")
      const full = () => pragma(server, `PRAGMA max_page_count = ${row?.["page_count"]}`)
      const mend = () => pragma(server, "PRAGMA max_page_count = 1000000")
      assert.deepStrictEqual(await readinessAround(server, full, mend), back("disk_full"))
      return
    }
    try {
      const database = Database.layer(`sqlite:${join(disk.folder, "test.db")}`)
      const server = await startServer({ database: Layer.fresh(database).pipe(Layer.orDie, Layer.merge(cryptoLayer)) })
      assert.deepStrictEqual(await readinessAround(server, disk.fill, disk.free), back("disk_full"))
    } finally {
      disk.remove()
    }
  })

  it("lists every reason, and first the one that causes the others", async () => {
    let isAway = true
    const ask = Effect.suspend(() => (isAway ? Effect.die(new StorageUnavailable("away")) : Effect.void))
    const busy = await startServer({
      server: { requestsInFlightMax: 0, queueBurstMillis: 1000, queueMillis: 1 },
      isPrepared: true,
      disturb: (services) => Layer.provide(services, Layer.succeed(StorageProbe, { ask })),
    })
    assert.strictEqual((await busy.call("GET", "/.well-known/jwks.json")).status, 503)
    assert.strictEqual(await readiness(busy), "not ready: unreachable, the server is overloaded")
    isAway = false
    while ((await readiness(busy)) !== "ready") {
      assert.strictEqual((await busy.call("GET", "/.well-known/jwks.json")).status, 503)
      if ((await readiness(busy)) === "not ready: the server is overloaded") break
    }
    await busy.stop()
  })

  it("follows the writes of requests on a Postgres whose disk is full, where a small write still fits", async () => {
    const disk = smallDisk(48)
    if (disk === undefined) return
    const scope = Scope.makeUnsafe()
    try {
      const url = await Effect.runPromise(Scope.provide(postgresUrlOn(disk.folder), scope))
      const client = SqlTransaction.layer.pipe(Layer.provideMerge(patientPostgres(url)), Layer.orDie)
      const server = await startServer({ database: Layer.fresh(client).pipe(Layer.merge(cryptoLayer)) })
      const { playerUuid } = await server.player()
      const token = await server.machine("notification:playerid:write")
      const notify = async () => {
        const body = { message: randomBytes(2048).toString("hex") }
        const reply = await server.call("POST", `/notification/v1/playerid/${playerUuid}/notification`, { token, body })
        return reply.status
      }
      assert.strictEqual(await notify(), 200)
      assert.strictEqual(await readiness(server), "ready")
      disk.fill()
      while ((await notify()) === 200) assert.isTrue(true)
      // The probe of old: its row fits into a page that is there.
      await server.run(Effect.flatMap(StorageProbe, ({ ask }) => ask))
      for (let second = 0; second < 40; second++) assert.strictEqual(await readiness(server), "not ready: disk_full")
      for (let second = 0; second < 100; second++) assert.strictEqual(await readiness(server), "not ready: disk_full")
      disk.free()
      while ((await readiness(server)) !== "ready") assert.isTrue(true)
      assert.strictEqual(await notify(), 200)
      await server.stop()
      assert.lengthOf(`${server.log.access}${server.log.defects}`.match(/storage_unavailable/g) ?? [], 1)
    } finally {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      disk.remove()
    }
  })

  it("stays away until the operation succeeds whose write found no room, although others succeed", async () => {
    let isFull = false
    const full = new StorageUnavailable("could not extend file: No space left on device", { trouble: "full" })
    const server = await startServer({
      disturb: (services) =>
        Layer.provideMerge(
          Layer.effect(
            Notifications,
            Effect.map(Notifications, (notifications) => ({
              ...notifications,
              append: (player, input) =>
                Effect.suspend(() => (isFull ? Effect.die(full) : notifications.append(player, input))),
            })),
          ) as never,
          services,
        ),
    })
    const { playerUuid } = await server.player()
    const token = await server.machine("notification:playerid:write")
    const notify = async () => {
      const path = `/notification/v1/playerid/${playerUuid}/notification`
      return (await server.call("POST", path, { token, body: { message: "hello" } })).status
    }
    assert.strictEqual(await readiness(server), "ready")
    isFull = true
    assert.strictEqual(await notify(), 503)
    for (let count = 0; count < 20; count++) {
      assert.isTrue(await logsIn(server))
      assert.strictEqual(await readiness(server), "not ready: disk_full")
    }
    isFull = false
    assert.strictEqual(await notify(), 200)
    assert.strictEqual(await readiness(server), "ready")
    await server.stop()
  })

  it("drops when the file may only be read", async () => {
    const server = await startServer({ database: freshSqliteLayer })
    const said = await readinessAround(server, () => pragma(server, "PRAGMA query_only = ON"))
    assert.deepStrictEqual(said, dropped("read_only"))
  })

  it("drops when the Postgres behind it takes no writes any more, as one does that another has taken over from", async () => {
    const scope = Scope.makeUnsafe()
    const url = await Effect.runPromise(Scope.provide(postgresUrl("migrated"), scope))
    const client = SqlTransaction.layer.pipe(Layer.provideMerge(patientPostgres(url)), Layer.orDie)
    const server = await startServer({ database: Layer.fresh(client).pipe(Layer.merge(cryptoLayer)) })
    const administer = (statement: string) =>
      Effect.runPromise(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql.unsafe(statement)
          yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = ${new URL(url).pathname.slice(1)} AND pid <> pg_backend_pid()`
        }).pipe(Effect.provide(Layer.fresh(patientPostgres(url.replace(/[^/]*$/, "postgres")))), Effect.scoped),
      )
    const name = new URL(url).pathname.slice(1)
    const said = await readinessAround(
      server,
      () => administer(`ALTER DATABASE ${name} SET default_transaction_read_only = on`),
      () => administer(`ALTER DATABASE ${name} RESET default_transaction_read_only`),
    )
    assert.deepStrictEqual(said, back("read_only"))
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
})
