/** How many orders are spread over their players (decisions, section 12). */
import { assert, describe, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import { type PlayersOrder, submitEach } from "@garrison/core/order/submitMany"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

const orderOf = (player: string, match_id: string): PlayersOrder => ({
  player: player as PlayerUuid,
  request: { match_id, entries: [] },
})

const shown = (exits: ReadonlyArray<Exit.Exit<string, string>>) =>
  exits.map((exit) => (Exit.isSuccess(exit) ? exit.value : String(Cause.squash(exit.cause))))

describe("many orders", () => {
  it.effect("end in the sequence of the list, and a refusal or a defect of one stops no other", () =>
    Effect.gen(function* () {
      const order = orderOf("a", "same")
      const orders = [
        orderOf("a", "1"),
        orderOf("b", "refused"),
        orderOf("a", "defect"),
        order,
        order,
        orderOf("b", "2"),
      ]
      let count = 0
      const exits = yield* submitEach(orders, ({ player, request: { match_id: name = "" } }) => {
        if (name === "refused") return Effect.fail("refused")
        return name === "defect" ? Effect.die("defect") : Effect.sync(() => `${player}${name}${++count}`)
      })
      assert.deepStrictEqual(shown(exits), ["a11", "refused", "defect", "asame2", "asame3", "b24"])
    }),
  )

  it.effect("of a player do not overtake an order for which storage could not answer", () =>
    Effect.gen(function* () {
      const tried: Array<string> = []
      const orders = [orderOf("a", "1"), orderOf("a", "away"), orderOf("b", "1"), orderOf("a", "2"), orderOf("a", "3")]
      const exits = yield* submitEach(orders, ({ player, request: { match_id: name = "" } }) =>
        Effect.suspend(() => {
          tried.push(player + name)
          return name === "away"
            ? Effect.die(new StorageUnavailable("the disk is full"))
            : Effect.succeed(player + name)
        }),
      )
      const away = "StorageUnavailable: the disk is full"
      assert.deepStrictEqual(shown(exits), ["a1", away, "b1", away, away])
      assert.deepStrictEqual(tried.toSorted(), ["a1", "aaway", "b1"])
    }),
  )

  it.effect("run for eight players at a time", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      let [underWay, most] = [0, 0]
      const orders = Array.from({ length: 40 }, (_, at) => orderOf(`player ${at % 20}`, ""))
      const submit = () =>
        Effect.gen(function* () {
          most = Math.max(most, ++underWay)
          if (underWay === 8) yield* Deferred.succeed(gate, undefined)
          yield* Deferred.await(gate)
          underWay--
        })
      assert.lengthOf(yield* submitEach(orders, submit), 40)
      assert.strictEqual(most, 8)
    }),
  )
})
