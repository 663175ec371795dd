/** Computes the odds of a loot or a vendor, in parts between which the process does other work. */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { type LinkedCatalog, type LinkedLoot, type LinkedVendor, lookup } from "../catalog/rules/linked.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { answerOf } from "./rules/encode.ts"
import type { Question } from "./rules/explore.ts"
import { oddsOf } from "./rules/odds.ts"
import type { OddsAnswer } from "./schema.ts"

/** Whose odds they are: those of a player with these records, at this time and on this platform. */
export interface OddsState {
  readonly now: Timestamp
  /** All records of the player; none: a player without any item. */
  readonly records: ReadonlyArray<HeldRecord>
  /** undefined: a server orders, which has no platform. */
  readonly platform: Platform | undefined
}

/** Parts of the computation after which other work gets its turn: together a few milliseconds. */
const PARTS_AT_ONCE = 20

/** Estimates come from the same numbers each time, so that the same question has the same answer. */
const SEED = "garrison odds"

/**
 * The odds of an entry of the catalog. Exact wherever the work is bounded; otherwise estimates, which are the same each
 * time.
 */
const expectedOf = (catalog: LinkedCatalog, entry: Question["entry"], { now, platform, records }: OddsState) =>
  Effect.gen(function* () {
    const random = yield* Random.Random
    const draw = (total: number) => Math.min(total - 1, Math.floor(random.nextDoubleUnsafe() * total))
    const work = oddsOf(catalog, { entry, records, circumstances: { isServer: true, now, platform } }, draw)
    let step = work.next()
    for (let parts = 1; step.done !== true; parts++) {
      if (parts % PARTS_AT_ONCE === 0) yield* Effect.yieldNow
      step = work.next()
    }
    return step.value
  }).pipe(Random.withSeed(SEED))

/** The odds of `quantity` of a loot. `loot` must be of the catalog. */
export const lootOdds = (
  catalog: LinkedCatalog,
  loot: LinkedLoot,
  quantity: number,
  state: OddsState,
): Effect.Effect<OddsAnswer> =>
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
): Effect.Effect<OddsAnswer> => {
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
