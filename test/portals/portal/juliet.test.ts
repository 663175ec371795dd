/** The grant juliet at the developer API as the sandbox plays it, over HTTP (decisions, section 4; guarantees R18). */
import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import type { Fault } from "@garrison/portals/sandbox/faults"
import type { JulietSettings } from "@garrison/portals/settings/juliet"
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

const serveJuliet = (changes: Partial<JulietSettings> = {}) =>
  serveWithSandbox(sandbox, ({ juliet }) => ({ juliet: juliet && { ...juliet, ...changes } }))

beforeAll(async () => {
  sandbox = await startSandbox()
  server = await serveJuliet()
})
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
})

describe("a developer", () => {
  it("logs in by a token, as often as they like, as the same player", async () => {
    const body = await sandbox.credential("juliet")
    const first = await logIn(server, body)
    assert.strictEqual(first.status, 200, first.text)
    const user = { platform: "Juliet", portal_id: 14, portal_user_id: "juliet-joan", display_name: "Joan" }
    assert.deepInclude(first.json, user)
    const { active_player_uuid } = first.json as Record<string, unknown>
    for (const again of [body, await sandbox.credential("juliet")]) {
      assert.deepInclude((await logIn(server, again)).json, { active_player_uuid })
    }
  })
})

const invalid = "developer_api_token_invalid"

describe("a login by juliet", () => {
  it.each(["slow", "redirect", "oversized", "junk", "expired", "wrong_audience"] satisfies ReadonlyArray<Fault>)(
    "under the fault %s is developer_api_token_invalid",
    async (fault) => {
      assert.strictEqual(await sandbox.setFault("juliet", fault), 200)
      const fresh = await serveJuliet({ timeoutSeconds: LIMIT_SECONDS })
      assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("juliet")), invalid)
      await sandbox.setFault("juliet", "none")
      assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("juliet")), "ok")
      await fresh.stop()
    },
  )

  it.each([
    ["unknown", "unknown"],
    ["of other characters", "token\n\u00e9&active=true"],
    ["a JWT of somebody", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJqdWxpZXQtam9hbiJ9."],
  ])("with a token that is %s is developer_api_token_invalid", async (_, token) => {
    assert.strictEqual(await outcomeOf(server, { grant_type: "juliet", portal_access_token: token }), invalid)
  })

  it("with a token that is too long is developer_api_token_invalid, and juliet is not asked", async () => {
    const before = sandbox.requests.length
    const body = { grant_type: "juliet", portal_access_token: "t".repeat(16 * 1024 + 1) }
    assert.strictEqual(await outcomeOf(server, body), invalid)
    assert.lengthOf(sandbox.requests, before)
  })

  it("of a client with a wrong secret is developer_api_token_invalid", async () => {
    const wrong = await serveJuliet({ clientSecret: "wrong" })
    assert.strictEqual(await outcomeOf(wrong, await sandbox.credential("juliet")), invalid)
    await wrong.stop()
  })

  it.each([
    ["that is not active", { active: false }],
    ["whose activity is a text", { active: "true" }],
    ["of nobody", { sub: undefined }],
    ["of a user without a name", { sub: "" }],
    ["of a user that is a number", { sub: 7 }],
    ["whose expiry is a text", { exp: "2100" }],
    ["that names no application", { client_id: undefined }],
    ["that is for no service", { client_id: undefined, aud: [] }],
    ["for another application", { client_id: "another-game" }],
    ["for another application, and for the service of the game", { client_id: "another-game", aud: "game" }],
    ["for the application, and for another service", { aud: "another-api" }],
    ["for the service of the game and another one", { client_id: undefined, aud: ["game", "another-api"] }],
    ["for an application that is a list", { client_id: ["game"] }],
    ["for an application that is null", { client_id: null }],
    ["for a service that is null", { aud: null }],
    ["for a service in another letter case", { client_id: undefined, aud: "Game" }],
    ["that is a list", undefined],
  ])("is developer_api_token_invalid for an answer %s", async (_, changes) => {
    const right = { active: true, sub: "user-1", client_id: "game" }
    const api = await startKeyServer(json(changes === undefined ? [right] : { ...right, ...changes }))
    const fresh = await serveJuliet({ introspectionUrl: api.url, audiences: ["game", "game-api"] })
    const body = { grant_type: "juliet", portal_access_token: "token" }
    assert.strictEqual(await outcomeOf(fresh, body), invalid)
    // The server of the test gives usable answers when they say a user and an application.
    for (const usable of [{}, { aud: "game-api" }, { client_id: undefined, aud: ["game", "game-api"] }]) {
      api.answerWith(json({ ...right, ...usable }))
      assert.strictEqual(await outcomeOf(fresh, body), "ok")
    }
    await fresh.stop()
    await api.stop()
  })

  it("is developer_api_disabled where no application is accepted, and the start says so", async () => {
    const body = await sandbox.credential("juliet")
    const { audiences: _, ...without } = sandbox.settings.juliet ?? assert.fail("the sandbox plays juliet")
    const printed = vi.spyOn(console, "error").mockImplementation(() => {})
    try {
      for (const juliet of [without, { ...without, audiences: [] }]) {
        printed.mockClear()
        const before = sandbox.requests.length
        const off = await serveWithSandbox(sandbox, () => ({ juliet }))
        assert.strictEqual(await outcomeOf(off, body), "developer_api_disabled")
        await off.stop()
        assert.lengthOf(sandbox.requests, before)
        assert.include(
          printed.mock.calls.flat().join(),
          'add the client ids and audiences of the game at juliet to it, such as "audiences"',
        )
      }
    } finally {
      printed.mockRestore()
    }
  })

  it("without a credential is developer_api_token_empty", async () => {
    const empty = { grant_type: "juliet", portal_access_token: "" }
    assert.strictEqual(await outcomeOf(server, empty), "developer_api_token_empty")
  })

  it("is developer_api_disabled where the grant is switched off, or the portal is not configured", async () => {
    const body = await sandbox.credential("juliet")
    const off = await serveWithSandbox(sandbox, undefined, { settings: { grantsEnabled: ["anon"] } })
    assert.strictEqual(await outcomeOf(off, body), "developer_api_disabled")
    await off.stop()
    const bare = await startServer({ settings: { grantsEnabled: ["juliet"] } })
    assert.strictEqual(await outcomeOf(bare, body), "developer_api_disabled")
    await bare.stop()
  })
})
