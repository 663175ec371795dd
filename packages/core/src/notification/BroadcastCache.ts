/**
 * The log of broadcasts in memory. Its rows never change, so a process reads each of them once and for all readers.
 * What is kept is bounded: the oldest texts give way, and are read again for those who page back to them.
 */
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import type { ReadingOrder } from "./rules.ts"
import type { Segment } from "./segment.ts"

/** A broadcast, one object for all its readers. */
export interface Broadcast {
  readonly position: number
  readonly created: Timestamp
  readonly segment: Segment
  /** Its `notification_id`, which is the same for everybody. */
  readonly id: string
  /** The notification as it is sent. */
  readonly wire: WireJson
}

/** What is kept of every broadcast of the log. */
export type BroadcastHead = Pick<Broadcast, "position" | "created" | "segment">

/** A part of the log: positions in `(after, upTo]`, created after `createdAfter`, at most `limit` of them. */
export interface HeadSpan {
  readonly after: number
  readonly upTo: number
  readonly createdAfter: Timestamp
  readonly limit: number
}

/** Characters of texts that are kept. */
const TEXT_LENGTH_MAX = 16 * 1024 * 1024

/** The newest broadcasts of the log, without a gap up to `through`. */
export class BroadcastCache {
  /** The oldest first; each position is one more than that before it. */
  #heads: ReadonlyArray<BroadcastHead> = []
  readonly #texts = new Map<number, Broadcast>()
  #length = 0
  #through = 0
  #lastOfSome = 0

  /** Everything up to this position has been read. */
  get through(): number {
    return this.#through
  }

  /** Position of the newest broadcast that is not for all players; 0: there was none. */
  get lastOfSome(): number {
    return this.#lastOfSome
  }

  /** Those of the heads of the span that are wanted, in this order. Looks at no more of them than that takes. */
  select(
    { after, createdAfter, limit, upTo }: HeadSpan,
    order: ReadingOrder,
    isWanted: (head: BroadcastHead) => boolean,
  ): ReadonlyArray<BroadcastHead> {
    const first = this.#heads[0]?.position ?? 0
    const start = Math.max(0, after + 1 - first)
    const end = Math.min(this.#heads.length, upTo + 1 - first)
    const step = order === "newest" ? -1 : 1
    const found: Array<BroadcastHead> = []
    for (let at = step > 0 ? start : end - 1; at >= start && at < end && found.length < limit; at += step) {
      const head = this.#heads[at]
      // Times never fall along the log, so before one that is too old all are.
      const isYoung = head !== undefined && head.created > createdAfter
      if (isYoung && isWanted(head)) found.push(head)
      else if (!isYoung && step < 0) break
    }
    return found
  }

  /** The broadcast at the position, if its text is kept. */
  at(position: number): Broadcast | undefined {
    return this.#texts.get(position)
  }

  /**
   * Takes what was read of the log after {@link through}, up to `through`, and forgets what is at `forgotten` or
   * before. Where what was read begins later than expected, or ends without anything, storage has deleted all that was
   * before it.
   */
  extend(found: ReadonlyArray<Broadcast>, through: number, forgotten: number): void {
    const [first] = found
    const isNext = (first?.position ?? through + 1) === this.#through + 1
    const gone = isNext ? forgotten : Math.max(forgotten, this.#through)
    const heads = found.map(({ created, position, segment }): BroadcastHead => ({ created, position, segment }))
    this.#heads = [...this.#heads, ...heads].filter(({ position }) => position > gone)
    this.#through = Math.max(this.#through, through)
    this.#lastOfSome = found.findLast(({ segment }) => segment.is !== "all")?.position ?? this.#lastOfSome
    for (const position of this.#texts.keys()) if (position <= gone) this.#drop(position)
    for (const broadcast of found) if (broadcast.position > forgotten) this.keep(broadcast)
  }

  /** Keeps a text. The oldest ones give way, also this one where it is older than all that are kept. */
  keep(broadcast: Broadcast): void {
    if (this.#texts.has(broadcast.position)) return
    this.#texts.set(broadcast.position, broadcast)
    this.#length += broadcast.wire.length
    while (this.#length > TEXT_LENGTH_MAX) this.#drop(Math.min(...this.#texts.keys()))
  }

  #drop(position: number): void {
    this.#length -= this.#texts.get(position)?.wire.length ?? 0
    this.#texts.delete(position)
  }
}
