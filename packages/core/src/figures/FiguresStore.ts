/** The storage interface of figures: counts of what is recent, each of a bounded number of rows. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../kernel/time/Timestamp.ts"

/** What is counted by minute. */
export const COUNTED_BY_MINUTE = ["logins", "logins_refused", "orders"] as const
export type CountedByMinute = (typeof COUNTED_BY_MINUTE)[number]

/** Storage of what figures are made of. An operator's reads: no request makes them. */
export class FiguresStore extends Context.Service<
  FiguresStore,
  {
    /** How many of the newest `rowsMax` rows fall into each minute from `from` on, by the number of the minute. */
    readonly byMinute: (
      what: CountedByMinute,
      from: Timestamp,
      rowsMax: number,
    ) => Effect.Effect<ReadonlyMap<number, number>>
  }
>()("@garrison/core/figures/FiguresStore") {}
