/**
 * The ledger of inventories for those who look after players: where a record came from and what it paid for, and
 * whether inventory, ledger, orders and claims vouch for each other (guarantees R3 and R63).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import { type LedgerLine, type LedgerPlace, LedgerStore } from "../inventory/LedgerStore.ts"
import { compared, type LedgerFault, ofSums, type Recomputed, withLine } from "../inventory/rules/ledger.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { parseJson } from "../kernel/wire/Json.ts"
import { PlayerNotFound } from "../player/errors.ts"
import { OrderStore } from "./OrderStore.ts"
import { type OrderEntry, PlayerOrder } from "./schema.ts"
import { VerificationStore } from "./VerificationStore.ts"
import { makeSealChecks, noSeals, type SealCounts } from "./verifySeals.ts"
import { RECORDS_OF_WALK_MAX, type VerifiedStores, verifyOrders } from "./verifyOrders.ts"

/** A change of a record with the order that made it. */
export interface ProvenanceLine {
  readonly line: LedgerLine
  /** undefined: the order is not stored, which {@link Ledger} `verify` reports. */
  readonly order: PlayerOrder | undefined
  /** The entry of the order; its other changes are what the change paid for, or what paid for it. */
  readonly entry: OrderEntry | undefined
  /** The order that made this order; undefined: it was submitted. */
  readonly parentOrderId: string | undefined
}

/** The result of verifying an inventory. */
export interface Verified {
  /** `changing`: orders changed the inventory each time that it was read, so nothing can be said. */
  readonly state: "verified" | "changing"
  readonly faults: ReadonlyArray<LedgerFault>
  readonly records: number
  readonly ledgerRows: number
  readonly orders: number
  readonly seals: SealCounts
}

/** The ledger. */
export class Ledger extends Context.Service<
  Ledger,
  {
    /** At most `limit` players after `after`, by their uuid, who have an inventory, or anything that only one has. */
    readonly owners: LedgerStore["Service"]["owners"]
    /**
     * Recomputes the player's inventory from the ledger, and the ledger from the orders. At most {@link FAULTS_MAX}
     * faults are listed.
     */
    readonly verify: (player: PlayerUuid) => Effect.Effect<Verified, PlayerNotFound>
    /** Why keyed seals of orders cannot be checked; undefined: they can, or there are none. */
    readonly missing: string | undefined
    /**
     * The changes of a record below the revision `before` (undefined: all), the newest first, each with its order.
     * Empty: the player never had the record.
     */
    readonly provenance: (
      player: PlayerUuid,
      inventoryId: string,
      before: number | undefined,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<ProvenanceLine>>
  }
>()("@garrison/core/order/Ledger") {
  static readonly layer = Layer.effect(
    Ledger,
    Effect.suspend(() => make),
  )
}

/** Most faults that are listed of an inventory. */
export const FAULTS_MAX = 1000
/** Ledger rows that are read at once. */
const PAGE_ROWS = 500
/** How often an inventory is read that orders change meanwhile. */
const ATTEMPTS_MAX = 5

const FIRST: LedgerPlace = { inventoryId: "", revision: 0 }

/** The records of a page of ledger rows that are whole; the last one goes on in the next page. */
const recordsOf = (lines: ReadonlyArray<LedgerLine>, begun: Recomputed | undefined) => {
  const whole: Array<Recomputed> = []
  let current = begun
  for (const line of lines) {
    if (current !== undefined && current.record.inventoryId !== line.inventoryId) {
      whole.push(current)
      current = undefined
    }
    current = withLine(current, line)
  }
  return { whole, current }
}

const decodeOrder = Schema.decodeUnknownSync(PlayerOrder)

/** The faults of recomputed records. */
const faultsOf = Effect.fnUntraced(function* (
  store: LedgerStore["Service"],
  player: PlayerUuid,
  recomputed: ReadonlyArray<Recomputed>,
) {
  if (recomputed.length === 0) return []
  const stored = yield* store.records(
    player,
    recomputed.map(({ record }) => record.inventoryId),
  )
  const byId = new Map(stored.map((record) => [record.inventoryId, record]))
  return recomputed.flatMap((one) => compared(one, byId.get(one.record.inventoryId)))
})

/** Recomputes an inventory, page by page. */
const recompute = Effect.fnUntraced(function* (stores: VerifiedStores, player: PlayerUuid) {
  const { ledger: store } = stores
  const faults: Array<LedgerFault> = []
  let [records, ledgerRows] = [0, 0]
  let current: Recomputed | undefined
  for (let after = FIRST; ;) {
    const lines = yield* store.lines(player, after, PAGE_ROWS)
    const isLast = lines.length < PAGE_ROWS
    const page = recordsOf(lines, current)
    current = isLast ? undefined : page.current
    const whole = isLast && page.current !== undefined ? [...page.whole, page.current] : page.whole
    faults.push(...(yield* faultsOf(store, player, whole)))
    records += whole.length
    ledgerRows += lines.length
    const last = lines.at(-1)
    if (isLast || last === undefined) break
    after = last
  }
  const unrecorded = yield* store.unrecorded(player, FAULTS_MAX)
  const missing = yield* store.missingOrders(player, FAULTS_MAX)
  const sums = yield* store.wrongSums(player, FAULTS_MAX)
  const toVerify = { records, ledgerRows, faultsMax: FAULTS_MAX, recordsMax: RECORDS_OF_WALK_MAX }
  const verified = yield* verifyOrders(stores, player, toVerify)
  return {
    records,
    ledgerRows,
    orders: verified.orders,
    seals: verified.seals,
    faults: [
      ...faults,
      ...unrecorded.map((id) => ({ fault: "ledger_missing" as const, inventory_id: id })),
      ...sums.map(ofSums),
      ...missing.map((id) => ({ fault: "order_missing" as const, order_id: id })),
      ...verified.faults,
    ].slice(0, FAULTS_MAX),
  }
})

const make = Effect.gen(function* () {
  const store = yield* LedgerStore
  const inventory = yield* InventoryStore
  const orders = yield* OrderStore
  const stores: VerifiedStores = { ledger: store, rows: yield* VerificationStore, seals: yield* makeSealChecks }

  const lastChanged = Effect.fnUntraced(function* (player: PlayerUuid) {
    const owner = yield* inventory.owner(player)
    return owner === "not_found" ? yield* new PlayerNotFound({ code: "resource_not_found" }) : owner.lastChanged
  })

  const verify = Effect.fn("Ledger.verify")(function* (player: PlayerUuid) {
    let found: Omit<Verified, "state"> = { faults: [], records: 0, ledgerRows: 0, orders: 0, seals: noSeals() }
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const before = yield* lastChanged(player)
      found = yield* recompute(stores, player)
      // Pages of an inventory that changed meanwhile do not belong together, but without a fault they agree.
      if (found.faults.length === 0 || before === (yield* lastChanged(player)))
        return { state: "verified" as const, ...found }
    }
    return { state: "changing" as const, ...found, faults: [] }
  })

  const provenance = Effect.fn("Ledger.provenance")(function* (
    player: PlayerUuid,
    inventoryId: string,
    before: number | undefined,
    limit: number,
  ) {
    const lines = yield* store.ofRecord(player, inventoryId.toLowerCase(), before, limit)
    return yield* Effect.forEach(lines, (line) =>
      Effect.map(orders.find(player, line.orderId), (found): ProvenanceLine => {
        if (found === undefined) return { line, order: undefined, entry: undefined, parentOrderId: undefined }
        const order = decodeOrder(Result.getOrThrow(parseJson(found.wire, Number.POSITIVE_INFINITY)))
        const entry = order.entries.find(({ entry_id }) => entry_id === line.entryId)
        return { line, order, entry, parentOrderId: found.parentOrderId }
      }),
    )
  })

  return Ledger.of({ owners: store.owners, verify, missing: stores.seals.missing, provenance })
})
