/** Found on a database: orders by their id alone, whose they are, and players by the name of what they hold. */
import { assert, it } from "@effect/vitest"
import type { RefusalJson } from "@garrison/core/operation/refusal"
import { screens } from "@garrison/tui/screens"
import * as Effect from "effect/Effect"
import { type Acts, Driven, Refused } from "../../support/tui/driven.ts"
import { makeWorld } from "../../support/tui/world.ts"

it("says in the rehearsal of a ban how many sessions end and when it holds everywhere", () =>
  Effect.gen(function* () {
    const { players, run } = yield* makeWorld
    const ban = { player_uuid: players[0] ?? "", type: "account_ban" }
    const rehearsed = yield* Effect.orDie(run("restriction.add", ban, { dryRun: true, reason: "cheats" }))
    assert.deepInclude(rehearsed, { ended_sessions: 1, holds_everywhere: "2026-03-01T12:01:00.000Z" })
    yield* Effect.orDie(run("restriction.add", ban, { reason: "cheats" }))
    const again = yield* Effect.orDie(run("restriction.add", ban, { dryRun: true, reason: "cheats" }))
    assert.deepInclude(again, { ended_sessions: 0 })
  }).pipe(Effect.scoped, Effect.runPromise))

it("finds an order by its id alone, names its player, and finds players by the name of an item", () =>
  Effect.gen(function* () {
    const world = yield* makeWorld
    const ask: Acts = (operation, input, conditions) =>
      Effect.runPromise(
        Effect.match(world.run(operation, input, conditions), {
          onSuccess: (answer) => answer,
          onFailure: (refusal: RefusalJson) => new Refused(refusal),
        }),
      )
    const driven = new Driven({
      screens,
      screen: "orders",
      answers: (operation, input) => ask(operation, input, {}),
      acts: ask,
      size: { columns: 120, rows: 30 },
    })
    const settled = Effect.suspend(() => Effect.promise(() => driven.settled()))
    yield* settled
    assert.match(driven.frame(), /Player .*\n.*Grace/)

    driven.press(":").type(world.order.order_id)
    assert.match(driven.frame(), new RegExp(`› order ${world.order.order_id}|› player ${world.order.order_id}`))
    driven.press("ctrl+u").type(`order ${world.order.order_id}`).press("enter")
    yield* settled
    assert.include(driven.frame(), world.order.player_uuid)
    driven.press(":").type("order 01900000-0000-7000-8000-000000000000").press("enter")
    yield* settled
    assert.include(driven.frame(), "There is no such order.")

    driven.press(":").type("players").press("enter")
    yield* settled
    for (const [words, found] of [
      ["item:coins", "Brian"],
      ["item:excalibur", "is unknown"],
    ] as const) {
      driven.press("/", "ctrl+u").type(words).press("enter")
      yield* settled
      assert.include(driven.frame(), found)
    }
  }).pipe(Effect.scoped, Effect.runPromise))
