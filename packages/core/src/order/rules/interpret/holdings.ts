/**
 * The player's inventory while an order is fulfilled: the loaded records, changed in place, and a journal of the
 * changes. When an entry or loot fails, the journal undoes its changes. An item with many records is loaded in part:
 * the sums of all its records, and the records that a change needs.
 */
import type { InventoryBucket } from "../../../catalog/schema.ts"
import type { LoadedInventory, RecordPart } from "../../../inventory/InventoryStore.ts"
import { type AllowedBuckets, byAge, counts, isExpired, spendingOrder } from "../../../inventory/rules/counts.ts"
import type { HeldRecord } from "../../../inventory/schema.ts"
import type { Change, EntryEffect } from "./outcome.ts"
import { CandidateCache } from "./pool.ts"
import type { TakenBack } from "./takenBack.ts"

/** A record that the holdings may replace: as it is now, and as storage has it (undefined: the record is new). */
export interface Slot {
  current: HeldRecord
  original: HeldRecord | undefined
}

/** A change that may be undone. */
type Undoable = Change & { readonly slot: Slot }

const none: ReadonlyArray<Slot> = []

/** The kind of record that a selector means. */
export type RecordKind = Omit<Extract<RecordPart, { readonly _tag: "Oldest" }>, "_tag">

type SpendablePart = Extract<RecordPart, { readonly _tag: "Spendable" }>

const isOfKind = (record: HeldRecord, { bucket, expires, type }: RecordKind): boolean =>
  record.type === type &&
  record.bucket === bucket &&
  (expires === "any" ? record.expires !== undefined : record.expires === expires)

/** The stored records of an item that are not among the slots. */
interface UnloadedRecords {
  /** What they count together, by bucket. */
  readonly counts: Map<InventoryBucket, number>
  /** The oldest stored record of each kind that was asked for; undefined: there is none. */
  readonly oldest: Map<string, Slot | undefined>
  /** The stored records among the slots, by id. */
  readonly known: Map<string, Slot>
  /** The last record, in the order of spending, of those that were asked for; undefined: none was asked for. */
  spendableTo: HeldRecord | undefined
  /** How many were asked for last. */
  spendableMost: number
  /** Whether every record that can be spent is among the slots. */
  isAllSpendable: boolean
}

const keyOf = ({ bucket, expires, type }: RecordKind): string => `${type} ${bucket} ${expires ?? "never"}`

/** Stored records by age, then new records in the sequence in which they were made. */
const bySlotAge = (left: Slot, right: Slot): number =>
  left.original === undefined || right.original === undefined
    ? Number(left.original === undefined) - Number(right.original === undefined)
    : byAge(left.original, right.original)

/** Kinds of records of an item whose oldest is loaded. Who changes more of them gets all records. */
const KINDS_MAX = 8

/** Records to spend that are loaded at once: first, and at most. The event loop has its turn in between. */
const SPENDABLE_FIRST = 32
const SPENDABLE_MAX = 1024

/** Whether the record is spent before the records that were not asked for yet, or is the last of those that were. */
const isReached = (
  record: HeldRecord,
  { isAllSpendable, spendableTo }: UnloadedRecords,
  session: InventoryBucket,
): boolean =>
  isAllSpendable ||
  (spendableTo !== undefined && (spendingOrder(session)(record, spendableTo) || byAge(record, spendableTo)) <= 0)

/** The records of an item that may be spent at a time and in a session, in that order; `next`: after those used up. */
interface Spending {
  readonly now: number
  readonly session: InventoryBucket
  readonly allowed: AllowedBuckets
  readonly slots: ReadonlyArray<Slot>
  next: number
}

/** Records by item, and the journal of their changes. */
export class Holdings {
  /** Every change that was not undone, in the sequence in which they happened. */
  journal: Array<Undoable> = []
  /** Those of them, by index, that a subtraction made after its first, and which no bound counts. */
  private further: Array<number> = []
  private readonly slots = new Map<number, Array<Slot>>()
  /** Items whose records were loaded. Other items may have new records only. */
  private readonly loaded = new Set<number>()
  /** Items that were loaded in part. */
  private readonly unloaded = new Map<number, UnloadedRecords>()
  /** The records to spend of items that were spent. A change by which others come next takes an item out. */
  private readonly spending = new Map<number, Spending>()
  /** What pools keep from draw to draw. */
  readonly candidates = new CandidateCache()
  /** Steps of all interpretations so far, for who bounds the work of many. */
  work = 0
  /** What the entry in progress took back; undefined: nobody asks. */
  takenBack: TakenBack | undefined
  /** Whether all records of the player are loaded. Then nothing is asked for. */
  readonly isComplete: boolean

  private constructor(isComplete: boolean) {
    this.isComplete = isComplete
  }

  /** Holdings without any loaded record. */
  static empty(): Holdings {
    return new Holdings(false)
  }

  /** Holdings with all records of the player, for programs that interpret orders without storage. */
  static complete(records: Iterable<HeldRecord>): Holdings {
    const holdings = new Holdings(true)
    for (const record of records) holdings.add({ current: record, original: record })
    return holdings
  }

  /**
   * Takes what was loaded of the items in `itemIds` and of the items of named records. An item that was loaded before
   * gets only the named record. Records that this order created are newer, so they come after the supplied records.
   */
  supply(itemIds: ReadonlyArray<number>, { counts: sums, records }: LoadedInventory): void {
    for (const id of itemIds) this.note(id)
    for (const { itemId } of sums) this.note(itemId)
    for (const record of records) this.noteRecord(record)
    for (const { bucket, count, itemId } of sums) {
      if (this.loaded.has(itemId) && !this.unloaded.has(itemId)) continue
      const unloaded = this.unloaded.get(itemId) ?? this.addUnloaded(itemId)
      if (!this.loaded.has(itemId)) unloaded.counts.set(bucket, (unloaded.counts.get(bucket) ?? 0) + count)
    }
    const found = new Map<number, Array<HeldRecord>>()
    for (const record of records) {
      if (this.loaded.has(record.itemId) && !this.unloaded.has(record.itemId)) continue
      const list = found.get(record.itemId)
      if (list === undefined) found.set(record.itemId, [record])
      else list.push(record)
    }
    for (const [itemId, list] of found) {
      if (this.unloaded.has(itemId)) this.take(itemId, list)
      else
        this.slots.set(
          itemId,
          list.map((record): Slot => ({ current: record, original: record })).concat(this.of(itemId)),
        )
      this.loaded.add(itemId)
    }
    for (const { itemId } of sums) this.loaded.add(itemId)
    for (const id of itemIds) this.loaded.add(id)
  }

  /** Takes the records that were asked for as `part` of an item. */
  supplyPart(itemId: number, part: RecordPart, records: ReadonlyArray<HeldRecord>): void {
    const unloaded = this.unloaded.get(itemId)
    if (unloaded === undefined) throw new Error("a part of an item that was loaded whole")
    this.note(itemId)
    const taken = this.take(itemId, records)
    switch (part._tag) {
      case "All":
        this.unloaded.delete(itemId)
        return
      case "Oldest":
        unloaded.oldest.set(keyOf(part), taken[0])
        return
      case "Spendable":
        unloaded.spendableTo = records[records.length - 1] ?? unloaded.spendableTo
        unloaded.spendableMost = part.most
        unloaded.isAllSpendable = records.length < part.most
        return
      default:
        part satisfies never
    }
  }

  /** Whether at least one of the items was not loaded yet. */
  lacks(itemIds: ReadonlyArray<number>): boolean {
    if (this.isComplete) return false
    for (const id of itemIds) if (!this.loaded.has(id)) return true
    return false
  }

  /** The items that were not loaded yet, without repetition. */
  missing(itemIds: ReadonlyArray<number>): ReadonlyArray<number> {
    return this.isComplete ? [] : Array.from(new Set(itemIds)).filter((id) => !this.loaded.has(id))
  }

  /** Whether the item was loaded without all of its records. */
  isPartial(itemId: number): boolean {
    return this.unloaded.size > 0 && this.unloaded.has(itemId)
  }

  /** What to ask for before {@link oldest} can answer; undefined: nothing. */
  lackedForOldest(itemId: number, now: number, kind: RecordKind): RecordPart | undefined {
    const unloaded = this.unloaded.size === 0 ? undefined : this.unloaded.get(itemId)
    if (unloaded === undefined) return undefined
    const key = keyOf(kind)
    if (!unloaded.oldest.has(key))
      return unloaded.oldest.size < KINDS_MAX ? { _tag: "Oldest", ...kind } : { _tag: "All" }
    const slot = unloaded.oldest.get(key)
    // This order moved the record to another expiry, which is rare. Another record may be the oldest of its kind now.
    const isMoved = slot !== undefined && (isExpired(slot.current, now) || !isOfKind(slot.current, kind))
    return isMoved ? { _tag: "All" } : undefined
  }

  /** The record of the item to spend next; undefined: none that is known. No other record comes before it. */
  nextToSpend(itemId: number, now: number, session: InventoryBucket, allowed: AllowedBuckets): Slot | undefined {
    let known = this.spending.get(itemId)
    if (known === undefined || known.now !== now || known.session !== session || known.allowed !== allowed) {
      known = { now, session, allowed, slots: this.inSpendingOrder(itemId, now, session, allowed), next: 0 }
      this.spending.set(itemId, known)
      this.work += known.slots.length
    }
    while (known.slots[known.next]?.current.count === 0) known.next++
    return known.slots[known.next]
  }

  /** What to ask for where {@link nextToSpend} has too few. */
  furtherToSpend(itemId: number, session: InventoryBucket, allowed: AllowedBuckets): SpendablePart {
    const unloaded = this.unloaded.get(itemId)
    if (unloaded === undefined || unloaded.isAllSpendable) throw new Error("all records that can be spent are loaded")
    const buckets = Array.from(unloaded.counts.keys()).filter((bucket) => allowed === undefined || allowed.has(bucket))
    const most = Math.min(SPENDABLE_MAX, Math.max(SPENDABLE_FIRST, unloaded.spendableMost * 2))
    return { _tag: "Spendable", session, buckets, after: unloaded.spendableTo, most }
  }

  /** At least how many items the player holds, or held since the first order. */
  get size(): number {
    return this.slots.size + this.unloaded.size
  }

  /** The items that the player holds, or held since the first order. */
  ids(): Iterable<number> {
    return this.unloaded.size === 0 ? this.slots.keys() : [...this.slots.keys(), ...this.unloaded.keys()]
  }

  /** The known records of an item, oldest first, as they are now. */
  of(itemId: number): ReadonlyArray<Slot> {
    return this.slots.get(itemId) ?? none
  }

  /** Every record that was loaded or created. */
  *all(): Generator<Slot> {
    for (const slots of this.slots.values()) yield* slots
  }

  /** Own and rent count of the item: the sum over unexpired records in allowed buckets. */
  count(itemId: number, now: number, allowed: AllowedBuckets): number {
    const slots = this.slots.get(itemId)
    let total = this.unloaded.size === 0 ? 0 : this.countUnloaded(itemId, allowed)
    if (slots === undefined) return total
    for (const { current } of slots) if (counts(current, now, allowed)) total += current.count
    return total
  }

  /** The oldest unexpired record of the kind. {@link lackedForOldest} must be undefined. */
  oldest(itemId: number, now: number, kind: RecordKind): Slot | undefined {
    const slots = this.slots.get(itemId)
    if (slots === undefined) return undefined
    for (const slot of slots) if (!isExpired(slot.current, now) && isOfKind(slot.current, kind)) return slot
    return undefined
  }

  /** How many changes were not undone. A subtraction is one, from however many records it takes. */
  get changeCount(): number {
    return this.journal.length - this.further.length
  }

  /** Replaces a record by `after`, which is its next revision. The change goes to the journal and to `details`. */
  change(slot: Slot, after: HeldRecord, details: Array<EntryEffect>, lootId: number | undefined): void {
    this.noteRecord(after)
    this.write(slot, after, details, lootId)
  }

  /** As {@link change}, for a record that is spent; `isFurther`: it is not the first of a subtraction. */
  spend(slot: Slot, after: HeldRecord, details: Array<EntryEffect>, lootId: number, isFurther: boolean): void {
    if (isFurther) this.further.push(this.journal.length)
    // The other records stay in the order of spending.
    this.candidates.note(after.itemId)
    this.write(slot, after, details, lootId)
  }

  /** Adds a new record. The change goes to the journal and to `details`. */
  create(record: HeldRecord, details: Array<EntryEffect>, lootId: number | undefined): void {
    const slot: Slot = { current: record, original: undefined }
    this.add(slot)
    const change: Undoable = { _tag: "inventory_change", slot, before: undefined, after: record, lootId }
    this.journal.push(change)
    details.push(change)
  }

  /** Undoes every change after the first `length` of the journal. */
  undo(length: number): void {
    while (this.journal.length > length) {
      const change = this.journal.pop() as Undoable
      const { before, slot } = change
      this.note(slot.current.itemId)
      this.takenBack?.add(change)
      if (before === undefined) this.slots.get(slot.current.itemId)?.pop()
      else slot.current = before
    }
    while (this.further.length > 0 && (this.further[this.further.length - 1] as number) >= length) this.further.pop()
  }

  /**
   * Starts a new journal. Earlier changes can no longer be undone; later changes start from them. For programs that
   * interpret several orders in turn.
   */
  settle(): void {
    if (this.journal.length === 0) return
    for (const { slot } of this.journal) slot.original = slot.current
    this.journal = []
    this.further = []
  }

  /** Adds those of the stored records that are not among the slots. Answers with the slots of all. */
  private take(itemId: number, records: ReadonlyArray<HeldRecord>): ReadonlyArray<Slot> {
    const unloaded = this.unloaded.get(itemId)
    const taken = records.map((record) => {
      const slot = unloaded?.known.get(record.inventoryId)
      if (slot !== undefined) return slot
      unloaded?.counts.set(record.bucket, (unloaded.counts.get(record.bucket) ?? 0) - record.count)
      const added: Slot = { current: record, original: record }
      unloaded?.known.set(record.inventoryId, added)
      this.add(added)
      return added
    })
    this.slots.get(itemId)?.sort(bySlotAge)
    return taken
  }

  private addUnloaded(itemId: number): UnloadedRecords {
    const unloaded: UnloadedRecords = {
      counts: new Map(),
      oldest: new Map(),
      known: new Map(),
      spendableTo: undefined,
      spendableMost: 0,
      isAllSpendable: false,
    }
    this.unloaded.set(itemId, unloaded)
    return unloaded
  }

  private countUnloaded(itemId: number, allowed: AllowedBuckets): number {
    let total = 0
    for (const [bucket, count] of this.unloaded.get(itemId)?.counts ?? []) {
      if (allowed === undefined || allowed.has(bucket)) total += count
    }
    return total
  }

  private inSpendingOrder(itemId: number, now: number, session: InventoryBucket, allowed: AllowedBuckets): Array<Slot> {
    const unloaded = this.unloaded.get(itemId)
    const slots = this.of(itemId).filter(
      ({ current }) =>
        current.count > 0 &&
        counts(current, now, allowed) &&
        (unloaded === undefined || isReached(current, unloaded, session)),
    )
    const inOrder = spendingOrder(session)
    return slots.length > 1 ? slots.sort((left, right) => inOrder(left.current, right.current)) : slots
  }

  private write(slot: Slot, after: HeldRecord, details: Array<EntryEffect>, lootId: number | undefined): void {
    const change: Undoable = { _tag: "inventory_change", slot, before: slot.current, after, lootId }
    slot.current = after
    this.journal.push(change)
    details.push(change)
  }

  /** Records of the item changed. */
  private note(itemId: number): void {
    this.candidates.note(itemId)
    if (this.spending.size > 0) this.spending.delete(itemId)
  }

  /** As {@link note}, for a record that comes in. */
  private noteRecord(record: HeldRecord): void {
    this.candidates.noteRecord(record)
    if (this.spending.size > 0) this.spending.delete(record.itemId)
  }

  private add(slot: Slot): void {
    this.noteRecord(slot.current)
    const slots = this.slots.get(slot.current.itemId)
    if (slots === undefined) this.slots.set(slot.current.itemId, [slot])
    else slots.push(slot)
  }
}
