/** The caller of an operation: the player or the machine client of a verified access token (decisions, section 3). */
import type { ClientUuid, PlayerUuid, SessionId } from "./Identifier.ts"
import type { Platform } from "./Platform.ts"
import type { Timestamp } from "./time/Timestamp.ts"

/** The fields of every caller. */
interface AnyCaller {
  /** Id of the client that the token was issued through. */
  readonly clientId: string
  /** What the caller may do. */
  readonly permissions: ReadonlyArray<string>
  /** Id of the session that the token belongs to. */
  readonly sessionId: SessionId
  /** Id of the token. */
  readonly tokenId: string
  /** The first moment at which the token is refused, in milliseconds since the Unix epoch. */
  readonly expiresAt: Timestamp
}

/** A player, logged in at a platform. */
export interface PlayerCaller extends AnyCaller {
  /** A player. */
  readonly kind: "player"
  /** UUID of the player. */
  readonly subject: PlayerUuid
  /** Platform that the player logged in at. */
  readonly platform: Platform
  /** Id of the player's user at that platform. */
  readonly portalUserId: string
}

/** A machine client; it logs in at no platform. */
export interface MachineCaller extends AnyCaller {
  /** A machine client. */
  readonly kind: "machine"
  /** UUID of the client. */
  readonly subject: ClientUuid
  /** None. */
  readonly platform: ""
  /** None. */
  readonly portalUserId: ""
}

/** The caller. Only a verified access token makes one. */
export type Caller = PlayerCaller | MachineCaller

/** The credentials that a client presents. */
export interface ClientCredentials {
  readonly clientId: string
  readonly secret: string
}

/** What a request says of its client by HTTP Basic: nothing, credentials, or a text that cannot be read as such. */
export interface PresentedCredentials {
  /** Undefined: none, or unreadable ones. */
  readonly credentials: ClientCredentials | undefined
  readonly credentialsMalformed: boolean
}

/** The uuid of a program that works on the database itself and is not a client. */
export const NIL_UUID = "00000000-0000-0000-0000-000000000000"

/** The caller for a program that works on the database itself, and so may do everything; `clientId` is its name. */
export const hostCaller = (clientId: string): MachineCaller => ({
  kind: "machine",
  subject: NIL_UUID as ClientUuid,
  clientId,
  permissions: ["*"],
  sessionId: NIL_UUID as SessionId,
  platform: "",
  portalUserId: "",
  tokenId: NIL_UUID,
  expiresAt: Number.MAX_SAFE_INTEGER,
})
