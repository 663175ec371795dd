/** A host that is started per request opens Garrison with `background: false`: what then happens at its requests. */
import { type EmbeddedGarrison, GarrisonError, open, type OpenOptions } from "@garrison/core"
import { lendingOf } from "@garrison/core/lending"
import { SigningKeys } from "@garrison/core/token/SigningKeys"
import { sqlite } from "@garrison/sql"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { testAct } from "../support/acts.ts"
import { smallCatalog } from "../support/catalog.ts"

const START = Date.parse("2026-11-22T12:00:00.000Z")
const HOUR = 60 * 60 * 1000
const credential = { grant_type: "anon", portal_access_token: "a-secret-of-this-device" }

let folder: string
const opened: Array<EmbeddedGarrison> = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START })
  folder = mkdtempSync(join(tmpdir(), "garrison-background-"))
})
afterEach(async () => {
  for (const garrison of opened.splice(0)) await garrison.close()
  rmSync(folder, { recursive: true, force: true })
  vi.useRealTimers()
})

const opening = async (options: OpenOptions = { background: false }): Promise<EmbeddedGarrison> => {
  const garrison = await open(sqlite(join(folder, "game.db")), options)
  opened.push(garrison)
  return garrison
}

const pass = (millis: number) => vi.setSystemTime(Date.now() + millis)

/** The id of the key that signs now. */
const keyOf = async (garrison: EmbeddedGarrison): Promise<string> => {
  const { access_token } = await garrison.login(credential)
  const [head = ""] = access_token.split(".")
  return (JSON.parse(Buffer.from(head, "base64url").toString()) as { readonly kid: string }).kid
}

/** Runs something with the services behind a Garrison. */
const within = <A, E>(garrison: EmbeddedGarrison, effect: Effect.Effect<A, E, SigningKeys | SqlClient.SqlClient>) =>
  Effect.runPromise(
    Effect.provideContext(effect, lendingOf(garrison)?.services as Context.Context<SigningKeys | SqlClient.SqlClient>),
  )

const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length

describe("a Garrison without background work", () => {
  it("has no timers, which one with has", async () => {
    const before = timers()
    await opening()
    assert.isAtMost(timers(), before)
    await opening({})
    assert.isAbove(timers(), before + 4)
  })

  it("sees the catalog that another process has published, at the next call after a second", async () => {
    const garrison = await opening()
    const other = await opening()
    await other.publishCatalog(smallCatalog)
    const pricesOf = async () => (await garrison.pricePoints()).price_points
    const early = await pricesOf().catch((error: unknown) => error)
    assert.instanceOf(early, GarrisonError)
    pass(1000)
    assert.isNotEmpty(await pricesOf())
  })

  it("rotates its signing keys, however seldom it is called", async () => {
    const garrison = await opening({ background: false, keyRotationSeconds: 3600 })
    const keys = [await keyOf(garrison)]
    for (let turn = 0; turn < 3; turn++) {
      pass(2 * HOUR)
      keys.push(await keyOf(garrison))
    }
    assert.strictEqual(new Set(keys).size, 4, keys.join())
  })

  it("signs with the key that another process has put in force, at the next call after a minute", async () => {
    const garrison = await opening()
    const other = await opening()
    pass(HOUR)
    const before = await keyOf(garrison)
    await within(
      other,
      SigningKeys.use((keys) => keys.rotate(testAct)),
    )
    const after = await keyOf(other)
    assert.notStrictEqual(after, before)
    // A token of the new key is known at once.
    assert.isString((await garrison.authenticate((await other.login(credential)).access_token)).subject)
    pass(60_000)
    assert.strictEqual(await keyOf(garrison), after)
  })

  it("stores a heartbeat before its answer", async () => {
    const lastSeen = async (garrison: EmbeddedGarrison) => {
      const { active_player_uuid: player } = await garrison.login(credential)
      await garrison.reportPresence(player, { status: "online" })
      pass(20_000)
      await garrison.reportPresence(player, { status: "online" })
      const [row] = await within(
        garrison,
        SqlClient.SqlClient.use((sql) => sql`SELECT MAX(last_seen) AS seen FROM person_presence`),
      )
      return Date.now() - Number(row?.["seen"])
    }
    assert.strictEqual(await lastSeen(await opening()), 0)
    assert.strictEqual(await lastSeen(await opening({})), 20_000)
  })

  it("keeps what has expired out of sight, and deletes it by upkeep", async () => {
    const garrison = await opening()
    const { active_player_uuid: player } = await garrison.login(credential)
    await garrison.notify(player, { message: "Hello" })
    const stored = async () => {
      const [row] = await within(
        garrison,
        SqlClient.SqlClient.use((sql) => sql`SELECT COUNT(*) AS count FROM notification`),
      )
      return Number(row?.["count"])
    }
    pass(400 * 24 * HOUR)
    assert.isEmpty((await garrison.notifications(player)).notifications)
    assert.strictEqual(await stored(), 1)
    await garrison.upkeep()
    assert.strictEqual(await stored(), 0)
  })

  it("is asked for by true or false", async () => {
    const refused = await open(sqlite(":memory:"), { background: "no" as never }).catch((error: unknown) => error)
    assert.instanceOf(refused, GarrisonError)
    assert.include(String(refused), "Write: open(storage, { background: false })")
  })
})
