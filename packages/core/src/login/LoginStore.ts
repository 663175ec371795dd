/**
 * The storage interface of logins. All that the checks of a login ask for is read at once, and what a usual login
 * stores is written at once, because each statement is a round trip to the database (decisions, section 4).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ByKind } from "../agreement/schema.ts"
import type { Client } from "../client/schema.ts"
import type { SessionId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { Role } from "../permission/schema.ts"
import type { KnownPortalUser, NewPortalUser, PortalUserKey } from "../player/schema.ts"
import type { RestrictionRecord } from "../restriction/schema.ts"
import type {
  NewRefreshToken,
  NewSession,
  RefreshTokenPlace,
  RefreshTokenRecord,
  Rotation,
} from "../token/SessionStore.ts"
import type { CountedPlace } from "./FailureStore.ts"
import type { LoginRecord } from "./LoginHistoryStore.ts"

/** Who logs in: a portal user, or the portal user of the session that a refresh token names. */
export type LoginSubject = PortalUserKey | RefreshTokenPlace

/** What a login asks for. */
export interface LoginQuestion {
  /** The `client_id` of the client, which must be public and enabled; undefined: the client is known already. */
  readonly publicClientId: string | undefined
  readonly subject: LoginSubject
  readonly now: Timestamp
}

/** What is stored of a client and a portal user that log in. */
export interface LoginState {
  /** Undefined where there is no such client, or it is disabled or has secrets. */
  readonly client: Client | undefined
  /** The refresh token, whatever its state; undefined where the session never had it. */
  readonly token: RefreshTokenRecord | undefined
  /** Undefined where the portal user has never logged in. */
  readonly known: KnownPortalUser | undefined
  /** How many acts have changed the person; 0 where the portal user has never logged in. */
  readonly revision: number
  /** How often the person has logged in; 0 where the portal user has never logged in. */
  readonly logins: number
  /** The role of the player, or of new players where the portal user has never logged in. */
  readonly role: Role | undefined
  /** In force, the newest first. */
  readonly restrictions: ReadonlyArray<Pick<RestrictionRecord, "type" | "reason" | "expiresAt">>
  /** The newest version of each kind of agreement that the person has accepted. */
  readonly latestVersions: ByKind<number>
}

/** A session that a login opens. */
export interface SessionEntry {
  readonly session: NewSession
  readonly token: NewRefreshToken | undefined
  readonly sessionsMax: number
}

/** The entry of a login in the history of its person. */
export interface LoginEntry {
  readonly login: LoginRecord & { readonly player: NonNullable<LoginRecord["player"]> }
  /** Most entries in the history. */
  readonly historyMax: number
}

/** A login of a known player, of which nothing changes but the time of its last login. */
export interface KnownLogin extends LoginEntry {
  /** The revision of the person that the checks of the login have seen. */
  readonly revision: number
  /** How often the person had logged in by then. */
  readonly logins: number
  readonly opens: SessionEntry | { readonly rotation: Rotation }
}

/** A login that makes a person with its first player. */
export interface NewLogin extends LoginEntry {
  readonly player: NewPortalUser
  readonly opens: SessionEntry
  /** Where the new identity is counted. */
  readonly places: readonly [CountedPlace, CountedPlace]
}

/** Writes of logins, each in one statement. `"not_stored"`: a condition does not hold, and nothing was written. */
export interface LoginAtOnce {
  /** Answers with the surplus sessions, which are deleted, as `SessionStore.open` does. */
  readonly storeKnown: (login: KnownLogin) => Effect.Effect<ReadonlyArray<SessionId> | "not_stored">
  readonly storeNew: (login: NewLogin) => Effect.Effect<{ readonly playerId: number } | "not_stored">
}

/** Storage of logins. */
export class LoginStore extends Context.Service<
  LoginStore,
  {
    /** What is stored, in one statement. */
    readonly read: (question: LoginQuestion) => Effect.Effect<LoginState>
    /** Undefined where statements cost no round trip: there a unit of work is as good. */
    readonly atOnce: LoginAtOnce | undefined
  }
>()("@garrison/core/login/LoginStore") {}
