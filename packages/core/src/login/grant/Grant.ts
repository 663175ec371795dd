/** A grant turns credentials into a verified identity, and does nothing more (decisions, section 4). */
import * as Effect from "effect/Effect"
import type { Client } from "../../client/schema.ts"
import type { PresentedCredentials } from "../../kernel/Caller.ts"
import type { InvalidDetail } from "../../kernel/input/Invalid.ts"
import type { Platform } from "../../kernel/Platform.ts"
import type { PortalUserKey } from "../../player/schema.ts"
import type { PresentedRefreshToken } from "../../token/refreshTokens.ts"
import type { Sessions } from "../../token/Sessions.ts"
import type { CredentialForm } from "./CredentialForm.ts"
import type { LoginBusy, LoginRefused, PlainLoginCode } from "../errors.ts"
import type { DeviceIdentities } from "./DeviceIdentities.ts"
import type { KnownAddresses } from "../throttle/KnownAddresses.ts"
import type { LoginState, LoginSubject } from "../storing/LoginStore.ts"
import type { Passwords } from "../password/Passwords.ts"
import type { Portals, VerifiedPortalUser } from "../portal/PortalGateway.ts"
import type { Switch } from "../../kernel/GrantType.ts"
import type { LoginRequest } from "../schema.ts"
import type { LoginSettings } from "../settings.ts"

/** The parts of a login request outside of its body. */
export interface LoginContext extends PresentedCredentials {
  /** The address of the sender, behind trusted proxies; empty when unknown. */
  readonly address: string
  readonly userAgent: string
}

/** The parts of a deployment that decide which grants it has. */
export interface Deployment {
  readonly settings: Pick<LoginSettings, "grantsEnabled">
  readonly portals: Portals
}

/** One login attempt of a proved client. */
export interface GrantAttempt {
  readonly request: LoginRequest
  readonly client: Client
  readonly context: LoginContext
  /** The answer of the grant's `subject`, and what is stored of it. */
  readonly known: KnownSubject | undefined
}

/** Who logs in, with what is stored. */
export interface KnownSubject {
  readonly subject: LoginSubject
  readonly state: LoginState
}

/** The identity that a credential proves. */
export interface VerifiedIdentity extends VerifiedPortalUser {
  /** The identity one tier up. */
  readonly parent: VerifiedPortalUser | undefined
  /** Present if the credential is a refresh token, whose session continues. */
  readonly presented: PresentedRefreshToken | undefined
}

/** The services that grants may use. */
export type GrantServices = DeviceIdentities | KnownAddresses | Passwords | Sessions

/** The fields of every grant. */
interface GrantOfAnyKind {
  /** Whether the deployment has this grant: it is switched on and configured. */
  readonly isAvailable: (deployment: Deployment) => boolean
  /** The answer if the grant is not available, or not for this client. */
  readonly disabledCode: PlainLoginCode
  readonly credential: CredentialForm
}

/** A grant that logs a user in. */
export interface UserGrant extends GrantOfAnyKind {
  readonly kind: "user"
  readonly emptyCode: PlainLoginCode
  /** The codes with which it refuses a credential, and no others. */
  readonly refusals: ReadonlyArray<PlainLoginCode>
  /** Whether a portal proves its credentials. */
  readonly asksPortal: boolean
  /** The platforms of its users; empty: that of the session. */
  readonly platforms: ReadonlyArray<Platform>
  /** What is wrong with a request that is not empty, checked before anything else. */
  readonly invalid: (request: LoginRequest) => ReadonlyArray<InvalidDetail>
  /** The account that a wrong guess counts against; undefined when the credential cannot be guessed. */
  readonly account: (request: LoginRequest) => string | undefined
  /**
   * Whether a refusal with this code was a wrong guess at a secret, which counts as a failed attempt. Tokens of 256
   * bits and tokens signed by a portal cannot be guessed. A household whose tokens have all expired does not attack.
   */
  readonly isGuess: (code: string) => boolean
  /**
   * The guessed account, as a portal user that may not exist.
   * Undefined when the credential cannot be guessed.
   */
  readonly guessedAt: (request: LoginRequest) => Effect.Effect<PortalUserKey | undefined, never, GrantServices>
  /**
   * Who logs in, where the request alone says so; it is read before the credential is verified. Undefined: only the
   * verified credential tells.
   */
  readonly subject: (request: LoginRequest) => Effect.Effect<LoginSubject | undefined, never, GrantServices>
  /** Verifies the credential. */
  readonly verify: (attempt: GrantAttempt) => Effect.Effect<VerifiedIdentity, LoginRefused | LoginBusy, GrantServices>
}

/** The grant by which a machine client logs in as itself: its credentials are the client's. */
export interface ClientGrant extends GrantOfAnyKind {
  readonly kind: "client"
}

/** One way to log in. */
export type Grant = UserGrant | ClientGrant

/** Whether the settings switch a grant on, or a portal that has none. */
export const isEnabled = (name: Switch, { settings }: Pick<Deployment, "settings">): boolean =>
  settings.grantsEnabled.includes(name)

/** For grants with no further checks of the body, whose credential cannot be guessed. */
export const unguessable = {
  asksPortal: false,
  invalid: (): ReadonlyArray<InvalidDetail> => [],
  account: (): undefined => undefined,
  isGuess: (): boolean => false,
  guessedAt: (): Effect.Effect<undefined> => Effect.undefined,
  subject: (): Effect.Effect<undefined> => Effect.undefined,
} as const
