/**
 * A flood of guesses at made-up user names, from made-up addresses: what it takes of storage and memory (guarantees
 * R24, R43). `GARRISON_TEST_NAMES=1000000 npx vitest run test/core/login/throttle/madeUpNames.test.ts` sends a million.
 */
import { assert, describe, it } from "@effect/vitest"
import { FailedAttempts } from "@garrison/core/login/throttle/FailedAttempts"
import { FailureStore } from "@garrison/core/login/throttle/FailureStore"
import * as housekeeping from "@garrison/core/login/storing/housekeeping"
import { FAILURE_LIMITS } from "@garrison/core/login/rules/throttle"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { frozenRandomLayer } from "../../../support/crypto.ts"
import { sqliteLayer } from "../../../support/databases.ts"
import { keptBytes } from "../../../support/keptBytes.ts"
import { codeOf, inLoginWorld, secondNode } from "../../../support/logins.ts"

const NAMES = Number(process.env["GARRISON_TEST_NAMES"] ?? 2400)
const NAMES_OF_ROUND = 1200

/** What a wrong guess fails with. */
class Wrong extends Data.TaggedError("Wrong") {}

/** Guesses the password of a name that nobody has seen, from an address that nobody has seen. */
const guess = Effect.fnUntraced(function* (number: number) {
  const attempts = yield* FailedAttempts
  const address = `2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`
  const subjects = yield* attempts.subjectsOf(address, `basic|made-up-${number}`)
  return yield* codeOf(
    attempts.counted(
      subjects,
      () => Effect.fail(new Wrong()),
      () => Effect.void,
    ),
  )
})

/** So many guesses, one after the other: how many were evaluated. */
const guesses = (first: number, count: number) =>
  Effect.map(
    Effect.forEach(Array.from({ length: count }), (_, index) => guess(first + index)),
    (codes) => codes.filter((code) => code === "Wrong").length,
  )

const rows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT 1 FROM login_failure`).length
})

const world = inLoginWorld({ database: Layer.merge(sqliteLayer, frozenRandomLayer("made-up names")) })

describe("made-up user names", () => {
  it.effect("leave a bounded number of rows and bytes, however many they are", () =>
    Effect.gen(function* () {
      // A guess at a name leaves a row of the name and one of the address, and the service evaluates so many at once.
      const evaluatedMax = FAILURE_LIMITS.all.failuresMax
      yield* guesses(0, 200)
      const before = keptBytes()
      let evaluated = 0
      for (let sent = 0; sent < NAMES; sent += NAMES_OF_ROUND) {
        yield* TestClock.adjust("15 minutes")
        yield* housekeeping.prune
        evaluated += yield* guesses(1_000_000 + sent, NAMES_OF_ROUND)
        assert.isAtMost(yield* rows, 2 * evaluatedMax + 1)
      }
      assert.isAbove(evaluated, NAMES / 2, "the flood is not stopped before it leaves anything")
      assert.isBelow(evaluated, NAMES, "and not all of it is evaluated")
      assert.isBelow(keptBytes() - before, 16 * 2 ** 20 + 32 * NAMES, "bytes of memory")
    }).pipe(world),
  )

  it.effect("would leave rows of each without the count of the whole service", () => {
    const withoutAll = Layer.effect(
      FailureStore,
      Effect.map(FailureStore, (store) => ({
        ...store,
        read: (keys) => store.read(keys.filter(({ subject }) => subject !== "all")),
      })),
    )
    return Effect.gen(function* () {
      const node = secondNode.pipe(Layer.provide(withoutAll))
      const evaluated = yield* Effect.provide(guesses(0, NAMES_OF_ROUND), node)
      assert.strictEqual(evaluated, NAMES_OF_ROUND)
      assert.isAbove(yield* rows, 2 * FAILURE_LIMITS.all.failuresMax + 1)
    }).pipe(world)
  })
})
