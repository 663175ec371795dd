/** Submits many orders of many players at once. Each is an order of its own (decisions, section 12). */
import * as Arr from "effect/Array"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { StorageUnavailable } from "../kernel/work/Transaction.ts"
import type { OrderRequest } from "./schema.ts"

/** An order for a player. */
export interface PlayersOrder {
  readonly player: PlayerUuid
  readonly request: OrderRequest
}

/** Players whose orders run at the same time. Each takes a connection of the database. */
const PLAYERS_AT_ONCE = 8

/** Whether storage could not answer, so that nothing is known of the order and the same request may succeed later. */
const isUndecided = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.some((reason) => reason._tag === "Die" && reason.defect instanceof StorageUnavailable)

/**
 * Submits each order with `submit`. The orders of one player run in the sequence of the list, those of several players
 * at the same time. Answers with the end of each, in the sequence of the list. Once storage cannot answer for an order,
 * the further orders of its player end in the same way, because no order may overtake another.
 */
export const submitEach = Effect.fnUntraced(function* <One extends PlayersOrder, A, E, R>(
  orders: ReadonlyArray<One>,
  submit: (order: One) => Effect.Effect<A, E, R>,
) {
  const exits: Array<Exit.Exit<A, E>> = []
  const submitInTurn = Effect.fnUntraced(function* (
    ofPlayer: ReadonlyArray<{ readonly order: One; readonly place: number }>,
  ) {
    let undecided: Exit.Exit<A, E> | undefined
    for (const { order, place } of ofPlayer) {
      const exit = undecided ?? (yield* Effect.exit(submit(order)))
      if (Exit.isFailure(exit) && isUndecided(exit.cause)) undecided = exit
      exits[place] = exit
    }
  })
  const placed = orders.map((order, place) => ({ order, place }))
  const byPlayer = Object.values(Arr.groupBy(placed, ({ order }) => order.player))
  yield* Effect.forEach(byPlayer, submitInTurn, { concurrency: PLAYERS_AT_ONCE, discard: true })
  return exits
})
