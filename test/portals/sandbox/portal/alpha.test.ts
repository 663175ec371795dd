/** Logins by alpha as the sandbox plays it, over HTTP on both sides (decisions, section 4; guarantees R18). */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import {
  LIMIT_SECONDS,
  logIn,
  outcomeOf,
  serveWithSandbox,
  startSandbox,
  type TestSandbox,
} from "../../../support/sandbox.ts"
import type { TestServer } from "../../../support/server.ts"

let sandbox: TestSandbox
let server: TestServer

beforeAll(async () => {
  sandbox = await startSandbox()
  server = await serveWithSandbox(sandbox)
})
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
})

/** What a login answers while alpha has this fault, at a server that has asked alpha nothing yet. */
const underFault = async (fault: Parameters<TestSandbox["setFault"]>[1], at: number): Promise<string> => {
  assert.strictEqual(await sandbox.setFault("alpha", fault), 200)
  const fresh = await serveWithSandbox(sandbox, ({ alpha }) => ({
    alpha: alpha && { ...alpha, timeoutSeconds: LIMIT_SECONDS },
  }))
  const answer = await outcomeOf(fresh, await sandbox.credential("alpha", at))
  await fresh.stop()
  await sandbox.setFault("alpha", "none")
  return answer
}

describe("a user of alpha", () => {
  it.each([
    ["an id token", 0, "Alpha", "alpha-ada", "Ada"],
    ["an id token for play", 1, "AlphaPlay", "alpha-play-grace", "Grace"],
    ["an authorization code", 2, "Alpha", "alpha-edsger", "Edsger"],
  ])("logs in by %s, each time as the same player", async (_, at, platform, portal_user_id, display_name) => {
    const first = await logIn(server, await sandbox.credential("alpha", at))
    assert.strictEqual(first.status, 200, first.text)
    assert.deepInclude(first.json, { platform, portal_user_id, display_name })
    const again = await logIn(server, await sandbox.credential("alpha", at))
    const { active_player_uuid } = first.json as Record<string, unknown>
    assert.deepInclude(again.json, { active_player_uuid })
  })

  it("logs in after alpha changed its key", async () => {
    const other = await startSandbox()
    const fresh = await serveWithSandbox(other)
    assert.strictEqual(await outcomeOf(fresh, await other.credential("alpha")), "ok")
    const before = await other.credential("alpha")
    await other.setFault("alpha", "key_rotated")
    fresh.advanceSeconds(30)
    assert.strictEqual(await outcomeOf(fresh, await other.credential("alpha")), "ok")
    // The set that was fetched for the new key has the old one no more.
    assert.strictEqual(await outcomeOf(fresh, before), "alpha_token_not_valid")
    await fresh.stop()
    await other.stop()
  })
})

describe("a code of alpha", () => {
  it("is good for one login", async () => {
    const body = await sandbox.credential("alpha", 2)
    assert.strictEqual(await outcomeOf(server, body), "ok")
    assert.strictEqual(await outcomeOf(server, body), "alpha_token_exchange_failed")
  })

  it("that is longer than a code may be is not sent to alpha", async () => {
    const before = sandbox.requests.length
    const body = { grant_type: "alpha", portal_access_token: "c".repeat(4097) }
    assert.strictEqual(await outcomeOf(server, body), "alpha_token_exchange_failed")
    assert.lengthOf(sandbox.requests, before)
  })

  it("of a client with a wrong secret is alpha_token_exchange_failed", async () => {
    const wrong = await serveWithSandbox(sandbox, ({ alpha }) => ({ alpha: alpha && { ...alpha, clientSecret: "?" } }))
    assert.strictEqual(await outcomeOf(wrong, await sandbox.credential("alpha", 2)), "alpha_token_exchange_failed")
    await wrong.stop()
  })
})

describe("a login by alpha while it", () => {
  it.each([
    ["unknown_kid", "alpha_token_not_valid", "alpha_token_not_valid"],
    ["keys_down", "alpha_keys_not_available", "alpha_keys_not_available"],
    ["slow", "alpha_keys_not_available", "alpha_token_exchange_failed"],
    ["redirect", "alpha_keys_not_available", "alpha_token_exchange_failed"],
    ["oversized", "alpha_keys_not_available", "alpha_token_exchange_failed"],
    ["junk", "alpha_keys_not_available", "alpha_token_exchange_failed"],
    ["wrong_audience", "alpha_token_not_valid", "alpha_token_not_valid"],
    ["expired", "alpha_token_not_valid", "alpha_token_not_valid"],
  ] as const)("has the fault %s is %s by token, and %s by code", async (fault, byToken, byCode) => {
    assert.strictEqual(await underFault(fault, 0), byToken)
    assert.strictEqual(await underFault(fault, 2), byCode)
  })
})
