/**
 * Logins by redirect at the portals of the sandbox, over real HTTP: what a browser, and then a game, would send
 * (decisions, section 5).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Fault } from "@garrison/portals/sandbox/faults"
import { caller } from "../support/httpCaller.ts"
import { pkce, REDIRECT } from "../support/oauth.ts"
import { serveWithSandbox, startSandbox, type TestSandbox } from "../support/sandbox.ts"
import type { TestServer } from "../support/server.ts"

const users = {
  alpha: ["Alpha", "alpha-ada"],
  bravo: ["Bravo", "bravo-barbara"],
  charlie: ["Charlie", "charlie-niklaus"],
  hotel: ["Hotel", "hotel-frances"],
  india: ["India", "india-joan"],
} as const

const names = Object.keys(users) as ReadonlyArray<keyof typeof users>

describe("a login by redirect at the sandbox", () => {
  let sandbox: TestSandbox
  let server: TestServer
  beforeAll(async () => {
    sandbox = await startSandbox()
    server = await serveWithSandbox(sandbox, undefined, { settings: { redirectUris: [REDIRECT] } })
  })
  afterAll(async () => {
    await server.stop()
    await sandbox.stop()
  })

  /** What a browser is sent to next. Answers of Garrison are held against its document. */
  const follow = async (address: string): Promise<string> => {
    const { origin, pathname, port, search } = new URL(address)
    if (origin === sandbox.url) return (await fetch(address, { redirect: "manual" })).headers.get("location") ?? ""
    const call = caller(Number(port))
    const { headers } = await call("GET", pathname + search)
    call.close()
    return String(headers["location"] ?? "")
  }
  const begin = (name: string, parameters: Readonly<Record<string, string>> = {}) =>
    follow(
      `${server.url}/users/v1/oauth/login/${name}?${new URLSearchParams({ redirect_uri: REDIRECT, ...parameters })}`,
    )
  /** The whole way of the browser, up to the address of the game. */
  const walk = async (name: string, parameters: Readonly<Record<string, string>> = {}) => {
    const atPortal = await begin(name, parameters)
    assert.isTrue(atPortal.startsWith(`${sandbox.url}/${name}/authorize?`), atPortal)
    const atService = await follow(atPortal)
    assert.isTrue(atService.startsWith(`${server.url}/users/v1/oauth/response/${name}?code=`), atService)
    return new URL(await follow(atService))
  }
  const exchange = async (body: object) =>
    (await server.call("POST", "/users/v1/oauth/token", { body: { grant_type: "authorization_code", ...body } })).json

  it.each(names)("logs a player in at %s", async (name) => {
    const { challenge, verifier: code_verifier } = pkce()
    const atGame = await walk(name, { state: "of the game", code_challenge: challenge })
    assert.strictEqual(atGame.origin + atGame.pathname, REDIRECT)
    assert.strictEqual(atGame.searchParams.get("state"), "of the game")
    const tokens = await exchange({ code: atGame.searchParams.get("code"), code_verifier })
    assert.hasAllKeys(tokens, ["access_token", "refresh_token"])
    const { refresh_token: portal_access_token } = tokens as { readonly refresh_token: string }
    const login = await server.call("POST", "/users/v1/login", { body: { grant_type: "refresh", portal_access_token } })
    const [platform, portal_user_id] = users[name]
    assert.deepInclude(login.json, { platform, portal_user_id })
  })

  it.each(names)("takes an answer of %s for the login alone that asked for it", async (name) => {
    const [one, other] = [await follow(await begin(name)), await follow(await begin(name))]
    const mixed = new URL(one)
    mixed.searchParams.set("code", new URL(other).searchParams.get("code") ?? "")
    const { searchParams } = new URL(await follow(mixed.href))
    assert.match(searchParams.get("error_code") ?? "", new RegExp(`^${name}_.*exchange_failed$`))
    assert.isNull(searchParams.get("code"))
  })

  it.each([
    ["alpha", "keys_down", "alpha_keys_not_available"],
    ["alpha", "wrong_audience", "alpha_token_not_valid"],
    ["bravo", "unknown_kid", "bravo_token_key_not_valid"],
    ["charlie", "expired", "charlie_v2_token_invalid"],
    ["hotel", "junk", "hotel_token_exchange_failed"],
    ["hotel", "expired", "hotel_invalid_access_token"],
    ["india", "junk", "india_token_exchange_failed"],
    ["india", "keys_down", "india_keys_not_available"],
    ["india", "expired", "india_token_invalid"],
  ] as ReadonlyArray<readonly [string, Fault, string]>)(
    "at %s with the fault %s ends with %s",
    async (name, fault, code) => {
      const fresh = await serveWithSandbox(sandbox, undefined, { settings: { redirectUris: [REDIRECT] } })
      try {
        const login = `${fresh.url}/users/v1/oauth/login/${name}?${new URLSearchParams({ redirect_uri: REDIRECT })}`
        const atService = await follow(await follow(login))
        assert.strictEqual(await sandbox.setFault(name, fault), 200)
        assert.strictEqual(new URL(await follow(atService)).searchParams.get("error_code"), code)
      } finally {
        await sandbox.setFault(name, "none")
        await fresh.stop()
      }
    },
  )

  it.each(["hotel", "india"])("at %s with an empty code, or switched off, has the code of the portal", async (name) => {
    const atService = new URL(await follow(await begin(name)))
    atService.searchParams.set("code", "")
    const empty = new URL(await follow(atService.href))
    assert.strictEqual(empty.searchParams.get("error_code"), `${name}_token_empty`)
    const without = await serveWithSandbox(sandbox, () => ({}), { settings: { redirectUris: [REDIRECT] } })
    try {
      const login = `${without.url}/users/v1/oauth/login/${name}?${new URLSearchParams({ redirect_uri: REDIRECT })}`
      assert.strictEqual(new URL(await follow(login)).searchParams.get("error_code"), `${name}_disabled`)
    } finally {
      await without.stop()
    }
  })
})
