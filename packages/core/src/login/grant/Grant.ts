/** What a grant is: a way to turn credentials into a verified identity, and nothing more (decisions, section 4). */
import type * as Effect from "effect/Effect"
import type { Client, ClientCredentials } from "../../client/schema.ts"
import type { InvalidDetail } from "../../kernel/Invalid.ts"
import type { PresentedRefreshToken } from "../../token/refreshTokens.ts"
import type { Sessions } from "../../token/Sessions.ts"
import type { LoginBusy, LoginRefused, PlainLoginCode } from "../errors.ts"
import type { DeviceIdentities } from "../DeviceIdentities.ts"
import type { Passwords } from "../Passwords.ts"
import type { Portals, VerifiedPortalUser } from "../portal/PortalGateway.ts"
import type { GrantType } from "../../kernel/GrantType.ts"
import type { LoginRequest } from "../schema.ts"
import type { LoginSettings } from "../settings.ts"

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

/** What of a deployment decides which grants there are. */
export interface Deployment {
  readonly settings: Pick<LoginSettings, "grantsEnabled">
  readonly portals: Portals
}

/** One attempt, its client already proved. */
export interface GrantAttempt {
  readonly request: LoginRequest
  readonly client: Client
  readonly context: LoginContext
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

/** What every grant says of itself. */
interface GrantOfAnyKind {
  /** Whether the deployment has this grant: switched on, and with what it needs. */
  readonly isAvailable: (deployment: Deployment) => boolean
  /** The answer where it is not, or not for the client that asks. */
  readonly disabledCode: PlainLoginCode
}

/** A grant that logs a user in. */
export interface UserGrant extends GrantOfAnyKind {
  readonly kind: "user"
  readonly emptyCode: PlainLoginCode
  /** What is wrong with a request that is not empty, checked before anything else. */
  readonly invalid: (request: LoginRequest) => ReadonlyArray<InvalidDetail>
  /** The account whose secret a wrong guess is counted against; undefined where the credential cannot be guessed. */
  readonly account: (request: LoginRequest) => string | undefined
  /**
   * Whether a refusal with this code was a wrong guess at a secret, which counts as a failed attempt. Tokens of 256
   * bits and tokens signed by a portal cannot be guessed, and a household whose tokens have all expired is no attack.
   */
  readonly isGuess: (code: string) => boolean
  /** Verifies the credential. */
  readonly verify: (attempt: GrantAttempt) => Effect.Effect<VerifiedIdentity, LoginRefused | LoginBusy, GrantServices>
}

/** The grant by which a machine client logs in as itself: its credentials are the client's. */
export interface ClientGrant extends GrantOfAnyKind {
  readonly kind: "client"
}

/** One way to log in. */
export type Grant = UserGrant | ClientGrant

/** Whether the settings switch the grant on. */
export const isEnabled = (grantType: GrantType, { settings }: Deployment): boolean =>
  settings.grantsEnabled.includes(grantType)

/** For grants about whose body there is nothing more to check, and whose credential cannot be guessed. */
export const unguessable = {
  invalid: (): ReadonlyArray<InvalidDetail> => [],
  account: (): undefined => undefined,
  isGuess: (): boolean => false,
} as const
