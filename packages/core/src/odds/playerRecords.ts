/** The records of a player, loaded as an order would load them: sums, and the records that are changed. */
import * as Effect from "effect/Effect"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { StorageUnavailable } from "../kernel/work/Transaction.ts"
import { Holdings } from "../order/rules/interpret/holdings.ts"
import { PlayerNotFound } from "../player/errors.ts"
import type { LoadingRecords } from "./expectedOf.ts"

/** What a change meanwhile makes of a computation: it is made once more, and then holds as it is. */
const ATTEMPTS_MAX = 2

const ownerOf = Effect.fnUntraced(function* (player: PlayerUuid) {
  const owner = yield* (yield* InventoryStore).owner(player)
  return owner === "not_found" ? yield* new PlayerNotFound({ code: "resource_not_found" }) : owner
})

/** The player's records at `now`, of which nothing is loaded yet. */
const recordsAt = (player: PlayerUuid, now: Timestamp) =>
  Effect.map(InventoryStore, (inventory): LoadingRecords => ({
    holdings: Holdings.empty(),
    load: (need) =>
      need._tag === "Records" ? inventory.load(player, need, now) : inventory.part(player, need.itemId, need.part, now),
  }))

const unavailable = new StorageUnavailable("an inventory changes faster than its odds can be computed")

/**
 * Computes with the player's records. They are loaded at several moments, so `compute` runs once more when the
 * inventory changed meanwhile. Fails with {@link PlayerNotFound} when the player does not exist.
 */
export const withPlayerRecords = <A, E, R>(
  player: PlayerUuid,
  now: Timestamp,
  compute: (records: LoadingRecords) => Effect.Effect<A, E, R>,
) => {
  const attempt = (count: number): Effect.Effect<A, E | PlayerNotFound, R | InventoryStore> =>
    Effect.gen(function* () {
      const { lastChanged } = yield* ownerOf(player)
      const changed = Effect.map(ownerOf(player), (owner) => owner.lastChanged !== lastChanged)
      // What was loaded at several moments may not fit together.
      const computed = yield* Effect.catchDefect(
        Effect.map(compute(yield* recordsAt(player, now)), (answer) => ({ answer })),
        (defect) =>
          Effect.flatMap(changed, (isChanged) => {
            if (!isChanged || defect instanceof StorageUnavailable) return Effect.die(defect)
            return count < ATTEMPTS_MAX ? Effect.undefined : Effect.die(unavailable)
          }),
      )
      const isLast = count >= ATTEMPTS_MAX
      return computed !== undefined && (isLast || !(yield* changed)) ? computed.answer : yield* attempt(count + 1)
    })
  return attempt(1)
}
