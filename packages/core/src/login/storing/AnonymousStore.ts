/**
 * The storage interface of anonymous identities that never came back: a device that logged in once, and the person and
 * the player that this made (decisions, section 4). They are looked through in the order in which they were made.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId, PlayerUuid } from "../../kernel/Identifier.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"

/** A person and its one player. */
export interface AnonymousIdentity {
  readonly personId: PersonId
  readonly playerUuid: PlayerUuid
}

/** A part of the players, in the order of their numbers, which is that in which they were made. */
export interface AnonymousPage {
  /** The anonymous players of the part. */
  readonly identities: ReadonlyArray<AnonymousIdentity>
  /** The number of the last player of the part; undefined: what comes next is too young, or nothing. */
  readonly next: number | undefined
}

/** Storage of anonymous identities. */
export class AnonymousStore extends Context.Service<
  AnonymousStore,
  {
    /** Those behind the player of this number that were made before the time, of at most `limit` players. */
    readonly page: (after: number, before: Timestamp, limit: number) => Effect.Effect<AnonymousPage>
    /**
     * Whether the identity is one that nothing keeps. It logged in once, before the time, and no operator has changed
     * it since. It has one player and the device alone to log in by, no session, order, item, claim, notification,
     * restriction or accepted agreement, and nothing that a search for abuse needs.
     */
    readonly isForgettable: (identity: AnonymousIdentity, before: Timestamp) => Effect.Effect<boolean>
    /**
     * Deletes the identity whole, if it is forgettable; says whether it was. Looks again in the unit of work that
     * deletes, on locked rows: of a login or an order at that moment and this, one comes first.
     */
    readonly forget: (identity: AnonymousIdentity, before: Timestamp) => Effect.Effect<boolean>
  }
>()("@garrison/core/login/storing/AnonymousStore") {}
