/** The grant golf at the portal as the sandbox plays it, over HTTP (decisions, section 4; guarantees R18). */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { GolfSettings } from "@garrison/portals/settings/golf"
import { json, startKeyServer } from "../../support/keyServer.ts"
import {
  LIMIT_SECONDS,
  logIn,
  outcomeOf,
  serveWithSandbox,
  startSandbox,
  type TestSandbox,
} from "../../support/sandbox.ts"
import { startServer, type TestServer } from "../../support/server.ts"

let sandbox: TestSandbox
let server: TestServer

const serveGolf = (changes: Partial<GolfSettings> = {}) =>
  serveWithSandbox(sandbox, ({ golf }) => ({ golf: golf && { ...golf, ...changes } }))

const bodyOf = (ticket: string) => ({ grant_type: "golf", portal_access_token: ticket })

beforeAll(async () => {
  sandbox = await startSandbox()
  server = await serveGolf()
})
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
})

describe("a user of golf", () => {
  it("logs in by a ticket in digits of either case, each time as the same player", async () => {
    const first = await logIn(server, await sandbox.credential("golf"))
    assert.strictEqual(first.status, 200, first.text)
    const user = { platform: "Golf", portal_id: 5, portal_user_id: "golf-radia", display_name: "Radia" }
    assert.deepInclude(first.json, user)
    const { active_player_uuid } = first.json as Record<string, unknown>
    const { portal_access_token } = await sandbox.credential("golf")
    const again = await logIn(server, bodyOf(String(portal_access_token).toUpperCase()))
    assert.deepInclude(again.json, { active_player_uuid })
  })
})

describe("a login by golf", () => {
  it.each([
    ["slow", "golf_token_exchange_failed"],
    ["redirect", "golf_token_exchange_failed"],
    ["oversized", "golf_token_exchange_failed"],
    ["junk", "golf_token_exchange_failed"],
    ["wrong_audience", "golf_token_for_wrong_app"],
    ["expired", "golf_token_invalid"],
    ["anticheat_banned", "golf_user_anticheat_banned"],
    ["publisher_banned", "golf_user_publisherbanned"],
    ["offline", "golf_user_offline"],
  ] as const)("under the fault %s is %s", async (fault, code) => {
    assert.strictEqual(await sandbox.setFault("golf", fault), 200)
    const fresh = await serveGolf({ timeoutSeconds: LIMIT_SECONDS })
    assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("golf")), code)
    await sandbox.setFault("golf", "none")
    assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("golf")), "ok")
    await fresh.stop()
  })

  it.each([
    ["of half a byte", "abc"],
    ["with another digit", "abcg"],
    ["with a space", "ab cd"],
    ["with a line end", "abcd\n"],
    ["of more than 4096 digits", "ab".repeat(2049)],
  ])("by a ticket %s is golf_token_invalid, and golf is not asked", async (_, ticket) => {
    const before = sandbox.requests.length
    assert.strictEqual(await outcomeOf(server, bodyOf(ticket)), "golf_token_invalid")
    assert.lengthOf(sandbox.requests, before)
  })

  it("by the longest ticket asks golf, which does not know it", async () => {
    const before = sandbox.requests.length
    assert.strictEqual(await outcomeOf(server, bodyOf("ab".repeat(2048))), "golf_token_invalid")
    assert.lengthOf(sandbox.requests, before + 1)
  })

  it.each([
    ["the ticket is of an offline user", 400, { error: "offline" }, "golf_user_offline"],
    ["the ticket is invalid", 401, { error: "invalid_ticket" }, "golf_token_invalid"],
    ["of another error", 400, { error: "invalid_request" }, "golf_token_exchange_failed"],
    ["of no error", 500, {}, "golf_token_exchange_failed"],
    ["of a user with an empty id", 200, { user_id: "" }, "golf_token_exchange_failed"],
    ["of a user that is a number", 200, { user_id: 7 }, "golf_token_exchange_failed"],
    ["that does not say the application", 200, { app_id: undefined }, "golf_token_exchange_failed"],
    ["that does not say of a ban", 200, { anticheat_banned: undefined }, "golf_token_exchange_failed"],
    ["of a ban that is a text", 200, { publisher_banned: "false" }, "golf_token_exchange_failed"],
  ])("with an answer %s has its code", async (_, status, changes, code) => {
    const right = { user_id: "7", app_id: "game", anticheat_banned: false, publisher_banned: false, offline: false }
    const golf = await startKeyServer((response) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ ...right, ...changes }))
    })
    const fresh = await serveGolf({ ticketUrl: golf.url, appId: "game" })
    assert.strictEqual(await outcomeOf(fresh, bodyOf("abcd")), code)
    golf.answerWith(json(right))
    assert.strictEqual(await outcomeOf(fresh, bodyOf("abcd")), "ok")
    await fresh.stop()
    await golf.stop()
  })

  it("is golf_token_exchange_failed for a deployment that golf does not know", async () => {
    const wrong = await serveGolf({ apiKey: "wrong" })
    assert.strictEqual(await outcomeOf(wrong, await sandbox.credential("golf")), "golf_token_exchange_failed")
    await wrong.stop()
  })

  it("without a ticket is golf_token_empty", async () => {
    assert.strictEqual(await outcomeOf(server, bodyOf("")), "golf_token_empty")
  })

  it("is golf_disabled where the grant is switched off, or the portal is not configured", async () => {
    const body = await sandbox.credential("golf")
    const off = await serveWithSandbox(sandbox, undefined, { settings: { grantsEnabled: ["anon"] } })
    assert.strictEqual(await outcomeOf(off, body), "golf_disabled")
    await off.stop()
    const bare = await startServer({ settings: { grantsEnabled: ["golf"] } })
    assert.strictEqual(await outcomeOf(bare, body), "golf_disabled")
    await bare.stop()
  })
})
