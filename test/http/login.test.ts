/** POST /users/v1/login over a real socket (interface, section 4.1; decisions, section 4). */
import { Clients } from "@garrison/core/client/Clients"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { Players } from "@garrison/core/player/Players"
import type { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onEachDatabase } from "../support/databases.ts"
import { type TestServer, useServer } from "../support/server.ts"
import { codeOf, detailsOf } from "./samples.ts"
import { testAct } from "../support/acts.ts"

const path = "/users/v1/login"
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const basic = (clientId: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`,
})

const loginTo = (server: TestServer, body: unknown, headers: Record<string, string> = {}) =>
  server.call("POST", path, { body, headers })

const anon = (secret: string, more: object = {}) => ({ grant_type: "anon", portal_access_token: secret, ...more })
const refreshing = (token: string) => ({ grant_type: "refresh", portal_access_token: token })
const naming = (token: string) => ({ grant_type: "basic", portal_access_token: token })
const secretOf = () => crypto.randomUUID()

onEachDatabase((name, database) => {
  describe(`POST ${path} on ${name}`, () => {
    const server = useServer({
      database,
      settings: { grantsEnabled: ["anon", "refresh", "client_credentials", "basic"] },
      hashing: "argon2id",
    })
    const login = (body: unknown, headers?: Record<string, string>) => loginTo(server.current, body, headers)
    const refused = async (body: unknown, code: string, headers?: Record<string, string>) => {
      const reply = await login(body, headers)
      assert.deepStrictEqual([reply.status, codeOf(reply)], [403, code], reply.text)
      assert.propertyVal(reply.json, "auth_success", false)
      assert.strictEqual(reply.headers["cache-control"], "no-store")
      return reply
    }

    it("logs a device in, and the same device as the same player", async () => {
      const secret = secretOf()
      const reply = await login(anon(secret, { include_refresh: true, portal_display_name: "Ada" }))
      assert.strictEqual(reply.status, 200)
      assert.strictEqual(reply.headers["cache-control"], "no-store")
      const result = reply.json as Record<string, unknown>
      assert.include(result, {
        platform: "Anon",
        portal_id: 2,
        display_name: "Ada",
        token_type: "Bearer",
        expires_in: 900,
        client_id: "test-game",
      })
      for (const field of ["active_player_uuid", "person_id", "publisher_uuid", "tenant_uuid", "config_elector_uuid"]) {
        assert.match(String(result[field]), uuid, field)
      }
      assert.isString(result["refresh_token"])
      const again = (await login(anon(secret))).json as Record<string, unknown>
      assert.strictEqual(again["active_player_uuid"], result["active_player_uuid"])
      assert.notProperty(again, "refresh_token")
    })

    it("reads absent, null and unknown fields as not given", async () => {
      const reply = await login({ ...anon(secretOf()), include_refresh: null, accept_eula: null, surplus: [1] })
      assert.strictEqual(reply.status, 200)
      assert.notProperty(reply.json, "refresh_token")
    })

    it("exchanges a refresh token, and refuses every other kind of it by its code", async () => {
      const { refreshToken } = await server.current.player()
      assert.strictEqual((await login(refreshing(refreshToken))).status, 200)
      await refused(refreshing(""), "refresh_token_empty")
      await refused({ grant_type: "refresh" }, "refresh_token_empty")
      await refused(refreshing("never issued"), "refresh_token_not_found")
      const { secret } = await server.current.run(
        Effect.flatMap(Clients, (clients) =>
          clients.create({ clientId: crypto.randomUUID(), kind: "game", permissions: [] }, testAct),
        ).pipe(Effect.map(({ client, secret }) => ({ secret: `${client.clientId}:${secret}` }))),
      )
      const [clientId = "", clientSecret = ""] = secret.split(":")
      await refused(refreshing(refreshToken), "refresh_token_client_id_mismatch", basic(clientId, clientSecret))
    })

    it("refuses the refresh token of a deleted user", async () => {
      const { playerUuid, refreshToken } = await server.current.player()
      await server.current.run(
        Effect.flatMap(Players, (players) => players.deletePerson(playerUuid as PlayerUuid, testAct)),
      )
      const reply = await refused(refreshing(refreshToken), "refresh_token_invalid_user")
      assert.strictEqual(reply.status, 403)
    })

    it("logs a machine client in, by header or by body, without a player", async () => {
      const { client, secret = "" } = await server.current.run(
        Effect.flatMap(Clients, (clients) =>
          clients.create({ kind: "machine", permissions: ["catalog:read"] }, testAct),
        ),
      )
      const byBody = { grant_type: "client_credentials", portal_access_token: `${client.clientId}:${secret}` }
      for (const reply of [
        await login(byBody),
        await login({ grant_type: "client_credentials" }, basic(client.clientId, secret)),
      ]) {
        assert.strictEqual(reply.status, 200)
        assert.include(reply.json, { client_uuid: client.clientUuid, expires_in: 3600 })
        assert.notProperty(reply.json, "active_player_uuid")
        assert.notProperty(reply.json, "refresh_token")
      }
      await refused({ ...byBody, portal_access_token: `${client.clientId}:wrong` }, "client_credentials_invalid")
      await refused({ grant_type: "client_credentials" }, "client_credentials_invalid")
    })

    it("logs in by user name and password, and answers the same to an unknown user and a wrong password", async () => {
      await server.current.run(
        Effect.flatMap(Passwords, (passwords) =>
          passwords.create({ username: "ada", password: "correct horse" }, testAct),
        ),
      )
      assert.strictEqual((await login(naming("ada:correct horse"))).status, 200)
      const wrong = await refused(naming("ada:wrong"), "basic_auth_credentials_not_found")
      const unknown = await refused(naming("bob:wrong"), "basic_auth_credentials_not_found")
      assert.strictEqual(wrong.text, unknown.text)
      await refused(naming(""), "basic_token_empty")
      await refused(naming("no colon"), "basic_auth_incorrect_format")
    })

    it("lists the restrictions that refuse, and only after the credential was proved", async () => {
      const secret = secretOf()
      const { person_id } = (await login(anon(secret))).json as { readonly person_id: PersonId }
      await server.current.run(
        Effect.flatMap(Restrictions, (restrictions) =>
          restrictions.add({ personId: person_id, type: "account_ban", reason: "cheating" }, testAct),
        ),
      )
      const reply = await refused(anon(secret), "user_auth_restricted")
      assert.deepInclude(reply.json, {
        restrictions: [{ type: "account_ban", reason: "cheating", expiration: null }],
      })
    })

    it.each([
      ["Basic of an unknown client", basic("nobody", "x")],
      ["a broken Basic", { authorization: "Basic ???" }],
      ["another scheme", { authorization: "Digest x" }],
    ])("refuses %s", async (_, headers) => {
      const reply = await refused(anon(secretOf()), "client_credentials_invalid", headers)
      assert.strictEqual(reply.status, 403)
    })

    it("refuses a grant type that does not exist", async () => {
      for (const grant of ["", "ANON", "hotel", "india", "xbox", "__proto__", "constructor"]) {
        const reply = await refused({ grant_type: grant, portal_access_token: "x" }, "invalid_grant_type")
        assert.strictEqual(reply.status, 403)
      }
    })

    it("refuses an empty device secret by its code and an impossible one by its length", async () => {
      await refused(anon(""), "anon_token_empty")
      assert.deepStrictEqual(detailsOf(await login(anon("x".repeat(15)))), [
        ["body.portal_access_token", "string_too_short"],
      ])
      assert.deepStrictEqual(detailsOf(await login(anon("x".repeat(257)))), [
        ["body.portal_access_token", "string_too_long"],
      ])
      assert.strictEqual((await login(anon("x".repeat(256)))).status, 200)
    })
  })
})

/** The code of each grant that is not to be had. */
const disabledCodes: Readonly<Record<(typeof GRANT_TYPES)[number], string>> = {
  anon: "anon_disabled",
  alpha: "alpha_disabled",
  bravo: "bravo_disabled",
  refresh: "refresh_disabled",
  charlie: "charlie_disabled",
  deltalive: "delta_disabled",
  echo4_v1: "echo4_v1_disabled",
  echo4_v3: "echo4_v3_disabled",
  echo5_v3: "echo5_v3_disabled",
  foxtrot: "foxtrot_disabled",
  foxtrot_switch: "foxtrot_disabled",
  golf: "golf_disabled",
  basic: "basic_disabled",
  juliet: "developer_api_disabled",
  client_credentials: "client_auth_disabled",
}

describe("login where nothing is enabled", () => {
  const server = useServer({ settings: { grantsEnabled: [] } })

  it.each(GRANT_TYPES)("%s answers its own code", async (grantType) => {
    const { client, secret } = await server.current.run(
      Effect.flatMap(Clients, (clients) => clients.create({ kind: "machine", permissions: [] }, testAct)),
    )
    const token = grantType === "client_credentials" ? `${client.clientId}:${secret}` : "a".repeat(32)
    const reply = await loginTo(server.current, { grant_type: grantType, portal_access_token: token })
    assert.deepStrictEqual([reply.status, codeOf(reply)], [403, disabledCodes[grantType]], reply.text)
  })
})

describe("login under a policy", () => {
  const machineBody = { grant_type: "client_credentials", portal_access_token: "a:b" }
  const cases = [
    ["user_auth_disabled", { userAuthEnabled: false }, anon("x".repeat(32))],
    ["authentication_locked", { authenticationLocked: true }, anon("x".repeat(32))],
    ["authentication_limited", { authenticationLimited: true }, anon("x".repeat(32))],
    ["too_many_users", { playersPerPersonMax: 0 }, anon("x".repeat(32))],
    ["client_credentials_invalid", { defaultClientId: undefined }, anon("x".repeat(32))],
    ["client_credentials_invalid", { clientAuthEnabled: false }, machineBody],
  ] as const
  describe.each(cases)("%s", (code, settings, body) => {
    const server = useServer({ settings })
    it("refuses", async () => {
      const reply = await loginTo(server.current, body)
      assert.deepStrictEqual([reply.status, codeOf(reply)], [403, code], reply.text)
    })
  })

  describe("client_auth_disabled", () => {
    const server = useServer({ settings: { clientAuthEnabled: false } })
    it("refuses a client that proved itself", async () => {
      const { client, secret } = await server.current.run(
        Effect.flatMap(Clients, (clients) => clients.create({ kind: "machine", permissions: [] }, testAct)),
      )
      const reply = await loginTo(server.current, {
        grant_type: "client_credentials",
        portal_access_token: `${client.clientId}:${secret}`,
      })
      assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "client_auth_disabled"])
    })
  })
})

describe("login with agreements", () => {
  const document = { version: 1, url: "https://example.org/eula", sha256: "0".repeat(64), required: true }
  const server = useServer({ settings: { agreements: { eula: document, privacy_policy: document } } })

  it("lists the missing agreements, stores nothing, and lets a player in who accepts them", async () => {
    const secret = secretOf()
    const reply = await loginTo(server.current, anon(secret, { accept_eula: true }))
    assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "user_needs_agreements"])
    assert.include(reply.json, { needs_eula: false, needs_tos: false, needs_privacy_policy: true, auth_success: false })
    const accepted = anon(secret, { accept_eula: true, accept_privacy_policy: true })
    assert.strictEqual((await loginTo(server.current, accepted)).status, 200)
    assert.strictEqual((await loginTo(server.current, anon(secret))).status, 200)
  })
})

const guess = (server: TestServer) => loginTo(server, naming(`victim:${crypto.randomUUID()}`))

describe("login under load", () => {
  const full = useServer({ settings: { loginsInFlightMax: 0 } })
  const guessed = useServer({ settings: { grantsEnabled: ["basic"] } })

  it("answers 503 login_capacity_reached with Retry-After when as many logins as allowed are under way", async () => {
    const reply = await loginTo(full.current, anon(secretOf()))
    assert.deepStrictEqual([reply.status, codeOf(reply)], [503, "login_capacity_reached"])
    assert.propertyVal(reply.json, "auth_success", false)
    assert.match(String(reply.headers["retry-after"]), /^[1-9]\d*$/)
  })

  it("answers 503 too_many_attempts with Retry-After to a client that keeps guessing", async () => {
    let reply = await guess(guessed.current)
    for (let count = 0; count < 10 && reply.status === 403; count++) reply = await guess(guessed.current)
    assert.deepStrictEqual([reply.status, codeOf(reply)], [503, "too_many_attempts"])
    assert.match(String(reply.headers["retry-after"]), /^[1-9]\d*$/)
  })
})
