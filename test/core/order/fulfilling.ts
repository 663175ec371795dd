/** Fulfils orders as plain functions, with short inputs for tests. */
import type { DocumentLoot } from "@garrison/core/catalog/document"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { Platform } from "@garrison/core/kernel/Platform"
import type { EntryResult, OrderFeature, OrderSource } from "@garrison/core/order/enumerations"
import type { Chooser } from "@garrison/core/order/rules/interpret/ask"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { fulfil } from "@garrison/core/order/rules/interpret/interpret"
import type { Outcome } from "@garrison/core/order/rules/interpret/outcome"
import type { TraceEvent } from "@garrison/core/order/rules/explain/trace"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import { catalogOf, type Draft } from "./catalogs.ts"

/** An hour in ms. */
export const hour = 60 * 60 * 1000
/** The time of every order. */
export const NOW = 1000 * hour

/** A record that the player holds. */
export const held = (itemId: number, count: number, fields: Partial<HeldRecord> = {}): HeldRecord => ({
  inventoryId: `held-${itemId}`,
  legacyInventoryId: BigInt(itemId),
  itemId,
  type: "persistent",
  bucket: "none",
  count,
  acquired: 0,
  expires: undefined,
  customData: undefined,
  revision: 1,
  ...fields,
})

/** An order, and how it differs from the defaults. */
export interface Setting {
  readonly draft: Draft
  readonly records?: ReadonlyArray<HeldRecord>
  readonly entries: ReadonlyArray<SubmittedEntry>
  readonly platform?: Platform
  readonly source?: OrderSource
  /** Absent: false. */
  readonly isTransaction?: boolean
  /** Default true; false: a player submits. */
  readonly isServer?: boolean
  readonly disabled?: ReadonlyArray<OrderFeature>
  readonly choose?: Chooser
  readonly trace?: (event: TraceEvent) => void
}

/**
 * Fulfils an order with the complete inventory `records`; every draw takes the first candidate unless `choose` is
 * given.
 */
export const run = ({
  draft,
  records = [],
  entries,
  platform,
  source = "SYSTEM",
  isTransaction = false,
  isServer = true,
  disabled,
  choose = () => 0,
  trace = () => undefined,
}: Setting) => {
  const holdings = Holdings.complete(records)
  const order = { source, isTransaction, entries }
  const circumstances = { platform, isServer, now: NOW, disabled }
  const outcome = fulfil(catalogOf(draft), order, circumstances, holdings, choose, trace)
  return { outcome, holdings }
}

/** The results of the entries. */
export const resultsOf = ({ order }: Outcome): ReadonlyArray<EntryResult> => order.entries.map(({ result }) => result)

/** Counts by item of all held records, also expired records. */
export const countsOf = (holdings: Holdings): Readonly<Record<number, number>> => {
  const counts: Record<number, number> = {}
  for (const { current } of holdings.all()) counts[current.itemId] = (counts[current.itemId] ?? 0) + current.count
  return counts
}

/** Items 1 to `count`. */
export const items = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, {}]))
/** An entry that fills loot. */
export const fill = (loot_id: number, quantity = 1): SubmittedEntry => ({ type: "fill_loot", loot_id, quantity })

/** Fulfils a loot of item 1. `loot` gives its fields. */
export const one = (loot: DocumentLoot, setting: Partial<Setting> = {}) => {
  const draft: Draft = { items: items(5), vendors: { 1: { loot: { 1: { item_id: 1, ...loot } } } } }
  const done = run({ entries: [fill(1)], ...setting, draft: { ...draft, ...setting.draft } })
  return { ...done, result: resultsOf(done.outcome)[0], counts: countsOf(done.holdings) }
}
