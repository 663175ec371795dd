/** What every layer of {@link Signals} does within one process. */
import { assert, layer as withLayer } from "@effect/vitest"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { ANYBODY, Signals } from "@garrison/core/kernel/work/Signals"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

const [ada, ben] = [1, 2].map((n) => PlayerUuid.make(`00000000-0000-7000-8000-00000000000${n}`)) as [
  PlayerUuid,
  PlayerUuid,
]

/** What a listener was told, in order. */
const telling = (told: Array<string>) => ({
  grown: (player: PlayerUuid) => void told.push(player),
  broadcast: () => void told.push("broadcast"),
  standing: (whose: string) => void told.push(`standing ${whose}`),
  missed: () => undefined,
})

/** Declares the suite. */
export const suite = (name: string, layer: Layer.Layer<Signals | Transaction | SqlClient.SqlClient, unknown>) => {
  withLayer(layer)(`signals on ${name}`, (it) => {
    it.effect("tells of a unit of work when it is durable, and never of one that was undone", () =>
      Effect.gen(function* () {
        const signals = yield* Signals
        const { rehearse, run } = yield* Transaction
        const told: Array<string> = []
        const end = signals.subscribe(telling(told))
        const within: Array<number> = []
        const unit = Effect.gen(function* () {
          yield* signals.announce(ada)
          yield* signals.announceBroadcast
          yield* signals.announceStanding([ben, ANYBODY])
          within.push(told.length)
        })
        yield* run(unit)
        const all = [ada, "broadcast", `standing ${ben}`, "standing anybody"]
        assert.deepStrictEqual([within, told], [[0], all])
        yield* rehearse(unit)
        assert.isTrue(Exit.isFailure(yield* Effect.exit(run(Effect.andThen(unit, Effect.fail("no"))))))
        assert.deepStrictEqual(told, all)
        yield* signals.announce(ben)
        assert.deepStrictEqual(told, [...all, ben])
        end()
      }),
    )

    it.effect("tells every listener, until it ends that", () =>
      Effect.gen(function* () {
        const signals = yield* Signals
        const [first, second]: [Array<string>, Array<string>] = [[], []]
        const [endFirst, endSecond] = [signals.subscribe(telling(first)), signals.subscribe(telling(second))]
        yield* signals.announce(ada)
        endFirst()
        endFirst()
        yield* signals.announce(ben)
        endSecond()
        yield* signals.announce(ada)
        assert.deepStrictEqual([first, second], [[ada], [ada, ben]])
      }),
    )

    it.effect("tells every listener, and lets a unit of work be stored, when one of them throws", () =>
      Effect.gen(function* () {
        const signals = yield* Signals
        const { run } = yield* Transaction
        const told: Array<string> = []
        const thrower = () => assert.fail("a listener throws")
        const ends = [
          signals.subscribe(telling(told)),
          signals.subscribe({ grown: thrower, broadcast: thrower, standing: thrower, missed: thrower }),
          signals.subscribe(telling(told)),
        ]
        const unit = Effect.all([signals.announce(ada), signals.announceBroadcast, signals.announceStanding([ben])])
        assert.strictEqual(yield* run(Effect.as(unit, "stored")), "stored")
        assert.deepStrictEqual(told, [ada, ada, "broadcast", "broadcast", `standing ${ben}`, `standing ${ben}`])
        for (const end of ends) end()
      }),
    )
  })
}
