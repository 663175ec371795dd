/**
 * The interpreter: the outcome of an order, as a pure function of catalog, inventory, order, circumstances, draws and
 * the answers to its asks (decisions, section 12). An entry is fulfilled by plain calls. Where it needs records that
 * are not loaded, it is undone and begun again with them, and draws the same numbers.
 */
import type { LinkedCatalog } from "../../../catalog/rules/linked.ts"
import { sessionBucket } from "../../../catalog/rules/sessionBucket.ts"
import type { OrderSource } from "../../enumerations.ts"
import type { SubmittedEntry } from "../../schema.ts"
import { answerTo, type Chooser, type ClaimsAsk, type EarlierClaims, type Fulfilment } from "./ask.ts"
import { entries as entryTypes } from "./entry/entries.ts"
import type { Entry } from "./entry/Entry.ts"
import { type Evidence, Recording } from "./evidence.ts"
import type { FailureReason } from "../reasons/failureReason.ts"
import type { Holdings } from "./holdings.ts"
import { ended, type EntryEffect, type EntryOutcome, type OrderOutcome, type Outcome } from "./outcome.ts"
import { loadNeeded, loadSelection, Stop } from "./records.ts"
import {
  beginCounting,
  boundsOf,
  type Circumstances,
  type EntryInProgress,
  haltOfChanges,
  type Run,
  undoEntry,
} from "./run.ts"
import { isServersOrder } from "../submitter.ts"
import type { TraceSink } from "../explain/trace.ts"

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
  choose: Chooser,
  earlier: EarlierClaims,
  trace: TraceSink | undefined,
): Run => ({
  platform,
  isServer: isServersOrder({ isServer, source }),
  now,
  disabled,
  catalog,
  holdings,
  source,
  bucket: sessionBucket(platform),
  tellsPrices: trace !== undefined,
  trace,
  choose,
  earlier,
  newOrders: [],
  claims: none,
  applied: none,
  bounds: boundsOf(entries.length),
  loot: undefined,
  stops: 0,
  steps: 0,
  journalBefore: 0,
  changesBefore: 0,
  newOrdersBefore: 0,
  claimsBefore: none,
  appliedBefore: none,
})

const isForbidden = (run: Run, type: Entry): boolean => type.forServersOnly && !run.isServer

/** Fulfils an entry. When the entry fails, the caller undoes its changes. */
const fulfilEntry = (run: Run, entry: EntryInProgress): FailureReason | undefined => {
  const { type } = entry.request
  const entryType = entryTypes[type]
  if (isForbidden(run, entryType)) return { _tag: "ForServersOnly", type }
  if (entryType.forServersOnly) run.trace?.({ _tag: "RuleApplied", rule: { _tag: "ServerSubmits", type } })
  return entryType.fulfil(run, entry)
}

/** The details of an entry that was rolled back: its claim, and the return of the claim. */
const returned = ({ details }: EntryOutcome): ReadonlyArray<EntryEffect> =>
  details.flatMap((detail) =>
    detail._tag === "claim_promo_code" ? [detail, { _tag: "return_promo_code", lootId: detail.lootId }] : [],
  )

/** An order in progress, with room for each entry. */
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

const beginEntry = (run: Run, root: Root, request: SubmittedEntry, index: number): EntryInProgress => {
  run.trace?.({ _tag: "EntryBegan", index })
  const entry: EntryInProgress = { order: root, request, details: [], depth: 0, entitlement: undefined }
  beginCounting(run)
  return entry
}

/** Ends an entry, which failed for `failure` or succeeded; answers the outcome of the order, when it ends with it. */
const endEntry = (
  run: Run,
  { entries: requests, isTransaction }: InterpretedOrder,
  root: Root,
  entry: EntryInProgress,
  index: number,
  failure: FailureReason | undefined,
): Outcome | undefined => {
  const reason = failure ?? haltOfChanges(run)
  run.trace?.({ _tag: "EntryEnded", index, reason })
  if (reason !== undefined) {
    undoEntry(run, entry)
    if (isTransaction) return rolledBack(run, requests, root, index, reason)
  }
  root.entries[index] = ended(run.isServer, entry.request, reason, entry.details)
  return undefined
}

const outcomeOf = ({ applied, claims, holdings, newOrders }: Run, order: OrderOutcome): Outcome => ({
  order,
  newOrders,
  changes: holdings.journal,
  claims,
  applied,
})

/** No promotion code was claimed before, and each order is the first of its inventory session. */
export const unclaimed: EarlierClaims = { promotion: () => ({ isClaimed: false, uses: 0 }), isApplied: () => false }

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
  earlier: EarlierClaims = unclaimed,
): Outcome => {
  const run = beginRun(catalog, order, circumstances, holdings, choose, earlier, trace)
  const root = rootOf(order)
  for (let index = 0; index < order.entries.length; index++) {
    const entry = beginEntry(run, root, order.entries[index] as SubmittedEntry, index)
    const outcome = endEntry(run, order, root, entry, index, fulfilEntry(run, entry))
    if (outcome !== undefined) return outcome
  }
  return outcomeOf(run, root)
}

/**
 * Asks at once for all records and claims that are known to be needed before the first entry. Answers with the claims.
 */
function* loadAhead(run: Run, requests: ReadonlyArray<SubmittedEntry>): Fulfilment<EarlierClaims> {
  const itemIds: Array<number> = []
  const inventoryIds: Array<string> = []
  const legacyInventoryIds: Array<bigint> = []
  const codes = new Set<string>()
  const lootIds = new Set<number>()
  for (const request of requests) {
    const entryType = entryTypes[request.type]
    if (isForbidden(run, entryType)) continue
    const needs = entryType.needs(run, request)
    itemIds.push(...needs.itemIds)
    inventoryIds.push(...needs.inventoryIds)
    legacyInventoryIds.push(...needs.legacyInventoryIds)
    if (needs.code !== undefined) codes.add(needs.code)
    if (needs.appliedLootId !== undefined) lootIds.add(needs.appliedLootId)
  }
  if (!run.holdings.isComplete) yield* loadSelection(run.holdings, { itemIds, inventoryIds, legacyInventoryIds })
  if (codes.size + lootIds.size === 0) return unclaimed
  const ask: ClaimsAsk = { _tag: "Claims", codes: Array.from(codes), lootIds: Array.from(lootIds) }
  return answerTo(ask, yield ask)
}

/** Fulfils an entry until it ends or stops. */
const untilStop = (run: Run, entry: EntryInProgress): FailureReason | Stop | undefined => {
  try {
    return fulfilEntry(run, entry)
  } catch (thrown) {
    if (thrown instanceof Stop) return thrown
    throw thrown
  }
}

/** Fulfils an entry, and begins it again with what is loaded each time that it stops. Its last run is traced. */
function* fulfilLoading(
  run: Run,
  entry: EntryInProgress,
  recording: Recording,
  trace: TraceSink | undefined,
): Fulfilment<FailureReason | undefined> {
  const { work } = run.holdings
  run.trace = undefined
  recording.begin()
  for (;;) {
    const end = untilStop(run, entry)
    if (!(end instanceof Stop) && run.trace === trace) return end
    undoEntry(run, entry)
    if (end instanceof Stop) yield* loadNeeded(run, end)
    else run.trace = trace
    recording.beginAgain()
    beginCounting(run)
    run.holdings.work = work
  }
}

/** The outcome of an order that asked, with its evidence. */
export interface Interpretation {
  readonly outcome: Outcome
  readonly evidence: Evidence
}

/** Steps after which other work may have its turn, before the next entry. */
const STEPS_PER_TURN = 20_000

/**
 * Interprets an order whose records are loaded as they are needed. The caller answers the asks of the
 * {@link Fulfilment}; `choose` answers each draw once.
 */
export function* interpret(
  catalog: LinkedCatalog,
  order: InterpretedOrder,
  circumstances: Circumstances,
  holdings: Holdings,
  choose: Chooser,
  trace?: TraceSink,
): Fulfilment<Interpretation> {
  const beginning = beginRun(catalog, order, circumstances, holdings, choose, unclaimed, undefined)
  const recording = new Recording(choose, yield* loadAhead(beginning, order.entries))
  const run = beginRun(catalog, order, circumstances, holdings, recording.choose, recording.earlier, trace)
  const root = rootOf(order)
  let turnAt = holdings.work + STEPS_PER_TURN
  for (const [index, request] of order.entries.entries()) {
    if (holdings.work > turnAt) {
      yield { _tag: "Turn" }
      turnAt = holdings.work + STEPS_PER_TURN
    }
    const entry = beginEntry(run, root, request, index)
    const failure = yield* fulfilLoading(run, entry, recording, trace)
    const outcome = endEntry(run, order, root, entry, index, failure)
    if (outcome !== undefined) return { outcome, evidence: recording.evidence }
  }
  return { outcome: outcomeOf(run, root), evidence: recording.evidence }
}
