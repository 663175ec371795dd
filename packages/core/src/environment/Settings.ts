/**
 * Every setting of the domain, with its default (decisions, section 15). Hosts override what they need; durations are
 * in seconds, as their names say.
 */
import * as Context from "effect/Context"
import type { ByKind } from "../agreement/schema.ts"
import type { GrantType } from "../login/schema.ts"
import type { SigningAlgorithm } from "../token/schema.ts"

/** One agreement document (decisions, section 6). */
export interface AgreementDocument {
  readonly version: number
  readonly url: string
  /** Hex SHA-256 of the text that a receipt is for. */
  readonly sha256: string
  /** Whether a login is refused until this version is accepted. */
  readonly required: boolean
}

/** The settings of the rules. Where the server listens and what it logs is the server's own business. */
export interface DomainSettings {
  /** `iss` of access tokens. */
  readonly issuer: string
  /** `aud` of access tokens. */
  readonly audience: string
  /**
   * What the keys in storage are encrypted with, 32 characters or more; undefined: they are stored in plain. The same
   * on every node.
   */
  readonly keySecret: string | undefined
  /** Former values of `keySecret`: what was encrypted with one of them is encrypted anew on start. */
  readonly keySecretPrevious: ReadonlyArray<string>
  readonly signingAlgorithm: SigningAlgorithm
  readonly keyRotationSeconds: number
  /** How long a key is published before it signs when a rotation is asked for; key sets may be cached for this long. */
  readonly keyPublicationSeconds: number
  readonly accessSecondsPlayer: number
  readonly accessSecondsMachine: number
  readonly refreshIdleSeconds: number
  readonly refreshAbsoluteSeconds: number
  readonly refreshGraceSeconds: number
  readonly verificationCacheSeconds: number
  /** Verified access tokens that are remembered; 0 verifies every request anew. */
  readonly verifiedTokensMax: number
  readonly secretOverlapSeconds: number
  /** `client_id` of the public game client that serves logins without client credentials; undefined: none. */
  readonly defaultClientId: string | undefined
  readonly userAuthEnabled: boolean
  readonly clientAuthEnabled: boolean
  /** Grants that may be used, of those that exist; `basic` is off unless configured. */
  readonly grantsEnabled: ReadonlyArray<GrantType>
  readonly authenticationLimited: boolean
  readonly authenticationLocked: boolean
  readonly playersPerPersonMax: number
  /** Sessions of a player that may be open at the same time; a further one ends the oldest. */
  readonly sessionsPerPlayerMax: number
  /** As `sessionsPerPlayerMax`, of a machine client. */
  readonly sessionsPerMachineMax: number
  /** New identities that one address may make at once, beyond what it may make per minute. */
  readonly newIdentitiesPerAddressBurst: number
  readonly newIdentitiesPerAddressPerMinute: number
  /** The same for all addresses together. */
  readonly newIdentitiesBurst: number
  readonly newIdentitiesPerMinute: number
  readonly loginsInFlightMax: number
  readonly agreements: ByKind<AgreementDocument>
  readonly notificationRetentionSeconds: number
  readonly notificationsPerPlayerMax: number
  readonly listenersPerPlayerMax: number
  readonly listenersPerProcessMax: number
  readonly presenceHeartbeatSeconds: number
  readonly presenceOfflineSeconds: number
  readonly orderPageWindowSeconds: number
  readonly orderEntriesPerWindowMax: number
  readonly orderBytesPerWindowMax: number
  /** The window of both. */
  readonly orderEntriesWindowSeconds: number
}

const day = 24 * 60 * 60

/** The defaults of decisions, section 15. */
export const defaultSettings: DomainSettings = {
  issuer: "garrison",
  audience: "garrison",
  keySecret: undefined,
  keySecretPrevious: [],
  signingAlgorithm: "EdDSA",
  keyRotationSeconds: 30 * day,
  keyPublicationSeconds: 15 * 60,
  accessSecondsPlayer: 15 * 60,
  accessSecondsMachine: 60 * 60,
  refreshIdleSeconds: 30 * day,
  refreshAbsoluteSeconds: 90 * day,
  refreshGraceSeconds: 10,
  verificationCacheSeconds: 60,
  verifiedTokensMax: 10_000,
  secretOverlapSeconds: day,
  defaultClientId: undefined,
  userAuthEnabled: true,
  clientAuthEnabled: true,
  grantsEnabled: ["anon", "refresh", "client_credentials"],
  authenticationLimited: false,
  authenticationLocked: false,
  playersPerPersonMax: 16,
  sessionsPerPlayerMax: 20,
  sessionsPerMachineMax: 10_000,
  newIdentitiesPerAddressBurst: 5000,
  newIdentitiesPerAddressPerMinute: 120,
  newIdentitiesBurst: 50_000,
  newIdentitiesPerMinute: 6000,
  loginsInFlightMax: 256,
  agreements: {},
  notificationRetentionSeconds: 30 * day,
  notificationsPerPlayerMax: 1000,
  listenersPerPlayerMax: 5,
  listenersPerProcessMax: 10_000,
  presenceHeartbeatSeconds: 30,
  presenceOfflineSeconds: 60,
  orderPageWindowSeconds: 90 * day,
  orderEntriesPerWindowMax: 60,
  orderBytesPerWindowMax: 128 * 1024,
  orderEntriesWindowSeconds: 10,
}

/** The settings in force. */
export const Settings = Context.Reference<DomainSettings>("@garrison/core/environment/Settings", {
  defaultValue: () => defaultSettings,
})
