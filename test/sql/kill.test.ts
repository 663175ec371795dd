/** Acknowledged writes survive SIGKILL, and no transfer is ever half there (guarantees R4). */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { DatabaseSync } from "node:sqlite"
import { newFile } from "./bare.ts"
import { nextLine, restOfLines, startChild } from "./child.ts"
import { createAccounts, faults } from "./transfers.ts"

const KILLS = 10

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

describe("SIGKILL", () => {
  it.effect(`${KILLS} times at random moments: what was acknowledged is there, and the money is all there`, () =>
    Effect.gen(function* () {
      const seed = Number(process.env.GARRISON_TEST_SEED ?? process.hrtime.bigint() % 1_000_000_007n)
      const random = randomFrom(seed)
      const file = yield* newFile
      const database = yield* Effect.acquireRelease(
        Effect.sync(() => new DatabaseSync(file)),
        (opened) => Effect.sync(() => opened.close()),
      )
      createAccounts(database)
      const acknowledged: Array<number> = []
      for (let kill = 0; kill < KILLS; kill++) {
        const child = startChild("transfer", [file, `${kill}`])
        const enough = 1 + Math.floor(random() * 400)
        yield* Effect.promise(async () => {
          for (let count = 0; count < enough; count++) acknowledged.push(Number(await nextLine(child)))
          child.process.kill("SIGKILL")
          acknowledged.push(...(await restOfLines(child)).map(Number))
          assert.isNull(await child.ended)
        })
        const stored = new Set(
          database
            .prepare("SELECT id FROM transfer")
            .all()
            .map(({ id }) => id),
        )
        const lost = acknowledged.filter((id) => !stored.has(id))
        assert.deepStrictEqual([...lost, ...faults(database)], [], `kill ${kill}, GARRISON_TEST_SEED=${seed}`)
      }
      console.log(`SIGKILL: ${KILLS} kills, ${acknowledged.length} acknowledged transfers, GARRISON_TEST_SEED=${seed}`)
    }),
  )
})
