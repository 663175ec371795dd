/**
 * The player's inventory while an order is fulfilled: the loaded records, changed in place, and a journal of the
 * changes. When an entry or loot fails, the journal undoes its changes.
 */
import { counts, isExpired } from "../../inventory/rules/counts.ts"
import type { HeldRecord } from "../../inventory/schema.ts"
import type { Change, EntryEffect } from "./outcome.ts"

/** A record that the holdings may replace: as it is now, and as storage has it (undefined: the record is new). */
interface Slot {
  current: HeldRecord
  original: HeldRecord | undefined
}

/** A change that may be undone. */
type Undoable = Change & { readonly slot: Slot }

const none: ReadonlyArray<Slot> = []

/** Records by item, and the journal of their changes. */
export class Holdings {
  /** Every change that was not undone, in the sequence in which they happened. */
  journal: Array<Undoable> = []
  private readonly slots = new Map<number, Array<Slot>>()
  /** Items whose records were loaded. Other items may have new records only. */
  private readonly loaded = new Set<number>()
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
   * Takes every record of the items in `itemIds` and of the items that `records` belong to. An item that was loaded
   * before stays unchanged. Records that this order created are newer, so they come after the supplied records.
   */
  supply(itemIds: ReadonlyArray<number>, records: ReadonlyArray<HeldRecord>): void {
    const found = new Map<number, Array<Slot>>()
    for (const record of records) {
      if (this.loaded.has(record.itemId)) continue
      const slot = { current: record, original: record }
      const slots = found.get(record.itemId)
      if (slots === undefined) found.set(record.itemId, [slot])
      else slots.push(slot)
    }
    for (const [itemId, slots] of found) {
      this.slots.set(itemId, slots.concat(this.of(itemId)))
      this.loaded.add(itemId)
    }
    for (const id of itemIds) this.loaded.add(id)
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

  /** The records of an item, oldest first, as they are now. */
  of(itemId: number): ReadonlyArray<Slot> {
    return this.slots.get(itemId) ?? none
  }

  /** Every record that was loaded or created. */
  *all(): Generator<Slot> {
    for (const slots of this.slots.values()) yield* slots
  }

  /** Own and rent count of the item: the sum over unexpired records in allowed buckets. */
  count(itemId: number, now: number, allowed: Parameters<typeof counts>[2]): number {
    const slots = this.slots.get(itemId)
    if (slots === undefined) return 0
    let total = 0
    for (const { current } of slots) if (counts(current, now, allowed)) total += current.count
    return total
  }

  /** The first unexpired record of the item for which `fits` answers true. */
  find(itemId: number, now: number, fits: (record: HeldRecord) => boolean): Slot | undefined {
    const slots = this.slots.get(itemId)
    if (slots === undefined) return undefined
    for (const slot of slots) if (!isExpired(slot.current, now) && fits(slot.current)) return slot
    return undefined
  }

  /** Replaces a record by `after`, which is its next revision. The change goes to the journal and to `details`. */
  change(slot: Slot, after: HeldRecord, details: Array<EntryEffect>, lootId: number | undefined): void {
    const change: Undoable = { _tag: "inventory_change", slot, before: slot.current, after, lootId }
    slot.current = after
    this.journal.push(change)
    details.push(change)
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
      const { slot, before } = this.journal.pop() as Undoable
      if (before === undefined) this.slots.get(slot.current.itemId)?.pop()
      else slot.current = before
    }
  }

  /**
   * Starts a new journal. Earlier changes can no longer be undone; later changes start from them. For programs that
   * interpret several orders in turn.
   */
  settle(): void {
    for (const { slot } of this.journal) slot.original = slot.current
    this.journal = []
  }

  private add(slot: Slot): void {
    const slots = this.slots.get(slot.current.itemId)
    if (slots === undefined) this.slots.set(slot.current.itemId, [slot])
    else slots.push(slot)
  }
}
