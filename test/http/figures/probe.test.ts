/** The figures of a server that runs, over its port for probes, and nowhere else. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { ServerFigures } from "@garrison/core/figures/schema"
import * as Schema from "effect/Schema"
import { POUCH_LOOT } from "../../support/catalog.ts"
import { startServer, type TestServer } from "../../support/server.ts"

let server: TestServer
let plain: TestServer

beforeAll(async () => {
  server = await startServer({ server: { probePort: 0, version: "9.8.7" } })
  plain = await startServer()
})
afterAll(async () => {
  await server.stop()
  await plain.stop()
})

const probeUrl = (): string => {
  const [, url] = /"probe_url":"([^"]+)"/.exec(server.log.access) ?? []
  assert.isDefined(url)
  return url ?? ""
}

const figures = async () => {
  const response = await fetch(`${probeUrl()}/figures`)
  assert.strictEqual(response.status, 200)
  assert.strictEqual(response.headers.get("content-type"), "application/json")
  return Schema.decodeUnknownSync(ServerFigures)(await response.json())
}

describe("the port for probes", () => {
  it("answers with what the server counted of logins, orders and refusals", async () => {
    const before = await figures()
    assert.strictEqual(before.version, "9.8.7")
    assert.deepStrictEqual(before.unready, [])
    const { token } = await server.player()
    const refused = await server.call("POST", "/users/v1/login", { body: { grant_type: "bravo" } })
    assert.isAtLeast(refused.status, 400)
    const entries = [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }]
    const path = "/inventory/v1/player/me/order"
    const ordered = await server.call("POST", path, { token, body: { entries } })
    assert.strictEqual(ordered.status, 200, ordered.text)
    await server.call("GET", "/no/such/path")
    const shown = await figures()
    assert.deepInclude(
      shown.logins.find(({ grant }) => grant === "anon"),
      { done: 1, refused: 0 },
    )
    assert.deepInclude(
      shown.logins.find(({ grant }) => grant === "bravo"),
      { done: 0, refused: 1 },
    )
    assert.strictEqual(
      shown.order_results.reduce((sum, { count }) => sum + count, 0),
      1,
    )
    assert.include(
      shown.operations.map(({ operation }) => operation),
      "login",
    )
    assert.notInclude(
      shown.operations.map(({ operation }) => operation),
      "figures",
    )
    assert.isAtLeast(shown.codes.length, 2)
    assert.sameMembers(
      shown.lanes.map(({ lane }) => lane),
      ["memory", "storage", "login"],
    )
    assert.isNull(shown.lanes.find(({ lane }) => lane === "login")?.places)
  })

  it("is the only one that does: the public port and the document know nothing of figures", async () => {
    for (const one of [server, plain]) {
      assert.strictEqual((await fetch(`${one.url}/figures`)).status, 404)
      assert.notInclude(await (await fetch(`${one.url}/openapi.json`)).text(), "/figures")
    }
  })
})
