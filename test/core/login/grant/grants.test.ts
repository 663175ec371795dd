/** Every grant answers, each with its own codes (interface, sections 2.3, 5 and 7; decisions, sections 3 and 4). */
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import { loginBusyCodes, loginCodes } from "@garrison/core/login/errors"
import { FailedAttempts } from "@garrison/core/login/throttle/FailedAttempts"
import { grants } from "@garrison/core/login/grant/grants"
import { portals } from "@garrison/core/login/portal/PortalGateway"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { Oauth } from "@garrison/core/oauth/Oauth"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import * as Effect from "effect/Effect"
import * as Statement from "effect/sql/Statement"
import { enumerations, loginCodes as codesOfTheInterface } from "../../../support/interface.ts"
import {
  codeOf,
  context,
  createGameClient,
  inLoginWorld,
  login,
  loginAnon,
  rowCounts,
  useRefresh,
} from "../../../support/logins.ts"
import { testAct } from "../../../support/acts.ts"

describe("grants", () => {
  it("are the interface's, in its order, and the codes are too", () => {
    assert.deepStrictEqual(GRANT_TYPES, enumerations.grant_type)
    assert.deepStrictEqual(Object.keys(grants), enumerations.grant_type)
    assert.sameMembers(Object.keys(loginCodes), [...codesOfTheInterface])
    assert.deepStrictEqual(Object.keys(loginBusyCodes), ["login_capacity_reached", "too_many_attempts"])
    const descriptions = Object.values({ ...loginCodes, ...loginBusyCodes })
    for (const description of descriptions) assert.match(description, /^[A-Z].*\.$/)
  })

  it.effect("a portal's grant answers that it is disabled, even when the settings enable it", () =>
    Effect.gen(function* () {
      const codes = yield* Effect.forEach(Object.keys(portals), (grant_type) =>
        codeOf(login({ grant_type, portal_access_token: "token" })),
      )
      assert.deepStrictEqual(Object.fromEntries(Object.keys(portals).map((grantType, at) => [grantType, codes[at]])), {
        alpha: "alpha_disabled",
        bravo: "bravo_disabled",
        charlie: "charlie_disabled",
        deltalive: "delta_disabled",
        echo4_v1: "echo4_v1_disabled",
        echo4_v3: "echo4_v3_disabled",
        echo5_v3: "echo5_v3_disabled",
        foxtrot: "foxtrot_disabled",
        foxtrot_switch: "foxtrot_disabled",
        golf: "golf_disabled",
        juliet: "developer_api_disabled",
      })
    }).pipe(inLoginWorld({ settings: { grantsEnabled: GRANT_TYPES } })),
  )

  it.effect("basic is off unless configured, and every grant can be switched off", () =>
    Effect.gen(function* () {
      const codes = yield* Effect.forEach(GRANT_TYPES, (grant_type) => codeOf(login({ grant_type })))
      assert.notInclude(codes, "ok")
      assert.strictEqual(codes[GRANT_TYPES.indexOf("basic")], "basic_disabled")
      assert.strictEqual(codes[GRANT_TYPES.indexOf("anon")], "anon_disabled")
      assert.strictEqual(codes[GRANT_TYPES.indexOf("refresh")], "refresh_disabled")
    }).pipe(inLoginWorld({ settings: { grantsEnabled: [] } })),
  )

  it.effect("a client may use the grants that it is allowed, and no other", () =>
    Effect.gen(function* () {
      const { credentials } = yield* createGameClient("studio", ["anon"])
      const { refresh_token } = yield* loginAnon(1, { include_refresh: true }, { credentials })
      assert.strictEqual(yield* codeOf(useRefresh(refresh_token, {}, { credentials })), "refresh_disabled")
      const basic = login({ grant_type: "basic", portal_access_token: "a:b" }, { credentials })
      assert.strictEqual(yield* codeOf(basic), "basic_disabled")
    }).pipe(inLoginWorld()),
  )
})

const wrongClient = "client_credentials_invalid"

describe("client_credentials", () => {
  it.effect("answers for the client: its permissions, an hour, no player and no refresh token", () =>
    Effect.gen(function* () {
      const clients = yield* Clients
      const { client, secret = "" } = yield* clients.create(
        {
          clientId: "server",
          kind: "machine",
          permissions: ["catalog:edit", "notification:playerid:write"],
        },
        testAct,
      )
      const pair = `server:${secret}`
      const result = yield* login({
        grant_type: "client_credentials",
        portal_access_token: pair,
        include_refresh: true,
        portal_display_name: "x",
      })
      const { access_token, publisher_uuid, tenant_uuid, config_elector_uuid, ...rest } = result
      assert.deepStrictEqual(rest, {
        permissions: ["catalog:edit", "notification:playerid:write"],
        restrictions: [],
        client_uuid: client.clientUuid,
        client_id: "server",
        token_type: "Bearer",
        expires_in: 3600,
      })
      assert.strictEqual(new Set([publisher_uuid, tenant_uuid, config_elector_uuid]).size, 3)
      const caller = yield* (yield* AccessTokens).authenticate(`Bearer ${access_token}`)
      assert.deepInclude(caller, { kind: "machine", subject: client.clientUuid, platform: "", portalUserId: "" })
      assert.deepInclude(yield* rowCounts, {
        machine_session: 1,
        machine_login: 1,
        login_session: 0,
        refresh_token: 0,
        person: 0,
      })
      const inHeader = login({ grant_type: "client_credentials" }, { credentials: { clientId: "server", secret } })
      assert.strictEqual(yield* codeOf(inHeader), "ok")
    }).pipe(inLoginWorld()),
  )

  it.effect("no pair, a malformed one, a wrong one, a malformed header: all the same refusal", () =>
    Effect.gen(function* () {
      yield* createGameClient("studio")
      const attempt = (portal_access_token: string, from = {}) =>
        codeOf(login({ grant_type: "client_credentials", portal_access_token }, from))
      for (const token of ["", "server", "server:", ":", ":secret", "server:wrong", "game:x", "studio:"]) {
        assert.strictEqual(yield* attempt(token), wrongClient, token)
      }
      assert.strictEqual(yield* attempt("", { credentialsMalformed: true }), wrongClient)
      assert.strictEqual(yield* attempt("", { credentials: { clientId: "game", secret: "x" } }), wrongClient)
    }).pipe(inLoginWorld()),
  )

  it.effect("a game client proves itself, public or not, by header or by body, but may not log in as itself", () =>
    Effect.gen(function* () {
      const { credentials } = yield* createGameClient("studio")
      for (const { clientId, secret } of [credentials, { clientId: "game", secret: "" }]) {
        const token = `${clientId}:${secret}`
        const inBody = login({ grant_type: "client_credentials", portal_access_token: token })
        const inHeader = login({ grant_type: "client_credentials" }, { credentials: { clientId, secret } })
        assert.deepStrictEqual(
          [yield* codeOf(inBody), yield* codeOf(inHeader)],
          ["client_auth_disabled", "client_auth_disabled"],
        )
      }
    }).pipe(inLoginWorld()),
  )

  it.effect("without a default client, a login without credentials is refused", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* codeOf(loginAnon(1)), "client_credentials_invalid")
      const { credentials } = yield* createGameClient("studio")
      assert.strictEqual(yield* codeOf(loginAnon(1, {}, { credentials })), "ok")
    }).pipe(inLoginWorld({ settings: { defaultClientId: undefined } })),
  )
})

describe("token exchange", () => {
  it.effect("unknown, expired and foreign codes are not found; the client is proved first", () =>
    Effect.gen(function* () {
      const oauth = yield* Oauth
      const request = { grant_type: "authorization_code", code: "no such code" } as const
      assert.strictEqual(yield* codeOf(oauth.exchange(request, context())), "authorization_code_not_found")
      const malformed = oauth.exchange(request, context({ credentialsMalformed: true }))
      assert.strictEqual(yield* codeOf(malformed), "client_credentials_invalid")
      const wrong = oauth.exchange(request, context({ credentials: { clientId: "game", secret: "x" } }))
      assert.strictEqual(yield* codeOf(wrong), "client_credentials_invalid")
    }).pipe(inLoginWorld()),
  )
})

describe("cost of a login", () => {
  it.effect("made-up addresses share a million buckets, each account has its own, and their numbers tell nothing", () =>
    Effect.gen(function* () {
      const attempts = yield* FailedAttempts
      const ofAddresses = new Set<number>()
      const ofAccounts = new Set<number>()
      for (let number = 0; number < 500; number++) {
        const { account, address, familiar } = yield* attempts.subjectsOf(`192.0.2.${number}`, `basic|user${number}`)
        assert.isBelow(address.bucket, 2 ** 20)
        ofAddresses.add(address.bucket)
        ofAccounts.add(account?.bucket ?? 0)
        for (const key of [account, familiar]) assert.isBelow(key?.bucket ?? 0, 2 ** 48)
      }
      assert.isAbove(ofAddresses.size, 450)
      assert.strictEqual(ofAccounts.size, 500)
    }).pipe(inLoginWorld()),
  )

  it.effect("a login of a known player is one read, and one unit of work of three writes", () =>
    Effect.gen(function* () {
      yield* loginAnon(1)
      const statements: Array<string> = []
      const watched = Effect.provideService(
        loginAnon(1, { include_refresh: true }),
        Statement.CurrentTransformer,
        (statement, _sql, _context, _span) =>
          Effect.sync(() => {
            statements.push(statement.compile()[0].trim().split(/\s+/)[0] ?? "")
            return statement
          }),
      )
      yield* watched
      const reads = statements.filter((verb) => verb === "SELECT")
      assert.lengthOf(reads, 1)
      assert.deepStrictEqual(
        statements.filter((verb) => verb !== "SELECT"),
        ["UPDATE", "INSERT", "INSERT"],
      )
    }).pipe(inLoginWorld()),
  )
})
