/** The grant alpha over a real socket, its keys from a real server (decisions, section 4; guarantees R15 and R18). */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { portals } from "@garrison/portals/portals"
import { codeOf } from "../../http/samples.ts"
import {
  json,
  type KeyServer,
  keySetOf,
  makePortalKey,
  type PortalKey,
  signed,
  startKeyServer,
} from "../../support/keyServer.ts"
import { closedPort, LOOPBACK_HOST } from "../../support/loopback.ts"
import { startServer, type TestServer, type TestServerOptions } from "../../support/server.ts"

const issuer = "https://alpha.test"
const hour = 60 * 60

/** The time in seconds, `ahead` of that of this machine, as a moved clock has it. */
const secondsNow = (ahead = 0): number => Math.floor(Date.now() / 1000) + ahead

const claimsOf = (changes: Record<string, unknown> = {}, ahead = 0): Record<string, unknown> => ({
  iss: issuer,
  aud: "game",
  sub: "user-1",
  iat: secondsNow(ahead),
  exp: secondsNow(ahead) + hour,
  ...changes,
})

const without = (name: string): Record<string, unknown> => {
  const { [name]: _, ...rest } = claimsOf()
  return rest
}

const serve = (jwksUrl: string, options: TestServerOptions = {}) =>
  startServer({
    ...options,
    settings: { grantsEnabled: ["anon", "refresh", "alpha"], ...options.settings },
    portals: portals({ alpha: { issuer, audiences: ["game"], playAudiences: ["game-play"], jwksUrl } }),
  })

const loginBy = (server: TestServer, token: string, more: object = {}) =>
  server.call("POST", "/users/v1/login", { body: { grant_type: "alpha", portal_access_token: token, ...more } })

/** The code of the answer; `"ok"` when the login succeeds. */
const outcome = async (server: TestServer, token: string): Promise<string> => {
  const reply = await loginBy(server, token)
  return reply.status === 200 ? "ok" : (codeOf(reply) ?? "no code")
}

const anon = (server: TestServer) =>
  server.call("POST", "/users/v1/login", { body: { grant_type: "anon", portal_access_token: "a".repeat(24) } })

let key: PortalKey
/** A key of the portal that is published without its algorithm. */
let versatile: PortalKey
let portal: KeyServer
let server: TestServer

beforeAll(async () => {
  key = await makePortalKey("first")
  versatile = await makePortalKey("versatile")
  portal = await startKeyServer(json({ keys: [key.jwk, { ...versatile.jwk, alg: undefined }] }))
  server = await serve(portal.url, { server: { bodyBytesMax: 4 * 1024 * 1024 } })
})
afterAll(async () => {
  await server.stop()
  await portal.stop()
})

describe("an id token of alpha", () => {
  it("logs its user in, the next time as the same player, and a refresh token continues the session", async () => {
    const reply = await loginBy(server, await signed(key, claimsOf({ nickname: "Ada" })), { include_refresh: true })
    assert.strictEqual(reply.status, 200, reply.text)
    const first = reply.json as Record<string, unknown>
    assert.include(first, { platform: "Alpha", portal_id: 13, portal_user_id: "user-1", display_name: "Ada" })
    const again = (await loginBy(server, await signed(key, claimsOf()))).json as Record<string, unknown>
    assert.include(again, { active_player_uuid: first["active_player_uuid"], display_name: "Ada" })
    const body = { grant_type: "refresh", portal_access_token: first["refresh_token"] }
    const refreshed = await server.call("POST", "/users/v1/login", { body })
    assert.include(refreshed.json as object, { platform: "Alpha", active_player_uuid: first["active_player_uuid"] })
  })

  it("for a play audience is of another user, of the platform AlphaPlay", async () => {
    const reply = await loginBy(server, await signed(key, claimsOf({ aud: ["game-play"], sub: "user-2" })))
    assert.include(reply.json as object, { platform: "AlphaPlay", portal_id: 32, portal_user_id: "user-2" })
    const alpha = await loginBy(server, await signed(key, claimsOf({ sub: "user-2" })))
    const uuidOf = (answer: unknown) => (answer as Record<string, unknown>)["active_player_uuid"]
    assert.notStrictEqual(uuidOf(alpha.json), uuidOf(reply.json))
  })

  it("without a nickname takes the name that the client gives", async () => {
    const token = await signed(key, claimsOf({ sub: "user-3", name: "Ada Lovelace" }))
    const reply = await loginBy(server, token, { portal_display_name: "ada-3" })
    assert.include(reply.json as object, { display_name: "ada-3" })
  })

  it("may be signed with a key that is published without its algorithm", async () => {
    assert.strictEqual(await outcome(server, await signed(versatile, claimsOf())), "ok")
  })

  it("from a clock that is a minute off is taken", async () => {
    assert.strictEqual(
      await outcome(server, await signed(key, claimsOf({ iat: secondsNow(55), nbf: secondsNow(55) }))),
      "ok",
    )
  })
})

describe("a token that", () => {
  it.each([
    ["is of another issuer", () => signed(key, claimsOf({ iss: "https://alpha.test.evil" }))],
    ["has no issuer", () => signed(key, without("iss"))],
    ["is for an audience and a play audience", () => signed(key, claimsOf({ aud: ["game", "game-play"] }))],
  ])("%s is alpha_token_not_valid", async (_, make) => {
    assert.strictEqual(await outcome(server, await make()), "alpha_token_not_valid")
  })

  it("is longer than a request may be is 413 before alpha is asked", async () => {
    const small = await serve(portal.url)
    const reply = await loginBy(small, await signed(key, claimsOf(), { pad: "x".repeat(1024 * 1024) }))
    assert.deepStrictEqual([reply.status, codeOf(reply)], [413, "request_too_large"])
    await small.stop()
  })
})

describe("a credential", () => {
  it("is in no log and in no request for keys, whether it is right or wrong", async () => {
    const keys = await startKeyServer((response) => response.writeHead(500).end())
    const world = await serve(keys.url)
    const token = await signed(key, claimsOf())
    assert.strictEqual(await outcome(world, token), "alpha_keys_not_available")
    keys.answerWith(json(keySetOf(key)))
    world.advanceSeconds(5)
    assert.strictEqual(await outcome(world, token), "ok")
    assert.strictEqual(await outcome(world, `${token}x`), "alpha_token_not_valid")
    await world.stop()
    await keys.stop()
    const signature = token.split(".")[2] ?? ""
    assert.lengthOf(keys.requests, 2)
    assert.notInclude(JSON.stringify([keys.requests, keys.heads]), signature)
    assert.include(world.log.access, "/users/v1/login")
    assert.notInclude(world.log.access + world.log.defects, signature)
  })
})

describe("the codes of credentials that are not verified", () => {
  it("are alpha_token_empty, and alpha_token_exchange_failed for an authorization code", async () => {
    assert.strictEqual(await outcome(server, ""), "alpha_token_empty")
    for (const code of ["4/0AX4XfWh", "a.b.c", "e.b", "eyJ.a.b.c", "M.C507_BL2.2.U.code"]) {
      assert.strictEqual(await outcome(server, code), "alpha_token_exchange_failed", code)
    }
  })

  it("are alpha_disabled where the grant is switched off, or the portal is not configured", async () => {
    const token = await signed(key, claimsOf())
    const off = await serve(portal.url, { settings: { grantsEnabled: ["anon"] } })
    assert.strictEqual(await outcome(off, token), "alpha_disabled")
    await off.stop()
    const bare = await startServer({ settings: { grantsEnabled: ["anon", "alpha"] } })
    assert.strictEqual(await outcome(bare, token), "alpha_disabled")
    await bare.stop()
  })
})

describe("keys", () => {
  it("are fetched once in 30 seconds under a flood of unknown key ids, and a new one is found after that", async () => {
    const keys = await startKeyServer(json(keySetOf(key)))
    const world = await serve(keys.url)
    const flood = async (ahead: number) => {
      const tokens = await Promise.all(
        Array.from({ length: 40 }, (_, at) => signed(key, claimsOf({}, ahead), { kid: `made-up-${at}` })),
      )
      assert.deepStrictEqual(
        [...new Set(await Promise.all(tokens.map((token) => outcome(world, token))))],
        ["alpha_token_not_valid"],
      )
    }
    await flood(0)
    assert.lengthOf(keys.requests, 1)
    const second = await makePortalKey("second")
    keys.answerWith(json(keySetOf(key, second)))
    world.advanceSeconds(29)
    await flood(29)
    assert.strictEqual(await outcome(world, await signed(second, claimsOf({}, 29))), "alpha_token_not_valid")
    assert.lengthOf(keys.requests, 1)
    world.advanceSeconds(2)
    assert.strictEqual(await outcome(world, await signed(second, claimsOf({}, 31))), "ok")
    await flood(31)
    assert.lengthOf(keys.requests, 2)
    await world.stop()
    await keys.stop()
  })

  it("are used for a day more while the portal is down; after that logins are alpha_keys_not_available", async () => {
    const keys = await startKeyServer(json(keySetOf(key)))
    const world = await serve(keys.url)
    let ahead = 0
    const after = async (seconds: number) => {
      world.advanceSeconds(seconds)
      ahead += seconds
      return outcome(world, await signed(key, claimsOf({}, ahead)))
    }
    assert.strictEqual(await after(0), "ok")
    assert.strictEqual(await after(hour - 60), "ok")
    assert.lengthOf(keys.requests, 1)
    keys.answerWith((response) => response.writeHead(500).end())
    assert.strictEqual(await after(120), "ok")
    assert.lengthOf(keys.requests, 2)
    assert.strictEqual(await after(23 * hour), "ok")
    // The portal could not be asked whether it has this key.
    const unknown = await signed(key, claimsOf({}, ahead), { kid: "new" })
    assert.strictEqual(await outcome(world, unknown), "alpha_keys_not_available")
    assert.strictEqual(await after(2 * hour), "alpha_keys_not_available")
    keys.answerWith(json(keySetOf(key)))
    assert.strictEqual(await after(6), "ok")
    await world.stop()
    await keys.stop()
  })

  it("of a portal that cannot be reached are alpha_keys_not_available", async () => {
    const world = await serve(`http://${LOOPBACK_HOST}:${await closedPort()}/jwks`)
    assert.strictEqual(await outcome(world, await signed(key, claimsOf())), "alpha_keys_not_available")
    assert.strictEqual((await anon(world)).status, 200)
    await world.stop()
  })
})

describe("a portal that holds a request", () => {
  it("lets the others wait in line, and grants that need no portal are answered meanwhile", async () => {
    let release = () => {}
    let isAsked = () => {}
    const whenAsked = new Promise<void>((resolve) => (isAsked = resolve))
    const keys = await startKeyServer((response) => {
      release = () => json(keySetOf(key))(response)
      isAsked()
    })
    // Were those who wait for the portal counted, there would be no place for another login.
    const world = await serve(keys.url, { settings: { loginsInFlightMax: 70 } })
    const tokens = await Promise.all(Array.from({ length: 100 }, (_, at) => signed(key, claimsOf({ sub: `u${at}` }))))
    const logins = tokens.map((token) => outcome(world, token))
    await whenAsked
    assert.strictEqual((await anon(world)).status, 200)
    release()
    assert.deepStrictEqual([...new Set(await Promise.all(logins))], ["ok"])
    assert.lengthOf(keys.requests, 1)
    await world.stop()
    await keys.stop()
  })
})
