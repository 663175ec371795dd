/** Loads all records of items, for the few decisions that need each record and are not made by every order. */
import * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { InventoryStore } from "./InventoryStore.ts"

/** The records of the items that have not expired at `now`, however many they are. */
export const wholeItems = Effect.fnUntraced(function* (
  player: PlayerUuid,
  itemIds: ReadonlyArray<number>,
  now: Timestamp,
) {
  const inventory = yield* InventoryStore
  const { counts, records } = yield* inventory.load(player, { itemIds, inventoryIds: [], legacyInventoryIds: [] }, now)
  const large = new Set(counts.map(({ itemId }) => itemId))
  const rest = yield* Effect.forEach(large, (itemId) => inventory.part(player, itemId, { _tag: "All" }, now))
  return [...records, ...rest.flat()]
})
