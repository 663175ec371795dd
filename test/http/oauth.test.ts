/** Logins by redirect over a real socket (decisions, section 5; guarantees R12 to R14). */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type Switch, SWITCHES } from "@garrison/core/kernel/GrantType"
import { OAUTH_PORTALS, OauthGateway, oauthPortals } from "@garrison/core/login/portal/OauthGateway"
import { Clients } from "@garrison/core/client/Clients"
import * as Layer from "effect/Layer"
import { testAct } from "../support/acts.ts"
import { onEachDatabase, sharedDatabase } from "../support/databases.ts"
import { madeUpPortals, pkce, plainPortals, REDIRECT } from "../support/oauth.ts"
import { startServer, type TestServer, useServer } from "../support/server.ts"
import { codeOf, detailsOf } from "./samples.ts"

const FORM = { "content-type": "application/x-www-form-urlencoded" }
const agreements = { tos: { version: 1, url: "https://game.example", sha256: "0".repeat(64), required: true } }

onEachDatabase((name, database) => {
  describe(`a login by redirect on ${name}`, () => {
    const server = useServer({
      database,
      redirectUris: [REDIRECT],
      settings: { agreements, grantsEnabled: SWITCHES },
      portals: Layer.succeed(OauthGateway, madeUpPortals().oauthPortals),
    })
    const call = (...given: Parameters<typeof server.current.call>) => server.current.call(...given)
    const locationOf = (reply: Awaited<ReturnType<typeof call>>) => new URL(String(reply.headers["location"]))
    const begin = (parameters: Readonly<Record<string, string>> = {}, portal = "alpha") =>
      call("GET", `/users/v1/oauth/login/${portal}?${new URLSearchParams({ redirect_uri: REDIRECT, ...parameters })}`)
    const stateOf = async (parameters = {}, portal = "alpha") =>
      locationOf(await begin(parameters, portal)).searchParams.get("state") ?? ""
    const exchange = (body: object) =>
      call("POST", "/users/v1/oauth/token", { body: { grant_type: "authorization_code", ...body } })

    it("goes to the portal, returns with a code, asks for the agreements and gives tokens", async () => {
      const { challenge, verifier: code_verifier } = pkce()
      const begun = await begin({ state: "of the game", code_challenge: challenge, code_challenge_method: "S256" })
      assert.strictEqual(begun.status, 307)
      assert.strictEqual(begun.headers["cache-control"], "no-store")
      assert.strictEqual(begun.text, "")
      const atPortal = locationOf(begun)
      assert.strictEqual(atPortal.origin, "https://portal.example")
      const state = atPortal.searchParams.get("state") ?? ""
      const answer = new URLSearchParams({ state, code: "ada" })
      const back = await call("GET", `/users/v1/oauth/response/alpha?${answer}`)
      assert.strictEqual(back.status, 307)
      const atGame = locationOf(back)
      assert.strictEqual(atGame.origin + atGame.pathname, REDIRECT)
      assert.strictEqual(atGame.searchParams.get("state"), "of the game")
      const code = atGame.searchParams.get("code")

      assert.strictEqual(codeOf(await exchange({ code })), "authorization_code_not_found")
      const asked = await exchange({ code, code_verifier })
      const { regenerated_code, ...needs } = asked.json as Record<string, unknown>
      assert.deepStrictEqual(needs, { needs_eula: false, needs_tos: true, needs_privacy_policy: false })
      const { json } = await exchange({ code: regenerated_code, code_verifier, accepted_tos: true })
      assert.hasAllKeys(json, ["access_token", "refresh_token"])
      const { access_token: token } = json as { readonly access_token: string }
      assert.strictEqual((await call("GET", "/presence/v1/player/me/presence", { token })).status, 200)

      const again = await call("GET", `/users/v1/oauth/response/alpha?${answer}`)
      assert.deepStrictEqual([again.status, codeOf(again)], [403, "failed_to_verify_state"])
      assert.isUndefined(again.headers["location"])
    })

    it("takes the portal's answer as a form, and goes on with a GET", async () => {
      const form = async (fields: object | string, headers: Record<string, string> = FORM) =>
        call("POST", "/users/v1/oauth/response/alpha", {
          raw: typeof fields === "string" ? fields : String(new URLSearchParams({ ...fields })),
          headers,
        })
      const state = await stateOf({ state: "s" })
      for (const [broken, loc, type] of [
        [`state=${state}&state=${state}&code=x`, "body.state", "value_error"],
        [`state=${state}&code=%ff`, "body.code", "value_error"],
        [`state=${state}&code=${"x".repeat(5000)}`, "body.code", "string_too_long"],
      ] as const) {
        const refused = await form(broken)
        assert.deepStrictEqual([refused.status, detailsOf(refused)], [422, [[loc, type]]])
      }
      assert.strictEqual((await form({ state }, { "content-type": "application/json" })).status, 415)
      assert.strictEqual((await form(`state=${"x".repeat(9000)}`)).status, 413)
      assert.deepStrictEqual(detailsOf(await form("")), [["body", "missing"]])
      const back = await form({ state, code: "of+two & parts", session_state: "surplus" })
      assert.strictEqual(back.status, 303)
      assert.match(String(back.headers["location"]), /^http:\/\/127\.0\.0\.1:9\/callback\?code=garc_[\w-]+&state=s$/)
      assert.strictEqual(codeOf(await form({ state, code: "ada" })), "failed_to_verify_state")
    })

    it("leaves the login to the player when a program looks at the answer's address with HEAD", async () => {
      const state = await stateOf()
      const path = `/users/v1/oauth/response/alpha?${new URLSearchParams({ state, code: "ada" })}`
      const looked = await call("HEAD", path)
      assert.deepStrictEqual([looked.status, looked.headers["allow"]], [405, "GET, POST"])
      assert.isUndefined(looked.headers["location"])
      assert.match(String((await call("GET", path)).headers["location"]), /\?code=garc_/)
    })

    it("never redirects to an address that is not configured", async () => {
      for (const redirect_uri of ["https://evil.example/", `${REDIRECT}/`, `${REDIRECT}?x`, ""]) {
        const refused = await begin({ redirect_uri })
        assert.deepStrictEqual([refused.status, codeOf(refused)], [403, "redirect_uri_does_not_match"])
        assert.isUndefined(refused.headers["location"])
      }
      const unknown = await begin({ client_id: "nobody" })
      assert.deepStrictEqual([unknown.status, codeOf(unknown)], [403, "client_credentials_invalid"])
      assert.isUndefined(unknown.headers["location"])
    })

    it("returns to the game with the reason why there is no code", async () => {
      const returned = async (reply: Awaited<ReturnType<typeof call>>) => {
        assert.strictEqual(reply.status, 307)
        const { searchParams } = locationOf(reply)
        assert.isNotNull(searchParams.get("error_description"))
        return searchParams.get("error_code")
      }
      const answered = async (fields: Record<string, string>, portal = "alpha") => {
        const answer = new URLSearchParams({ state: await stateOf({}, portal), ...fields })
        return returned(await call("GET", `/users/v1/oauth/response/${portal}?${answer}`))
      }
      assert.strictEqual(await returned(await begin({}, "india")), "india_disabled")
      assert.strictEqual(await returned(await begin({}, "hotel")), "hotel_token_exchange_failed")
      assert.strictEqual(await answered({ error: "access_denied" }), "error_occurred_during_exchange")
      assert.strictEqual(await answered({}), "error_occurred_during_exchange")
      assert.strictEqual(await answered({ code: "" }), "alpha_token_empty")
      assert.strictEqual(await answered({ code: "x" }, "golf"), "golf_user_offline")
    })

    it("returns to the game whatever the text of the portal's error is", async () => {
      const answer = async (texts: string, isForm = false) => {
        const parameters = `state=${await stateOf({ state: "of the game" })}&${texts}`
        const path = "/users/v1/oauth/response/alpha"
        const { headers, status } = isForm
          ? await call("POST", path, { raw: parameters, headers: FORM })
          : await call("GET", `${path}?${parameters}`)
        const { searchParams } = locationOf({ headers } as Awaited<ReturnType<typeof call>>)
        return [status, searchParams.get("error_code"), searchParams.get("state")]
      }
      const long = "e".repeat(6000)
      for (const texts of [
        `error=${long}`,
        `error=access_denied&error_description=${long}`,
        `error=${encodeURIComponent("Zugriff verweigert – 拒否されました")}`,
        // In Latin-1, and with a character that no text may have.
        "error=acc%E8s&error_description=refus%E9",
        "error=%00&error_description=%00",
        "error=%",
      ]) {
        const returned = ["error_occurred_during_exchange", "of the game"]
        assert.deepStrictEqual(await answer(texts), [307, ...returned], texts)
        assert.deepStrictEqual(await answer(texts, true), [303, ...returned], texts)
      }
    })

    it("wants a PKCE challenge of a public client that is not exempt", async () => {
      const shipped = { clientId: "shipped", kind: "game", permissions: [], public: true } as const
      await server.current.run(
        Clients.use((clients) => clients.create({ ...shipped, redirectUris: [REDIRECT] }, testAct)),
      )
      const refused = await begin({ client_id: "shipped" })
      assert.deepStrictEqual([refused.status, detailsOf(refused)], [422, [["query.code_challenge", "missing"]]])
      assert.isUndefined(refused.headers["location"])
      const begun = await begin({ client_id: "shipped", code_challenge: pkce().challenge })
      assert.strictEqual(locationOf(begun).origin, "https://portal.example")
    })

    it("lists what is wrong with a request", async () => {
      const reply = await begin({
        redirect_uri: "x".repeat(2049),
        state: "x".repeat(2049),
        code_challenge: "short",
        code_challenge_method: "plain",
      })
      assert.deepStrictEqual(detailsOf(reply), [
        ["query.redirect_uri", "string_too_long"],
        ["query.state", "string_too_long"],
        ["query.code_challenge", "string_too_short"],
        ["query.code_challenge_method", "enum"],
      ])
      const unknown = await call("GET", "/users/v1/oauth/login/anon")
      assert.deepStrictEqual(detailsOf(unknown), [
        ["path.platform", "enum"],
        ["query.redirect_uri", "missing"],
      ])
    })

    it("needs the setting publicUrl where the request names another host than this machine", async () => {
      const path = `/users/v1/oauth/login/alpha?${new URLSearchParams({ redirect_uri: REDIRECT })}`
      const reply = await call("GET", path, { headers: { host: "evil.example" } })
      assert.strictEqual(locationOf(reply).searchParams.get("error_code"), "alpha_disabled")
    })

    it("tells the log no state, code or verifier", async () => {
      const { challenge, verifier } = pkce()
      const state = await stateOf({ state: "canary-of-the-game", code_challenge: challenge })
      const answer = new URLSearchParams({ state, code: "canary-of-the-portal" })
      const back = await call("GET", `/users/v1/oauth/response/alpha?${answer}`)
      const code = locationOf(back).searchParams.get("code") ?? ""
      const refused = await exchange({ code, code_verifier: pkce().verifier })
      await exchange({ code, code_verifier: verifier })
      await call("GET", `/users/v1/oauth/response/alpha/${state}/${code}`)
      const { access, defects } = server.current.log
      assert.include(access, "oauthResponse")
      for (const secret of ["canary", state, code, verifier]) {
        assert.notInclude(access + defects + refused.text, secret)
      }
    })
  })

  describe(`a portal that grantsEnabled does not name on ${name}`, () => {
    let shared: Awaited<ReturnType<typeof sharedDatabase>>
    /** The server on which every portal is switched on, and the one after the portals were switched off. */
    let on: TestServer
    let off: TestServer
    beforeAll(async () => {
      shared = await sharedDatabase(database)
      const start = (grantsEnabled: ReadonlyArray<Switch>, isPrepared: boolean) =>
        startServer({
          database: shared.layer,
          isPrepared,
          redirectUris: [REDIRECT],
          settings: { grantsEnabled },
          portals: Layer.succeed(OauthGateway, plainPortals(...OAUTH_PORTALS)),
        })
      on = await start(SWITCHES, false)
      off = await start(["anon", "refresh", "client_credentials"], true)
    })
    afterAll(async () => {
      await on.stop()
      await off.stop()
      await shared.close()
    })

    it.each(OAUTH_PORTALS)("refuses a login by redirect at each of its steps: %s", async (portal) => {
      const { disabled } = oauthPortals[portal]
      const parametersAt = async (server: TestServer, path: string, parameters: Readonly<Record<string, string>>) => {
        const { headers, status } = await server.call("GET", `${path}/${portal}?${new URLSearchParams(parameters)}`)
        assert.strictEqual(status, 307)
        return new URL(String(headers["location"])).searchParams
      }
      const begin = (server: TestServer) =>
        parametersAt(server, "/users/v1/oauth/login", { redirect_uri: REDIRECT, state: "of the game" })
      const respond = async (server: TestServer) => {
        const state = (await begin(on)).get("state") ?? ""
        return parametersAt(server, "/users/v1/oauth/response", { state, code: "ada" })
      }
      const exchange = (server: TestServer, code: string) =>
        server.call("POST", "/users/v1/oauth/token", { body: { grant_type: "authorization_code", code } })

      for (const returned of [await begin(off), await respond(off)]) {
        assert.deepStrictEqual([returned.get("error_code"), returned.get("state")], [disabled, "of the game"])
        assert.isNull(returned.get("code"))
      }
      const code = (await respond(on)).get("code") ?? ""
      const refused = await exchange(off, code)
      assert.deepStrictEqual([refused.status, codeOf(refused)], [403, disabled])
      assert.hasAllKeys((await exchange(on, code)).json, ["access_token", "refresh_token"])
    })
  })

  describe(`answers of portals beyond the limit on ${name}`, () => {
    const server = useServer({
      database,
      redirectUris: [REDIRECT],
      settings: { grantsEnabled: SWITCHES, authorizationRequestsPerAddress: 2 },
      portals: Layer.succeed(OauthGateway, madeUpPortals().oauthPortals),
    })

    it("are 503, while anyone may begin", async () => {
      const begin = () =>
        server.current.call("GET", `/users/v1/oauth/login/alpha?${new URLSearchParams({ redirect_uri: REDIRECT })}`)
      const bring = async () => {
        const state = new URL(String((await begin()).headers["location"])).searchParams.get("state") ?? ""
        const answer = new URLSearchParams({ state, code: "ada" })
        return server.current.call("GET", `/users/v1/oauth/response/alpha?${answer}`)
      }
      assert.strictEqual((await bring()).status, 307)
      const refused = await bring()
      assert.deepStrictEqual([refused.status, codeOf(refused)], [503, "too_many_attempts"])
      assert.match(String(refused.headers["retry-after"]), /^\d+$/)
      assert.isUndefined(refused.headers["location"])
      assert.strictEqual((await begin()).status, 307)
    })
  })

  describe(`a server without addresses to return to on ${name}`, () => {
    const server = useServer({ database })

    it("begins no login by redirect", async () => {
      const path = `/users/v1/oauth/login/alpha?${new URLSearchParams({ redirect_uri: REDIRECT })}`
      const reply = await server.current.call("GET", path)
      assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "no_redirects_configured"])
    })
  })
})
