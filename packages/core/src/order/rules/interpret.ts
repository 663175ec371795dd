/**
 * The interpreter: what an order comes to, as a pure function of catalog, inventory, order, circumstances and the
 * answers to what it asks (decisions, section 12).
 */
import type { CompiledCatalog, CompiledVendor } from "../../catalog/rules/compiled.ts"
import { sessionBucket } from "../../inventory/rules/counts.ts"
import type { EntryRefusal, EntryResult, EntryType, OrderSource } from "../enumerations.ts"
import type { SubmittedEntry } from "../schema.ts"
import { itemsAhead } from "./candidates.ts"
import { fulfilLoot, inventoryRequest, rewardLevels } from "./fulfil.ts"
import { Holdings } from "./holdings.ts"
import type { EntryOutcome, Outcome } from "./outcome.ts"
import { hasLevels, lookup, type Plan, planOf } from "./plan.ts"
import { createRecord, updateRecord } from "./records.ts"
import type { DrawRequest, Fulfilment } from "./requests.ts"
import { keptOf } from "./kept.ts"
import { isServersOrder } from "./submitter.ts"
import { type Circumstances, markOf, type Run, undo } from "./run.ts"
import type { TraceSink } from "./trace.ts"

/** Largest quantity of an entry (decisions, section 12); the smallest is 1. */
const QUANTITY_MAX = 1_000_000

/** What of an order decides how it is fulfilled. */
export interface InterpretedOrder {
  readonly source: OrderSource
  readonly isTransaction: boolean
  readonly entries: ReadonlyArray<SubmittedEntry>
}

/**
 * The one place where entry types wait for a later release: each of these is part of the contract, decodes and is
 * stored, and is answered with `invalid_entry_type` until then.
 */
const LATER: ReadonlySet<EntryType> = new Set([
  "purchase_loot",
  "purchase_dynamic_bundle",
  "promotion_code",
  "fill_loot_single_transient",
  "fill_entitled_loot",
] as const)

/**
 * Whether the vendor is the one that the entry was made for: its etag, as it stands or in the quotes of a header, and
 * its legacy version, where it has one.
 */
const isVendorAsked = (
  { vendor_etag: asked, vendor_version: version }: SubmittedEntry,
  vendor: CompiledVendor,
): boolean => {
  const { etag, legacy_config_version: current } = vendor
  if (asked !== undefined && asked !== etag && asked !== `"${etag}"`) return false
  return version === undefined || current === undefined || version === BigInt(current)
}

const lootRefusal = (run: Run, request: SubmittedEntry): EntryRefusal | undefined => {
  const plan = lookup(run.plan.loot, request.loot_id)
  if (plan === undefined) return "loot_not_found"
  const { loot } = plan
  if (!run.isServer && !loot.is_claimable_by_client) return "loot_not_fillable_from_client"
  if (!loot.active || (loot.effective_from ?? 0) > run.now) return "loot_not_active"
  return isVendorAsked(request, plan.vendor.vendor) ? undefined : "vendor_version_does_not_match"
}

/** Why the entry is refused whatever the player holds; undefined: what the player holds decides. */
const refusalOf = (run: Run, request: SubmittedEntry): EntryRefusal | undefined => {
  if (LATER.has(request.type)) return "invalid_entry_type"
  if (!run.isServer && request.type !== "fill_loot") return "permission_denied"
  if (request.quantity < 1 || request.quantity > QUANTITY_MAX) return "quantity_not_allowed"
  return request.type === "fill_loot" ? lootRefusal(run, request) : undefined
}

const isCreation = ({ type }: SubmittedEntry): boolean => type.startsWith("create_")

/** The items whose records a new one is counted with. */
const itemsBeside = (run: Run, request: SubmittedEntry): ReadonlyArray<number> => {
  const item = isCreation(request) ? lookup(run.plan.items, request.item_id) : undefined
  return item !== undefined && hasLevels(item) ? [item.id] : []
}

/** One entry; what it did is undone by the caller unless it succeeds. */
function* fulfilEntry(run: Run, request: SubmittedEntry): Fulfilment<EntryResult> {
  const refusal = refusalOf(run, request)
  if (refusal !== undefined) return refusal
  const loot = lookup(run.plan.loot, request.loot_id)
  if (request.type === "fill_loot") {
    return loot === undefined ? "loot_not_found" : yield* fulfilLoot(run, loot, request.quantity, false)
  }
  const itemIds = itemsBeside(run, request)
  if (run.holdings.lacks(itemIds)) yield inventoryRequest(run, itemIds)
  const result = writeRecord(run, request)
  return run.rise === undefined ? result : yield* rewardLevels(run)
}

const writeRecord = (run: Run, request: SubmittedEntry): EntryResult => {
  switch (request.type) {
    case "create_new_persistent_inventory":
      return createRecord(run, request, "persistent")
    case "create_new_transient_inventory":
      return createRecord(run, request, "transient")
    case "update_existing_persistent_inventory":
      return updateRecord(run, request, "persistent")
    case "update_existing_transient_inventory":
      return updateRecord(run, request, "transient")
    case "update_inventory":
      return updateRecord(run, request, undefined)
    default:
      return "invalid_entry_type"
  }
}

/** Everything that is known to be needed before the first entry, asked for at once. */
function* loadAhead(run: Run, entries: ReadonlyArray<SubmittedEntry>): Fulfilment<void> {
  const itemIds: Array<number> = []
  const inventoryIds: Array<string> = []
  const legacyInventoryIds: Array<bigint> = []
  for (const request of entries) {
    if (refusalOf(run, request) !== undefined) continue
    const { type, loot_id, inventory_id, legacy_inventory_id } = request
    if (type === "fill_loot") {
      const plan = lookup(run.plan.loot, loot_id)
      if (plan !== undefined) itemIds.push(...itemsAhead(plan))
    } else if (isCreation(request)) itemIds.push(...itemsBeside(run, request))
    else if (inventory_id !== undefined) inventoryIds.push(inventory_id)
    else if (legacy_inventory_id !== undefined) legacyInventoryIds.push(legacy_inventory_id)
  }
  const { holdings } = run
  const missing = holdings.missing(itemIds)
  if (missing.length + inventoryIds.length + legacyInventoryIds.length === 0) return
  yield { _tag: "Inventory", itemIds: missing, inventoryIds, legacyInventoryIds, holdings }
}

const beginRun = (
  plan: Plan,
  order: InterpretedOrder,
  circumstances: Circumstances,
  holdings: Holdings,
  trace: TraceSink | undefined,
): Run => {
  const entries = order.entries.map((request): EntryOutcome => ({ request, result: "not_started", details: [] }))
  const outcome = { parent: undefined, entries }
  return {
    platform: circumstances.platform,
    isServer: isServersOrder({ isServer: circumstances.isServer, source: order.source }),
    now: circumstances.now,
    plan,
    holdings,
    source: order.source,
    bucket: sessionBucket(circumstances.platform),
    trace,
    newOrders: [],
    order: outcome,
    // Replaced by each entry in turn; an order without entries does nothing.
    entry: entries[0] as EntryOutcome,
    orderDepth: 0,
    nesting: 0,
    steps: 0,
    halted: undefined,
    rise: undefined,
  }
}

/** With `is_transaction` the first failure stops the order, and nothing of it stays. */
const abandon = (run: Run, entries: ReadonlyArray<EntryOutcome>, failed: number): void => {
  run.holdings.undo(0)
  run.newOrders.length = 0
  for (const [index, entry] of entries.entries()) {
    entry.details.length = 0
    if (index < failed) entry.result = "rollback"
  }
}

/** Interprets an order against a plan; see {@link Fulfilment} for how it is driven. */
export function* interpret(
  plan: Plan,
  order: InterpretedOrder,
  circumstances: Circumstances,
  holdings: Holdings,
  trace?: TraceSink,
): Fulfilment<Outcome> {
  const run = beginRun(plan, order, circumstances, holdings, trace)
  const root = run.order
  const { entries } = root
  if (!holdings.isComplete) yield* loadAhead(run, order.entries)
  for (const [index, entry] of entries.entries()) {
    run.entry = entry
    run.nesting = 0
    run.orderDepth = 0
    trace?.({ _tag: "EntryBegan", index })
    const mark = markOf(run)
    const ended = yield* fulfilEntry(run, entry.request)
    const result = run.halted ?? ended
    run.halted = undefined
    run.rise = undefined
    run.order = root
    run.entry = entry
    entry.result = result
    trace?.({ _tag: "EntryEnded", index, refusal: result === "success" ? undefined : result })
    if (result === "success") continue
    undo(run, mark)
    if (order.isTransaction) {
      abandon(run, entries, index)
      break
    }
  }
  if (!run.isServer) for (const entry of entries) entry.request = keptOf(entry.request, entry.result)
  return { order: root, newOrders: run.newOrders, changes: holdings.journal }
}

/** Answers a draw with an integer from 0 to below `total`. */
export type Chooser = (draw: DrawRequest) => number

/**
 * Interprets an order to its end, `choose` answering each draw. `holdings` must be complete
 * ({@link Holdings.complete}); they are changed, so that the next order can go on from there after `holdings.settle()`.
 */
export const fulfil = (
  catalog: CompiledCatalog,
  order: InterpretedOrder,
  circumstances: Circumstances,
  holdings: Holdings,
  choose: Chooser,
  trace?: TraceSink,
): Outcome => {
  const interpretation = interpret(planOf(catalog), order, circumstances, holdings, trace)
  let step = interpretation.next(0)
  while (step.done !== true) {
    const request = step.value
    if (request._tag === "Inventory") request.holdings.supply(request.itemIds, [])
    step = interpretation.next(request._tag === "Draw" ? choose(request) : 0)
  }
  return step.value
}
