/** The faults that other tests inject do what they say. */
import { assert, describe, it } from "@effect/vitest"
import { EnvironmentStore } from "@garrison/core/environment/EnvironmentStore"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { layer as environmentStore } from "@garrison/sql/environment/SqlEnvironmentStore"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { onEachDatabase } from "../support/databases.ts"
import { failAfterStatements, losingAnswers } from "../support/faults.ts"

const isUnavailable = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some((reason) => Cause.isDieReason(reason) && reason.defect instanceof StorageUnavailable)

const record = {
  publisherUuid: "00000000-0000-4000-8000-000000000001",
  tenantUuid: "00000000-0000-4000-8000-000000000002",
  configElectorUuid: "00000000-0000-4000-8000-000000000003",
  cursorSecret: new Uint8Array(32),
}

onEachDatabase((name, database) => {
  describe(`faults on ${name}`, () => {
    it.effect("a statement that fails leaves nothing of its unit; later ones find storage as it was", () =>
      Effect.gen(function* () {
        const store = yield* EnvironmentStore
        const sql = yield* SqlClient.SqlClient
        const outcomes: Array<boolean> = []
        for (let count = 0; count < 4; count++) {
          const exit = yield* Effect.exit(store.claim(record).pipe(failAfterStatements(count)))
          outcomes.push(Exit.isSuccess(exit))
          if (!Exit.isSuccess(exit)) {
            assert.isTrue(isUnavailable(exit))
            assert.lengthOf(yield* sql`SELECT id FROM environment`, 0)
          }
        }
        assert.deepStrictEqual(outcomes, [false, false, false, true])
      }).pipe(Effect.provide(environmentStore.pipe(Layer.provideMerge(database)))),
    )

    it.effect("a lost answer leaves the unit stored, once, and a nested unit has no answer of its own", () => {
      let answers = 0
      return Effect.gen(function* () {
        const transaction = yield* Transaction
        const store = yield* EnvironmentStore
        const sql = yield* SqlClient.SqlClient
        assert.isTrue(isUnavailable(yield* Effect.exit(transaction.run(store.claim(record)))))
        assert.strictEqual(answers, 1)
        assert.lengthOf(yield* sql`SELECT id FROM environment`, 1)
        const stored = yield* store.claim(record)
        assert.strictEqual(stored.publisherUuid, record.publisherUuid)
      }).pipe(Effect.provide(environmentStore.pipe(Layer.provideMerge(losingAnswers(database, () => answers++ === 0)))))
    })
  })
})
