/** Refused logins are counted by grant and code, of known persons or not, by all processes of a database. */
import { assert, describe, it } from "@effect/vitest"
import { FiguresStore } from "@garrison/core/figures/FiguresStore"
import { RefusedLogins } from "@garrison/core/figures/RefusedLogins"
import { tell } from "@garrison/core/kernel/work/Tally"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { onEachDatabase } from "../../support/databases.ts"

const MINUTE = 60_000

const refused = (code: string) => Effect.fail({ code })

/** A login that a portal has a part in, which answers with this status, or does not answer. */
const asking = (status: number | undefined, code: string) =>
  Effect.andThen(
    tell((tally) => tally.askedPortal("bravo", false, status)),
    refused(code),
  )

const seen = (rows: ReadonlyArray<{ grant: string; code: string; count: number; portalStatus?: number | undefined }>) =>
  rows.map(({ code, count, grant, portalStatus }) => [grant, code, count, portalStatus])

onEachDatabase((name, database) => {
  const stores = Stores.layer.pipe(Layer.provideMerge(database))

  /** What a process does with its counts; when it has ended they are stored. */
  const inProcess = <A, E>(work: (counting: RefusedLogins["Service"]["counting"]) => Effect.Effect<A, E>) =>
    RefusedLogins.use(({ counting }) => work(counting)).pipe(Effect.provide(Layer.fresh(RefusedLogins.layer)))

  describe(`refused logins on ${name}`, () => {
    it.effect("are summed by grant and code over processes, with what the portal answered last", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(10 * MINUTE)
        yield* inProcess((counting) =>
          Effect.gen(function* () {
            for (const status of [500, 503])
              yield* Effect.flip(counting("bravo", asking(status, "bravo_token_not_valid")))
            yield* Effect.flip(counting("bravo", asking(undefined, "bravo_token_not_valid")))
            yield* Effect.flip(counting("anon", refused("client_credentials_invalid")))
            yield* counting("anon", Effect.void)
            yield* Effect.exit(counting("anon", Effect.die("a defect has no code")))
            yield* counting("authorization_code", Effect.void, () => ({ is: "pending" }))
            yield* counting("authorization_code", Effect.void, () => ({ is: "refused", code: "user_auth_restricted" }))
            yield* TestClock.adjust(MINUTE)
          }),
        )
        yield* inProcess((counting) => Effect.flip(counting("bravo", refused("bravo_token_not_valid"))))
        const store = yield* FiguresStore
        assert.deepStrictEqual(seen(yield* store.refused(10)), [
          ["bravo", "bravo_token_not_valid", 4, 503],
          ["anon", "client_credentials_invalid", 1, undefined],
          ["authorization_code", "user_auth_restricted", 1, undefined],
        ])
        assert.deepStrictEqual(seen(yield* store.refused(11)), [["bravo", "bravo_token_not_valid", 1, undefined]])
        assert.deepStrictEqual([...(yield* store.byMinute("logins_refused", 10 * MINUTE, 1))].toSorted(), [
          [0, 5],
          [1, 1],
        ])
      }).pipe(Effect.provide(stores)),
    )

    it.effect("are written every five seconds, not with each refusal", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(10 * MINUTE)
        const store = yield* FiguresStore
        yield* inProcess((counting) =>
          Effect.gen(function* () {
            for (let count = 0; count < 100; count++) yield* Effect.flip(counting("anon", refused("some_code")))
            assert.deepStrictEqual(yield* store.refused(0), [])
            yield* TestClock.adjust("5 seconds")
            while ((yield* store.refused(0)).length === 0) assert.isTrue(true)
            assert.deepStrictEqual(seen(yield* store.refused(0)), [["anon", "some_code", 100, undefined]])
          }),
        )
      }).pipe(Effect.provide(stores)),
    )
  })
})
