/** What a login by redirect began with travels in its state, which nobody can read, change or spell otherwise (R12). */
import { assert, describe, it } from "@effect/vitest"
import { REDIRECT_LENGTH_MAX } from "@garrison/core/client/schema"
import { GAME_STATE_LENGTH_MAX } from "@garrison/core/oauth/settings"
import { STATE_LENGTH_MAX, STATE_PREFIX } from "@garrison/core/oauth/stateText"
import * as Effect from "effect/Effect"
import { codeOf, secondNode } from "../../support/logins.ts"
import {
  begin,
  exchange,
  inOauthWorld,
  madeUpPortals,
  ORIGIN,
  parametersOf,
  pkce,
  REDIRECT,
  respond,
} from "../../support/oauth.ts"

const stateOf = (...given: Parameters<typeof begin>) =>
  Effect.map(begin(...given), (redirection) => parametersOf(redirection)["state"] ?? "")

const bytesOf = (state: string) => Buffer.from(state.slice(STATE_PREFIX.length), "base64url")

describe("a state", () => {
  const { asked, oauthPortals } = madeUpPortals()

  it.effect("shows nothing of the login, and is another one each time", () =>
    Effect.gen(function* () {
      const { challenge } = pkce()
      const request = { state: "canary-of-the-game", code_challenge: challenge }
      const [state, other] = [yield* stateOf(request), yield* stateOf(request)]
      assert.notStrictEqual(state, other)
      yield* respond({ state, code: "ada" })
      const secrets = [
        "canary",
        challenge,
        REDIRECT,
        ORIGIN,
        ...asked.authorizations.map(({ nonce }) => nonce),
        ...asked.codes.map(({ codeVerifier }) => codeVerifier),
      ]
      assert.lengthOf(secrets, 7)
      for (const secret of secrets) {
        for (const bytes of [bytesOf(state), bytesOf(other)]) {
          assert.isFalse(bytes.includes(secret) || bytes.includes(Buffer.from(secret, "base64url")), secret)
        }
      }
    }).pipe(inOauthWorld({ oauthPortals })),
  )

  it.effect("is refused with any byte altered, cut off or added, and then works as it is", () =>
    Effect.gen(function* () {
      const state = yield* stateOf({ state: "s" })
      const bytes = bytesOf(state)
      const altered = Array.from(bytes, (_, place) => {
        const copy = Uint8Array.from(bytes)
        copy[place] = (copy[place] ?? 0) ^ 1
        return copy
      })
      const cut = [0, 1, 23, 24, 25, 39, 40, 41, bytes.length - 1].map((length) => bytes.subarray(0, length))
      for (const each of [...altered, ...cut, Buffer.concat([bytes, Buffer.of(0)])]) {
        const forged = STATE_PREFIX + Buffer.from(each).toString("base64url")
        assert.strictEqual(yield* codeOf(respond({ state: forged, code: "ada" })), "failed_to_verify_state")
      }
      assert.strictEqual(yield* codeOf(respond({ state, code: "ada" })), "ok")
    }).pipe(inOauthWorld()),
  )

  it.effect("has one spelling, so that no other one is taken after it was used", () =>
    Effect.gen(function* () {
      // Of the lengths that leave bits over in the last character.
      for (const game of ["", "s", "st"]) {
        const state = yield* stateOf({ state: game })
        assert.strictEqual(yield* codeOf(respond({ state, code: "ada" })), "ok")
        const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        const last = Array.from(alphabet, (character) => state.slice(0, -1) + character)
        const spellings = [
          ...last,
          `${state}=`,
          `${state}==`,
          `${state}\n`,
          ` ${state}`,
          state.replaceAll("-", "+"),
          state.replaceAll("_", "/"),
          state.slice(STATE_PREFIX.length),
          STATE_PREFIX + state,
          STATE_PREFIX.toUpperCase() + state.slice(STATE_PREFIX.length),
        ]
        const sameBytes = last.filter((spelling) => bytesOf(spelling).equals(bytesOf(state)))
        assert.lengthOf(sameBytes, [1, 16, 4][bytesOf(state).length % 3] ?? 0)
        for (const spelling of spellings) {
          assert.strictEqual(yield* codeOf(respond({ state: spelling, code: "ada" })), "failed_to_verify_state")
        }
      }
    }).pipe(inOauthWorld()),
  )

  it.effect("is taken by every node, and by no other deployment", () =>
    Effect.gen(function* () {
      const elsewhere = yield* Effect.promise(() => Effect.runPromise(stateOf().pipe(inOauthWorld(), Effect.orDie)))
      assert.strictEqual(yield* codeOf(respond({ state: elsewhere, code: "ada" })), "failed_to_verify_state")
      const state = yield* stateOf()
      const back = yield* respond({ state, code: "ada" }).pipe(Effect.provide(secondNode))
      assert.match(parametersOf(back)["code"] ?? "", /^garc_/)
    }).pipe(inOauthWorld()),
  )

  const longest = "x".repeat(REDIRECT_LENGTH_MAX - "https://".length - 1)
  const redirect_uri = `https://${longest}/`
  const publicUrl = `https://${"x".repeat(253)}:65535`

  it.effect("keeps within its bound with everything as long as it may be", () =>
    Effect.gen(function* () {
      const { challenge, verifier: code_verifier } = pkce()
      const game = '"'.repeat(GAME_STATE_LENGTH_MAX)
      const responsePath = "/users/v1/oauth/response/foxtrot"
      const request = { redirect_uri, state: game, code_challenge: challenge }
      const state = yield* stateOf(request, { portal: "foxtrot", responsePath })
      assert.isAtMost(state.length, STATE_LENGTH_MAX)
      assert.isAbove(state.length, STATE_LENGTH_MAX - 64)
      const back = yield* respond({ state, code: "ada" }, "foxtrot")
      assert.strictEqual(parametersOf(back)["state"], game)
      const { code = "" } = parametersOf(back)
      assert.strictEqual(yield* codeOf(exchange(code, { code_verifier })), "ok")
    }).pipe(inOauthWorld({ redirectUris: [redirect_uri], settings: { publicUrl } })),
  )

  it.effect("gives the game its state back letter by letter, also an empty one, and none where it gave none", () =>
    Effect.gen(function* () {
      for (const state of [undefined, "", " ", "a b&c=d%20\"\\'"]) {
        const back = yield* respond({ state: yield* stateOf(state === undefined ? {} : { state }), code: "ada" })
        const { searchParams } = new URL(back.address)
        assert.strictEqual(searchParams.get("state"), state ?? null)
      }
    }).pipe(inOauthWorld()),
  )
})
