/**
 * Folds the names of players that were stored before names were folded, when Garrison opens a database. A start that is
 * stopped leaves the rest as it was, and the next one goes on; servers that start together share the work.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Transaction } from "../kernel/work/Transaction.ts"
import { foldedName } from "../kernel/input/foldedName.ts"
import { PlayerSearchStore } from "./PlayerSearchStore.ts"

/** Players of one unit of work. */
const FOLDED_AT_ONCE = 500

const foldAll = Effect.gen(function* () {
  const store = yield* PlayerSearchStore
  const transaction = yield* Transaction
  for (;;) {
    const players = yield* store.notFolded(FOLDED_AT_ONCE)
    if (players.length === 0) return
    yield* transaction.run(
      Effect.forEach(players, (player) => store.fold({ ...player, foldedName: foldedName(player.displayName) }), {
        discard: true,
      }),
    )
  }
}).pipe(Effect.withSpan("player.foldNames"))

/** Folds them before the layer is there. */
export const layer = Layer.effectDiscard(foldAll)
