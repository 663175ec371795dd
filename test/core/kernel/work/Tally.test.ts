/** What the tally in force is told: each login and order once, and how it ended. */
import { assert, describe, it } from "@effect/vitest"
import { Tally } from "@garrison/core/kernel/work/Tally"
import * as Effect from "effect/Effect"
import { codeOf, loginAnon } from "../../../support/logins.ts"
import { codeFor, exchange, inOauthWorld } from "../../../support/oauth.ts"

type Told = NonNullable<typeof Tally.Service>

const kept = () => {
  const told: Array<string> = []
  const tally: Told = {
    loggedIn: (grant, isDone) => void told.push(`${grant} ${isDone}`),
    ordered: () => void told.push("order"),
    askedPortal: (portal, isAnswered) => void told.push(`${portal} ${isAnswered}`),
    portalDown: () => undefined,
  }
  return { told, counting: Effect.provideService(Tally, tally) }
}

describe("the tally", () => {
  it.effect("is told of logins by every way, refused ones too", () => {
    const { counting, told } = kept()
    return Effect.gen(function* () {
      yield* loginAnon(1)
      const code = yield* codeFor("ada")
      yield* exchange(code)
      yield* codeOf(exchange("unknown"))
      assert.deepStrictEqual(told, ["anon true", "authorization_code true", "authorization_code false"])
    }).pipe(counting, inOauthWorld())
  })
})
