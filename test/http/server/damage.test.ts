/** A server whose SQLite file is broken answers 503, is not ready, and says in one line what to do (guarantees R67). */
import { assert, describe, it } from "@effect/vitest"
import * as Database from "@garrison/sql/Database"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { POUCH_LOOT } from "../../support/catalog.ts"
import { cryptoLayer } from "../../support/crypto.ts"
import { startServer } from "../../support/server.ts"
import { codeOf } from "../samples.ts"

const ORDERS = "/inventory/v1/player/me/order"

/** Breaks the page that has the rows of a small table. */
const breakTable = (file: string, table: string) => {
  const database = new DatabaseSync(file)
  const { page } = database.prepare("SELECT rootpage AS page FROM sqlite_schema WHERE name = ?").get(table) ?? {}
  database.close()
  const handle = openSync(file, "r+")
  writeSync(handle, Buffer.of(0xff), 0, 1, (Number(page) - 1) * 4096)
  closeSync(handle)
}

const serve = (file: string, isPrepared: boolean, lines: Array<string> = []) => {
  const logger = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
  const database = Layer.fresh(Database.layer(`sqlite:${file}`)).pipe(Layer.orDie, Layer.merge(cryptoLayer))
  return startServer({
    database: Layer.provide(database, logger),
    isPrepared,
    disturb: (services) => Layer.provide(services, logger),
  })
}

describe("a server whose SQLite file is broken", () => {
  it("answers 503 from then on, is not ready, and logs one line", async () => {
    const folder = mkdtempSync(join(tmpdir(), "garrison-damage-"))
    const file = join(folder, "test.db")
    const sound = await serve(file, false)
    const { token } = await sound.player()
    const order = { entries: [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }] }
    assert.strictEqual((await sound.call("POST", ORDERS, { token, body: order })).status, 200)
    await sound.stop()
    breakTable(file, "player_order")

    const lines: Array<string> = []
    const broken = await serve(file, true, lines)
    const login = () =>
      broken.call("POST", "/users/v1/login", { body: { grant_type: "anon", portal_access_token: crypto.randomUUID() } })
    assert.strictEqual((await login()).status, 200)
    assert.strictEqual((await broken.call("GET", "/readyz")).status, 200)
    for (let count = 0; count < 3; count++) {
      for (const reply of [await broken.call("GET", ORDERS, { token }), await login()]) {
        assert.deepStrictEqual([reply.status, codeOf(reply)], [503, "service_unavailable"])
      }
      broken.advanceSeconds(120)
      const ready = await broken.call("GET", "/readyz")
      assert.deepStrictEqual([ready.status, codeOf(ready)], [503, "service_unavailable"])
      assert.propertyVal(ready.json, "desc", "not ready: damaged")
      assert.strictEqual((await broken.call("GET", "/livez")).status, 200)
    }
    await broken.stop()
    assert.deepStrictEqual(lines, [
      `the SQLite database ${file} is damaged (database disk image is malformed): stop the server and restore a backup`,
    ])
    assert.strictEqual(broken.log.defects, "")
    assert.notInclude(broken.log.access, "storage_unavailable")
    rmSync(folder, { recursive: true })
  })
})
