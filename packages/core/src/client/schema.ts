/** API consumers, and the M2M account of a machine client in the interface's form (interface, section 2.6). */
import * as Schema from "effect/Schema"
import { described, complaint, Flag, Text, TextOf, Uuid } from "../kernel/input/Field.ts"
import { ClientUuid, type SessionId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"

/** `game`: logs players in. `machine`: a server of the operator, which logs in as itself. */
export const CLIENT_KINDS = ["game", "machine"] as const
export type ClientKind = (typeof CLIENT_KINDS)[number]

/** Stands for every grant of this kind of client, in {@link Client}'s `grants`. */
export const EVERY_GRANT = "*"

/** An API consumer (decisions, section 1). */
export interface Client {
  readonly clientUuid: ClientUuid
  /** The name that the client presents; unique, without a colon. */
  readonly clientId: string
  readonly kind: ClientKind
  readonly description: string | undefined
  readonly orgId: string | undefined
  /** Permissions of its own tokens. Only machine clients have tokens of their own. */
  readonly permissions: ReadonlyArray<string>
  /** The `grant_type`s that it may use, or {@link EVERY_GRANT}. Ask `allowsGrant`. */
  readonly grants: ReadonlyArray<string>
  /** Whether it has no secret: a game that ships to players. */
  readonly public: boolean
  /** Whether it is disabled. It is then refused as if it did not exist. */
  readonly disabled: boolean
  readonly created: Timestamp
  /**
   * Counts the events that end its sessions. A session of an earlier generation has ended, with an exception: a session
   * that the earlier secret opened lasts as long as that secret. For a client that has just proved itself: the
   * generation of the sessions that it may open now.
   */
  readonly generation: number
  /** Number of acts that changed it after its creation. */
  readonly revision: number
  /**
   * Where its logins by redirect may return to, compared letter by letter. Undefined: the client was made before
   * clients had addresses, and has taken none from the settings yet.
   */
  readonly redirectUris: ReadonlyArray<string> | undefined
  /** Whether it is public and yet begins logins by redirect without a PKCE challenge. */
  readonly pkceExempt: boolean
}

/** The stored form of a secret, without the secret itself (guarantees R22). */
export interface ClientSecret {
  readonly secretId: string
  /** SHA-256 of the secret's UTF-8 bytes. */
  readonly hash: Uint8Array
  /** For the mask in answers. */
  readonly lastFour: string
  readonly created: Timestamp
  /** The first moment at which the secret is refused; undefined: it never expires. */
  readonly expires: Timestamp | undefined
  /** Accurate to a minute. */
  readonly lastUsed: Timestamp | undefined
}

/** A client with its secrets: the current secret first, then the secret that a rotation left valid for a while. */
export interface ClientWithSecrets {
  readonly client: Client
  readonly secrets: ReadonlyArray<ClientSecret>
}

/** The fields of a new client. */
export interface NewClient {
  /** Default: the text of the `client_uuid`. */
  readonly clientId?: string
  readonly kind: ClientKind
  readonly description?: string
  readonly orgId?: string
  readonly permissions: ReadonlyArray<string>
  /** Default: every grant of the kind. */
  readonly grants?: ReadonlyArray<string>
  /** Game clients only; a public client has no secret. Default false. */
  readonly public?: boolean
  /** Game clients only: where its logins by redirect may return to. Default: nowhere. */
  readonly redirectUris?: ReadonlyArray<string>
  /** Public clients only: they may begin logins by redirect without a PKCE challenge. Default false. */
  readonly pkceExempt?: boolean
}

/** A change of what a client is and may do. An absent field stays, and null empties it. */
export interface ClientEdit {
  readonly description?: string | null
  readonly orgId?: string | null
  /** Machine clients only: all permissions of its tokens from now on. */
  readonly permissions?: ReadonlyArray<string>
  /** All grants that it may use from now on. */
  readonly grants?: ReadonlyArray<string>
}

/** A client before and after an act on it. */
export interface ClientEdited {
  readonly before: Client
  readonly after: Client
}

/** A change of the logins by redirect of a client. An absent field stays. */
export interface RedirectEdit {
  /** All addresses from now on; those that are not named are dropped. */
  readonly redirectUris?: ReadonlyArray<string>
  readonly pkceExempt?: boolean
}

/** A client and its new secret, which is shown only this once. */
export interface ClientCreated {
  readonly client: Client
  /** Absent for a public client. */
  readonly secret?: string
}

/** Fewest and most characters of a secret that a client chooses (decisions, section 8). */
const CLIENT_SECRET_LENGTH_MIN = 32
const CLIENT_SECRET_LENGTH_MAX = 1024

/**
 * A secret that a client chooses consists of printable ASCII (RFC 6749, appendix A.2). Two limits let an accepted
 * secret work in every way of presenting it. It has no space at its ends, where many programs drop it. It has no `%`,
 * because HTTP Basic cannot tell whether `%` begins an escape.
 */
const CLIENT_SECRET_PATTERN = /^(?! )[ -$&-~]*(?<! )$/

/** The message for any other secret. */
const CLIENT_SECRET_UNFIT = "must be printable ASCII without % and without a space at either end"

/** Longest `description` of a client. */
export const CLIENT_DESCRIPTION_LENGTH_MAX = 1024

/** Longest redirect address, in characters: the state of a login contains it. */
export const REDIRECT_LENGTH_MAX = 512

/** Most redirect addresses of a client. */
export const REDIRECTS_MAX = 256

/**
 * An address that is sent as it stands: printable ASCII without a fragment (RFC 6749, section 3.1.2). Its scheme may be
 * one of an app (RFC 8252, section 7.1), and none whose addresses a browser runs or opens from within (`javascript:`,
 * `data:`, `file:`, `vbscript:`, `blob:`).
 */
export const RedirectUri = TextOf({ minimum: 1, maximum: REDIRECT_LENGTH_MAX }).check(
  Schema.isPattern(
    /^[A-Za-z][A-Za-z0-9+.-]*:\/[!-"$-~]+$/,
    complaint("value_error", "must be an absolute address of printable ASCII without a fragment"),
  ),
  Schema.isPattern(
    /^(?!(?:javascript|data|file|vbscript|blob):)/i,
    complaint("value_error", "must not have the scheme javascript, data, file, vbscript or blob"),
  ),
)

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
  client_secret: described(Schema.optionalKey(ChosenSecret), "The new secret. The old one stops at once."),
  description: described(
    Schema.optionalKey(TextOf({ maximum: CLIENT_DESCRIPTION_LENGTH_MAX })),
    "The new description.",
  ),
})
export type M2mUpdate = typeof M2mUpdate.Type

/** Query of PUT /v2/account/me/m2m-credentials, as decoded JSON values (interface, section 4.3). */
export const M2mUpdateQuery = Schema.Struct({ rotate_secret: Schema.optionalKey(Flag) })
export type M2mUpdateQuery = typeof M2mUpdateQuery.Type

/** The M2M account in answers (interface, section 2.6). */
export const M2mAccount = Schema.Struct({
  account_id: described(ClientUuid, "UUID of the client."),

  client_secret: described(Text, "The secret, if this call set it; otherwise `****` and its last four characters."),
  description: described(Schema.optionalKey(Text), "The description of the client."),
  org_id: described(Schema.optionalKey(Uuid), "UUID of the organisation that the client belongs to."),
})
export type M2mAccount = typeof M2mAccount.Type

/**
 * The answer to a change of an account, as it is kept for a repeated request, with the session that asked for the
 * change.
 */
export interface KeptM2mAccount {
  readonly account: M2mAccount
  readonly sessionId: SessionId
}
