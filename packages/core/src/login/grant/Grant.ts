/** What a grant is: a way to turn credentials into a verified identity, and nothing more (decisions, section 4). */
import type * as Effect from "effect/Effect"
import type { Client, ClientCredentials } from "../../client/schema.ts"
import type { InvalidDetail } from "../../kernel/Invalid.ts"
import type { PortalUserKey } from "../../player/schema.ts"
import type { PresentedRefreshToken } from "../../token/refreshTokens.ts"
import type { Sessions } from "../../token/Sessions.ts"
import type { LoginBusy, LoginRefused, PlainLoginCode } from "../errors.ts"
import type { DeviceIdentities } from "../DeviceIdentities.ts"
import type { Passwords } from "../Passwords.ts"
import type { LoginRequest } from "../schema.ts"

/** What a login comes with beside its body. */
export interface LoginContext {
  /** From the Basic header; undefined when there is none. */
  readonly credentials: ClientCredentials | undefined
  /** Whether there is an Authorization header that cannot be read as Basic credentials. */
  readonly credentialsMalformed: boolean
  /** Where the request came from, proxies accounted for; empty when that is not known. */
  readonly address: string
  readonly userAgent: string
}

/** One attempt, its client already proved. */
export interface GrantAttempt {
  readonly request: LoginRequest
  readonly client: Client
  readonly context: LoginContext
}

/** A portal user as a grant knows it. */
export interface VerifiedPortalUser extends PortalUserKey {
  /** undefined: the login says none, and a known user keeps its name. */
  readonly displayName: string | undefined
  /** What a new user is called whose login says no name; absent: a neutral name. */
  readonly fallbackName?: string
}

/** Whom a credential proves. */
export interface VerifiedIdentity extends VerifiedPortalUser {
  /** The identity one tier up. */
  readonly parent: VerifiedPortalUser | undefined
  /** Present when the credential is a refresh token, whose session goes on. */
  readonly presented: PresentedRefreshToken | undefined
}

/** What grants may ask for. */
export type GrantServices = DeviceIdentities | Passwords | Sessions

/** A grant that logs a user in. */
export interface UserGrant {
  readonly kind: "user"
  /** Whether the deployment has what the grant needs, such as its portal's configuration. */
  readonly available: boolean
  readonly disabledCode: PlainLoginCode
  readonly emptyCode: PlainLoginCode
  /** What is wrong with a request that is not empty, checked before anything else. */
  readonly invalid: (request: LoginRequest) => ReadonlyArray<InvalidDetail>
  /** The account whose secret a wrong guess is counted against; undefined where the credential cannot be guessed. */
  readonly account: (request: LoginRequest) => string | undefined
  /** Verifies the credential. */
  readonly verify: (attempt: GrantAttempt) => Effect.Effect<VerifiedIdentity, LoginRefused | LoginBusy, GrantServices>
}

/** The grant by which a machine client logs in as itself: its credentials are the client's. */
export interface ClientGrant {
  readonly kind: "client"
  readonly disabledCode: PlainLoginCode
}

/** One way to log in. */
export type Grant = UserGrant | ClientGrant

/** For grants about whose body there is nothing more to check, and whose credential cannot be guessed. */
export const unchecked = {
  invalid: (): ReadonlyArray<InvalidDetail> => [],
  account: (): undefined => undefined,
} as const
