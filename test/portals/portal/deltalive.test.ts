/** The grant deltalive at the portal as the sandbox plays it, over HTTP (decisions, section 4; guarantees R18). */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { DeltaliveSettings } from "@garrison/portals/settings/deltalive"
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

const serveDelta = (changes: Partial<DeltaliveSettings> = {}) =>
  serveWithSandbox(sandbox, ({ deltalive }) => ({ deltalive: deltalive && { ...deltalive, ...changes } }))

const bodyOf = (token: string) => ({ grant_type: "deltalive", portal_access_token: token })

const serviceTokens = () => sandbox.requests.filter((request) => request === "POST /deltalive/service-token").length

beforeAll(async () => {
  sandbox = await startSandbox()
  server = await serveDelta()
})
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
})

describe("a user of deltalive", () => {
  it("logs in by an XSTS token, each time as the same player, and Garrison takes one token of its own", async () => {
    const before = serviceTokens()
    const first = await logIn(server, await sandbox.credential("deltalive"))
    assert.strictEqual(first.status, 200, first.text)
    const user = { platform: "DeltaLive", portal_id: 10, portal_user_id: "deltalive-margaret" }
    assert.deepInclude(first.json, { ...user, display_name: "Margaret" })
    const { active_player_uuid } = first.json as Record<string, unknown>
    assert.deepInclude((await logIn(server, await sandbox.credential("deltalive"))).json, { active_player_uuid })
    assert.strictEqual(serviceTokens(), before + 1)
  })

  it("logs in after deltalive changed its key", async () => {
    const fresh = await serveDelta()
    assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("deltalive")), "ok")
    assert.strictEqual(await sandbox.setFault("deltalive", "key_rotated"), 200)
    fresh.advanceSeconds(30)
    assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("deltalive")), "ok")
    await sandbox.setFault("deltalive", "none")
    await fresh.stop()
  })
})

describe("a login by deltalive", () => {
  it.each([
    ["slow", "delta_access_token_request_failed", "delta_xtoken_exchange_failed"],
    ["redirect", "delta_access_token_request_failed", "delta_xtoken_exchange_failed"],
    ["oversized", "delta_access_token_request_failed", "delta_xtoken_exchange_failed"],
    ["junk", "delta_access_token_request_failed", "delta_xtoken_exchange_failed"],
    ["wrong_environment", "delta_xsts_token_exchange_failed", "delta_xsts_token_exchange_failed"],
    ["unknown_kid", "delta_xtoken_invalid", "delta_xtoken_invalid"],
    ["wrong_audience", "delta_xtoken_invalid", "delta_xtoken_invalid"],
    ["expired", "delta_xtoken_invalid", "delta_xtoken_invalid"],
    ["keys_down", "delta_xtoken_invalid", "ok"],
  ] as const)("under the fault %s is %s, and %s once Garrison has a token of its own", async (fault, first, later) => {
    const asked = await serveDelta({ timeoutSeconds: LIMIT_SECONDS })
    assert.strictEqual(await outcomeOf(asked, await sandbox.credential("deltalive")), "ok")
    assert.strictEqual(await sandbox.setFault("deltalive", fault), 200)
    const fresh = await serveDelta({ timeoutSeconds: LIMIT_SECONDS })
    assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("deltalive")), first)
    assert.strictEqual(await outcomeOf(asked, await sandbox.credential("deltalive")), later)
    await sandbox.setFault("deltalive", "none")
    assert.strictEqual(await outcomeOf(asked, await sandbox.credential("deltalive")), "ok")
    await fresh.stop()
    await asked.stop()
  })

  it("by a token that deltalive does not know is delta_xsts_token_invalid", async () => {
    assert.strictEqual(await outcomeOf(server, bodyOf("unknown")), "delta_xsts_token_invalid")
  })

  it.each([
    ["with a space", "a b"],
    ["with a line end", "token\n"],
    ["of other characters", "t\u00f6ken"],
    ["that is too long", "t".repeat(16_385)],
  ])("by a token %s is delta_xsts_token_invalid, and deltalive is not asked", async (_, token) => {
    const before = sandbox.requests.length
    assert.strictEqual(await outcomeOf(server, bodyOf(token)), "delta_xsts_token_invalid")
    assert.lengthOf(sandbox.requests, before)
  })

  it.each([
    ["401", 401, { error: "expired" }, "delta_xsts_token_invalid"],
    ["403", 403, {}, "delta_xsts_token_invalid"],
    ["400", 400, {}, "delta_xsts_token_exchange_failed"],
    ["404", 404, {}, "delta_xtoken_exchange_failed"],
    ["500", 500, { error: "invalid_token" }, "delta_xtoken_exchange_failed"],
    ["200 without a token", 200, {}, "delta_xtoken_exchange_failed"],
    ["200 with a token that is a number", 200, { x_token: 7 }, "delta_xtoken_exchange_failed"],
    ["200 with a token that is no JWT", 200, { x_token: "token" }, "delta_xtoken_invalid"],
  ])("is answered by its code where the exchange answers %s", async (_, status, answer, code) => {
    const exchange = await startKeyServer((response) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer))
    })
    const fresh = await serveDelta({ xTokenUrl: exchange.url })
    assert.strictEqual(await outcomeOf(fresh, bodyOf("token")), code)
    await fresh.stop()
    await exchange.stop()
  })

  it("after deltalive refused the token of Garrison is delta_access_token_request_failed, and the next is ok", async () => {
    const { url, ...exchange } = await startKeyServer((response) => {
      response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify({ error: "invalid_token" }))
    })
    const before = serviceTokens()
    const fresh = await serveDelta({ xTokenUrl: url })
    assert.strictEqual(await outcomeOf(fresh, bodyOf("token")), "delta_access_token_request_failed")
    exchange.answerWith(json({ x_token: "token" }))
    assert.strictEqual(await outcomeOf(fresh, bodyOf("token")), "delta_xtoken_invalid")
    assert.strictEqual(serviceTokens(), before + 2)
    const [first, second] = exchange.heads.map(({ authorization }) => String(authorization))
    assert.match(first ?? "", /^Bearer code-/)
    assert.match(second ?? "", /^Bearer code-/)
    assert.notStrictEqual(first, second)
    await fresh.stop()
    await exchange.stop()
  })

  it("of a client with a wrong secret is delta_access_token_request_failed", async () => {
    const wrong = await serveDelta({ clientSecret: "wrong" })
    const body = await sandbox.credential("deltalive")
    assert.strictEqual(await outcomeOf(wrong, body), "delta_access_token_request_failed")
    await wrong.stop()
  })

  it("without a credential is delta_xsts_token_empty", async () => {
    assert.strictEqual(await outcomeOf(server, bodyOf("")), "delta_xsts_token_empty")
  })

  it("is delta_disabled where the grant is switched off, or the portal is not configured", async () => {
    const body = await sandbox.credential("deltalive")
    const off = await serveWithSandbox(sandbox, undefined, { settings: { grantsEnabled: ["anon"] } })
    assert.strictEqual(await outcomeOf(off, body), "delta_disabled")
    await off.stop()
    const bare = await startServer({ settings: { grantsEnabled: ["deltalive"] } })
    assert.strictEqual(await outcomeOf(bare, body), "delta_disabled")
    await bare.stop()
  })
})
