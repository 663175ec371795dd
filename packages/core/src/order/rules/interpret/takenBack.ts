/**
 * What an entry did on its way and took back, because a part of it or the entry failed. The bounds of an order hold on
 * its way too, which its end does not show. Holdings keep it only for who asks.
 */
import type { Change } from "./outcome.ts"

/** What was taken back, all of it together. */
export class TakenBack {
  /** By item: by how much its count had risen. */
  readonly gains = new Map<number, number>()
  newOrders = 0

  /** Counts a change that is taken back. */
  add({ after, before }: Change): void {
    const gained = after.count - (before?.count ?? 0)
    if (gained > 0) this.gains.set(after.itemId, (this.gains.get(after.itemId) ?? 0) + gained)
  }

  /** Begins to count anew. */
  clear(): void {
    this.gains.clear()
    this.newOrders = 0
  }
}
