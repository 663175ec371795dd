/** Codes are exchanged for tokens (interface, section 4.2; decisions, sections 5 to 7; guarantees R12 to R14). */
import { assert, describe, it } from "@effect/vitest"
import { SecurityEventStore } from "@garrison/core/audit/SecurityEventStore"
import type { AgreementDocument } from "@garrison/core/agreement/settings"
import { LoginHistoryStore } from "@garrison/core/login/storing/LoginHistoryStore"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { testAct } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { codeOf, createGameClient, login, rowCounts, useRefresh, whoIs } from "../../support/logins.ts"
import { codeFor, exchange, inOauthWorld, pkce } from "../../support/oauth.ts"

const NOT_FOUND = "authorization_code_not_found"

const callerOf = (accessToken: string | undefined) =>
  Effect.flatMap(AccessTokens, (tokens) => tokens.authenticate(`Bearer ${accessToken}`))

/** The login that a refresh token continues. */
const personOf = (refreshToken: string | undefined) => Effect.map(useRefresh(refreshToken), whoIs)

const document = (version: number): AgreementDocument => ({
  version,
  url: "https://game.example/text",
  sha256: "0".repeat(64),
  required: true,
})
const agreements = { eula: document(2), privacy_policy: document(1) }

onEachDatabase((name, database) => {
  const world = inOauthWorld({ database })

  describe(`the exchange of a code on ${name}`, () => {
    it.effect("logs the user of the portal in, as the same person each time", () =>
      Effect.gen(function* () {
        const first = yield* exchange(yield* codeFor("ada"))
        assert.hasAllKeys(first, ["access_token", "refresh_token"])
        const caller = yield* callerOf(first.access_token)
        assert.deepInclude(caller, { kind: "player", platform: "Alpha", portalUserId: "ada" })
        const second = yield* exchange(yield* codeFor("ada"))
        assert.strictEqual((yield* callerOf(second.access_token)).subject, caller.subject)
        const other = yield* exchange(yield* codeFor("eve"))
        assert.notStrictEqual((yield* callerOf(other.access_token)).subject, caller.subject)
        const { personId } = yield* personOf(second.refresh_token)
        const history = yield* (yield* LoginHistoryStore).ofPerson(personId, 9)
        assert.deepStrictEqual(
          history.map(({ grantType }) => grantType),
          ["refresh", "authorization_code", "authorization_code"],
        )
      }).pipe(world),
    )

    it.effect("gives a user of two tiers both identities", () =>
      Effect.gen(function* () {
        const { refresh_token } = yield* exchange(yield* codeFor("grace", {}, "foxtrot"))
        const result = yield* useRefresh(refresh_token)
        assert.deepInclude(result, { platform: "FoxtrotPPID", portal_user_id: "grace", display_name: "Player" })
        assert.deepInclude(result.portal_parent_auth_result, {
          platform: "FoxtrotNAID",
          portal_user_id: "account-grace",
          display_name: "Grace",
        })
      }).pipe(world),
    )

    it.effect("is refused when the code is unknown, expired or another client's, and then changes nothing", () =>
      Effect.gen(function* () {
        const { credentials } = yield* createGameClient("studio")
        const code = yield* codeFor("ada")
        const before = yield* rowCounts
        for (const unknown of ["x", "garc_", `${code}x`, code.toUpperCase()]) {
          assert.strictEqual(yield* codeOf(exchange(unknown)), NOT_FOUND)
        }
        assert.strictEqual(yield* codeOf(exchange(code, {}, { credentials })), NOT_FOUND)
        assert.deepStrictEqual(yield* rowCounts, before)
        assert.strictEqual(yield* codeOf(exchange(code)), "ok")
        const late = yield* codeFor("ada")
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* codeOf(exchange(late)), NOT_FOUND)
        const studios = yield* codeFor("ada", { client_id: "studio" })
        assert.strictEqual(yield* codeOf(exchange(studios)), NOT_FOUND)
        assert.strictEqual(yield* codeOf(exchange(studios, {}, { credentials })), "ok")
      }).pipe(world),
    )

    it.effect("is refused for an expired code also after the clock was set back", () =>
      Effect.gen(function* () {
        const code = yield* codeFor("ada")
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* codeOf(exchange(code)), NOT_FOUND)
        yield* TestClock.setTime(0)
        assert.strictEqual(yield* codeOf(exchange(code)), NOT_FOUND)
      }).pipe(world),
    )

    it.effect("asks for the verifier of the challenge, and takes none without a challenge", () =>
      Effect.gen(function* () {
        const { challenge, verifier } = pkce()
        const code = yield* codeFor("ada", { code_challenge: challenge })
        for (const given of [
          {},
          { code_verifier: "" },
          { code_verifier: pkce().verifier },
          { code_verifier: challenge },
        ]) {
          assert.strictEqual(yield* codeOf(exchange(code, given)), NOT_FOUND)
        }
        assert.strictEqual(yield* codeOf(exchange(code, { code_verifier: verifier })), "ok")
        const plain = yield* codeFor("ada")
        assert.strictEqual(yield* codeOf(exchange(plain, { code_verifier: verifier })), NOT_FOUND)
        assert.strictEqual(yield* codeOf(exchange(plain)), "ok")
      }).pipe(world),
    )

    it.effect("a second time is refused, ends the session of the first, and is recorded once", () =>
      Effect.gen(function* () {
        const { challenge, verifier } = pkce()
        const code = yield* codeFor("ada", { code_challenge: challenge })
        const { access_token, refresh_token } = yield* exchange(code, { code_verifier: verifier })
        const { personId } = yield* personOf((yield* exchange(yield* codeFor("ada"))).refresh_token)
        assert.strictEqual(yield* codeOf(exchange(code, { code_verifier: pkce().verifier })), NOT_FOUND)
        assert.strictEqual(yield* codeOf(callerOf(access_token)), "ok", "without the verifier nothing ends")
        yield* TestClock.adjust("2 minutes")
        for (let time = 0; time < 2; time++) {
          assert.strictEqual(yield* codeOf(exchange(code, { code_verifier: verifier })), NOT_FOUND)
        }
        assert.strictEqual(yield* codeOf(callerOf(access_token)), "auth_token_expired")
        assert.strictEqual(yield* codeOf(useRefresh(refresh_token)), "refresh_token_not_found")
        const events = yield* (yield* SecurityEventStore).ofPerson(personId, 9)
        assert.deepStrictEqual(
          events.map(({ kind }) => kind).filter((kind) => kind !== "login_refused"),
          ["authorization_code_reuse"],
        )
      }).pipe(world),
    )

    it.effect("of a restricted person tells that and gives no tokens", () =>
      Effect.gen(function* () {
        const { refresh_token } = yield* exchange(yield* codeFor("ada"))
        const { personId } = yield* personOf(refresh_token)
        const restrictions = yield* Restrictions
        yield* restrictions.add({ personId, type: "account_ban", reason: "cheating" }, testAct)
        const code = yield* codeFor("ada")
        const before = yield* rowCounts
        const answer = yield* exchange(code)
        assert.deepStrictEqual(answer, { error_message: "Login is refused because the user is restricted." })
        assert.deepStrictEqual(yield* rowCounts, before)
      }).pipe(world),
    )

    it.effect("is refused with the codes of a login while logging in is limited", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* codeOf(exchange(yield* codeFor("ada"))), "authentication_limited")
      }).pipe(inOauthWorld({ database, settings: { authenticationLimited: true } })),
    )
  })

  describe(`the exchange of a code with agreements on ${name}`, () => {
    const asking = inOauthWorld({ database, settings: { agreements } })
    const all = { accepted_eula: true, accepted_privacy_policy: true }

    it.effect("names what is missing with another code, which gives the tokens once all is accepted", () =>
      Effect.gen(function* () {
        const { challenge, verifier: code_verifier } = pkce()
        const code = yield* codeFor("ada", { code_challenge: challenge })
        const before = yield* rowCounts
        const first = yield* exchange(code, { code_verifier })
        assert.deepInclude(first, { needs_eula: true, needs_tos: false, needs_privacy_policy: true })
        assert.doesNotHaveAnyKeys(first, ["access_token", "refresh_token", "error_message"])
        assert.deepStrictEqual(yield* rowCounts, before)
        yield* TestClock.adjust("5 minutes")
        const second = yield* exchange(first.regenerated_code ?? "", { code_verifier, accepted_eula: true })
        assert.deepInclude(second, { needs_eula: false, needs_tos: false, needs_privacy_policy: true })
        const next = second.regenerated_code ?? ""
        assert.strictEqual(
          yield* codeOf(exchange(next, all)),
          NOT_FOUND,
          "the challenge holds for all codes of a login",
        )
        const third = yield* exchange(next, { ...all, code_verifier })
        assert.hasAllKeys(third, ["access_token", "refresh_token"])
        assert.deepInclude(yield* rowCounts, { person: 1, agreement_receipt: 2, login_session: 1 })
        assert.hasAllKeys(yield* exchange(yield* codeFor("ada")), ["access_token", "refresh_token"])
      }).pipe(asking),
    )

    it.effect("gives the same code when the same exchange is repeated, and nothing for another one", () =>
      Effect.gen(function* () {
        const code = yield* codeFor("ada")
        const first = yield* exchange(code, { accepted_tos: true })
        assert.deepStrictEqual(yield* exchange(code, { accepted_tos: true }), first)
        yield* TestClock.adjust("2 minutes")
        assert.deepStrictEqual(yield* exchange(code, { accepted_tos: true, accepted_eula: false }), first)
        assert.strictEqual(yield* codeOf(exchange(code, all)), NOT_FOUND)
        const { access_token } = yield* exchange(first.regenerated_code ?? "", all)
        assert.strictEqual(yield* codeOf(callerOf(access_token)), "ok")
        // A code whose place another one took is presented after the tokens were given: one of the two was stolen.
        assert.strictEqual(yield* codeOf(exchange(code, { accepted_tos: true })), NOT_FOUND)
        assert.strictEqual(yield* codeOf(callerOf(access_token)), "auth_token_expired")
      }).pipe(asking),
    )

    it.effect("gives five more codes, which end with the login that they belong to", () =>
      Effect.gen(function* () {
        const codes = [yield* codeFor("ada")]
        for (let time = 0; time < 5; time++) codes.push((yield* exchange(codes.at(-1) ?? "")).regenerated_code ?? "")
        assert.lengthOf(new Set(codes), 6)
        const last = codes.at(-1) ?? ""
        assert.strictEqual(yield* codeOf(exchange(last)), NOT_FOUND)
        yield* TestClock.adjust("599 seconds")
        assert.strictEqual(yield* codeOf(exchange(last, all)), "ok")
        const [slow, fast] = [yield* exchange(yield* codeFor("eve")), yield* exchange(yield* codeFor("eve"))]
        yield* TestClock.adjust("599 seconds")
        assert.strictEqual(yield* codeOf(exchange(fast.regenerated_code ?? "", all)), "ok")
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* codeOf(exchange(slow.regenerated_code ?? "", all)), NOT_FOUND)
      }).pipe(asking),
    )

    it.effect("tells a login of another kind what it told before", () =>
      Effect.gen(function* () {
        const anon = login({ grant_type: "anon", portal_access_token: "x".repeat(16) })
        assert.strictEqual(yield* codeOf(anon), "user_needs_agreements")
      }).pipe(asking),
    )
  })
})
