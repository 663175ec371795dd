/** The odds of a loot or a vendor of a catalog. */
import * as Effect from "effect/Effect"
import { type LinkedCatalog, type LinkedLoot, type LinkedVendor, lookup } from "../catalog/rules/linked.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { expectedOf, type OddsState } from "./expectedOf.ts"
import { answerOf } from "./rules/encode.ts"
import type { LootOddsAnswer, VendorOddsAnswer } from "./schema.ts"

/** The odds of `quantity` of a loot. `loot` must be of the catalog. */
export const lootOdds = (
  catalog: LinkedCatalog,
  loot: LinkedLoot,
  quantity: number,
  state: OddsState,
): Effect.Effect<LootOddsAnswer> =>
  Effect.map(expectedOf(catalog, { type: "fill_loot", loot_id: loot.loot_id, quantity }, state), (odds) =>
    answerOf({ etag: catalog.etag, loot_id: loot.loot_id, quantity }, odds),
  )

/** An id that no authored loot has, for the loot that stands before a vendor. */
const VENDOR_LOOT_ID = -1

/** The odds of `quantity` of all that a vendor gives, as a loot without conditions of its own would give it. */
export const vendorOdds = (
  catalog: LinkedCatalog,
  vendor: LinkedVendor,
  quantity: number,
  state: OddsState,
): Effect.Effect<VendorOddsAnswer> => {
  const [any] = vendor.loot
  const answered = { etag: catalog.etag, vendor_id: vendor.vendor_id, quantity }
  if (any === undefined) return Effect.succeed(answerOf(answered, { samples: undefined, items: [], failures: [] }))
  const loot = new Map(catalog.loot).set(VENDOR_LOOT_ID, inFront(any, vendor))
  const entry = { type: "fill_loot", loot_id: VENDOR_LOOT_ID, quantity } as const
  return Effect.map(expectedOf({ ...catalog, loot }, entry, state), (odds) => answerOf(answered, odds))
}

/** A loot that gives what the vendor gives, and has the defaults of loot otherwise. `any`: some loot of the vendor. */
const inFront = (any: LinkedLoot, vendor: LinkedVendor): LinkedLoot => ({
  ...any,
  loot_id: VENDOR_LOOT_ID,
  item_id: undefined,
  item: undefined,
  sub_vendor_id: vendor.vendor_id,
  subVendor: vendor,
  quantity: 1,
  quantity_type: "relative",
  multiplier: undefined,
  hard_quantity_maximum: 0,
  active: true,
  required: undefined,
  stack_limit: undefined,
  effective_from: undefined,
  xp_quantity_transform_type: "none",
  broken: false,
  itemIds: [],
})

/** The loot with this id; undefined: there is none, or it is not active. */
export const activeLoot = (catalog: LinkedCatalog, lootId: number, now: Timestamp): LinkedLoot | undefined => {
  const loot = lookup(catalog.loot, lootId)
  if (loot === undefined || !loot.active) return undefined
  return loot.effective_from === undefined || loot.effective_from <= now ? loot : undefined
}
