/**
 * Two servers on one database: what happens at one holds at the other, at once where the database is asked, and within
 * a minute where a verified token is remembered (guarantees R17, R24, R27).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { PersonId } from "@garrison/core/kernel/Identifier"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Sessions } from "@garrison/core/token/Sessions"
import { SigningKeys } from "@garrison/core/token/SigningKeys"
import * as Effect from "effect/Effect"
import { testAct } from "../support/acts.ts"
import { onEachDatabase, sharedDatabase } from "../support/databases.ts"
import { startServer, type TestServer, type TestServerOptions } from "../support/server.ts"
import { codeOf } from "./samples.ts"

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly person_id: PersonId
}

onEachDatabase((name, database) => {
  describe(`two servers on ${name}`, () => {
    let here: TestServer
    let there: TestServer
    let options: TestServerOptions
    let close: () => Promise<void>
    beforeAll(async () => {
      const shared = await sharedDatabase(database)
      options = {
        database: shared.layer,
        catalog: false,
        settings: { grantsEnabled: ["anon", "refresh", "basic"] },
      }
      here = await startServer(options)
      there = await startServer({ ...options, isPrepared: true })
      close = shared.close
    })
    afterAll(async () => {
      await there.stop()
      await here.stop()
      await close()
    })

    const logIn = (server: TestServer, grant_type: string, token: string, more: object = {}) =>
      server.call("POST", "/users/v1/login", {
        body: { grant_type, portal_access_token: token, include_refresh: true, ...more },
      })
    const player = async (): Promise<Tokens> => (await logIn(here, "anon", crypto.randomUUID())).json as Tokens

    /** The code of a request with this access token; `"ok"` when it is accepted. */
    const access = async (server: TestServer, token: string): Promise<string> => {
      const reply = await server.call("GET", "/presence/v1/player/me/presence", { token })
      return reply.status === 200 ? "ok" : String(codeOf(reply))
    }

    /** Time goes on for both; `passed` has how much in all. */
    let passed = 0
    const pass = (seconds: number) => {
      passed += seconds
      for (const server of [here, there]) server.advanceSeconds(seconds)
    }

    const endings: Readonly<Record<string, (tokens: Tokens) => Promise<unknown>>> = {
      "a ban": ({ person_id: personId }) =>
        here.run(Effect.flatMap(Restrictions, (all) => all.add({ personId, type: "account_ban" }, testAct))),
      "a logout": ({ access_token: token }) => here.call("POST", "/users/v1/logout", { token }),
      "the end of all sessions of a person": ({ person_id: personId }) =>
        here.run(Effect.flatMap(Sessions, (sessions) => sessions.end({ personId }, "operator"))),
    }

    it.each(Object.keys(endings))(
      "%s at one ends refresh at both at once, and access within a minute",
      async (what) => {
        const tokens = await player()
        for (const server of [here, there]) assert.strictEqual(await access(server, tokens.access_token), "ok")
        await endings[what]?.(tokens)
        assert.strictEqual(await access(here, tokens.access_token), "auth_token_expired", "at once where it was done")
        assert.strictEqual(await access(there, tokens.access_token), "ok", "the control: it is still remembered")
        for (const server of [there, here]) {
          assert.strictEqual(codeOf(await logIn(server, "refresh", tokens.refresh_token)), "refresh_token_not_found")
        }
        pass(60)
        assert.strictEqual(await access(there, tokens.access_token), "auth_token_expired")
      },
    )

    it("the end of one token by its id leaves its session and other tokens", async () => {
      const first = await player()
      const second = (await logIn(there, "refresh", first.refresh_token)).json as Tokens
      for (const { access_token: token } of [first, second]) assert.strictEqual(await access(there, token), "ok")
      await here.run(
        Effect.gen(function* () {
          const caller = yield* (yield* AccessTokens).authenticate(`Bearer ${first.access_token}`)
          yield* (yield* Sessions).endToken(caller.tokenId, caller.expiresAt)
        }),
      )
      pass(60)
      for (const server of [here, there]) {
        assert.strictEqual(await access(server, first.access_token), "auth_token_expired")
        assert.strictEqual(await access(server, second.access_token), "ok")
      }
      assert.strictEqual((await logIn(here, "refresh", second.refresh_token)).status, 200)
    })

    it("a replaced signing key signs at one, and both take the tokens of either key", async () => {
      // The next key has been published for long enough.
      pass(15 * 60)
      const before = await player()
      const { key_id: keyId } = await here.run(Effect.flatMap(SigningKeys, (keys) => keys.rotate(testAct)))
      const after = await player()
      const elsewhere = (await logIn(there, "anon", crypto.randomUUID())).json as Tokens
      const kidOf = ({ access_token: token }: Tokens) =>
        (JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()) as { kid: string }).kid
      assert.strictEqual(kidOf(after), keyId)
      assert.notStrictEqual(kidOf(elsewhere), keyId, "the control: this server has not looked yet")
      for (const server of [here, there]) {
        for (const { access_token: token } of [before, after, elsewhere])
          assert.strictEqual(await access(server, token), "ok")
      }
      await there.run(Effect.flatMap(SigningKeys, (keys) => keys.refresh))
      assert.strictEqual(kidOf((await logIn(there, "anon", crypto.randomUUID())).json as Tokens), keyId)
      const published = await there.call("GET", "/.well-known/jwks.json")
      const kids = (published.json as { readonly keys: ReadonlyArray<{ readonly kid: string }> }).keys.map(
        ({ kid }) => kid,
      )
      assert.includeMembers(kids, [keyId, kidOf(before)], "the former key stays until its tokens have ended")
    })

    it("a new required agreement at one refuses access, refresh and login there until it is accepted", async () => {
      const eula = { version: 1, url: "https://example.org/eula", sha256: "0".repeat(64), required: true }
      const strict = await startServer({ ...options, isPrepared: true, settings: { agreements: { eula } } })
      strict.advanceSeconds(passed)
      try {
        const tokens = await player()
        assert.strictEqual(await access(strict, tokens.access_token), "auth_token_expired")
        assert.strictEqual(await access(there, tokens.access_token), "ok", "the control: nothing is required here")
        const refused = await logIn(strict, "refresh", tokens.refresh_token)
        assert.deepInclude(refused.json, { error_code: "user_needs_agreements", needs_eula: true })
        const accepted = await logIn(strict, "refresh", tokens.refresh_token, { accept_eula: true })
        assert.strictEqual(await access(strict, (accepted.json as Tokens).access_token), "ok")
        assert.strictEqual(await access(strict, tokens.access_token), "ok", "the same session")
      } finally {
        await strict.stop()
      }
    })

    it("failed passwords at one slow the account down at the other", async () => {
      await here.run(
        Effect.flatMap(Passwords, (all) => all.create({ username: "ada", password: "correct horse" }, testAct)),
      )
      // After so many the pause is longer than this machine is slow.
      for (let guess = 0; guess < 12; guess++) {
        if (guess > 5) pass(100)
        const server = guess % 2 === 0 ? here : there
        assert.strictEqual(codeOf(await logIn(server, "basic", "ada:wrong horse")), "basic_auth_credentials_not_found")
      }
      for (const server of [here, there]) {
        const reply = await logIn(server, "basic", "ada:correct horse")
        assert.deepStrictEqual([reply.status, codeOf(reply)], [503, "too_many_attempts"])
      }
      pass(15 * 60)
      assert.strictEqual((await logIn(there, "basic", "ada:correct horse")).status, 200, "the owner is let in again")
    })
  })
})
