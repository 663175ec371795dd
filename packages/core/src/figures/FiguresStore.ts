/** The storage interface of figures: counts of what is recent, of a bounded number of rows, and of refused logins. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../kernel/time/Timestamp.ts"

/** What is counted by minute. */
export const COUNTED_BY_MINUTE = ["logins", "logins_refused", "orders"] as const
export type CountedByMinute = (typeof COUNTED_BY_MINUTE)[number]

/** Logins that were refused with a code in a minute, which is counted from 1970. */
export interface RefusedCount {
  readonly minute: number
  readonly grant: string
  readonly code: string
  /** The HTTP status that the portal of the grant answered last; undefined: it was not asked, or gave no answer. */
  readonly portalStatus: number | undefined
  readonly count: number
}

/** Storage of what figures are made of. Its reads are an operator's: no request makes them. */
export class FiguresStore extends Context.Service<
  FiguresStore,
  {
    /** How many of the newest `rowsMax` rows fall into each minute from `from` on, by the number of the minute. */
    readonly byMinute: (
      what: CountedByMinute,
      from: Timestamp,
      rowsMax: number,
    ) => Effect.Effect<ReadonlyMap<number, number>>
    /** Adds to the counts of refused logins, in the running unit of work. */
    readonly addRefused: (counts: ReadonlyArray<RefusedCount>) => Effect.Effect<void>
    /** Refused logins from this minute on, by grant and code: their sum, and the latest minute and status of each. */
    readonly refused: (fromMinute: number) => Effect.Effect<ReadonlyArray<RefusedCount>>
    /** Deletes at most `limit` counts from before this minute, and says how many. */
    readonly pruneRefused: (beforeMinute: number, limit: number) => Effect.Effect<number>
  }
>()("@garrison/core/figures/FiguresStore") {}
