/** Storage of what operators search players by, over the players of all persons. No request makes such a search. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { RestrictionType } from "../restriction/schema.ts"
import type { FoundPlayer, PortalUserKey } from "./schema.ts"

/** What a player must have to be found: all of it. */
export interface PlayerSought {
  readonly playerUuid?: PlayerUuid | undefined
  readonly playerId?: number | undefined
  readonly portalUser?: PortalUserKey | undefined
  /** A part of the name, folded (foldedName.ts), and its grams; empty grams: the part is shorter than one. */
  readonly part?: { readonly folded: string; readonly grams: ReadonlyArray<string> } | undefined
  /** An item without expiry of which the player has at least one. */
  readonly itemId?: number | undefined
  /** A restriction of this type, or of any, in force at `now`. */
  readonly restriction?: { readonly type: RestrictionType | undefined; readonly now: Timestamp } | undefined
  /** The player is seen as online, by a report between these times, both inclusive. */
  readonly online?: { readonly since: Timestamp; readonly until: Timestamp } | undefined
}

/** What a search walks along, which decides the order of what it finds. */
export type SearchWalk = "one" | "name" | "item" | "restriction" | "online"

/** A place in a search. */
export interface SearchPlace {
  /** The folded name in a walk by name; the person in walks by restriction and online; otherwise empty. */
  readonly key: string
  readonly playerUuid: PlayerUuid
}

/** What a page found, and where the next page goes on; undefined: all was looked at. */
export interface SearchPage {
  readonly players: ReadonlyArray<FoundPlayer & { readonly personId: PersonId }>
  readonly next: SearchPlace | undefined
}

/** Storage of the search. */
export class PlayerSearchStore extends Context.Service<
  PlayerSearchStore,
  {
    /**
     * At most `limit` players, those after `after`. The work of a page is bounded whatever the size of the tables: a
     * page whose conditions few players meet may be short, or empty, and still have a next one.
     */
    readonly search: (sought: PlayerSought, after: SearchPlace | undefined, limit: number) => Effect.Effect<SearchPage>
    /** Up to `limit` players whose name has not been folded yet. */
    readonly notFolded: (
      limit: number,
    ) => Effect.Effect<
      ReadonlyArray<{ readonly personId: PersonId; readonly playerUuid: PlayerUuid; readonly displayName: string }>
    >
    /** Stores the folded name, unless the player has been renamed since. */
    readonly fold: (player: {
      readonly personId: PersonId
      readonly playerUuid: PlayerUuid
      readonly displayName: string
      readonly foldedName: string
    }) => Effect.Effect<void>
  }
>()("@garrison/core/player/PlayerSearchStore") {}
