/** Many guesses at once over a real socket: no more passwords are evaluated than one after the other (R20 and R24). */
import { Clients } from "@garrison/core/client/Clients"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { type FailureAdded, FailureStore } from "@garrison/core/login/throttle/FailureStore"
import * as SqlFailureStore from "@garrison/sql/login/SqlFailureStore"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, vi } from "vitest"
import { onEachDatabase } from "../support/databases.ts"
import { type TestServer, type TestServerOptions, useServer } from "../support/server.ts"
import { codeOf } from "./samples.ts"
import { testAct } from "../support/acts.ts"

const GUESSES = 200

/** Sends as many logins at once, and answers with how often each code came back. */
const tally = async (server: TestServer, bodyOf: (guess: number) => object) => {
  const replies = await Promise.all(
    Array.from({ length: GUESSES }, (_, guess) => server.call("POST", "/users/v1/login", { body: bodyOf(guess) })),
  )
  const codes: Record<string, number> = {}
  for (const reply of replies) {
    const code = codeOf(reply) ?? String(reply.status)
    codes[code] = (codes[code] ?? 0) + 1
  }
  return codes
}

const passwordGuess = (guess: number) => ({ grant_type: "basic", portal_access_token: `ada:guess number ${guess}` })
const secretGuess = (guess: number) => ({
  grant_type: "client_credentials",
  portal_access_token: `server:guess number ${guess}`,
})

/** While a hash is computed, the server does a lot else. */
const otherWork = Effect.promise(async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
})

const options: TestServerOptions = {
  catalog: false,
  settings: { grantsEnabled: ["basic", "client_credentials"] },
  hashing: (derivation) => Effect.andThen(otherWork, derivation),
}

const createAccounts = Effect.gen(function* () {
  yield* (yield* Passwords).create({ username: "ada", password: "correct horse" }, testAct)
  yield* (yield* Clients).create({ clientId: "server", kind: "machine", permissions: [] }, testAct)
}).pipe(Effect.orDie)

/**
 * The way it was: an attempt is looked at first and counted afterwards, if it failed, which the count in all shows. All
 * attempts of this test are for the same account and address.
 */
const countingAfterwards = Layer.effect(
  FailureStore,
  Effect.gen(function* () {
    const store = yield* FailureStore
    let attempted: ReadonlyArray<FailureAdded> = []
    return FailureStore.of({
      ...store,
      lock: () => Effect.void,
      takeBack: () => Effect.void,
      add: (failures, at) => {
        if (failures.some(({ subject }) => subject === "all")) return store.add([...attempted, ...failures], at)
        attempted = failures
        return Effect.void
      },
    })
  }),
).pipe(Layer.provide(SqlFailureStore.layer))

const countsAfterwards: TestServerOptions["disturb"] = (services) =>
  Layer.provide(services, countingAfterwards as unknown as Layer.Layer<never>)

// What a pause lasts must not depend on how fast this machine is.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }))
afterAll(() => void vi.useRealTimers())

onEachDatabase((name, database) => {
  describe(`two hundred guesses at once on ${name}`, () => {
    const server = useServer({ ...options, database })

    it("at a password: six are evaluated, of which five are free", async () => {
      await server.current.run(createAccounts)
      const { basic_auth_credentials_not_found: evaluated, ...others } = await tally(server.current, passwordGuess)
      assert.strictEqual(evaluated, 6)
      assert.deepStrictEqual(others, { too_many_attempts: GUESSES - 6 })
    })

    it("at a client secret: all evaluated ones count, and the next ones wait", async () => {
      server.current.advanceSeconds(3600)
      const { client_credentials_invalid: evaluated = 0, too_many_attempts: turnedAway = 0 } = await tally(
        server.current,
        secretGuess,
      )
      assert.isAtLeast(evaluated, 31)
      assert.strictEqual(evaluated + turnedAway, GUESSES)
      assert.deepStrictEqual(await tally(server.current, secretGuess), { too_many_attempts: GUESSES })
    })
  })
})

describe("the control, which counts afterwards", () => {
  const server = useServer({ ...options, disturb: countsAfterwards })

  it("evaluates as many guesses at a password as can be hashed and wait for that", async () => {
    await server.current.run(createAccounts)
    const { basic_auth_credentials_not_found: evaluated } = await tally(server.current, passwordGuess)
    assert.isAtLeast(evaluated ?? 0, 30)
  })
})
