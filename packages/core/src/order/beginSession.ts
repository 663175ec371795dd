/**
 * The start of an inventory session (decisions, section 11): what was transient goes, and the player's entitlements are
 * to be fulfilled.
 */
import * as Effect from "effect/Effect"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import { wholeItems } from "../inventory/wholeItems.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { ClaimStore } from "./ClaimStore.ts"
import { ownedEntitlements } from "./rules/entitlements.ts"

/** A session to begin. */
export interface BeginningSession {
  readonly player: PlayerUuid
  readonly catalog: LinkedCatalog
  /** Platform of the player's session; undefined: a server begins it. */
  readonly platform: Platform | undefined
  /** The order of the session, which the ledger names for the records that go. */
  readonly orderId: string
  readonly submitterUuid: string
  /** The time of the unit of work, at which the session before ends. */
  readonly ended: Timestamp
}

/**
 * Ends the session before. Answers with the entries of the order that fulfils the entitlements, and with the time of
 * that order: it is after the end, so that the ledger before that time does not have the records that went.
 */
export const beginSession = Effect.fnUntraced(function* ({
  catalog,
  ended,
  orderId,
  platform,
  player,
  submitterUuid,
}: BeginningSession) {
  const inventory = yield* InventoryStore
  yield* inventory.endSession(player, { orderId, submitterUuid }, ended)
  yield* (yield* ClaimStore).endSession(player)
  const created = yield* inventory.claim(player, ended)
  if (created === "not_found") return yield* Effect.die(new Error("a claimed inventory has no player"))
  const itemIds = catalog.entitlements.map(({ item_id }) => item_id)
  const records = yield* wholeItems(player, itemIds, created)
  return { created, entries: ownedEntitlements(catalog.entitlements, records, platform, created) }
})
