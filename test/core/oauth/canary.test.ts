/** No state, code, verifier or nonce of a login by redirect reaches the disk (guarantees R12, R32). */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { freshSqliteLayer } from "../../support/databases.ts"
import { codeOf } from "../../support/logins.ts"
import {
  APP_REDIRECT,
  begin,
  exchange,
  inOauthWorld,
  madeUpPortals,
  parametersOf,
  pkce,
  respond,
} from "../../support/oauth.ts"
import { onDisk } from "../../support/onDisk.ts"

const agreements = { eula: { version: 1, url: "https://game.example", sha256: "0".repeat(64), required: true } }

describe("secrets of a login by redirect", () => {
  const { asked, oauthPortals } = madeUpPortals()

  it.effect("leave no text in the database file or its log", () =>
    Effect.gen(function* () {
      const { challenge, verifier: code_verifier } = pkce()
      const request = { redirect_uri: APP_REDIRECT, state: "canary-of-the-game", code_challenge: challenge }
      const { state = "" } = parametersOf(yield* begin(request))
      const waiting = yield* onDisk
      const { code = "" } = parametersOf(yield* respond({ state, code: "portal-user-in-clear" }))
      const { regenerated_code = "" } = yield* exchange(code, { code_verifier })
      const kept = yield* onDisk
      const tokens = yield* exchange(regenerated_code, { code_verifier, accepted_eula: true })
      assert.strictEqual(
        yield* codeOf(exchange(code, { code_verifier: pkce().verifier })),
        "authorization_code_not_found",
      )
      yield* TestClock.adjust("1 minute")
      const secrets = [
        "canary",
        state,
        code,
        regenerated_code,
        code_verifier,
        tokens.access_token ?? "",
        tokens.refresh_token ?? "",
        ...asked.authorizations.flatMap(({ nonce }) => nonce),
        ...asked.codes.map((presented) => presented.codeVerifier),
      ]
      const last = yield* onDisk
      // What is no secret is found, so the search would find a secret too.
      assert.isTrue(last.some((bytes) => bytes.includes("portal-user-in-clear")))
      for (const disk of [waiting, kept, last]) {
        assert.isAbove(disk.length, 1)
        for (const secret of secrets) {
          assert.isAbove(secret.length, 5)
          assert.isFalse(
            disk.some((bytes) => bytes.includes(secret)),
            secret,
          )
        }
      }
    }).pipe(inOauthWorld({ database: freshSqliteLayer, oauthPortals, settings: { agreements } })),
  )
})
