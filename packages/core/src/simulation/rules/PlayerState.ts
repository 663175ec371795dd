/**
 * A simulated player: the records, and the claims that storage would keep. Orders are fulfilled by the interpreter, and
 * their changes stay in memory.
 */
import type { LinkedCatalog } from "../../catalog/rules/linked.ts"
import { isExpired } from "../../inventory/rules/counts.ts"
import type { HeldRecord } from "../../inventory/schema.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import type { Chooser, EarlierClaims } from "../../order/rules/interpret/ask.ts"
import { Holdings } from "../../order/rules/interpret/holdings.ts"
import { fulfil, type InterpretedOrder } from "../../order/rules/interpret/interpret.ts"
import type { Outcome } from "../../order/rules/interpret/outcome.ts"
import type { Circumstances } from "../../order/rules/interpret/run.ts"

/** The state of a player between orders. */
export class PlayerState {
  holdings: Holdings
  private readonly catalog: LinkedCatalog
  private readonly choose: Chooser
  private readonly claims: EarlierClaims
  private readonly claimed = new Set<string>()
  private readonly applied = new Set<number>()
  /** No record expires before this. */
  private firstExpiry = Number.POSITIVE_INFINITY
  private hasTransient = false

  /** `choose` answers each draw. */
  constructor(catalog: LinkedCatalog, choose: Chooser, records: ReadonlyArray<HeldRecord>) {
    this.catalog = catalog
    this.holdings = Holdings.complete(records)
    this.choose = choose
    this.claims = {
      // The number of claims by all players is not known: players are simulated one after the other.
      promotion: (code) => ({ isClaimed: this.claimed.has(code), uses: 0 }),
      isApplied: (lootId) => this.applied.has(lootId),
    }
  }

  /** Fulfils an order. The caller then keeps its outcome, or takes it back. */
  submit(order: InterpretedOrder, circumstances: Circumstances): Outcome {
    return fulfil(this.catalog, order, circumstances, this.holdings, this.choose, undefined, this.claims)
  }

  /** Keeps the outcome of the last order. */
  keep({ applied, changes, claims }: Outcome): void {
    for (const { code } of claims) this.claimed.add(code)
    for (const lootId of applied) this.applied.add(lootId)
    for (const { after } of changes) {
      if (after.type === "transient") this.hasTransient = true
      if (after.expires !== undefined && after.expires < this.firstExpiry) this.firstExpiry = after.expires
    }
    this.holdings.settle()
  }

  /** Takes the outcome of the last order back, as if it had not been submitted. */
  takeBack(): void {
    this.holdings.undo(0)
  }

  /** Removes the records that have expired at `now`, and answers with them. */
  expire(now: Timestamp): ReadonlyArray<HeldRecord> {
    return now < this.firstExpiry ? [] : this.drop((record) => isExpired(record, now))
  }

  /** Ends the inventory session: removes transient records and answers with them, and forgets loot applied once. */
  endSession(): ReadonlyArray<HeldRecord> {
    this.applied.clear()
    return this.hasTransient ? this.drop(({ type }) => type === "transient") : []
  }

  /** What all records of the item count together at `now`, in any bucket. */
  total(itemId: number, now: Timestamp): number {
    return this.holdings.count(itemId, now, undefined)
  }

  /** The records as they are now. */
  get records(): ReadonlyArray<HeldRecord> {
    return Array.from(this.holdings.all(), ({ current }) => current)
  }

  private drop(isDropped: (record: HeldRecord) => boolean): ReadonlyArray<HeldRecord> {
    const dropped: Array<HeldRecord> = []
    const kept: Array<HeldRecord> = []
    this.firstExpiry = Number.POSITIVE_INFINITY
    this.hasTransient = false
    for (const record of this.records) {
      if (isDropped(record)) dropped.push(record)
      else {
        kept.push(record)
        this.firstExpiry = Math.min(this.firstExpiry, record.expires ?? Number.POSITIVE_INFINITY)
        this.hasTransient ||= record.type === "transient"
      }
    }
    this.holdings = Holdings.complete(kept)
    return dropped
  }
}
