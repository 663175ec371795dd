/**
 * The start of an inventory session (decisions, section 11): what was transient goes, and the player's entitlements are
 * to be fulfilled.
 */
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import { wholeItems } from "../inventory/wholeItems.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import { type OrderBasis, OrderStore } from "./OrderStore.ts"
import { ownedEntitlements } from "./rules/entitlements.ts"
import type { Submission } from "./rules/submission.ts"

/**
 * Makes the function that ends the session before, within a unit of work. It answers with the basis of the order that
 * fulfils the entitlements, with the entries of that order, and with its id, which the ledger names for the records
 * that went. The order is later than the end, so that the ledger before its time does not have these records.
 * undefined: another unit of work has changed the inventory.
 */
export const makeBeginSession = Effect.gen(function* () {
  const { endSession } = yield* OrderStore
  const random = yield* SecureRandom.SecureRandom
  const withInventory = yield* withServicesOf(InventoryStore)

  return Effect.fnUntraced(function* beginSession({ catalog, player, submitter }: Submission, basis: OrderBasis) {
    const { created: ended, lastChanged } = basis
    const { platform, uuid: submitterUuid } = submitter
    const orderId = yield* random.uuidV7()
    const answer = yield* endSession({ player, created: ended, lastChanged, orderId, submitterUuid })
    if (answer !== "stored") return undefined
    const created = ended + 1
    const itemIds = catalog.entitlements.map(({ item_id }) => item_id)
    const records = yield* withInventory(wholeItems(player, itemIds, created))
    const entries = ownedEntitlements(catalog.entitlements, records, platform, created)
    return { basis: { ...basis, created, lastChanged: ended }, entries, orderId }
  })
})
