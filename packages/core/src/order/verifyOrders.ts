/**
 * Reads the orders of a player by time, and finds where orders, ledger, claims and applied loot do not vouch for each
 * other (guarantees R63). Memory grows with the records of one player up to a bound, and with the codes and loot that a
 * catalog has.
 */
import * as Effect from "effect/Effect"
import type { LedgerLine, LedgerPlace, LedgerStore } from "../inventory/LedgerStore.ts"
import type { LedgerFault } from "../inventory/rules/ledger.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { OrderPlace } from "./OrderStore.ts"
import type { SealChecks, SealWalk } from "./verifySeals.ts"
import { storedOrderIn } from "./rules/wire/storedOrder.ts"
import {
  appliedLoot,
  claimedCodes,
  endFaults,
  type ExpectedLine,
  expectedEnds,
  expectedLines,
  inventedLine,
  isEnd,
  type KnownRecords,
  lineFaults,
  mayBeginSession,
  type ReadOrder,
  type ReadUnit,
  unitFaults,
} from "./rules/wire/vouched.ts"
import type { KeptOrder } from "./OrderStore.ts"
import type { VerificationStore } from "./VerificationStore.ts"

/** Orders, claims and ledger rows that are read at once. */
const PAGE_ORDERS = 50
const PAGE_CLAIMS = 500
const PAGE_LINES = 400
/** Most records of a player that are followed in one walk over the orders. A player with more takes several. */
export const RECORDS_OF_WALK_MAX = 50_000

/** The stores that a verification reads. */
export interface VerifiedStores {
  readonly ledger: LedgerStore["Service"]
  readonly rows: VerificationStore["Service"]
  readonly seals: SealChecks
}

/** What a walk over the orders of a player has found so far. */
interface Walk {
  readonly player: PlayerUuid
  readonly faults: Array<LedgerFault>
  readonly faultsMax: number
  readonly isAsked: (inventoryId: string) => boolean
  readonly records: KnownRecords
  /** Rows that orders ask for, and that have not been looked up yet. */
  pending: Array<ExpectedLine>
  /** Ledger rows that were found where an order asks for one. */
  lines: number
  entryTotal: number
  orders: number
  readonly claims: Map<string, KeptOrder>
  readonly applied: Set<number>
  /** Whether it is known with which order the current inventory session began. */
  knowsSession: boolean
  /** What was found of the seals; undefined: another walk checks them. */
  readonly sealed: SealWalk | undefined
}

const placeKey = ({ inventoryId, revision }: LedgerPlace): string => `${inventoryId} ${revision}`

const report = (walk: Walk, faults: ReadonlyArray<LedgerFault>): void => {
  for (const fault of faults) if (walk.faults.length < walk.faultsMax) walk.faults.push(fault)
}

/** Looks ledger rows up, a part at a time. */
const linesAt = Effect.fnUntraced(function* (
  { rows }: VerifiedStores,
  player: PlayerUuid,
  places: ReadonlyArray<LedgerPlace>,
) {
  const found = new Map<string, LedgerLine>()
  for (let at = 0; at < places.length; at += PAGE_LINES) {
    for (const line of yield* rows.linesAt(player, places.slice(at, at + PAGE_LINES))) found.set(placeKey(line), line)
  }
  return found
})

/** Compares the pending rows with the ledger. */
const compareLines = Effect.fnUntraced(function* (stores: VerifiedStores, walk: Walk) {
  const { pending, player } = walk
  walk.pending = []
  const found = yield* linesAt(stores, player, pending)
  for (const expected of pending) report(walk, lineFaults(expected, found.get(placeKey(expected))))
  walk.lines += found.size
})

/**
 * An inventory session ends every transient record. A sealed order says whether it began one. Of an order from before
 * that, the rows that end records say so, and where there are none it stays unknown.
 */
const compareEnds = Effect.fnUntraced(function* (stores: VerifiedStores, walk: Walk, order: ReadOrder) {
  yield* compareLines(stores, walk)
  walk.knowsSession = false
  const ends = expectedEnds(order, walk.records)
  const found = yield* linesAt(stores, walk.player, ends)
  if (!order.kept.beganSession && !ends.some((end) => isEnd(end, found.get(placeKey(end))))) return
  walk.applied.clear()
  walk.knowsSession = true
  for (const end of ends) {
    const line = found.get(placeKey(end))
    report(walk, endFaults(end, line))
    if (isEnd(end, line)) walk.lines++
    walk.records.set(end.inventoryId, { revision: end.revision, itemId: end.itemId, isTransient: false })
  }
})

/** Follows the claims and the applied loot of an order. */
const follow = (walk: Walk, submitted: ReadOrder): void => {
  for (const { code, isClaimed } of claimedCodes(submitted)) {
    if (isClaimed) walk.claims.set(code, submitted.kept)
    else walk.claims.delete(code)
  }
  for (const { isApplied, lootId } of appliedLoot(submitted)) {
    if (isApplied) walk.applied.add(lootId)
    else walk.applied.delete(lootId)
  }
}

const read = (kept: KeptOrder): ReadOrder | undefined => {
  try {
    return { kept, order: storedOrderIn(kept.wire) }
  } catch {
    return undefined
  }
}

const walkUnit = Effect.fnUntraced(function* (stores: VerifiedStores, walk: Walk, rows: ReadonlyArray<KeptOrder>) {
  const unit = rows.map((kept) => read(kept) ?? kept.orderId)
  const unreadable = unit.filter((one) => typeof one === "string")
  report(
    walk,
    unreadable.map((orderId) => ({ fault: "order_unreadable", order_id: orderId })),
  )
  const [submitted, ...made] = unit.filter((one) => typeof one !== "string")
  walk.orders += rows.length
  if (walk.sealed !== undefined) report(walk, stores.seals.ofUnit(walk.sealed, walk.player, rows))
  if (submitted !== undefined) {
    const readable: ReadUnit = [submitted, ...made]
    report(walk, unitFaults(walk.player, readable, walk.entryTotal))
    if (mayBeginSession(submitted)) yield* compareEnds(stores, walk, submitted)
    walk.pending.push(...expectedLines(readable, walk.records, walk.isAsked))
    follow(walk, submitted)
  }
  walk.entryTotal = rows[0]?.entryTotal ?? walk.entryTotal
  if (walk.pending.length >= PAGE_LINES) yield* compareLines(stores, walk)
})

/** Walks over the units of a player. All orders of a unit have the same time, which no other unit has. */
const walkOrders = Effect.fnUntraced(function* (stores: VerifiedStores, walk: Walk) {
  let unit: Array<KeptOrder> = []
  for (let after: OrderPlace = { created: Number.MIN_SAFE_INTEGER, orderId: "" }; ;) {
    const page = yield* stores.rows.orders(walk.player, after, PAGE_ORDERS)
    for (const kept of page) {
      if (unit.length > 0 && unit[0]?.created !== kept.created) {
        yield* walkUnit(stores, walk, unit)
        unit = []
      }
      unit.push(kept)
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_ORDERS) break
    after = last
  }
  if (unit.length > 0) yield* walkUnit(stores, walk, unit)
  yield* compareLines(stores, walk)
})

/** Compares the stored claims with those of the orders. */
const compareClaims = Effect.fnUntraced(function* ({ rows }: VerifiedStores, walk: Walk) {
  const missing = new Map(walk.claims)
  for (let after = ""; ;) {
    const page = yield* rows.claims(walk.player, after, PAGE_CLAIMS)
    for (const { code, created, orderId } of page) {
      const order = walk.claims.get(code)
      missing.delete(code)
      const of = { order_id: orderId, field: `code ${code}` }
      if (order === undefined) report(walk, [{ fault: "claim_invented", ...of }])
      else if (order.orderId !== orderId || order.created !== created) {
        const expected = `order ${order.orderId} at ${order.created}`
        report(walk, [{ fault: "claim_differs", ...of, expected, found: `order ${orderId} at ${created}` }])
      }
    }
    if (page.length < PAGE_CLAIMS) break
    after = page.at(-1)?.code ?? ""
  }
  for (const [code, { orderId }] of missing) {
    report(walk, [{ fault: "claim_missing", order_id: orderId, field: `code ${code}` }])
  }
})

/** Compares the loot that is stored as applied in the current session with that of its orders. */
const compareApplied = Effect.fnUntraced(function* ({ rows }: VerifiedStores, walk: Walk) {
  const stored = new Set(yield* rows.applied(walk.player))
  for (const lootId of stored) {
    if (!walk.applied.has(lootId)) report(walk, [{ fault: "applied_invented", field: `loot ${lootId}` }])
  }
  for (const lootId of walk.knowsSession ? walk.applied : []) {
    if (!stored.has(lootId)) report(walk, [{ fault: "applied_missing", field: `loot ${lootId}` }])
  }
})

/** Names the ledger rows beyond those that orders ask for. */
const findInvented = Effect.fnUntraced(function* ({ ledger }: VerifiedStores, walk: Walk) {
  for (let after: LedgerPlace = { inventoryId: "", revision: 0 }; ;) {
    const lines = yield* ledger.lines(walk.player, after, PAGE_LINES)
    for (const line of lines) {
      if (!walk.isAsked(line.inventoryId)) continue
      if (line.revision > (walk.records.get(line.inventoryId)?.revision ?? 0)) report(walk, [inventedLine(line)])
    }
    const last = lines.at(-1)
    if (last === undefined || lines.length < PAGE_LINES) return
    after = last
  }
})

/** Which of so many walks follows a record: the ids of records are random at their end. */
const walkOf = (inventoryId: string, walks: number): number => Number.parseInt(inventoryId.slice(-6), 16) % walks

const newWalk = (
  player: PlayerUuid,
  faultsMax: number,
  isAsked: Walk["isAsked"],
  sealed: SealWalk | undefined,
): Walk => ({
  player,
  faults: [],
  faultsMax,
  isAsked,
  records: new Map(),
  pending: [],
  lines: 0,
  entryTotal: 0,
  orders: 0,
  claims: new Map(),
  applied: new Set(),
  knowsSession: true,
  sealed,
})

/** The ledger that orders are held to, and the bounds of the work. */
export interface OrdersToVerify {
  /** Records and rows in the ledger of the player. */
  readonly records: number
  readonly ledgerRows: number
  /** Most faults that one walk lists. */
  readonly faultsMax: number
  /** Most records that one walk follows. */
  readonly recordsMax: number
}

/** Verifies the orders of a player. Faults of orders and their changes come first, in the sequence of the orders. */
export const verifyOrders = Effect.fnUntraced(function* (
  stores: VerifiedStores,
  player: PlayerUuid,
  { faultsMax, ledgerRows, records, recordsMax }: OrdersToVerify,
) {
  const walks = Math.max(1, Math.ceil(records / recordsMax))
  const faults: Array<LedgerFault> = []
  const sealed = yield* stores.seals.begin
  let orders = 0
  for (let number = 0; number < walks; number++) {
    const walk = newWalk(
      player,
      faultsMax,
      (id) => walks === 1 || walkOf(id, walks) === number,
      number === 0 ? sealed : undefined,
    )
    yield* walkOrders(stores, walk)
    if (number === 0) {
      report(walk, stores.seals.atEnd(sealed, yield* stores.rows.owner(player)))
      yield* compareClaims(stores, walk)
      yield* compareApplied(stores, walk)
    }
    // As many rows as the ledger has are all of them.
    if (walks > 1 || walk.lines < ledgerRows) yield* findInvented(stores, walk)
    // A further walk finds the faults of orders again.
    faults.push(...walk.faults.filter(({ fault }) => number === 0 || fault.startsWith("change_")))
    orders = walk.orders
  }
  return { faults, orders, seals: sealed.counts }
})
