/** Storage that cannot answer, told by its kind: an outage, a lock that was not free in time, or neither. */
import { assert, describe, it } from "@effect/vitest"
import { type StorageReport, StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import { watchOutages } from "@garrison/http/server/Outage"
import { watchOverload } from "@garrison/http/server/Overload"
import { migrate } from "@garrison/sql/Migrations"
import { migrations } from "@garrison/sql/migrations/all"
import * as SqliteClient from "@garrison/sql/SqliteClient"
import * as SqlTransaction from "@garrison/sql/SqlTransaction"
import * as Cause from "effect/Cause"
import * as Layer from "effect/Layer"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cryptoLayer } from "../../support/crypto.ts"
import { startServer } from "../../support/server.ts"
import { turnedClock } from "../../support/turnedClock.ts"

interface Told {
  readonly event: string
  readonly facts: Readonly<Record<string, unknown>>
}

const watched = () => {
  const { host, pass } = turnedClock()
  const told: Array<Told> = []
  const happened = (_: string, event: string, facts = {}) => void told.push({ event, facts })
  let doubts = 0
  const refused: Array<string> = []
  const outages = watchOutages(
    { happened },
    {
      isBack: () => new Promise(() => undefined),
      found: () => doubts++,
      refused: (operation) => refused.push(operation),
      place: "db.example:5432/game",
      host,
    },
  )
  const fail = (report: Partial<StorageReport>, operation = "submitOrder") =>
    outages.concerns(Cause.die(new StorageUnavailable("said by the database", report)), operation)
  const events = () => told.map(({ event }) => event)
  return { told, events, fail, pass, outages, doubts: () => doubts, refused }
}

describe("storage that cannot answer", () => {
  it("for several reasons is told by the gravest of them, and another failure beside it is a defect", () => {
    const { events, outages, told } = watched()
    const of = (trouble: StorageReport["trouble"]) =>
      Cause.makeDieReason(new StorageUnavailable(`said of ${trouble}`, { trouble }))
    const concerns = (...reasons: ReadonlyArray<Cause.Reason<unknown>>) =>
      outages.concerns(Cause.fromReasons(reasons), "submitOrder")
    assert.isTrue(concerns(of("busy"), of("locked"), Cause.makeInterruptReason(1)))
    assert.deepStrictEqual(events(), ["lock_timeout"])
    assert.isTrue(concerns(of("locked"), of("away")))
    assert.deepStrictEqual(told[1], {
      event: "storage_unavailable",
      facts: { cause: "said of away", code: undefined, storage: "db.example:5432/game", next: undefined },
    })
    for (const other of [Cause.makeDieReason(new TypeError("broken")), Cause.makeFailReason("refused")]) {
      assert.isFalse(concerns(of("away"), other))
      assert.isFalse(concerns(other, of("away")))
    }
    assert.isFalse(concerns(Cause.makeInterruptReason(1)))
    assert.isFalse(concerns())
    outages.stop()
  })

  it("is an outage with what the database said, its code, where it is and what to do; once, however many fail", () => {
    const { doubts, fail, outages, told } = watched()
    for (let count = 0; count < 5; count++) {
      assert.isTrue(fail({ trouble: "away", code: "57P01", next: "Wait for FILE." }))
    }
    assert.deepStrictEqual(told, [
      {
        event: "storage_unavailable",
        facts: {
          cause: "said by the database",
          code: "57P01",
          storage: "db.example:5432/game",
          next: "Wait for db.example:5432/game.",
        },
      },
    ])
    assert.strictEqual(doubts(), 1)
    outages.stop()
  })

  it("for a lock is an event of its own and no outage, told once with its end, and by which operations", () => {
    const { doubts, events, fail, pass, told } = watched()
    fail({ trouble: "locked", code: "55P03" }, "logIn")
    fail({ trouble: "locked", code: "55P03" })
    fail({ trouble: "locked", code: "55P03" })
    assert.deepStrictEqual(events(), ["lock_timeout"])
    assert.deepInclude(told[0]?.facts, { operation: "logIn", code: "55P03", cause: "said by the database" })
    assert.strictEqual(doubts(), 1)
    pass(5000)
    assert.deepStrictEqual(events(), ["lock_timeout", "lock_timeouts_ended"])
    assert.deepStrictEqual(told[1]?.facts, {
      seconds: 0,
      requests_failed: 3,
      failed_by: { submitOrder: 2, logIn: 1 },
    })
  })

  it("for other work, a limit or damage is neither; a write that found no room is told of its operation", () => {
    const { doubts, events, fail, outages, refused } = watched()
    assert.isTrue(fail({ trouble: "busy" }))
    assert.isTrue(fail({ trouble: "busy", limit: "writesPerPlayer" }))
    assert.strictEqual(doubts(), 0)
    assert.isTrue(fail({ trouble: "damaged" }))
    assert.strictEqual(doubts(), 1)
    assert.deepStrictEqual(events(), [])
    assert.isTrue(fail({ trouble: "full" }))
    assert.deepStrictEqual([events(), refused], [["storage_unavailable"], ["submitOrder"]])
    outages.stop()
  })

  it("beside another cause is a defect", () => {
    const { events, outages } = watched()
    const both = Cause.combine(Cause.die(new StorageUnavailable("away")), Cause.die(new Error("a bug")))
    assert.isFalse(outages.concerns(both, "logIn"))
    assert.isFalse(outages.concerns(Cause.die(new Error("a bug")), "logIn"))
    assert.deepStrictEqual(events(), [])
  })
})

/** Another process, which holds the lock of a SQLite file until it is ended. */
const lockedByProcess = async (file: string) => {
  const lock =
    'const { DatabaseSync } = require("node:sqlite"); const d = new DatabaseSync(process.argv[1]); ' +
    'd.exec("BEGIN IMMEDIATE"); console.log("locked"); setInterval(() => d, 1000)'
  const child = spawn(process.execPath, ["-e", lock, file], { stdio: ["ignore", "pipe", "ignore"] })
  await once(child.stdout, "data")
  const end = async () => {
    child.kill("SIGKILL")
    await once(child, "exit")
  }
  return { pid: child.pid, end }
}

describe("a server whose SQLite file another process has locked", () => {
  it("answers 503 and tells of the lock, which is no outage, and serves again when it is free", async () => {
    const folder = mkdtempSync(join(tmpdir(), "garrison-lock-"))
    const file = join(folder, "test.db")
    const client = SqliteClient.layer({ file, lockWaitMillis: 30 })
    const migrated = Layer.effectDiscard(migrate(migrations)).pipe(
      Layer.provideMerge(Layer.provideMerge(SqlTransaction.layer, client)),
    )
    const database = Layer.fresh(migrated).pipe(Layer.orDie, Layer.merge(cryptoLayer))
    const server = await startServer({ database })
    const login = async () =>
      (
        await server.call("POST", "/users/v1/login", {
          body: { grant_type: "anon", portal_access_token: crypto.randomUUID() },
        })
      ).status
    assert.strictEqual(await login(), 200)
    const other = await lockedByProcess(file)
    for (let count = 0; count < 3; count++) assert.strictEqual(await login(), 503)
    const unready = await server.call("GET", "/readyz")
    assert.propertyVal(unready.json, "desc", "not ready: locked")
    await other.end()
    assert.strictEqual(await login(), 200)
    await server.stop()
    const events = server.log.defects
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object)
    assert.lengthOf(events, 2)
    assert.deepInclude(events[0], {
      event: "lock_timeout",
      operation: "login",
      code: "SQLITE_BUSY",
      storage: file,
      next: `Another program has locked it: try again later, or find that program with lsof ${file}.`,
      ...(process.platform === "linux" && { held_by: `process ${other.pid} (node)` }),
    })
    assert.deepInclude(events[1], { event: "lock_timeouts_ended", requests_failed: 3, failed_by: { login: 3 } })
    rmSync(folder, { recursive: true })
  })
})

describe("an overload", () => {
  it("is told when it begins, and when it is over: how many were refused, and by which limits", () => {
    const { host, pass } = turnedClock()
    const told: Array<Told> = []
    const overload = watchOverload({ happened: (_, event, facts = {}) => void told.push({ event, facts }) }, host)
    overload.refused("queueMillis")
    for (let count = 0; count < 3; count++) overload.refused("requestsQueuedMax")
    assert.deepStrictEqual(
      told.map(({ event, facts }) => [event, facts["limit"]]),
      [["overload_began", "queueMillis"]],
    )
    pass(5000)
    assert.deepStrictEqual(told[1], {
      event: "overload_ended",
      facts: { seconds: 0, requests_refused: 4, refused_by: { requestsQueuedMax: 3, queueMillis: 1 } },
    })
  })
})
