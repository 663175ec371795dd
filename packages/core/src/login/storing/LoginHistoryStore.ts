/** The storage interface of the login history (decisions, section 4, step 13). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ClientUuid, PersonId, PlayerUuid, SessionId } from "../../kernel/Identifier.ts"
import type { Platform } from "../../kernel/Platform.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import type { SessionGrant } from "../../kernel/GrantType.ts"

/** The newest logins that are kept of a person and of a machine client, because either may log in again and again. */
export const HISTORY_OF_PERSON_MAX = 100
export const HISTORY_OF_MACHINE_MAX = 1000

/** A successful login, or a change of the ways to log in. */
export interface LoginRecord {
  readonly loginId: string
  readonly at: Timestamp
  readonly sessionId: SessionId
  /** How the session logged in. `link`, `unlink`: the session linked or unlinked a portal user of `player.platform`. */
  readonly grantType: SessionGrant | "link" | "unlink"
  readonly clientUuid: ClientUuid
  readonly address: string
  readonly userAgent: string
  /** Absent when a machine client logged in for itself. */
  readonly player:
    | { readonly personId: PersonId; readonly playerUuid: PlayerUuid; readonly platform: Platform }
    | undefined
}

/** Storage of login history: append only. Old and surplus entries are deleted. */
export class LoginHistoryStore extends Context.Service<
  LoginHistoryStore,
  {
    /** Stores an entry, and deletes the oldest of its person, or of its machine client, beyond `entriesMax`. */
    readonly record: (login: LoginRecord, entriesMax: number) => Effect.Effect<void>
    /** The newest entries of the person, at most `limit`; with `before`, those older than the entry of this id. */
    readonly ofPerson: (person: PersonId, limit: number, before?: string) => Effect.Effect<ReadonlyArray<LoginRecord>>
    /** The newest entries of the machine client, which logged in for itself, at most `limit`. */
    readonly ofClient: (client: ClientUuid, limit: number) => Effect.Effect<ReadonlyArray<LoginRecord>>
    /** Deletes at most `limit` entries older than `before`. Says how many. */
    readonly prune: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>()("@garrison/core/login/storing/LoginHistoryStore") {}
