/** What every {@link EnvironmentStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import { EnvironmentStore } from "@garrison/core/environment/EnvironmentStore"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Statement from "effect/sql/Statement"

const record = (digit: string) => ({
  publisherUuid: `0000000${digit}-0000-4000-8000-000000000001`,
  tenantUuid: `0000000${digit}-0000-4000-8000-000000000002`,
  configElectorUuid: `0000000${digit}-0000-4000-8000-000000000003`,
  cursorSecret: new Uint8Array(32).fill(Number(digit)),
})

/** Runs the suite against the store that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<EnvironmentStore>): void => {
  withLayer(layer)(`EnvironmentStore on ${name}`, (it) => {
    it.effect("the first record stays, whoever proposes another", () =>
      Effect.gen(function* () {
        const store = yield* EnvironmentStore
        const answers = yield* Effect.forEach(["1", "2", "3", "4"], (digit) => store.claim(record(digit)), {
          concurrency: "unbounded",
        })
        const stored = yield* store.claim(record("5"))
        for (const answer of answers) assert.deepStrictEqual(answer, stored)
        assert.include(["1", "2", "3", "4"], `${stored.cursorSecret[0]}`)
        assert.deepStrictEqual(stored, record(`${stored.cursorSecret[0]}`))
      }),
    )

    it.effect("a start on a database that has the record reads it, and writes nothing", () =>
      Effect.gen(function* () {
        const store = yield* EnvironmentStore
        const verbs: Array<string> = []
        const claim = Effect.provideService(store.claim(record("6")), Statement.CurrentTransformer, (statement) => {
          verbs.push(/\w+/.exec(statement.compile()[0])?.[0] ?? "")
          return Effect.succeed(statement)
        })
        yield* store.claim(record("5"))
        yield* claim
        assert.deepStrictEqual(verbs, ["SELECT"])
      }),
    )
  })
}
