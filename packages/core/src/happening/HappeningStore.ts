/** The storage interface of what happened: rows of all keys, in the order of time, a bounded number at once. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { HappeningKind } from "./schema.ts"

/** Where rows come from. Rows of one millisecond are listed in this order. */
export const HAPPENING_SOURCES = ["audit", "login", "machine_login", "order", "security"] as const
export type HappeningSource = (typeof HAPPENING_SOURCES)[number]

/** A place among the rows of one source. `id` is a uuid; of the audit, a sequence. */
export interface PlaceInSource {
  readonly at: Timestamp
  /** The text `first`: before every row of that time. The text `last`: after all of them. */
  readonly id: string
}

/** What is read of one source. */
export interface SourceSpan {
  readonly from: PlaceInSource
  /** `older`: from the place backwards. `newer`: from the place on. */
  readonly direction: "older" | "newer"
  /** Of `newer`: the newest time that is read. */
  readonly until: Timestamp
  readonly limit: number
}

/** One row. */
export interface Happening {
  readonly source: HappeningSource
  readonly at: Timestamp
  readonly id: string
  readonly kind: HappeningKind
  readonly personId?: PersonId | undefined
  readonly playerUuid?: PlayerUuid | undefined
  readonly clientUuid?: string | undefined
  readonly clientId?: string | undefined
  readonly address?: string | undefined
  readonly grantType?: string | undefined
  readonly platform?: string | undefined
  readonly errorCode?: string | undefined
  readonly event?: string | undefined
  readonly entries?: number | undefined
  /** An order as it was sent, as JSON. */
  readonly wire?: string | undefined
  readonly parentOrderId?: string | undefined
  readonly operation?: string | undefined
  readonly actor?: string | undefined
  readonly subjectKind?: string | undefined
  readonly subjectId?: string | undefined
  readonly reason?: string | undefined
}

/** A player with the name of the portal user that logged in last. */
export interface NamedPlayer {
  readonly playerUuid: PlayerUuid
  readonly displayName: string
  readonly isActive: boolean
}

/** Storage of what happened. An operator's reads: no request makes them. */
export class HappeningStore extends Context.Service<
  HappeningStore,
  {
    /** At most `limit` rows of a source, from the place on, in the order of the direction. */
    readonly span: (source: HappeningSource, span: SourceSpan) => Effect.Effect<ReadonlyArray<Happening>>
    /** The players of a person with their names. */
    readonly playersOf: (person: PersonId) => Effect.Effect<ReadonlyArray<NamedPlayer>>
  }
>()("@garrison/core/happening/HappeningStore") {}
