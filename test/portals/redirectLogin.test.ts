/**
 * Logins by redirect at the portals of the sandbox, over real HTTP: what a browser, and then a game, would send
 * (decisions, section 5).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type OauthPortalName, OAUTH_PORTALS, oauthPortals } from "@garrison/core/login/portal/OauthGateway"
import type { Fault } from "@garrison/portals/sandbox/faults"
import { caller } from "../support/httpCaller.ts"
import { formIn } from "../support/formPost.ts"
import { pkce, REDIRECT } from "../support/oauth.ts"
import { logIn, serveWithSandbox, startSandbox, type TestSandbox } from "../support/sandbox.ts"
import type { TestServer } from "../support/server.ts"

/** The user who logs in at each portal, and the code of an exchange that the portal refuses. */
const users: Readonly<Record<OauthPortalName, readonly [platform: string, id: string, exchangeFailed: string]>> = {
  alpha: ["Alpha", "alpha-ada", "alpha_token_exchange_failed"],
  bravo: ["Bravo", "bravo-barbara", "bravo_token_exchange_failed"],
  charlie: ["Charlie", "charlie-niklaus", "charlie_oauth_token_exchange_failed"],
  delta: ["DeltaLive", "deltalive-margaret", "delta_xsts_token_exchange_failed"],
  echo: ["Echo", "echo-hedy", "echo5_v3_id_token_request_failed"],
  foxtrot: ["FoxtrotPPID", "ppid-of-foxtrot-katherine", "foxtrot_token_exchange_failed"],
  golf: ["Golf", "golf-radia", "golf_token_exchange_failed"],
  hotel: ["Hotel", "hotel-frances", "hotel_token_exchange_failed"],
  india: ["India", "india-joan", "india_token_exchange_failed"],
}

describe("a login by redirect at the sandbox", () => {
  let sandbox: TestSandbox
  let server: TestServer
  beforeAll(async () => {
    sandbox = await startSandbox()
    server = await serveWithSandbox(sandbox, undefined, { redirectUris: [REDIRECT] })
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
    assert.isTrue(atPortal.startsWith(`${sandbox.url}/${name === "delta" ? "deltalive" : name}/authorize?`), atPortal)
    const atService = await follow(atPortal)
    assert.isTrue(atService.startsWith(`${server.url}/users/v1/oauth/response/${name}?code=`), atService)
    return new URL(await follow(atService))
  }
  const exchange = async (body: object) =>
    (await server.call("POST", "/users/v1/oauth/token", { body: { grant_type: "authorization_code", ...body } })).json

  /** The result of a login by the refresh token of an exchange. */
  const identityOf = async (tokens: unknown): Promise<Readonly<Record<string, unknown>>> => {
    assert.hasAllKeys(tokens, ["access_token", "refresh_token"])
    const { refresh_token: portal_access_token } = tokens as { readonly refresh_token: string }
    const { json } = await logIn(server, { grant_type: "refresh", portal_access_token })
    return json as Readonly<Record<string, unknown>>
  }

  it.each(OAUTH_PORTALS)("logs a player in at %s", async (name) => {
    const { challenge, verifier: code_verifier } = pkce()
    const atGame = await walk(name, { state: "of the game", code_challenge: challenge })
    assert.strictEqual(atGame.origin + atGame.pathname, REDIRECT)
    assert.strictEqual(atGame.searchParams.get("state"), "of the game")
    const tokens = await exchange({ code: atGame.searchParams.get("code"), code_verifier })
    const [platform, portal_user_id] = users[name]
    assert.deepInclude(await identityOf(tokens), { platform, portal_user_id })
  })

  it.each(OAUTH_PORTALS.filter((name) => name !== "hotel" && name !== "india"))(
    "logs the person and player in at %s that the grant logs in too",
    async (name) => {
      const byRedirect = await identityOf(await exchange({ code: (await walk(name)).searchParams.get("code") }))
      const [platform, portal_user_id] = users[name]
      const found: Array<unknown> = []
      for (const { body, grant_type } of await sandbox.credentials()) {
        if (grant_type !== oauthPortals[name].grant) continue
        const { json } = await logIn(server, body)
        const byGrant = json as Readonly<Record<string, unknown>>
        if (byGrant["portal_user_id"] !== portal_user_id) continue
        found.push(byGrant["platform"])
        const { active_player_uuid, person_id } = byGrant
        assert.isDefined(active_player_uuid)
        assert.deepInclude(byRedirect, { active_player_uuid, person_id })
      }
      assert.deepStrictEqual(found, [platform])
    },
  )

  it("returns from foxtrot at once where no environment has an address for logins by redirect", async () => {
    const without = await serveWithSandbox(
      sandbox,
      ({ foxtrot }) => ({
        ...(foxtrot && {
          foxtrot: { environments: foxtrot.environments.filter((each) => each.authorizeUrl === undefined) },
        }),
      }),
      { redirectUris: [REDIRECT] },
    )
    try {
      const login = `${without.url}/users/v1/oauth/login/foxtrot?${new URLSearchParams({ redirect_uri: REDIRECT })}`
      const atGame = new URL(await follow(login))
      assert.strictEqual(atGame.origin + atGame.pathname, REDIRECT)
      assert.strictEqual(atGame.searchParams.get("error_code"), "foxtrot_oauth_env_not_found")
    } finally {
      await without.stop()
    }
  })

  it("takes the form that a portal has the browser post", async () => {
    const asking = await serveWithSandbox(
      sandbox,
      ({ bravo }) => ({
        ...(bravo && { bravo: { ...bravo, authorizeUrl: `${bravo.authorizeUrl}?response_mode=form_post` } }),
      }),
      { redirectUris: [REDIRECT] },
    )
    try {
      const parameters = new URLSearchParams({ redirect_uri: REDIRECT, state: 'of "the" game' })
      const page = await fetch(await follow(`${asking.url}/users/v1/oauth/login/bravo?${parameters}`))
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/)
      const { action, fields } = formIn(await page.text())
      assert.strictEqual(action, `${asking.url}/users/v1/oauth/response/bravo`)
      const back = await asking.call("POST", new URL(action).pathname, {
        raw: new URLSearchParams(fields).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      })
      assert.strictEqual(back.status, 303)
      const { searchParams } = new URL(String(back.headers["location"]))
      assert.strictEqual(searchParams.get("state"), 'of "the" game')
      const body = { grant_type: "authorization_code", code: searchParams.get("code") }
      const { json } = await asking.call("POST", "/users/v1/oauth/token", { body })
      assert.hasAllKeys(json, ["access_token", "refresh_token"])
    } finally {
      await asking.stop()
    }
  })

  it.each(OAUTH_PORTALS)("takes an answer of %s for the login alone that asked for it", async (name) => {
    const [one, other] = [await follow(await begin(name)), await follow(await begin(name))]
    const mixed = new URL(one)
    mixed.searchParams.set("code", new URL(other).searchParams.get("code") ?? "")
    const { searchParams } = new URL(await follow(mixed.href))
    assert.strictEqual(searchParams.get("error_code"), users[name][2])
    assert.isNull(searchParams.get("code"))
  })

  it.each([
    ["alpha", "alpha_token_not_valid"],
    ["bravo", "bravo_token_not_valid"],
    ["charlie", "charlie_v2_token_invalid"],
    ["echo", "echo5_v3_id_token_not_valid"],
    ["foxtrot", "foxtrot_access_token_not_valid"],
    ["india", "india_token_invalid"],
  ])("takes an id token of %s for the nonce of the login alone", async (name, code) => {
    const answered = async (change: (parameters: URLSearchParams) => void) => {
      const atPortal = new URL(await begin(name))
      change(atPortal.searchParams)
      // The portal repeats the nonce that it was asked with. Challenge and state are those of the login.
      return new URL(await follow(await follow(atPortal.href))).searchParams
    }
    const other = new URL(await begin(name)).searchParams.get("nonce") ?? ""
    for (const nonce of [other, "", undefined]) {
      const returned = await answered((parameters) =>
        nonce === undefined ? parameters.delete("nonce") : parameters.set("nonce", nonce),
      )
      assert.deepStrictEqual([returned.get("error_code"), returned.get("code")], [code, null], nonce)
    }
    assert.isNotNull((await answered(() => undefined)).get("code"))
  })

  it.each(OAUTH_PORTALS)("at %s is sent back to registered addresses alone", async (name) => {
    const atPortal = new URL(await begin(name))
    const registered = atPortal.searchParams.get("redirect_uri") ?? ""
    const other = new URL(registered)
    other.port = "9"
    for (const address of ["https://evil.example/", other.href, `${registered}/`, `${registered}?next=elsewhere`]) {
      for (const mode of ["query", "form_post"]) {
        atPortal.searchParams.set("redirect_uri", address)
        atPortal.searchParams.set("response_mode", mode)
        const refused = await fetch(atPortal, { redirect: "manual" })
        assert.deepStrictEqual([refused.status, await refused.json()], [400, { error: "invalid_request" }], address)
        assert.isNull(refused.headers.get("location"))
      }
    }
  })

  it.each([
    ["alpha", "keys_down", "alpha_keys_not_available"],
    ["alpha", "wrong_audience", "alpha_token_not_valid"],
    ["bravo", "unknown_kid", "bravo_token_key_not_valid"],
    ["charlie", "expired", "charlie_v2_token_invalid"],
    ["delta", "junk", "delta_xsts_token_exchange_failed"],
    ["delta", "wrong_environment", "delta_xsts_token_exchange_failed"],
    ["delta", "keys_down", "delta_xtoken_invalid"],
    ["echo", "junk", "echo5_v3_id_token_request_failed"],
    ["echo", "expired", "echo5_v3_id_token_not_valid"],
    ["echo", "wrong_environment", "echo_environment_permission_denied"],
    ["foxtrot", "junk", "foxtrot_token_exchange_failed"],
    ["foxtrot", "wrong_environment", "foxtrot_access_token_not_valid"],
    ["foxtrot", "too_many_accounts", "foxtrot_ppid_conversion_too_many_accounts_found"],
    ["golf", "junk", "golf_token_exchange_failed"],
    ["golf", "expired", "golf_token_invalid"],
    ["golf", "wrong_audience", "golf_token_for_wrong_app"],
    ["golf", "anticheat_banned", "golf_user_anticheat_banned"],
    ["golf", "publisher_banned", "golf_user_publisherbanned"],
    ["golf", "offline", "golf_user_offline"],
    ["hotel", "junk", "hotel_token_exchange_failed"],
    ["hotel", "expired", "hotel_invalid_access_token"],
    ["india", "junk", "india_token_exchange_failed"],
    ["india", "keys_down", "india_keys_not_available"],
    ["india", "expired", "india_token_invalid"],
  ] as ReadonlyArray<readonly [string, Fault, string]>)(
    "at %s with the fault %s ends with %s",
    async (name, fault, code) => {
      const fresh = await serveWithSandbox(sandbox, undefined, { redirectUris: [REDIRECT] })
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

  it.each(OAUTH_PORTALS)("at %s with an empty code, or switched off, has the code of the portal", async (name) => {
    const { codeEmpty, disabled } = oauthPortals[name]
    const atService = new URL(await follow(await begin(name)))
    atService.searchParams.set("code", "")
    const empty = new URL(await follow(atService.href))
    assert.strictEqual(empty.searchParams.get("error_code"), codeEmpty)
    const without = await serveWithSandbox(sandbox, () => ({}), { redirectUris: [REDIRECT] })
    try {
      const login = `${without.url}/users/v1/oauth/login/${name}?${new URLSearchParams({ redirect_uri: REDIRECT })}`
      assert.strictEqual(new URL(await follow(login)).searchParams.get("error_code"), disabled)
    } finally {
      await without.stop()
    }
  })
})
