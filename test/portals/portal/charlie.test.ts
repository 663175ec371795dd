/** The grant charlie at the portal as the sandbox plays it, over HTTP (decisions, section 4; guarantees R18). */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Fault } from "@garrison/portals/sandbox/faults"
import type { CharlieSettings } from "@garrison/portals/settings/charlie"
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

const V1 = 0
const V2 = 1
const CODE = 2

const serveCharlie = (change: (settings: CharlieSettings) => CharlieSettings = (settings) => settings) =>
  serveWithSandbox(sandbox, ({ charlie }) => ({ charlie: charlie && change(charlie) }))

beforeAll(async () => {
  sandbox = await startSandbox()
  server = await serveCharlie()
})
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
})

/** What a login answers while charlie has this fault, at a server that has asked charlie nothing yet. */
const underFault = async (fault: Fault, at: number): Promise<string> => {
  assert.strictEqual(await sandbox.setFault("charlie", fault), 200)
  const fresh = await serveCharlie((settings) => ({ ...settings, timeoutSeconds: LIMIT_SECONDS }))
  const answer = await outcomeOf(fresh, await sandbox.credential("charlie", at))
  await fresh.stop()
  await sandbox.setFault("charlie", "none")
  return answer
}

describe("a user of charlie", () => {
  it.each([
    ["a token of the first generation", V1, "charlie-mary", "Mary"],
    ["a token of the second generation", V2, "charlie-niklaus", "Niklaus"],
    ["an authorization code", CODE, "charlie-tony", "Tony"],
  ])("logs in by %s, each time as the same player", async (_, at, portal_user_id, display_name) => {
    const first = await logIn(server, await sandbox.credential("charlie", at))
    assert.strictEqual(first.status, 200, first.text)
    assert.deepInclude(first.json, { platform: "Charlie", portal_id: 28, portal_user_id, display_name })
    const again = await logIn(server, await sandbox.credential("charlie", at))
    const { active_player_uuid } = first.json as Record<string, unknown>
    assert.deepInclude(again.json, { active_player_uuid })
  })
})

const exchangeFailed = "charlie_oauth_token_exchange_failed"

describe("a login by charlie", () => {
  it.each([
    ["unknown_kid", "charlie_v1_token_key_id_invalid", "charlie_v2_token_invalid", "charlie_v2_token_invalid"],
    ["keys_down", "ok", "charlie_v2_keys_not_available", "charlie_v2_keys_not_available"],
    ["slow", "ok", "charlie_v2_keys_not_available", exchangeFailed],
    ["redirect", "ok", "charlie_v2_keys_not_available", exchangeFailed],
    ["oversized", "ok", "charlie_v2_keys_not_available", exchangeFailed],
    ["junk", "ok", "charlie_v2_keys_not_available", exchangeFailed],
    ["wrong_audience", "charlie_v1_token_invalid", "charlie_v2_token_invalid", "charlie_v2_token_invalid"],
    ["expired", "charlie_v1_token_invalid", "charlie_v2_token_invalid", "charlie_v2_token_invalid"],
    ["key_rotated", "ok", "ok", "ok"],
  ] as const)("under the fault %s is %s by v1, %s by v2 and %s by code", async (fault, byV1, byV2, byCode) => {
    assert.strictEqual(await underFault(fault, V1), byV1)
    assert.strictEqual(await underFault(fault, V2), byV2)
    assert.strictEqual(await underFault(fault, CODE), byCode)
  })

  it("by a generation that is not configured is charlie_v2_token_invalid", async () => {
    const firstOnly = await serveCharlie(({ v1 }) => ({ ...(v1 && { v1 }) }))
    assert.strictEqual(await outcomeOf(firstOnly, await sandbox.credential("charlie", V1)), "ok")
    assert.strictEqual(await outcomeOf(firstOnly, await sandbox.credential("charlie", V2)), "charlie_v2_token_invalid")
    assert.strictEqual(await outcomeOf(firstOnly, await sandbox.credential("charlie", CODE)), exchangeFailed)
    await firstOnly.stop()
    const secondOnly = await serveCharlie(({ v2 }) => ({ ...(v2 && { v2 }) }))
    assert.strictEqual(await outcomeOf(secondOnly, await sandbox.credential("charlie", V2)), "ok")
    assert.strictEqual(await outcomeOf(secondOnly, await sandbox.credential("charlie", V1)), "charlie_v2_token_invalid")
    await secondOnly.stop()
  })

  it("by a code that is good for a token of the first generation is charlie_v2_token_invalid", async () => {
    const { jwksUrl = "" } = sandbox.settings.charlie?.v2 ?? {}
    const { keys } = (await (await fetch(jwksUrl)).json()) as { readonly keys: ReadonlyArray<{ readonly kid: string }> }
    // What the code is good for is a token of the first generation by these settings, and right as such.
    const swapped = await serveCharlie(({ v1, v2 }) => ({
      ...(v1 && v2 && { v1: { ...v1, issuer: v2.issuer, keys }, v2: { ...v2, issuer: "https://elsewhere.test" } }),
    }))
    assert.strictEqual(await outcomeOf(swapped, await sandbox.credential("charlie", V2)), "ok")
    assert.strictEqual(await outcomeOf(swapped, await sandbox.credential("charlie", CODE)), "charlie_v2_token_invalid")
    await swapped.stop()
  })

  it("with a code that was used is charlie_oauth_token_exchange_failed", async () => {
    const fresh = await serveCharlie()
    const body = await sandbox.credential("charlie", CODE)
    assert.strictEqual(await outcomeOf(fresh, body), "ok")
    assert.strictEqual(await outcomeOf(fresh, body), exchangeFailed)
    await fresh.stop()
  })

  it("without a credential is charlie_token_empty", async () => {
    const empty = { grant_type: "charlie", portal_access_token: "" }
    assert.strictEqual(await outcomeOf(server, empty), "charlie_token_empty")
  })

  it("is charlie_disabled where the grant is switched off, or the portal is not configured", async () => {
    const body = await sandbox.credential("charlie")
    const off = await serveWithSandbox(sandbox, undefined, { settings: { grantsEnabled: ["anon"] } })
    assert.strictEqual(await outcomeOf(off, body), "charlie_disabled")
    await off.stop()
    const bare = await startServer({ settings: { grantsEnabled: ["charlie"] } })
    assert.strictEqual(await outcomeOf(bare, body), "charlie_disabled")
    await bare.stop()
  })
})
