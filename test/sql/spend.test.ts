/**
 * No double spend: guarded statements under every kind of concurrency, and the control that shows the harness can tell.
 */
import { assert, describe, it, layer as withLayer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { rendezvous } from "../support/rendezvous.ts"
import { onEachEmptyDatabase, bareSqlite, newFile } from "./bare.ts"
import { type Child, nextLine, say, startChild } from "./child.ts"
import { guardedSpend, left, naiveSpend, naiveSpendInUnit, openAccount, PRICE, START } from "./spend.ts"

const SPENDERS = 40
const AFFORDABLE = START / PRICE

const allAtOnce = <A, E, R>(spend: Effect.Effect<A, E, R>) =>
  Effect.map(
    Effect.forEach(Array.from({ length: SPENDERS }), () => spend, { concurrency: "unbounded" }),
    (outcomes) => outcomes.filter(Boolean).length,
  )

onEachEmptyDatabase((name, layer) => {
  withLayer(layer)(`${SPENDERS} fibers on ${name}`, (it) => {
    it.effect(`exactly ${AFFORDABLE} guarded spends succeed`, () =>
      Effect.gen(function* () {
        for (let round = 0; round < 5; round++) {
          yield* openAccount
          assert.strictEqual(yield* allAtOnce(guardedSpend), AFFORDABLE)
          assert.strictEqual(yield* left, 0)
        }
      }),
    )

    it.effect("control: looking first and writing then spends what is not there", () =>
      Effect.gen(function* () {
        yield* openAccount
        const succeeded = yield* allAtOnce(naiveSpend(yield* rendezvous(SPENDERS)))
        assert.strictEqual(succeeded, SPENDERS)
      }),
    )

    if (name === "Postgres") {
      it.effect("control: a transaction alone does not help at READ COMMITTED", () =>
        Effect.gen(function* () {
          yield* openAccount
          const spend = naiveSpendInUnit(yield* rendezvous(2))
          assert.deepStrictEqual(yield* Effect.all([spend, spend], { concurrency: 2 }), [true, true])
          assert.strictEqual(yield* left, START - PRICE)
        }),
      )
    }
  })
})

const everyChild = <A>(children: ReadonlyArray<Child>, ask: (child: Child) => Promise<A>) =>
  Effect.promise(() => Promise.all(children.map(ask)))

const race = (way: "guarded" | "naive", fibers: number) =>
  Effect.gen(function* () {
    const file = yield* newFile
    const database = bareSqlite({ file })
    yield* Effect.provide(openAccount, database)
    const children = yield* Effect.acquireRelease(
      Effect.sync(() => Array.from({ length: 4 }, () => startChild("spend", [file, way, `${fibers}`]))),
      (started) => Effect.sync(() => started.forEach((child) => child.process.kill("SIGKILL"))),
    )
    yield* everyChild(children, nextLine)
    children.forEach((child) => say(child, "go"))
    if (way === "naive") {
      yield* everyChild(children, nextLine)
      children.forEach((child) => say(child, "write"))
    }
    const succeeded = (yield* everyChild(children, nextLine)).reduce((sum, line) => sum + Number(line), 0)
    return { succeeded, rest: yield* Effect.provide(left, database) }
  })

describe("4 processes on one SQLite file", () => {
  it.effect(`exactly ${AFFORDABLE} of ${SPENDERS} guarded spends succeed`, () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* race("guarded", SPENDERS / 4), { succeeded: AFFORDABLE, rest: 0 })
    }),
  )

  it.effect("control: the naive way spends more than it takes", () =>
    Effect.gen(function* () {
      const { succeeded, rest } = yield* race("naive", 1)
      assert.strictEqual(succeeded, 4)
      assert.isAbove(succeeded * PRICE, START - rest)
    }),
  )
})
