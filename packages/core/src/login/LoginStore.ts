/**
 * The storage interface of logins: all that the checks of a login ask for is read at once, because each statement is a
 * round trip to the database (decisions, section 4).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ByKind } from "../agreement/schema.ts"
import type { Client } from "../client/schema.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { Role } from "../permission/schema.ts"
import type { KnownPortalUser, PortalUserKey } from "../player/schema.ts"
import type { RestrictionRecord } from "../restriction/schema.ts"
import type { RefreshTokenPlace, RefreshTokenRecord } from "../token/SessionStore.ts"

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
  /** The role of the player, or of new players where the portal user has never logged in. */
  readonly role: Role | undefined
  /** In force, the newest first. */
  readonly restrictions: ReadonlyArray<Pick<RestrictionRecord, "type" | "reason" | "expiresAt">>
  /** The newest version of each kind of agreement that the person has accepted. */
  readonly latestVersions: ByKind<number>
}

/** Storage of logins. */
export class LoginStore extends Context.Service<
  LoginStore,
  {
    /** What is stored, in one statement. */
    readonly read: (question: LoginQuestion) => Effect.Effect<LoginState>
  }
>()("@garrison/core/login/LoginStore") {}
