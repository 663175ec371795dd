/** Logins by redirect begin and come back (decisions, section 5; guarantees R12, R43). */
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import { InvalidInput } from "@garrison/core/kernel/input/Invalid"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import { loginCodes } from "@garrison/core/login/errors"
import { OAUTH_PORTALS, oauthPortals } from "@garrison/core/login/portal/OauthGateway"
import { AuthorizationCodeStore } from "@garrison/core/oauth/AuthorizationCodeStore"
import { prune } from "@garrison/core/oauth/housekeeping"
import { UsedStateStore } from "@garrison/core/oauth/UsedStateStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { createHash } from "node:crypto"
import { testAct } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { codeOf, createGameClient, inLoginWorld } from "../../support/logins.ts"
import {
  APP_REDIRECT,
  begin,
  inOauthWorld,
  madeUpPortals,
  ORIGIN,
  parametersOf,
  pkce,
  REDIRECT,
  respond,
} from "../../support/oauth.ts"

/** Stores that cannot do one thing, because the database is away. */
const storesThatFail = (what: "use" | "issue") => {
  const away = () => Effect.die(new StorageUnavailable("away"))
  return Layer.merge(
    Layer.effect(
      UsedStateStore,
      Effect.map(UsedStateStore, (store) => (what === "use" ? { ...store, use: away } : store)),
    ),
    Layer.effect(
      AuthorizationCodeStore,
      Effect.map(AuthorizationCodeStore, (store) => (what === "issue" ? { ...store, issue: away } : store)),
    ),
  )
}

const rowsIn = (tables: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      Effect.forEach(tables, (table) => sql`SELECT COUNT(*) AS total FROM ${sql(table)}`),
      (counts) => counts.reduce((total, [row]) => total + Number(row?.total), 0),
    ),
  ).pipe(Effect.orDie)

/** Rows of everything that logins by redirect store. */
const total = rowsIn(["used_state", "authorization_code", "login_failure"])

describe("the portals of logins by redirect", () => {
  it("have every code of the portals without a grant, and that of the environment of foxtrot", () => {
    const answers = OAUTH_PORTALS.flatMap((name) => {
      const { codeEmpty, disabled, refusals } = oauthPortals[name]
      return [disabled, codeEmpty, ...refusals] as ReadonlyArray<string>
    })
    const own = Object.keys(loginCodes).filter((code) => /^(?:hotel|india)_|_oauth_env_/.test(code))
    assert.lengthOf(own, 10)
    assert.includeMembers(answers, own)
  })
})

onEachDatabase((name, database) => {
  const world = inOauthWorld({ database })

  describe(`a login by redirect on ${name}`, () => {
    const { asked, oauthPortals: configured } = madeUpPortals()

    it.effect("goes to the portal with a state, a nonce and a challenge of its own, and returns with a code", () =>
      Effect.gen(function* () {
        const first = yield* begin({ redirect_uri: APP_REDIRECT, state: "of the game & more" })
        const second = yield* begin()
        const [authorization, other] = asked.authorizations
        assert.strictEqual(authorization?.redirectUri, `${ORIGIN}/response/alpha`)
        assert.lengthOf(new Set([authorization?.state, authorization?.nonce, other?.state, other?.nonce]), 4)
        assert.notStrictEqual(authorization?.codeChallenge, other?.codeChallenge)
        assert.deepStrictEqual(parametersOf(first), { state: authorization?.state ?? "" })

        const back = yield* respond({ state: parametersOf(first)["state"] ?? "", code: "ada" })
        assert.isTrue(back.address.startsWith(`${APP_REDIRECT}&code=garc_`))
        assert.strictEqual(parametersOf(back)["state"], "of the game & more")
        const [presented] = asked.codes
        assert(presented !== undefined)
        assert.strictEqual(presented.code, "ada")
        assert.strictEqual(presented.nonce, authorization?.nonce)
        assert.strictEqual(presented.redirectUri, authorization?.redirectUri)
        const hashed = createHash("sha256").update(presented.codeVerifier).digest("base64url")
        assert.strictEqual(hashed, authorization?.codeChallenge)

        const without = yield* respond({ state: parametersOf(second)["state"] ?? "", code: "ada" })
        assert.hasAllKeys(parametersOf(without), ["code"])
      }).pipe(inOauthWorld({ database, oauthPortals: configured })),
    )

    it.effect("does not begin where the address to return to is not one of the client, letter by letter", () =>
      Effect.gen(function* () {
        const clients = yield* Clients
        const other = { clientId: "other", kind: "game", permissions: [] } as const
        yield* clients.create({ ...other, redirectUris: ["https://other.example/login"] }, testAct)
        yield* clients.create({ ...other, clientId: "without" }, testAct)
        const codeAt = (redirect_uri: string, client_id?: string) =>
          codeOf(begin({ redirect_uri, ...(client_id !== undefined && { client_id }) }))
        for (const address of [`${REDIRECT}/`, REDIRECT.toUpperCase(), "https://other.example/login", ""]) {
          assert.strictEqual(yield* codeAt(address), "redirect_uri_does_not_match", address)
        }
        assert.strictEqual(yield* codeAt("https://other.example/login", "other"), "ok")
        assert.strictEqual(yield* codeAt(REDIRECT, "other"), "redirect_uri_does_not_match")
        assert.strictEqual(yield* codeAt(REDIRECT, "without"), "no_redirects_configured")
        yield* clients.editRedirects("other", { redirectUris: [REDIRECT] }, testAct)
        assert.strictEqual(yield* codeAt("https://other.example/login", "other"), "redirect_uri_does_not_match")
        assert.strictEqual(yield* codeAt(REDIRECT, "other"), "ok")
        assert.strictEqual(yield* total, 0)
      }).pipe(world),
    )

    it.effect("takes no address of the settings for a client that has its own", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* codeOf(begin()), "no_redirects_configured")
      }).pipe(inLoginWorld({ database, settings: { redirectUris: [REDIRECT] } })),
    )

    it.effect("needs a PKCE challenge of a public client, unless that is exempt by name", () =>
      Effect.gen(function* () {
        const clients = yield* Clients
        const wanted = { kind: "game", permissions: [], redirectUris: [REDIRECT] } as const
        yield* clients.create({ ...wanted, clientId: "shipped", public: true }, testAct)
        yield* clients.create({ ...wanted, clientId: "secret" }, testAct)
        const { challenge: code_challenge } = pkce()
        const refused = yield* Effect.flip(begin({ client_id: "shipped", state: "s" }))
        assert.instanceOf(refused, InvalidInput)
        assert.deepStrictEqual(
          refused.detail.map(({ loc, type }) => [...loc, type]),
          [["code_challenge", "missing"]],
        )
        assert.strictEqual(yield* codeOf(begin({ client_id: "shipped", code_challenge })), "ok")
        assert.strictEqual(yield* codeOf(begin({ client_id: "secret" })), "ok")
        yield* clients.editRedirects("shipped", { pkceExempt: true }, testAct)
        assert.strictEqual(yield* codeOf(begin({ client_id: "shipped" })), "ok")
        yield* clients.editRedirects("shipped", { pkceExempt: false }, testAct)
        assert.instanceOf(yield* Effect.flip(begin({ client_id: "shipped" })), InvalidInput)
        // Where the address is not the client's, the challenge is not told about.
        const elsewhere = begin({ client_id: "shipped", redirect_uri: "https://evil.example" })
        assert.strictEqual(yield* codeOf(elsewhere), "redirect_uri_does_not_match")
      }).pipe(world),
    )

    it.effect("does not begin for a client that is unknown, disabled or no game", () =>
      Effect.gen(function* () {
        const clients = yield* Clients
        yield* createGameClient("off")
        yield* clients.setDisabled("off", true, testAct)
        yield* clients.create({ clientId: "server", kind: "machine", permissions: [] }, testAct)
        for (const client_id of ["nobody", "", "server", "off"]) {
          assert.strictEqual(yield* codeOf(begin({ client_id })), "client_credentials_invalid", client_id)
        }
        assert.strictEqual(yield* total, 0)
      }).pipe(world),
    )

    it.effect("returns at once with the reason where the portal cannot be used", () =>
      Effect.gen(function* () {
        yield* createGameClient("anonymous", ["anon"])
        const codeFrom = (given: Parameters<typeof begin>[1], request: Parameters<typeof begin>[0] = {}) =>
          Effect.map(begin({ state: "s", ...request }, given), parametersOf)
        assert.deepStrictEqual(yield* codeFrom({ portal: "india" }), {
          error_code: "india_disabled",
          error_description: loginCodes.india_disabled,
          state: "s",
        })
        assert.propertyVal(yield* codeFrom({}, { client_id: "anonymous" }), "error_code", "alpha_disabled")
        assert.propertyVal(yield* codeFrom({ portal: "hotel" }), "error_code", "hotel_token_exchange_failed")
        assert.strictEqual(yield* total, 0)
      }).pipe(world),
    )

    it.effect("returns with the reason while users may not log in", () =>
      Effect.gen(function* () {
        assert.propertyVal(parametersOf(yield* begin()), "error_code", "user_auth_disabled")
      }).pipe(inOauthWorld({ database, settings: { userAuthEnabled: false } })),
    )

    it.effect("needs to know where the service is", () =>
      Effect.gen(function* () {
        assert.propertyVal(parametersOf(yield* begin()), "error_code", "alpha_disabled")
        const { address } = yield* begin({}, { origin: "http://127.0.0.1:8080" })
        assert.isTrue(address.startsWith("https://portal.example/"))
      }).pipe(inOauthWorld({ database, settings: { publicUrl: undefined } })),
    )

    it.effect("stores nothing, however many strangers begin, and stops nobody from beginning", () =>
      Effect.gen(function* () {
        const codes = yield* Effect.forEach(Array.from({ length: 100 }), () => codeOf(begin()), { concurrency: 16 })
        assert.deepStrictEqual([...new Set(codes)], ["ok"])
        assert.strictEqual(yield* total, 0)
      }).pipe(
        inOauthWorld({
          database,
          settings: { authorizationRequestsPerAddress: 1, authorizationRequestsMax: 1 },
        }),
      ),
    )
  })

  describe(`the answer of a portal on ${name}`, () => {
    const { asked, oauthPortals: untouched } = madeUpPortals()
    const stateOf = (given: Parameters<typeof begin>[1] = {}) =>
      Effect.map(begin({}, given), (redirection) => parametersOf(redirection)["state"] ?? "")

    it.effect("counts once, for the portal that the login began at, for ten minutes", () =>
      Effect.gen(function* () {
        const state = yield* stateOf()
        assert.strictEqual(yield* codeOf(respond({ state, code: "ada" }, "golf")), "failed_to_verify_state")
        assert.strictEqual(yield* codeOf(respond({ state, code: "ada" })), "ok")
        assert.strictEqual(yield* codeOf(respond({ state, code: "ada" })), "failed_to_verify_state")
        const late = yield* stateOf()
        yield* TestClock.adjust("10 minutes")
        for (const unknown of [late, "", "x", `${state}x`]) {
          assert.strictEqual(yield* codeOf(respond({ state: unknown, code: "a" })), "failed_to_verify_state", unknown)
        }
        assert.strictEqual(yield* codeOf(respond({ code: "ada" })), "failed_to_verify_state")
      }).pipe(world),
    )

    it.effect("that proves no user returns the player with the reason, and stores no code", () =>
      Effect.gen(function* () {
        const reason = Effect.fnUntraced(function* (
          answer: Parameters<typeof respond>[0],
          portal: Parameters<typeof respond>[1] = "alpha",
        ) {
          const state = yield* stateOf({ portal })
          return parametersOf(yield* respond({ state, ...answer }, portal))["error_code"]
        })
        assert.strictEqual(yield* reason({}), "error_occurred_during_exchange")
        assert.strictEqual(yield* reason({ error: "access_denied" }), "error_occurred_during_exchange")
        assert.strictEqual(yield* reason({ error: "", code: "ada" }), "error_occurred_during_exchange")
        assert.strictEqual(yield* reason({ code: "" }), "alpha_token_empty")
        assert.strictEqual(yield* reason({ code: "x" }, "golf"), "golf_user_offline")
        assert.strictEqual(yield* rowsIn(["authorization_code"]), 0)
      }).pipe(world),
    )

    it.effect("whose code cannot be stored returns the player with the reason", () =>
      Effect.gen(function* () {
        const back = yield* respond({ state: yield* stateOf(), code: "ada" })
        assert.propertyVal(parametersOf(back), "error_code", "failed_to_save_tokens")
      }).pipe(inOauthWorld({ database, replaced: storesThatFail("issue") })),
    )

    it.effect("whose state cannot be stored as used returns the player with the reason, and asks no portal", () =>
      Effect.gen(function* () {
        const back = yield* respond({ state: yield* stateOf(), code: "ada" })
        assert.propertyVal(parametersOf(back), "error_code", "failed_to_save_state")
        assert.deepStrictEqual(asked.codes, [])
      }).pipe(inOauthWorld({ database, oauthPortals: untouched, replaced: storesThatFail("use") })),
    )

    it.effect("is refused when one address brings too many, until some have expired, and then is not used", () =>
      Effect.gen(function* () {
        const states = yield* Effect.forEach(Array.from({ length: 10 }), () => stateOf())
        const [first = "", ...others] = states
        const bring = (state: string, address: string) => codeOf(respond({ state, code: "ada" }, "alpha", address))
        const codes = yield* Effect.forEach(others, (state) => bring(state, "2001:db8::7"), {
          concurrency: "unbounded",
        })
        assert.lengthOf(
          codes.filter((code) => code === "ok"),
          5,
        )
        assert.sameMembers([...new Set(codes)], ["ok", "too_many_attempts"])
        assert.strictEqual(yield* rowsIn(["used_state"]), 5)
        assert.strictEqual(yield* bring(first, "2001:db8::ffff:8"), "too_many_attempts")
        // A state that comes again counts for nobody.
        const used = states[codes.indexOf("ok") + 1] ?? ""
        assert.strictEqual(yield* bring(used, "2001:db8::7"), "failed_to_verify_state")
        yield* TestClock.adjust("2 minutes")
        assert.strictEqual(yield* bring(used, "2001:db8::7"), "failed_to_verify_state")
        assert.strictEqual(yield* bring(first, "2001:db8::7"), "ok")
        assert.strictEqual(yield* bring(first, "2001:db8:0:1::"), "failed_to_verify_state")
      }).pipe(inOauthWorld({ database, settings: { authorizationRequestsPerAddress: 10 } })),
    )

    it.effect("is refused when all addresses together bring too many", () =>
      Effect.gen(function* () {
        const bringFrom = Effect.fnUntraced(function* (address: string) {
          return yield* codeOf(respond({ state: yield* stateOf(), code: "ada" }, "alpha", address))
        })
        const codes = yield* Effect.forEach([1, 2, 3, 4, 5, 6], (host) => bringFrom(`192.0.2.${host}`))
        assert.deepStrictEqual(codes, ["ok", "ok", "ok", "ok", "ok", "too_many_attempts"])
      }).pipe(inOauthWorld({ database, settings: { authorizationRequestsMax: 10 } })),
    )

    it.effect("that comes twenty times at once makes one code", () =>
      Effect.gen(function* () {
        const state = yield* stateOf()
        const codes = yield* Effect.forEach(Array.from({ length: 20 }), () => codeOf(respond({ state, code: "ada" })), {
          concurrency: "unbounded",
        })
        assert.sameMembers(codes, ["ok", ...Array.from({ length: 19 }, () => "failed_to_verify_state")])
        assert.strictEqual(yield* rowsIn(["authorization_code"]), 1)
      }).pipe(world),
    )

    it.effect("and the state that it used are deleted some time after they have expired", () =>
      Effect.gen(function* () {
        const state = yield* stateOf()
        yield* respond({ state, code: "ada" })
        yield* TestClock.adjust("10 minutes")
        assert.strictEqual(yield* prune, 0)
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(yield* prune, 1)
        // A node whose clock is behind may still take the state.
        yield* TestClock.adjust(10 * 60_000 - 1)
        assert.strictEqual(yield* prune, 0)
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(yield* prune, 1)
        assert.strictEqual(yield* rowsIn(["used_state", "authorization_code"]), 0)
      }).pipe(world),
    )
  })
})
