/** The grant bravo at the portal as the sandbox plays it, over HTTP (decisions, section 4; guarantees R18). */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Fault } from "@garrison/portals/sandbox/faults"
import type { BravoSettings } from "@garrison/portals/settings/bravo"
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

const TOKEN = 0
const CODE = 1

const serveBravo = (changes: Partial<BravoSettings> = {}) =>
  serveWithSandbox(sandbox, ({ bravo }) => ({ bravo: bravo && { ...bravo, ...changes } }))

beforeAll(async () => {
  sandbox = await startSandbox()
  server = await serveBravo()
})
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
})

/** What a login answers while bravo has this fault, at a server that has asked bravo nothing yet. */
const underFault = async (fault: Fault, at: number): Promise<string> => {
  assert.strictEqual(await sandbox.setFault("bravo", fault), 200)
  const fresh = await serveBravo({ timeoutSeconds: LIMIT_SECONDS })
  const answer = await outcomeOf(fresh, await sandbox.credential("bravo", at))
  await fresh.stop()
  await sandbox.setFault("bravo", "none")
  return answer
}

describe("a user of bravo", () => {
  it.each([
    ["an id token", TOKEN, "bravo-barbara", "Barbara"],
    ["an authorization code", CODE, "bravo-dennis", "Dennis"],
  ])("logs in by %s, each time as the same player", async (_, at, portal_user_id, display_name) => {
    const first = await logIn(server, await sandbox.credential("bravo", at))
    assert.strictEqual(first.status, 200, first.text)
    assert.deepInclude(first.json, { platform: "Bravo", portal_id: 24, portal_user_id, display_name })
    const again = await logIn(server, await sandbox.credential("bravo", at))
    const { active_player_uuid } = first.json as Record<string, unknown>
    assert.deepInclude(again.json, { active_player_uuid })
  })
})

describe("a login by bravo", () => {
  it.each([
    ["unknown_kid", "bravo_token_key_not_valid", "bravo_token_key_not_valid"],
    ["keys_down", "bravo_failed_key_lookup", "bravo_failed_key_lookup"],
    ["slow", "bravo_failed_key_lookup", "bravo_token_exchange_failed"],
    ["redirect", "bravo_failed_key_lookup", "bravo_token_exchange_failed"],
    ["oversized", "bravo_failed_key_lookup", "bravo_token_exchange_failed"],
    ["junk", "bravo_failed_key_lookup", "bravo_token_exchange_failed"],
    ["wrong_audience", "bravo_token_not_valid", "bravo_token_not_valid"],
    ["expired", "bravo_token_not_valid", "bravo_token_not_valid"],
    ["key_rotated", "ok", "ok"],
  ] as const)("under the fault %s is %s by token, and %s by code", async (fault, byToken, byCode) => {
    assert.strictEqual(await underFault(fault, TOKEN), byToken)
    assert.strictEqual(await underFault(fault, CODE), byCode)
  })

  it("without a credential is bravo_token_empty", async () => {
    assert.strictEqual(await outcomeOf(server, { grant_type: "bravo", portal_access_token: "" }), "bravo_token_empty")
  })

  it("with a code that was used, or never given, is bravo_token_exchange_failed", async () => {
    const fresh = await serveBravo()
    const body = await sandbox.credential("bravo", CODE)
    assert.strictEqual(await outcomeOf(fresh, body), "ok")
    assert.strictEqual(await outcomeOf(fresh, body), "bravo_token_exchange_failed")
    const unknown = { grant_type: "bravo", portal_access_token: "code-unknown" }
    assert.strictEqual(await outcomeOf(fresh, unknown), "bravo_token_exchange_failed")
    await fresh.stop()
  })

  it("with a code is bravo_token_exchange_failed where no token endpoint is configured", async () => {
    const {
      authorizeUrl: _,
      clientId: __,
      clientSecret: ___,
      tokenUrl: ____,
      ...bravo
    } = sandbox.settings.bravo ?? assert.fail()
    const fresh = await serveWithSandbox(sandbox, () => ({ bravo }))
    assert.strictEqual(await outcomeOf(fresh, await sandbox.credential("bravo", CODE)), "bravo_token_exchange_failed")
    await fresh.stop()
  })

  it("is bravo_disabled where the grant is switched off, or the portal is not configured", async () => {
    const body = await sandbox.credential("bravo")
    const off = await serveWithSandbox(sandbox, undefined, { settings: { grantsEnabled: ["anon"] } })
    assert.strictEqual(await outcomeOf(off, body), "bravo_disabled")
    await off.stop()
    const bare = await startServer({ settings: { grantsEnabled: ["bravo"] } })
    assert.strictEqual(await outcomeOf(bare, body), "bravo_disabled")
    await bare.stop()
  })
})
