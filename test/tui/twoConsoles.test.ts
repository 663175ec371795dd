/**
 * Two consoles on one player of a real database: each is told what the other one changed and by whom, and an act on
 * what is no longer so is refused.
 */
import { assert, describe, it } from "@effect/vitest"
import { makeLocalLayer } from "@garrison/core/operation/local"
import { localActor } from "@garrison/core/operation/Act"
import { operations } from "@garrison/core/operations"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { OperationName } from "@garrison/tui/operation"
import type { Ask, Request, ScreenEvent, WantAct } from "@garrison/tui/Screen"
import { openPlayer, type PlayerAction, type PlayerState, updatePlayer } from "@garrison/tui/screen/player/state"
import * as Effect from "effect/Effect"
import { SWORD } from "../support/catalog.ts"
import { onEachDatabase } from "../support/databases.ts"
import { inWorldOn, type WorldServices } from "../core/overview/world.ts"

const size = { columns: 80, rows: 21 }

/** The screen of a player, whose questions and acts go to the database. */
const consoleOf = Effect.fnUntraced(function* (name: string, player: PlayerUuid) {
  const layer = yield* makeLocalLayer<WorldServices, OperationName>(operations, localActor(name))
  let state: PlayerState

  const answered = ({ ask, input, operation }: Ask): Effect.Effect<void> =>
    Effect.matchEffect(layer.run(operation, input, {}), {
      onSuccess: (answer) => told({ type: "answered", ask, answer }),
      onFailure: (refusal) => told({ type: "refused", ask, refusal }),
    })

  const carriedOut = (requests: ReadonlyArray<Request>) =>
    Effect.forEach(requests, (request) => (request.type === "ask" ? answered(request) : Effect.void), { discard: true })

  const told = (event: ScreenEvent<PlayerAction>): Effect.Effect<void> =>
    Effect.suspend(() => {
      const next = updatePlayer(state, event)
      state = next.state
      return carriedOut(next.requests)
    })

  const opened = openPlayer({ player_uuid: player, tab: "inventory" }, { size, now: 0 })
  state = opened.state
  yield* carriedOut(opened.requests)

  /** Does what the key of an act wants, with these further fields. */
  const acts = (action: PlayerAction, fields: object) => {
    const wanted = updatePlayer(state, { type: "action", action, key: "" }).requests.find(
      (request): request is WantAct => request.type === "act",
    )
    if (wanted === undefined) return assert.fail(`${action} wants nothing`)
    const { ifRevision, inputs, operation } = wanted
    const conditions = { reason: "ticket 4711", ...(ifRevision !== undefined && { ifRevision }) }
    return layer.run(operation, { ...inputs[0], ...fields }, conditions)
  }

  return { acts, told, state: () => state }
})

onEachDatabase((name, database) => {
  const inWorld = inWorldOn(database)

  describe(`two consoles on one player on ${name}`, () => {
    it.effect("tell each other what was changed and by whom, and refuse an act on what was", () =>
      inWorld(({ playerUuid: player }) =>
        Effect.gen(function* () {
          const ada = yield* consoleOf("ada", player)
          const eve = yield* consoleOf("eve", player)
          yield* eve.acts("give", { item_id: SWORD, count: 2 })
          const refused = yield* Effect.flip(ada.acts("restrict", { type: "account_ban" }))
          assert.strictEqual(refused.code, "changed")
          assert.include(refused.message, "item.give by eve")
          for (const { state, told } of [ada, eve]) {
            yield* told({ type: "ticked", now: 1000 })
            assert.deepInclude(state().change?.acts[0], { actor: "eve", operation: "item.give", reason: "ticket 4711" })
            assert.includeMembers([...(state().change?.sections ?? [])], ["inventory", "orders", "audit"])
            assert.deepStrictEqual(
              state().lists["inventory"]?.rows.map(({ count, name: item }) => [item, count]),
              [["Sword", 2]],
            )
            assert.strictEqual(state().whole?.revision, 1)
          }
          yield* ada.acts("restrict", { type: "account_ban" })
          yield* eve.told({ type: "ticked", now: 2000 })
          assert.deepInclude(eve.state().change?.acts[0], { actor: "ada", operation: "restriction.add" })
          assert.strictEqual(eve.state().whole?.restrictions?.data[0]?.active, true)
        }),
      ),
    )
  })
})
