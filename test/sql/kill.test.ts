/**
 * Acknowledged writes survive SIGKILL, and no transfer is ever half there (guarantees R4). `GARRISON_TEST_KILLS` kills
 * more often, `GARRISON_TEST_SEED` repeats a run.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { DatabaseSync } from "node:sqlite"
import { testSeed, randomFrom } from "../core/order/seeded.ts"
import { newFile } from "./bare.ts"
import { nextLine, restOfLines, startChild } from "./child.ts"
import { createAccounts, faults } from "./transfers.ts"

const KILLS = Number(process.env["GARRISON_TEST_KILLS"] ?? 4)

/** An empty file with the accounts, open. */
const accounts = Effect.gen(function* () {
  const file = yield* newFile
  const database = yield* Effect.acquireRelease(
    Effect.sync(() => new DatabaseSync(file)),
    (opened) => Effect.sync(() => opened.close()),
  )
  createAccounts(database)
  return { file, database }
})

/** What is wrong after a kill, in words. */
const broken = (database: DatabaseSync, acknowledged: ReadonlyArray<number>): ReadonlyArray<string> => {
  const rows = database.prepare("SELECT id FROM transfer").all()
  const stored = new Set(rows.map(({ id }) => id))
  const lost = acknowledged.filter((id) => !stored.has(id))
  return [...lost.map((id) => `transfer ${id} was acknowledged and is lost`), ...faults(database)]
}

describe("SIGKILL", () => {
  it.effect(`${KILLS} times at random moments: what was acknowledged is there, and the money is all there`, () =>
    Effect.gen(function* () {
      const seed = testSeed()
      const random = randomFrom(seed)
      const { file, database } = yield* accounts
      const acknowledged: Array<number> = []
      for (let kill = 0; kill < KILLS; kill++) {
        const child = startChild("transfer", [file, `${kill}`])
        const enough = 1 + Math.floor(random() * 200)
        yield* Effect.promise(async () => {
          for (let count = 0; count < enough; count++) acknowledged.push(Number(await nextLine(child)))
          child.process.kill("SIGKILL")
          acknowledged.push(...(await restOfLines(child)).map(Number))
          assert.isNull(await child.ended)
        })
        assert.deepStrictEqual(broken(database, acknowledged), [], `kill ${kill}, GARRISON_TEST_SEED=${seed}`)
      }
      console.log(`SIGKILL: ${KILLS} kills, ${acknowledged.length} acknowledged transfers, GARRISON_TEST_SEED=${seed}`)
    }),
  )

  it.effect("between an acknowledgement and its COMMIT is noticed (the control)", () =>
    Effect.gen(function* () {
      const { file, database } = yield* accounts
      const child = startChild("transfer", [file, "0", "100"])
      const acknowledged = yield* Effect.promise(async () => (await restOfLines(child)).map(Number))
      assert.isNull(yield* Effect.promise(() => child.ended))
      assert.lengthOf(acknowledged, 100)
      assert.include(broken(database, acknowledged), `transfer ${acknowledged.at(-1)} was acknowledged and is lost`)
      // Nothing else is wrong: what is lost is lost whole.
      assert.isEmpty(faults(database))
    }),
  )

  it.effect("in the midst of a transfer would be noticed (the control)", () =>
    Effect.gen(function* () {
      const { database } = yield* accounts
      database.exec("UPDATE account SET balance = balance - 1 WHERE id = 0")
      assert.deepStrictEqual(broken(database, []), ["account 0 has 999999999, not 1000000000"])
    }),
  )
})
