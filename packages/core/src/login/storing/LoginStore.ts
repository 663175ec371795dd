/**
 * The storage interface of logins. A login reads what is stored of the person, decides, and ends as a value that says
 * everything that is written: a {@link LoginToStore} (decisions, section 4).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AgreementReceipt, ByKind } from "../../agreement/schema.ts"
import type { Client } from "../../client/schema.ts"
import type { PersonId, SessionId } from "../../kernel/Identifier.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import type { Role } from "../../permission/schema.ts"
import type { KnownPortalUser, PortalUser, PortalUserKey } from "../../player/schema.ts"
import type { RestrictionRecord } from "../../restriction/schema.ts"
import type {
  NewRefreshToken,
  NewSession,
  RefreshTokenExtension,
  RefreshTokenPlace,
  RefreshTokenRecord,
  Rotation,
} from "../../token/SessionStore.ts"
import type { CountedPlace } from "../throttle/FailureStore.ts"
import type { LoginRecord } from "./LoginHistoryStore.ts"
import type { FlowLimit } from "../rules/throttle.ts"

/** Who logs in: a portal user, or the portal user of the session that a refresh token names. */
export type LoginSubject = PortalUserKey | RefreshTokenPlace

/** What a login asks for. */
export interface LoginQuestion {
  /** The `client_id` of the client, which must be public and enabled; undefined: the client is known already. */
  readonly publicClientId: string | undefined
  readonly subject: LoginSubject
  readonly now: Timestamp
}

/** What of small tables a recalled state rests on. A login is stored only while it is the same. */
export interface Recalled {
  readonly clientRevision: number
  readonly roleRevision: number
}

/** What is stored of a client and a portal user that log in. */
export interface LoginState {
  /** Present if the state is what the process remembers of an earlier login. */
  readonly recalled?: Recalled
  /** Undefined where there is no such client, or it is disabled or has secrets. */
  readonly client: Client | undefined
  /** The refresh token, whatever its state; undefined where the session never had it. */
  readonly token: RefreshTokenRecord | undefined
  /** Undefined where the portal user has never logged in, or belongs to another person than the session. */
  readonly known: KnownPortalUser | undefined
  /** How many acts have changed the person; 0 where the portal user has never logged in. */
  readonly revision: number
  /** How often the person has logged in; 0 where the portal user has never logged in. */
  readonly logins: number
  /** How many players the person owns; 0 where the portal user has never logged in. */
  readonly players: number
  /** How many broadcasts there had been. */
  readonly broadcasts: number
  /** The role of the player, or of new players where the portal user has never logged in. */
  readonly role: Role | undefined
  /** In force, the newest first. */
  readonly restrictions: ReadonlyArray<Pick<RestrictionRecord, "type" | "reason" | "expiresAt">>
  /** The newest version of each kind of agreement that the person has accepted. */
  readonly latestVersions: ByKind<number>
}

/** What a login does to sessions: it opens one, exchanges the refresh token of one, or goes on with one. */
export type SessionToStore =
  | { readonly opened: NewSession; readonly token: NewRefreshToken | undefined; readonly sessionsMax: number }
  | { readonly rotation: Rotation }
  | { readonly extended: RefreshTokenExtension | undefined }

/** A person as the checks of the login have seen it. A login is stored only while the revision is the same. */
export interface SeenPerson {
  readonly revision: number
  /** How often it had logged in by then. */
  readonly logins: number
}

/** The portal user that the parent of the user is from now on. */
export interface MovedParent {
  readonly parent: PortalUser
  /**
   * Most portal users of the person, if the parent is new and joins the person. At the limit, and if the parent has
   * logged in before (undefined), the parent is stored with its child alone.
   */
  readonly portalUsersMax: number | undefined
}

/** A login as a player that exists, and what it changes of it. */
export interface KnownPlayer extends SeenPerson {
  readonly is: "known"
  /** Present if the checks had a recalled state. It is proved by the statement that stores the login. */
  readonly recalled: (Recalled & { readonly roleId: number }) | undefined
  /** Whether the name of the portal user is another one than before. */
  readonly isRenamed: boolean
  /** Whether the player becomes the active one, or is shown with another name or platform. */
  readonly isShownAnew: boolean
  readonly movedTo: MovedParent | undefined
}

/** A login that makes a player, and with it the portal user, and the person and the parent if they are new. */
export interface NewPlayer {
  readonly is: "new"
  /** The person of the parent, which has logged in before; undefined: a new person. */
  readonly person: (SeenPerson & { readonly playersMax: number }) | undefined
  /** The identity one tier up. */
  readonly parent: PortalUser | undefined
  readonly roleId: number
  /** How many broadcasts there had been when the login was checked: the player reads those after them. */
  readonly broadcasts: number
  /** Where the new identity is counted. */
  readonly places: ReadonlyArray<CountedPlace>
  /**
   * The digests of portal user and parent. If a restriction is kept under one of them, nothing is stored, because the
   * checks did not see it. Undefined: they did, and the unit of work moves what is kept.
   */
  readonly keptUnder: ReadonlyArray<Uint8Array> | undefined
}

/** A login that passed all checks, with everything that it writes. */
export interface LoginToStore {
  /** The portal user with the name to show. */
  readonly user: PortalUser
  readonly player: KnownPlayer | NewPlayer
  readonly session: SessionToStore
  /** The entry in the history, with the time, the person and the player. */
  readonly entry: LoginRecord & { readonly player: NonNullable<LoginRecord["player"]> }
  /** Most entries in the history of the person. */
  readonly historyMax: number
  /** Of the agreements that the login accepts. */
  readonly receipts: ReadonlyArray<AgreementReceipt>
}

/**
 * Why a login was not stored. `overtaken`: the person or the portal user changed since the checks, which are to be
 * repeated. `token_exchanged`: the refresh token can no longer be exchanged. `full`: this limit of new identities.
 */
export type NotStored =
  | { readonly is: "overtaken" | "token_exchanged" }
  | { readonly is: "full"; readonly limit: FlowLimit }

/** A login that was stored. */
export interface StoredLogin {
  readonly is: "stored"
  /** Present if the login made a player. */
  readonly playerId: number | undefined
  /** The surplus sessions that were deleted: the ended ones and the oldest open ones. */
  readonly dropped: ReadonlyArray<SessionId>
}

/** Storage of logins. */
export class LoginStore extends Context.Service<
  LoginStore,
  {
    /** Whose portal user it is. Asks the same of storage whether there is one or not. */
    readonly personOf: (user: PortalUserKey) => Effect.Effect<PersonId | undefined>
    /**
     * What the process remembers of who logs in, where it is a usual login and saves a round trip. It may be out of
     * date: then {@link store} answers `overtaken`. A login that it refuses is to be checked again by {@link read}.
     */
    readonly recall: (question: LoginQuestion) => LoginState | undefined
    /** What is stored of who logs in. */
    readonly read: (question: LoginQuestion) => Effect.Effect<LoginState>
    /**
     * Stores the login whole, or nothing of it. `inLoginUnit` is further work of its unit of work; when it fails,
     * nothing is stored.
     */
    readonly store: <E = never, R = never>(
      login: LoginToStore,
      inLoginUnit?: Effect.Effect<void, E, R>,
    ) => Effect.Effect<StoredLogin | NotStored, E, R>
  }
>()("@garrison/core/login/storing/LoginStore") {}
