/** Quotes an order with expected results: the odds of each entry, for the player at this moment (decisions, 12). */
import * as Effect from "effect/Effect"
import { labelsOf } from "../catalog/rules/labels.ts"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import { type InvalidDetail, InvalidInput } from "../kernel/input/Invalid.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { ClaimStore } from "../order/ClaimStore.ts"
import { Orders } from "../order/Orders.ts"
import { encodeExpected } from "../order/rules/wire/encode.ts"
import type { EarlierClaims } from "../order/rules/interpret/ask.ts"
import type { QuoteBasis } from "../order/submit.ts"
import type { OrderRequest, SubmittedEntry } from "../order/schema.ts"
import { holdsAny } from "../permission/rules.ts"
import type { Caller } from "../kernel/Caller.ts"
import { pricesOfEntry } from "./entryPrices.ts"
import { expectedOf, type LoadingRecords, oddsLimits } from "./expectedOf.ts"
import { withPlayerRecords } from "./playerRecords.ts"
import { DrawsMade } from "./rules/draws.ts"
import { numbersOf } from "./rules/encode.ts"

/** Most entries of a quote, and the largest sum of their quantities of loot. They bound its work. */
const ENTRIES_MAX = 10
const QUANTITIES_MAX = 1000

/** Most quotes that are computed or wait for that. Each takes a place among the requests that run. */
const QUOTES_AT_ONCE_MAX = 8

/** What is beyond the bounds of a quote with expected results. */
const beyondBounds = ({ entries }: OrderRequest): ReadonlyArray<InvalidDetail> => {
  const quantities = entries.map(({ loot_id, quantity }) => (loot_id === undefined ? 0 : Math.max(0, quantity)))
  if (entries.length <= ENTRIES_MAX && quantities.reduce((sum, one) => sum + one, 0) <= QUANTITIES_MAX) return []
  const msg = `must be at most ${ENTRIES_MAX}, and their quantities together at most ${QUANTITIES_MAX}, for expected results`
  return [{ loc: ["entries"], msg, type: "value_error" }]
}

/** Callers who may order for any player see odds anyway: game servers and operators. */
const SERVERS = ["inv:create_order:player:any"] as const

const unpublished: InvalidDetail = {
  loc: ["results"],
  msg: "must be sampled, because this server does not publish odds (setting oddsPublished)",
  type: "value_error",
}

/** What the player got before of what the entry gives once. */
const claimsBefore = Effect.fnUntraced(function* (
  player: PlayerUuid,
  { external_tran_id, loot_id, type }: SubmittedEntry,
) {
  const store = yield* ClaimStore
  const asksFor = { code: type === "promotion_code", loot: type === "fill_loot_single_transient" }
  const promotion =
    asksFor.code && external_tran_id !== undefined
      ? yield* store.promotion(player, external_tran_id)
      : { isClaimed: false, uses: 0 }
  const isApplied = asksFor.loot && loot_id !== undefined ? yield* store.isApplied(player, loot_id) : false
  return { promotion: () => promotion, isApplied: () => isApplied } satisfies EarlierClaims
})

/** The bounds of the work of one of so many entries, which share those of a computation equally. */
const shareOf = (entryCount: number) =>
  Effect.map(oddsLimits, ({ paths, samples, steps }) => {
    const part = 1 / Math.max(1, entryCount)
    return { paths: Math.floor(paths * part), samples: Math.floor(samples * part), steps: Math.floor(steps * part) }
  })

/** The odds of each entry by itself. */
const expectedOfEach = Effect.fnUntraced(function* (
  player: PlayerUuid,
  { entries }: OrderRequest,
  { catalog, circumstances }: QuoteBasis,
  records: LoadingRecords,
) {
  const limits = yield* shareOf(entries.length)
  const made = new DrawsMade()
  const labels = labelsOf(catalog)
  return yield* Effect.forEach(entries, (request) =>
    Effect.gen(function* () {
      const claims = yield* claimsBefore(player, request)
      const prices = yield* pricesOfEntry(player, request, { catalog, circumstances }, claims)
      const odds = yield* expectedOf(catalog, request, { ...circumstances, records, claims, limits, made })
      return { request, prices, expected: numbersOf(odds, labels) }
    }),
  )
})

/**
 * The `quote` of the LootOdds service. `inLine` runs one computation at a time. Players see odds only where
 * `oddsPublished`.
 */
export const makeExpectedQuote = Effect.fnUntraced(function* (
  inLine: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>,
  oddsPublished: boolean,
) {
  const orders = yield* Orders
  const withStores = yield* withServicesOf(ClaimStore, InventoryStore)
  let underWay = 0
  return Effect.fn("LootOdds.quote")(function* (
    player: PlayerUuid,
    request: OrderRequest,
    by: Caller,
    address?: string,
  ) {
    const detail = beyondBounds(request)
    if (detail.length > 0) return yield* new InvalidInput({ detail })
    const isBusy = underWay >= QUOTES_AT_ONCE_MAX
    underWay++
    const answer = Effect.gen(function* () {
      const basis = yield* orders.quoteBasis(player, request, by, isBusy, address)
      if ("wire" in basis) return basis
      if (!oddsPublished && !holdsAny(by.permissions, SERVERS))
        return yield* new InvalidInput({ detail: [unpublished] })
      const expected = withPlayerRecords(player, basis.circumstances.now, (records) =>
        expectedOfEach(player, request, basis, records),
      )
      const entries = yield* inLine(withStores(expected))
      return { wire: encodeExpected(basis.header, basis.catalog.etag, entries) }
    })
    return yield* Effect.ensuring(
      answer,
      Effect.sync(() => underWay--),
    )
  })
})
