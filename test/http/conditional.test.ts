/** Reads that answer with a tag, asked for that content and no other (RFC 9110, section 13.1; guarantees R37). */
import { assert, describe, it } from "@effect/vitest"
import { useServer } from "../support/server.ts"
import { codeOf } from "./samples.ts"

describe("a tagged read", () => {
  const server = useServer()

  it.each([
    "/notification/v1/playerid/me/notification",
    "/inventory/v1/catalog/vendor",
    "/inventory/v1/player/me/inventory",
    "/presence/v1/player/me/presence",
    "/presence/v1/player/uuid/PLAYER/presence",
    "/openapi.json",
    "/docs",
  ])("is 412 when If-Match names other content, by strong comparison: %s", async (template) => {
    const { playerUuid, token } = await server.current.player()
    const path = template.replace("PLAYER", playerUuid)
    const get = (headers: Record<string, string>) => server.current.call("GET", path, { token, headers })
    const etag = String((await get({})).headers["etag"])
    for (const same of [etag, "*", `"other", ${etag}`, etag.replaceAll('"', "")]) {
      assert.strictEqual((await get({ "if-match": same })).status, 200, same)
    }
    for (const other of ['"other"', `W/${etag}`, "", '""']) {
      const reply = await get({ "if-match": other })
      assert.deepStrictEqual([reply.status, codeOf(reply)], [412, "precondition_failed"], other)
      assert.propertyVal(reply.json, "auth_success", true)
      // The stricter condition is looked at first.
      assert.strictEqual((await get({ "if-match": other, "if-none-match": etag })).status, 412)
    }
    assert.strictEqual((await get({ "if-match": etag, "if-none-match": etag })).status, 304)
  })

  it("of the catalog takes the tag of the form that is asked for, and that of the plain one", async () => {
    const { token } = await server.current.player()
    const get = (headers: Record<string, string>) =>
      server.current.call("GET", "/inventory/v1/catalog/vendor", { token, headers })
    const [plain, packed] = [await get({}), await get({ "accept-encoding": "gzip" })]
    for (const { headers } of [plain, packed]) {
      const condition = { "accept-encoding": "gzip", "if-match": String(headers["etag"]) }
      assert.strictEqual((await get(condition)).status, 200)
    }
    assert.strictEqual((await get({ "if-match": String(packed.headers["etag"]) })).status, 412)
  })
})
