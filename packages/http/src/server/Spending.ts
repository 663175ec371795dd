/**
 * What senders have spent lately of something that they share, and who has spent more than a max-min share of it. The
 * shares of `core/login/rules/shares.ts` are places, which are held and given back; what is spent is gone, and is
 * forgotten in time.
 */

/** How much there is to spend. */
export interface SpendingLimits {
  /** What all may spend together, each second. */
  readonly perSecond: number
}

/** Time after which a third of what was spent still counts, in ms. */
const WINDOW_MILLIS = 2000

/** Parts of senders that are remembered. For further ones those have to go that have spent the least. */
export const SPENDERS_MAX = 4000

/** Part of what all may spend in the window, below which what a sender has spent is forgotten. */
const FORGOTTEN_BELOW = 0.0001

/** A level is used for so long, in ms. */
const LEVEL_MILLIS = 100

/**
 * The max-min level of `capacity` for those who want these amounts: who wants less gets it all, and the others get this
 * much each. Infinity: there is enough for all.
 */
export const maxMinLevel = (amounts: ReadonlyArray<number>, capacity: number): number => {
  let left = capacity
  let others = amounts.length
  for (const amount of amounts.toSorted((one, other) => one - other)) {
    if (amount > left / others) return left / others
    left -= amount
    others--
  }
  return Number.POSITIVE_INFINITY
}

interface Spent {
  amount: number
  /** When `amount` was right, in ms of the monotonic clock. */
  at: number
}

const amountOf = ({ amount, at }: Spent, now: number): number => amount * Math.exp((at - now) / WINDOW_MILLIS)

/** Those who share something. */
class Spenders {
  readonly #spent = new Map<string, Spent>()
  #level = Number.POSITIVE_INFINITY
  #levelAt = Number.NEGATIVE_INFINITY

  get size(): number {
    return this.#spent.size
  }

  knows(name: string): boolean {
    return this.#spent.has(name)
  }

  amount(name: string, now: number): number {
    const spent = this.#spent.get(name)
    return spent === undefined ? 0 : amountOf(spent, now)
  }

  amounts(now: number): ReadonlyArray<number> {
    return Array.from(this.#spent.values(), (spent) => amountOf(spent, now))
  }

  spend(name: string, amount: number, now: number): void {
    this.#spent.set(name, { amount: this.amount(name, now) + amount, at: now })
  }

  /** What each may have spent where there is so much for all. Looked at anew now and then. */
  levelOf(capacity: number, now: number): number {
    if (now - this.#levelAt >= LEVEL_MILLIS) {
      this.#level = maxMinLevel(this.amounts(now), capacity)
      this.#levelAt = now
    }
    return this.#level
  }

  /** Forgets who has spent no more than this, and says who that was. */
  forget(most: number, now: number): ReadonlyArray<string> {
    const gone = [...this.#spent.keys()].filter((name) => this.amount(name, now) <= most)
    for (const name of gone) this.#spent.delete(name)
    return gone
  }
}

/** Counts what senders spend, and parts of them, such as the accounts of an address. */
export class Spending {
  readonly #capacity: number
  readonly #senders = new Spenders()
  readonly #parts = new Map<string, Spenders>()
  #size = 0
  #forgotAt = Number.NEGATIVE_INFINITY

  constructor({ perSecond }: SpendingLimits) {
    this.#capacity = (perSecond * WINDOW_MILLIS) / 1000
  }

  /** Parts of senders that are remembered. */
  get size(): number {
    return this.#size
  }

  /** Counts what a part of a sender has spent, at a time in ms of a clock that never goes back. */
  spend(sender: string, part: string, amount: number, now: number): void {
    const parts = this.#parts.get(sender) ?? new Spenders()
    if (!parts.knows(part)) {
      if (!this.#hasRoom(now)) return
      this.#size++
    }
    this.#parts.set(sender, parts)
    this.#senders.spend(sender, amount, now)
    parts.spend(part, amount, now)
  }

  /**
   * Whether a sender has spent more than its share, and this part of it more than a share of that. A part that has
   * spent little may go on, whatever the other parts of its sender do.
   */
  isOver(sender: string, part: string, now: number): boolean {
    const parts = this.#parts.get(sender)
    if (parts === undefined) return false
    const level = this.#senders.levelOf(this.#capacity, now)
    return this.#senders.amount(sender, now) > level && parts.amount(part, now) > parts.levelOf(level, now)
  }

  /** Makes room now and then: who has spent little goes, else half of all, who have spent less than the others. */
  #hasRoom(now: number): boolean {
    if (this.#size >= SPENDERS_MAX && now - this.#forgotAt >= LEVEL_MILLIS) {
      this.#forgotAt = now
      this.#forget(this.#capacity * FORGOTTEN_BELOW, now)
      if (this.#size >= SPENDERS_MAX) this.#forget(this.#median(now), now)
    }
    return this.#size < SPENDERS_MAX
  }

  /** Half of the senders and their parts have spent no more than this. */
  #median(now: number): number {
    const all = [this.#senders, ...this.#parts.values()].flatMap((spenders) => spenders.amounts(now))
    return all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0
  }

  /** A sender that stays takes the room of one part at least. */
  #forget(most: number, now: number): void {
    for (const parts of this.#parts.values()) parts.forget(most, now)
    for (const gone of this.#senders.forget(most, now)) this.#parts.delete(gone)
    this.#size = this.#parts.values().reduce((sum, { size }) => sum + Math.max(1, size), 0)
  }
}
