/** The restrictions of all persons, page by page (decisions, section 7). */
import { assert, describe, it } from "@effect/vitest"
import { listRestrictions } from "@garrison/core/restriction/operations/listRestrictions"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { type RestrictionType, RESTRICTION_TYPES } from "@garrison/core/restriction/schema"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { testAct } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { codeOf, inLoginWorld, loginAnon } from "../../support/logins.ts"
import { merge, playerIn, unmerge } from "../merging/merging.ts"

type Wanted = Parameters<typeof listRestrictions.run>[0]

const list = (wanted: Wanted) => listRestrictions.run(wanted, testAct)

/** Every page of a list, one after the other. */
const pages = Effect.fnUntraced(function* (wanted: Wanted) {
  const found: Array<Effect.Success<ReturnType<typeof list>>["restrictions"][number]> = []
  let after: string | undefined
  for (let page = 0; page < 100; page++) {
    const { next, restrictions } = yield* list({ ...wanted, ...(after !== undefined && { after }) })
    found.push(...restrictions)
    if (next === null) return found
    assert.lengthOf(restrictions, wanted.limit ?? 100)
    after = next
  }
  return assert.fail("the list has no end")
})

const HOUR = 3_600_000

onEachDatabase((name, database) => {
  const world = inLoginWorld({ database })

  describe(`the restrictions of all persons on ${name}`, () => {
    const restrict = Effect.fnUntraced(function* (number: number, type: RestrictionType, expiresAt?: number) {
      const result = yield* loginAnon(number)
      const wanted = { type, ...(expiresAt !== undefined && { expiresAt }) }
      yield* Restrictions.use((restrictions) => restrictions.addToPlayer(playerIn(result), wanted, testAct))
      return result
    })

    /** Seven persons: five with an end, of which one has lifted it, and two without. */
    const seven = Effect.gen(function* () {
      const ends = [5, 1, undefined, 3, 1, undefined, 2]
      const all = yield* Effect.forEach(ends, (hours, index) =>
        restrict(index, RESTRICTION_TYPES[index % 2] ?? "account_ban", hours && hours * HOUR),
      )
      yield* TestClock.adjust("30 minutes")
      const last = all[6]
      assert(last !== undefined)
      yield* Restrictions.use((restrictions) => restrictions.liftOfPlayer(playerIn(last), undefined, testAct))
      return all
    })

    it.effect("in force: the nearest end first, those without one last, in pages of any size", () =>
      Effect.gen(function* () {
        yield* seven
        const whole = yield* pages({})
        assert.deepStrictEqual(
          whole.map(({ expiration }) => expiration && expiration / HOUR),
          [1, 1, 3, 5, null, null],
        )
        for (const limit of [1, 2, 3, 5, 6]) assert.deepStrictEqual(yield* pages({ limit }), whole)
        assert.isTrue(whole.every(({ active, display_name: shown }) => active && shown === "Player"))
      }).pipe(world),
    )

    it.effect("past: the one that ended last first, lifted ones too", () =>
      Effect.gen(function* () {
        yield* seven
        yield* TestClock.adjust("3 hours")
        const whole = yield* pages({ state: "past" })
        assert.deepStrictEqual(
          whole.map(({ expiration, lifted }) => [expiration && expiration / HOUR, lifted && lifted / HOUR]),
          [
            [3, undefined],
            [1, undefined],
            [1, undefined],
            [2, 0.5],
          ],
        )
        for (const limit of [1, 2, 3]) assert.deepStrictEqual(yield* pages({ state: "past", limit }), whole)
        assert.lengthOf(yield* pages({}), 3)
      }).pipe(world),
    )

    it.effect("of one type, and by an end", () =>
      Effect.gen(function* () {
        yield* seven
        const locked = yield* pages({ type: "account_lockout", limit: 1 })
        assert.deepStrictEqual(
          locked.map(({ type }) => type),
          ["account_lockout", "account_lockout", "account_lockout"],
        )
        assert.lengthOf(yield* pages({ until: 3 * HOUR }), 3)
        assert.lengthOf(yield* pages({ until: HOUR, type: "account_ban" }), 1)
      }).pipe(world),
    )

    it.effect("has one of a merged person once, and again for both when it holds for both", () =>
      Effect.gen(function* () {
        const [one, other] = [yield* loginAnon(1), yield* restrict(2, "account_pending_deletion")]
        yield* merge(one, other)
        assert.lengthOf(yield* pages({}), 1)
        yield* Restrictions.use((all) => all.addToPlayer(playerIn(one), { type: "account_ban" }, testAct))
        yield* unmerge(one)
        assert.deepStrictEqual((yield* pages({ limit: 1 })).map(({ type }) => type).toSorted(), [
          "account_ban",
          "account_ban",
          "account_pending_deletion",
        ])
      }).pipe(world),
    )

    it.effect("refuses a marker that is none, or of another list", () =>
      Effect.gen(function* () {
        yield* seven
        const { next } = yield* list({ limit: 1 })
        for (const after of ["nothing", "", "x".repeat(1000), `${next}x`, "aW5fZm9yY2U"]) {
          assert.strictEqual(yield* codeOf(list({ after })), "invalid_input", after)
        }
        assert.strictEqual(yield* codeOf(list({ state: "past", after: next ?? "" })), "invalid_input")
      }).pipe(world),
    )
  })
})
