/** What every layer of {@link NotificationSignals} does within one process. */
import { assert, layer as withLayer } from "@effect/vitest"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { NotificationSignals } from "@garrison/core/notification/NotificationSignals"
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
  missed: () => undefined,
})

/** Declares the suite. */
export const suite = (
  name: string,
  layer: Layer.Layer<NotificationSignals | Transaction | SqlClient.SqlClient, unknown>,
) => {
  withLayer(layer)(`signals on ${name}`, (it) => {
    it.effect("tells of a unit of work when it is durable, and never of one that was undone", () =>
      Effect.gen(function* () {
        const signals = yield* NotificationSignals
        const { rehearse, run } = yield* Transaction
        const told: Array<string> = []
        const end = signals.subscribe(telling(told))
        const within: Array<number> = []
        const unit = Effect.gen(function* () {
          yield* signals.announce(ada)
          yield* signals.announceBroadcast
          within.push(told.length)
        })
        yield* run(unit)
        assert.deepStrictEqual([within, told], [[0], [ada, "broadcast"]])
        yield* rehearse(unit)
        assert.isTrue(Exit.isFailure(yield* Effect.exit(run(Effect.andThen(unit, Effect.fail("no"))))))
        assert.deepStrictEqual(told, [ada, "broadcast"])
        yield* signals.announce(ben)
        assert.deepStrictEqual(told, [ada, "broadcast", ben])
        end()
      }),
    )

    it.effect("tells every listener, until it ends that", () =>
      Effect.gen(function* () {
        const signals = yield* NotificationSignals
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
        const signals = yield* NotificationSignals
        const { run } = yield* Transaction
        const told: Array<string> = []
        const thrower = () => assert.fail("a listener throws")
        const ends = [
          signals.subscribe(telling(told)),
          signals.subscribe({ grown: thrower, broadcast: thrower, missed: thrower }),
          signals.subscribe(telling(told)),
        ]
        const unit = Effect.as(Effect.andThen(signals.announce(ada), signals.announceBroadcast), "stored")
        assert.strictEqual(yield* run(unit), "stored")
        assert.deepStrictEqual(told, [ada, ada, "broadcast", "broadcast"])
        for (const end of ends) end()
      }),
    )
  })
}
