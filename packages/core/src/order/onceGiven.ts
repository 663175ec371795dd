/**
 * What a player got once by an order, and may get again when the order is refunded: claims of promotion codes, and loot
 * of the inventory session (decisions, section 12). A refund of a refund takes it back, where it is still free.
 */
import * as Effect from "effect/Effect"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { ClaimStore } from "./ClaimStore.ts"
import type { GivenBack } from "./OrderStore.ts"
import { RefundStore } from "./RefundStore.ts"
import type { PlayerOrder, SubmittedEntry } from "./schema.ts"

/** What is done about it: the entries that say so, what storage gives back, and what stays as it is. */
export interface OncePlan {
  readonly entries: ReadonlyArray<SubmittedEntry>
  readonly givenBack: GivenBack
  readonly codes: ReadonlyArray<string>
  readonly lootIds: ReadonlyArray<number>
  readonly notFree: ReadonlyArray<string>
}

/** Nothing was gotten once, or nothing of it is given back. */
export const nothingOnce: OncePlan = {
  entries: [],
  givenBack: { codes: [], lootIds: [] },
  codes: [],
  lootIds: [],
  notFree: [],
}

/** An entry by which something was gotten once (quantity 1), or given back (0). */
type OnceEntry = PlayerOrder["entries"][number]

/** Whether the order has such entries, so that the catalog of its time decides whether uses were counted. */
export const onceEntries = ({ entries }: PlayerOrder): ReadonlyArray<OnceEntry> =>
  entries.filter(
    ({ result, type }) => result === "success" && (type === "promotion_code" || type === "fill_loot_single_transient"),
  )

const lootOfClaim = ({ details, loot_id }: OnceEntry): number | undefined =>
  loot_id ?? details.find(({ type }) => type === "claim_promo_code" || type === "return_promo_code")?.loot_id

const combined = (plans: ReadonlyArray<OncePlan>): OncePlan => ({
  entries: plans.flatMap(({ entries }) => entries),
  codes: plans.flatMap(({ codes }) => codes),
  lootIds: plans.flatMap(({ lootIds }) => lootIds),
  notFree: plans.flatMap(({ notFree }) => notFree),
  givenBack: {
    codes: plans.flatMap(({ givenBack }) => givenBack.codes),
    lootIds: plans.flatMap(({ givenBack }) => givenBack.lootIds),
  },
})

/** Makes the function that plans it. `before`: the catalog of the order's time; `current`: that of now. */
export const makeOncePlan = Effect.gen(function* () {
  const claims = yield* ClaimStore
  const refunds = yield* RefundStore

  const isFree = Effect.fnUntraced(function* (player: PlayerUuid, code: string, current: LinkedCatalog) {
    const { isClaimed, uses } = yield* claims.promotion(player, code)
    const maximum = current.promotions.get(code)?.uses_maximum
    return !isClaimed && (maximum === undefined || uses < maximum)
  })

  const ofCode = Effect.fnUntraced(function* (
    player: PlayerUuid,
    order: PlayerOrder,
    entry: OnceEntry,
    before: LinkedCatalog,
    current: LinkedCatalog,
  ) {
    const { external_tran_id: code, quantity } = entry
    const lootId = lootOfClaim(entry)
    if (code === undefined || lootId === undefined) return nothingOnce
    const isHeld = quantity > 0
    const mayChange = isHeld
      ? (yield* refunds.claimedBy(player, code)) === order.order_id
      : yield* isFree(player, code, current)
    if (!mayChange) return { ...nothingOnce, notFree: [`code ${code}`] }
    const isCounted = before.promotions.get(code)?.uses_maximum !== undefined
    const written = {
      type: "promotion_code",
      loot_id: lootId,
      quantity: isHeld ? 0 : 1,
      external_tran_id: code,
    } as const
    return {
      ...nothingOnce,
      entries: [written],
      codes: [code],
      givenBack: { codes: isHeld ? [{ code, isCounted }] : [], lootIds: [] },
    }
  })

  const ofLoot = Effect.fnUntraced(function* (player: PlayerUuid, order: PlayerOrder, entry: OnceEntry) {
    const { loot_id: lootId, quantity } = entry
    if (lootId === undefined) return nothingOnce
    const isHeld = quantity > 0
    const isOver = (yield* refunds.sessionAfter(player, order.created_time)) !== undefined
    if (isOver || (yield* claims.isApplied(player, lootId)) !== isHeld) {
      return { ...nothingOnce, notFree: [`loot ${lootId}`] }
    }
    const written = { type: "fill_loot_single_transient", loot_id: lootId, quantity: isHeld ? 0 : 1 } as const
    return {
      ...nothingOnce,
      entries: [written],
      lootIds: [lootId],
      givenBack: { codes: [], lootIds: isHeld ? [lootId] : [] },
    }
  })

  return Effect.fnUntraced(function* (
    player: PlayerUuid,
    order: PlayerOrder,
    before: LinkedCatalog,
    current: LinkedCatalog,
  ) {
    const plans = yield* Effect.forEach(onceEntries(order), (entry): Effect.Effect<OncePlan> =>
      entry.type === "promotion_code" ? ofCode(player, order, entry, before, current) : ofLoot(player, order, entry),
    )
    return combined(plans)
  })
})
