/** The server while its Postgres hangs or is away, and after it is back (guarantees R7, R34). */
import { assert, describe, it } from "@effect/vitest"
import * as PostgresClient from "@garrison/sql/PostgresClient"
import * as SqlTransaction from "@garrison/sql/SqlTransaction"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { afterAll, afterEach, beforeAll } from "vitest"
import { cryptoLayer } from "../../support/crypto.ts"
import { proxiedPostgres } from "../../support/proxiedPostgres.ts"
import { startServer, type TestServer } from "../../support/server.ts"
import type { TcpProxy } from "../../support/tcpProxy.ts"
import { codeOf } from "../samples.ts"

/** Short enough for a test; before the fault a loaded machine still keeps them. */
const limits = { connectionMillis: 1000, statementMillis: 1500 }

describe("a server whose Postgres", () => {
  const scope = Scope.makeUnsafe()
  let proxy: TcpProxy
  let server: TestServer

  beforeAll(async () => {
    const behind = await Effect.runPromise(Scope.provide(proxiedPostgres("migrated"), scope))
    proxy = behind.proxy
    const client = PostgresClient.layer({ url: behind.url, ...limits })
    const database = SqlTransaction.layer.pipe(Layer.provideMerge(client), Layer.orDie, Layer.merge(cryptoLayer))
    // Connections are kept: one that the server closes for idleness while a call takes it up is another matter.
    server = await startServer({ database, server: { keepAliveSeconds: 600 } })
  })
  afterEach(() => proxy.pass())
  afterAll(async () => {
    await server.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const login = () =>
    server.call("POST", "/users/v1/login", { body: { grant_type: "anon", portal_access_token: "s".repeat(32) } })
  const isReady = async () => (await server.call("GET", "/readyz")).status === 200

  for (const fault of ["hang", "refuse"] as const) {
    it(`begins to ${fault} answers 503, drops readiness and stays alive, and serves again when it is back`, async () => {
      while ((await login()).status !== 200) assert.isTrue(true)
      proxy[fault]()
      const replies = await Promise.all(Array.from({ length: 40 }, login))
      for (const reply of replies) {
        assert.deepStrictEqual([reply.status, codeOf(reply)], [503, "service_unavailable"])
        assert.match(String(reply.headers["retry-after"]), /^[1-9]\d*$/)
      }
      assert.isFalse(await isReady())
      assert.strictEqual((await server.call("GET", "/livez")).status, 200)
      proxy.pass()
      while (!(await isReady())) assert.isFalse(false)
      while ((await login()).status !== 200) assert.isTrue(true)
    })
  }

  it("away is one event, and back is another, however many requests failed", async () => {
    while ((await login()).status !== 200) assert.isTrue(true)
    // What the tests before left behind.
    const events = () =>
      server.log.defects
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    while (events().at(-1)?.["event"] !== "storage_recovered") await new Promise(setImmediate)
    const before = events().length
    proxy.refuse()
    for (let count = 0; count < 20; count++) assert.strictEqual((await login()).status, 503)
    proxy.pass()
    while (events().at(-1)?.["event"] !== "storage_recovered") await new Promise(setImmediate)
    const [away, back, ...more] = events().slice(before)
    assert.deepStrictEqual(more, [])
    assert.deepInclude(away, { level: "warning", event: "storage_unavailable" })
    // What the network or the driver said, its code, where the database is, and what to do. The driver has no code for
    // a connection that ended before the query, or within it.
    assert.notMatch(String(away?.["cause"]), /StorageUnavailable|PgConnection|\n/)
    assert.match(String(away?.["code"] ?? away?.["cause"]), /^(?:E[A-Z]+|57P0\d|Connection closed(?: unexpectedly)?)$/)
    assert.match(String(away?.["storage"]), /^\S+:\d+\/\w+$/)
    assert.include(String(away?.["next"]), "Postgres")
    assert.deepInclude(back, { level: "warning", event: "storage_recovered" })
    assert.isAtLeast(Number(back?.["requests_failed"]), 20)
    // Each request that failed has its own line all the same.
    const failed = server.log.access.split("\n").filter((line) => line.includes('"error_code":"service_unavailable"'))
    assert.isAtLeast(failed.length, 20)
  })
})
