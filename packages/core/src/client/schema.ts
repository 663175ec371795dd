/** API consumers, and the M2M account of one of them as the interface has it (interface, section 2.6). */
import * as Schema from "effect/Schema"
import { complaint, Flag, Text, TextOf, Uuid } from "../kernel/Field.ts"
import { ClientUuid, type SessionId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"

/** `game`: logs players in. `machine`: a server of the operator, which logs in as itself. */
export type ClientKind = "game" | "machine"

/** Stands for every grant that a client of this kind can use, in {@link Client}'s `grants`. */
export const EVERY_GRANT = "*"

/** An API consumer (decisions, section 1). */
export interface Client {
  readonly clientUuid: ClientUuid
  /** What the client presents; unique, without a colon. */
  readonly clientId: string
  readonly kind: ClientKind
  readonly description: string | undefined
  readonly orgId: string | undefined
  /** What its own tokens may do; only machine clients have tokens of their own. */
  readonly permissions: ReadonlyArray<string>
  /** The `grant_type`s it may use, or {@link EVERY_GRANT}; ask `allowsGrant`. */
  readonly grants: ReadonlyArray<string>
  /** Whether it has no secret and needs none: a game that ships to players. */
  readonly public: boolean
  /** Whether it is refused as if it did not exist. */
  readonly disabled: boolean
  readonly created: Timestamp
  /**
   * Counts what ends its sessions. A session opened in an earlier generation has ended, unless it was opened by the
   * secret before the current one, which counts for as long as that does. Of a client that has just proved itself: the
   * generation of the sessions that it may open now.
   */
  readonly generation: number
  /** How many acts have changed it since it was made. */
  readonly revision: number
}

/** What is kept of a secret: never the secret itself (guarantees R22). */
export interface ClientSecret {
  readonly secretId: string
  /** SHA-256 of the secret's UTF-8 bytes. */
  readonly hash: Uint8Array
  /** For the mask in answers. */
  readonly lastFour: string
  readonly created: Timestamp
  /** The first moment at which it is refused; undefined: never. */
  readonly expires: Timestamp | undefined
  /** Exact to a minute. */
  readonly lastUsed: Timestamp | undefined
}

/** A client with its secrets: the current one first, then the one that a rotation left valid for a while. */
export interface ClientWithSecrets {
  readonly client: Client
  readonly secrets: ReadonlyArray<ClientSecret>
}

/** What a client presents about itself. */
export interface ClientCredentials {
  readonly clientId: string
  readonly secret: string
}

/** What a new client is to be. */
export interface NewClient {
  /** Generated when not given: the text of the `client_uuid`. */
  readonly clientId?: string
  readonly kind: ClientKind
  readonly description?: string
  readonly orgId?: string
  readonly permissions: ReadonlyArray<string>
  /** Default: every grant of the kind. */
  readonly grants?: ReadonlyArray<string>
  /** Game clients only; a public client has no secret. Default false. */
  readonly public?: boolean
}

/** A client and the secret it has just got, which is shown this once. */
export interface ClientCreated {
  readonly client: Client
  /** Absent for a public client. */
  readonly secret?: string
}

/** Fewest and most characters of a secret that a client chooses itself (decisions, section 8). */
const CLIENT_SECRET_LENGTH_MIN = 32
const CLIENT_SECRET_LENGTH_MAX = 1024

/**
 * What such a secret is made of: printable ASCII, as RFC 6749 has it (appendix A.2). No space at its ends, where many
 * programs drop it, and no `%`, from which HTTP Basic cannot tell whether it begins an escape: a secret that was
 * accepted must work however it is presented.
 */
const CLIENT_SECRET_PATTERN = /^(?! )[ -$&-~]*(?<! )$/

/** What is said of a secret that is made of anything else. */
const CLIENT_SECRET_UNFIT = "must be printable ASCII without % and without a space at either end"

/** Longest `description` of a client. */
export const CLIENT_DESCRIPTION_LENGTH_MAX = 1024

/** Longest overlap of a rotation, in seconds: a year. */
export const SECRET_OVERLAP_SECONDS_MAX = 365 * 24 * 60 * 60

const ChosenSecret = TextOf({ minimum: CLIENT_SECRET_LENGTH_MIN, maximum: CLIENT_SECRET_LENGTH_MAX }).check(
  Schema.isPattern(CLIENT_SECRET_PATTERN, {
    toJsonSchema: () => ({ pattern: CLIENT_SECRET_PATTERN.source }),
    ...complaint("value_error", CLIENT_SECRET_UNFIT),
  }),
)

/** Body of PUT /v2/account/me/m2m-credentials (interface, section 2.6). */
export const M2mUpdate = Schema.Struct({
  client_secret: Schema.optionalKey(ChosenSecret),
  description: Schema.optionalKey(TextOf({ maximum: CLIENT_DESCRIPTION_LENGTH_MAX })),
})
export type M2mUpdate = typeof M2mUpdate.Type

/** Query of PUT /v2/account/me/m2m-credentials, as decoded JSON values (interface, section 4.3). */
export const M2mUpdateQuery = Schema.Struct({ rotate_secret: Schema.optionalKey(Flag) })
export type M2mUpdateQuery = typeof M2mUpdateQuery.Type

/** The M2M account as answered (interface, section 2.6). */
export const M2mAccount = Schema.Struct({
  account_id: ClientUuid,
  /** The secret itself when this call set it, otherwise `****` and its last four characters. */
  client_secret: Text,
  description: Schema.optionalKey(Text),
  org_id: Schema.optionalKey(Uuid),
})
export type M2mAccount = typeof M2mAccount.Type

/** The answer to a change of an account as it is kept for a repetition, with the session that asked for the change. */
export interface KeptM2mAccount {
  readonly account: M2mAccount
  readonly sessionId: SessionId
}
