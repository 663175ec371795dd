/** A refund in the console from beginning to end, on a database: found, shown, rehearsed, done, undone. */
import { assert, it } from "@effect/vitest"
import type { RefusalJson } from "@garrison/core/operation/refusal"
import { orderScreen } from "@garrison/tui/screen/order/screen"
import { ordersScreen } from "@garrison/tui/screen/orders"
import type { OperationAnswer, OperationInput, OperationName } from "@garrison/tui/operation"
import * as Effect from "effect/Effect"
import { type Acts, Driven, Refused } from "../../support/tui/driven.ts"
import { makeWorld } from "../../support/tui/world.ts"

/** The daily reward of the demo. */
const REWARD = 2

it("refunds the order that it shows, and takes the refund back", () =>
  Effect.gen(function* () {
    const world = yield* makeWorld
    const ask: Acts = (operation, input, conditions) =>
      Effect.runPromise(
        Effect.match(world.run(operation, input, conditions), {
          onSuccess: (answer) => answer,
          onFailure: (refusal: RefusalJson) => new Refused(refusal),
        }),
      )
    const get = <Name extends OperationName>(name: Name, input: OperationInput<Name>) =>
      Effect.map(Effect.orDie(world.run(name, input, {})), (answer) => answer as OperationAnswer<Name>)
    const [, player = ""] = world.players
    const entries = [{ type: "fill_loot" as const, loot_id: REWARD, quantity: 1 }]
    const { order_id } = yield* get("order.submit", { player_uuid: player, entries, source: "REWARDS" })
    const owned = () =>
      Effect.map(get("inventory.list", { player_uuid: player }), ({ data }) => data.map(({ count }) => count))
    const before = yield* owned()

    const driven = new Driven({
      screens: [ordersScreen, orderScreen],
      screen: "orders",
      params: { player_uuid: player },
      answers: (operation, input) => ask(operation, input, {}),
      acts: ask,
      size: { columns: 120, rows: 40 },
    })
    const settled = Effect.suspend(() => Effect.promise(() => driven.settled()))
    yield* settled
    driven.press("enter")
    yield* settled
    assert.include(driven.frame(), order_id)
    driven.press("R").type("ticket 4711").press("enter")
    yield* settled
    assert.include(driven.frame(), "This would happen; nothing is stored yet:")
    assert.include(driven.frame(), "from given")
    assert.deepStrictEqual(yield* owned(), before)
    driven.press("y")
    yield* settled
    const { refund_order_id: refund = "" } = yield* get("order.refunds", { player_uuid: player, order_id })
    assert.include(driven.frame(), `order ${refund} refunds it`)
    assert.isTrue((yield* owned()).every((count) => count === 0))
    const { rows } = yield* get("audit.list", { limit: 1 })
    assert.deepInclude(rows[0], { operation: "order.refund", outcome: "done", reason: "ticket 4711" })

    driven.press("u")
    yield* settled
    driven.type("by mistake").press("enter")
    yield* settled
    driven.press("y")
    yield* settled
    assert.deepStrictEqual(yield* owned(), before)
    const undone = yield* get("order.refunds", { player_uuid: player, order_id: refund })
    assert.isDefined(undone.refund_order_id)
  }).pipe(Effect.scoped, Effect.runPromise))
