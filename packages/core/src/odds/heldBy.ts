/** All records of a player, as an order that reads everything would find them. */
import * as Effect from "effect/Effect"
import { type InventoryPlace, InventoryStore } from "../inventory/InventoryStore.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { PlayerNotFound } from "../player/errors.ts"

/** Records that are read at a time. */
const RECORDS_AT_ONCE = 1000

const byAge = (left: HeldRecord, right: HeldRecord): number =>
  left.acquired - right.acquired || (left.inventoryId < right.inventoryId ? -1 : 1)

/** The records, oldest first. Fails with {@link PlayerNotFound} when the player does not exist. */
export const heldBy = Effect.fnUntraced(function* (player: PlayerUuid) {
  const inventory = yield* InventoryStore
  if ((yield* inventory.owner(player)) === "not_found") {
    return yield* new PlayerNotFound({ code: "resource_not_found" })
  }
  const records: Array<HeldRecord> = []
  let after: InventoryPlace | undefined = { itemId: 0, inventoryId: "" }
  while (after !== undefined) {
    const page: ReadonlyArray<HeldRecord> = yield* inventory.list(player, after, RECORDS_AT_ONCE)
    records.push(...page)
    after = page.length < RECORDS_AT_ONCE ? undefined : page.at(-1)
  }
  return records.sort(byAge)
})
