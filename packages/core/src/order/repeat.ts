/**
 * Interprets a stored order again, from its evidence: the catalog version, what was drawn, the claims that were found,
 * and the records that were read (guarantees R8). Explanations and replays are made by it. Nothing is stored.
 */
import * as Effect from "effect/Effect"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import { type BucketCount, InventoryStore, RECORDS_PER_ITEM_MAX } from "../inventory/InventoryStore.ts"
import { countsOf, RecordParts } from "../inventory/rules/parts.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import { type Answering, answerAsks } from "./answerAsks.ts"
import type { OrderEvidence } from "./OrderStore.ts"
import type { DrawAsk, EarlierClaims, RecordsAsk } from "./rules/interpret/ask.ts"
import { Holdings } from "./rules/interpret/holdings.ts"
import { interpret } from "./rules/interpret/interpret.ts"
import type { Outcome } from "./rules/interpret/outcome.ts"
import { asFormerly, requestOf } from "./rules/wire/storedOrder.ts"
import { restated } from "./rules/wire/statedTogether.ts"
import type { TraceSink } from "./rules/explain/trace.ts"
import type { PlayerOrder } from "./schema.ts"

/** A submitted order with its evidence. */
export interface RepeatableOrder {
  readonly order: PlayerOrder
  readonly evidence: OrderEvidence
}

/** What a repeated interpretation came to. */
export interface Repetition {
  readonly outcome: Outcome
  /**
   * Numbers of draws: those recorded, those asked for now, and those whose recorded number did not fit the draw. If the
   * code and the catalog are unchanged, the first two are equal and the last is 0.
   */
  readonly draws: { readonly recorded: number; readonly asked: number; readonly unfit: number }
}

/** Answers the asks of records as they were answered when the order was submitted. */
export type RecordedAnswers = Pick<Answering, "records" | "part">

/** The records that an ask selects, whole: of each item all of them. */
export type WholeRecords = (ask: RecordsAsk) => Effect.Effect<ReadonlyArray<HeldRecord>>

/** Records as they were before the order, which the ledger gives. */
export const recordsBefore = ({ created_time, player_uuid }: PlayerOrder) =>
  Effect.map(
    InventoryStore,
    (inventory): WholeRecords =>
      (ask) =>
        inventory.at(player_uuid, ask, created_time),
  )

/** Answers with every record of an item, however many they are. */
export const inWhole = (records: WholeRecords): RecordedAnswers => ({
  records: (ask) => Effect.map(records(ask), (found) => ({ records: found, counts: [] })),
  part: () => Effect.die(new Error("a part was asked for of records that are known")),
})

/** Answers as storage does: of an item with many records with sums, and with the records that a change needs. */
export const asLoaded = (records: WholeRecords): RecordedAnswers => {
  const large = new Map<number, RecordParts>()
  const loaded = (found: ReadonlyArray<HeldRecord>, { inventoryIds, legacyInventoryIds }: RecordsAsk) => {
    const counts: Array<BucketCount> = []
    for (const [itemId, ofItem] of Map.groupBy(found, (record) => record.itemId)) {
      if (ofItem.length <= RECORDS_PER_ITEM_MAX) continue
      large.set(itemId, new RecordParts(ofItem))
      counts.push(...countsOf(itemId, ofItem))
    }
    const named = new Set<string | bigint>([...inventoryIds, ...legacyInventoryIds])
    const isGiven = ({ inventoryId, itemId, legacyInventoryId }: HeldRecord) =>
      !large.has(itemId) || named.has(inventoryId) || named.has(legacyInventoryId)
    return { records: found.filter(isGiven), counts }
  }
  return {
    records: (ask) => Effect.map(records(ask), (found) => loaded(found, ask)),
    part: ({ itemId, part }) => Effect.sync(() => large.get(itemId)?.of(part) ?? []),
  }
}

/** Answers each draw with the number that was drawn. A draw without a fitting number gets 0. */
const recordedDraws = ({ choices }: OrderEvidence) => {
  let asked = 0
  let unfit = 0
  return {
    draw: ({ total }: DrawAsk): number => {
      const choice = choices[asked++]
      if (choice !== undefined && choice < total) return choice
      unfit++
      return 0
    },
    count: () => ({ recorded: choices.length, asked, unfit }),
  }
}

/** Answers each question about claims as it was answered. One that was not asked then finds no claim. */
const recordedClaims = ({ applied, promotions }: OrderEvidence): EarlierClaims => {
  let askedPromotions = 0
  let askedApplied = 0
  return {
    promotion: () => promotions[askedPromotions++] ?? { isClaimed: false, uses: 0 },
    isApplied: () => applied[askedApplied++] ?? false,
  }
}

/**
 * Interprets the order again, with `catalog` as the catalog of that time and `answers` from the records of that time.
 * `trace` is called with each step.
 */
export const repeat = Effect.fnUntraced(function* (
  { evidence, order }: RepeatableOrder,
  catalog: LinkedCatalog,
  answers: RecordedAnswers,
  trace?: TraceSink,
) {
  const { disabled, isServer, platform, stated } = evidence
  const draws = recordedDraws(evidence)
  const circumstances = { platform, isServer, now: order.created_time, disabled }
  const request = requestOf(order)
  const asked = { ...request, entries: restated(request.entries, stated) }
  const interpretation = interpret(catalog, asked, circumstances, Holdings.empty(), draws.draw, trace)
  const claims = Effect.succeed(recordedClaims(evidence))
  const { outcome } = yield* answerAsks(interpretation, { ...answers, claims: () => claims })
  return { outcome: asFormerly(order, outcome), draws: draws.count() } satisfies Repetition
})
