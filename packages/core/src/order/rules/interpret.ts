/**
 * The interpreter: the outcome of an order, as a pure function of catalog, inventory, order, circumstances and the
 * answers to its asks (decisions, section 12).
 */
import type { LinkedCatalog } from "../../catalog/rules/linked.ts"
import { sessionBucket } from "../../inventory/rules/counts.ts"
import type { OrderSource } from "../enumerations.ts"
import type { SubmittedEntry } from "../schema.ts"
import { type Answering, answering, type DrawAsk, type Fulfilment } from "./ask.ts"
import { entries as entryTypes } from "./entry/entries.ts"
import type { Entry } from "./entry/Entry.ts"
import type { Holdings } from "./holdings.ts"
import { ended, type EntryEffect, type EntryOutcome, type OrderOutcome, type Outcome } from "./outcome.ts"
import type { FailureReason } from "./failureReason.ts"
import { asks, type Fulfilling } from "./fulfil.ts"
import {
  beginCounting,
  boundsOf,
  type Circumstances,
  haltOfChanges,
  loadSelection,
  type Place,
  type Run,
  undoEntry,
} from "./run.ts"
import { isServersOrder } from "./submitter.ts"
import type { TraceSink } from "./trace.ts"

/** Answers a draw with an integer from 0 to below `total`. */
export type Chooser = (draw: DrawAsk) => number

/** The parts of an order that decide how it is fulfilled. */
export interface InterpretedOrder {
  readonly source: OrderSource
  readonly isTransaction: boolean
  readonly entries: ReadonlyArray<SubmittedEntry>
}

const none: ReadonlyArray<never> = []

const beginRun = (
  catalog: LinkedCatalog,
  { entries, source }: InterpretedOrder,
  { disabled, isServer, now, platform }: Circumstances,
  holdings: Holdings,
  trace: TraceSink | undefined,
  choose: Chooser | undefined,
): Run => ({
  platform,
  isServer: isServersOrder({ isServer, source }),
  now,
  disabled,
  catalog,
  holdings,
  source,
  bucket: sessionBucket(platform),
  trace,
  choose,
  newOrders: [],
  claims: none,
  applied: none,
  bounds: boundsOf(entries.length),
  steps: 0,
  journalBefore: 0,
  changesBefore: 0,
  newOrdersBefore: 0,
  claimsBefore: none,
  appliedBefore: none,
})

const isForbidden = (run: Run, entry: Entry): boolean => entry.forServersOnly && !run.isServer

/** Asks at once for all records that are known to be needed before the first entry. */
function* loadAhead(run: Run, requests: ReadonlyArray<SubmittedEntry>): Fulfilment<void> {
  const itemIds: Array<number> = []
  const inventoryIds: Array<string> = []
  const legacyInventoryIds: Array<bigint> = []
  for (const request of requests) {
    const entry = entryTypes[request.type]
    if (isForbidden(run, entry)) continue
    const needs = entry.needs(run, request)
    itemIds.push(...needs.itemIds)
    inventoryIds.push(...needs.inventoryIds)
    legacyInventoryIds.push(...needs.legacyInventoryIds)
  }
  yield* loadSelection(run, { itemIds, inventoryIds, legacyInventoryIds })
}

/** Fulfils an entry. When the entry fails, the caller undoes its changes. */
const fulfilEntry = (run: Run, place: Place): Fulfilling => {
  const { request } = place
  const entry = entryTypes[request.type]
  if (isForbidden(run, entry)) return { _tag: "ForServersOnly", type: request.type }
  if (entry.forServersOnly) run.trace?.({ _tag: "RuleApplied", rule: { _tag: "ServerSubmits", type: request.type } })
  return entry.fulfil(run, place)
}

/** The details of an entry that was rolled back: its claim, and the return of the claim. */
const returned = ({ details }: EntryOutcome): ReadonlyArray<EntryEffect> =>
  details.flatMap((detail) =>
    detail._tag === "claim_promo_code" ? [detail, { _tag: "return_promo_code", lootId: detail.lootId }] : [],
  )

/** An order in progress, with a place for each entry. */
interface Root extends OrderOutcome {
  readonly entries: Array<EntryOutcome>
}

const rootOf = ({ entries }: InterpretedOrder): Root => ({
  parent: undefined,
  // Of the right length, because an array that grows from none takes room for 17.
  entries: Array<EntryOutcome>(entries.length),
})

/**
 * The outcome of an order with `is_transaction`, whose entry at `failedEntry` failed for `reason`: the order stops and
 * its changes are undone.
 */
const rolledBack = (
  run: Run,
  requests: ReadonlyArray<SubmittedEntry>,
  root: Root,
  failedEntry: number,
  reason: FailureReason,
): Outcome => {
  run.holdings.undo(0)
  const entries = requests.map((request, index) => {
    if (index === failedEntry) return ended(run.isServer, request, reason)
    const succeeded = root.entries[index]
    return succeeded === undefined
      ? ended(run.isServer, request, { _tag: "NotStarted", failedEntry })
      : ended(run.isServer, request, { _tag: "RolledBack", failedEntry }, returned(succeeded))
  })
  return { order: { parent: undefined, entries }, newOrders: [], changes: [], claims: [], applied: [] }
}

const beginEntry = (run: Run, root: Root, request: SubmittedEntry, index: number): Place => {
  run.trace?.({ _tag: "EntryBegan", index })
  const place: Place = { order: root, request, details: [], depth: 0, entitlement: undefined }
  beginCounting(run)
  return place
}

/** Ends an entry, which failed for `failure` or succeeded; answers the outcome of the order, when it ends with it. */
const endEntry = (
  run: Run,
  { entries: requests, isTransaction }: InterpretedOrder,
  root: Root,
  place: Place,
  index: number,
  failure: FailureReason | undefined,
): Outcome | undefined => {
  const reason = failure ?? haltOfChanges(run)
  run.trace?.({ _tag: "EntryEnded", index, reason })
  if (reason !== undefined) {
    undoEntry(run, place)
    if (isTransaction) return rolledBack(run, requests, root, index, reason)
  }
  root.entries[index] = ended(run.isServer, place.request, reason, place.details)
  return undefined
}

const outcomeOf = ({ applied, claims, holdings, newOrders }: Run, order: OrderOutcome): Outcome => ({
  order,
  newOrders,
  changes: holdings.journal,
  claims,
  applied,
})

/** Interprets an order. The caller answers the asks of the {@link Fulfilment}. */
export function* interpret(
  catalog: LinkedCatalog,
  order: InterpretedOrder,
  circumstances: Circumstances,
  holdings: Holdings,
  trace?: TraceSink,
): Fulfilment<Outcome> {
  const run = beginRun(catalog, order, circumstances, holdings, undefined, undefined)
  const root = rootOf(order)
  if (!holdings.isComplete) yield* loadAhead(run, order.entries)
  // What decides about the records to load decides about the entries again, and is reported then.
  run.trace = trace
  for (const [index, request] of order.entries.entries()) {
    const place = beginEntry(run, root, request, index)
    const fulfilling = fulfilEntry(run, place)
    const failure = asks(fulfilling) ? yield* fulfilling : fulfilling
    const outcome = endEntry(run, order, root, place, index, failure)
    if (outcome !== undefined) return outcome
  }
  return outcomeOf(run, root)
}

const noRecords = () => ({ records: [], counts: [] })
const noPart = () => []

/** What the player got before of what is given once. */
export type EarlierClaims = Pick<Answering, "Promotion" | "Applied">

/** No promotion code was claimed before, and each order is the first of its inventory session. */
export const unclaimed: EarlierClaims = { Promotion: () => ({ isClaimed: false, uses: 0 }), Applied: () => false }

const withoutStorage = <A>(fulfilment: Fulfilment<A>, choose: Chooser, { Applied, Promotion }: EarlierClaims): A =>
  answering(fulfilment, { Draw: choose, Records: noRecords, Part: noPart, Promotion, Applied })

/**
 * Interprets an order to its end; `choose` answers each draw. `holdings` must be complete ({@link Holdings.complete}),
 * and are changed. After `holdings.settle()` the next order can use them; `holdings.undo(0)` takes the changes back.
 */
export const fulfil = (
  catalog: LinkedCatalog,
  order: InterpretedOrder,
  circumstances: Circumstances,
  holdings: Holdings,
  choose: Chooser,
  trace?: TraceSink,
  claims: EarlierClaims = unclaimed,
): Outcome => {
  const run = beginRun(catalog, order, circumstances, holdings, trace, choose)
  const root = rootOf(order)
  // As `interpret`. An entry that asks nothing needs no generator.
  for (let index = 0; index < order.entries.length; index++) {
    const place = beginEntry(run, root, order.entries[index] as SubmittedEntry, index)
    const fulfilling = fulfilEntry(run, place)
    const failure = asks(fulfilling) ? withoutStorage(fulfilling, choose, claims) : fulfilling
    const outcome = endEntry(run, order, root, place, index, failure)
    if (outcome !== undefined) return outcome
  }
  return outcomeOf(run, root)
}
