/**
 * Two lists for operators. Neither contains a secret. Security events say what was observed (guarantees R9). Audit rows
 * say what was changed, by which actor and why (decisions, section 3).
 */
import type { SessionGrant } from "../kernel/GrantType.ts"
import type { ClientUuid, PersonId, SessionId } from "../kernel/Identifier.ts"
import type { SealKind } from "../kernel/seal/Seals.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { Actor } from "../operation/Act.ts"

/**
 * Kinds of security events. `login_refused`: a login of this person was refused. `refresh_token_reuse`: an exchanged
 * refresh token was used again after its grace period. `authorization_code_reuse`: a code that had led to a session was
 * presented again. `portal_user_linked`, `portal_user_unlinked`: the person has another way to log in, or one less.
 * `parent_of_another_person`: a portal proved a parent identity that belongs to another person. `persons_merged`,
 * `persons_unmerged`: an operator joined the person with another one, or undid that.
 */
export type SecurityEventKind =
  | "login_refused"
  | "refresh_token_reuse"
  | "authorization_code_reuse"
  | "portal_user_linked"
  | "portal_user_unlinked"
  | "parent_of_another_person"
  | "persons_merged"
  | "persons_unmerged"

/**
 * How many events of a kind are stored of a person in an hour, and how many are kept: the newest. Events that strangers
 * cause must not fill storage. Each kind has its own limit, so that refused logins do not hide a stolen token.
 */
export const EVENTS_PER_HOUR_MAX = 60
export const EVENTS_KEPT_MAX = 200

/** A security event. */
export interface SecurityEvent {
  readonly eventId: string
  readonly at: Timestamp
  readonly kind: SecurityEventKind
  readonly personId: PersonId
  readonly sessionId: SessionId | undefined
  readonly clientUuid: ClientUuid | undefined
  /** The network address of the request. */
  readonly address: string
  /** Of a refused login: how it was attempted, and the code that answered it. */
  readonly refusal?: { readonly grantType: SessionGrant; readonly code: string }
}

/** The subject of an audit row. The `environment` and the `catalog` exist once; their id is the same word. */
export interface AuditSubject {
  readonly kind:
    | "person"
    | "player"
    | "restriction"
    | "role"
    | "client"
    | "account"
    | "environment"
    | "catalog"
    | "segment"
  /**
   * Uuid, `role_id` or `client_id`; of a segment `all`, `players`, or `role` and its id. Never a name of a person,
   * because audit rows are kept.
   */
  readonly id: string
}

/** An act that was carried out, or refused. */
export interface AuditEntry {
  readonly at: Timestamp
  readonly actor: Omit<Actor, "permissions">
  /** Name of the {@link Header}. */
  readonly operation: string
  readonly subject: AuditSubject
  /** Revision of the subject after the change; undefined: the subject has no revision, or the act was refused. */
  readonly revision: number | undefined
  readonly reason: string | undefined
  /** `done`, or the code of the refusal. */
  readonly outcome: string
  /**
   * The subject before the change as JSON, without secrets; undefined: there was no subject, or the act was refused.
   */
  readonly before: string | undefined
  /** The subject after the change, in the same form. */
  readonly after: string | undefined
}

/** An entry with its place in the chain. */
export interface AuditRow extends AuditEntry {
  /** Counts up from 1 without a gap. */
  readonly sequence: number
  /** How the row is sealed; undefined: it was written before there were kinds of seals, and its seal is a hash. */
  readonly sealing: SealKind | undefined
  /** The seal of the row's content and of the seal of the row before it. */
  readonly seal: string
  /** The hash of the token that the end of the chain had after this row; undefined: as `sealing`. */
  readonly tokenHash: string | undefined
}

/** A place of the chain: sequence 0 and an empty seal before the first row. */
export interface AuditHead {
  readonly sequence: number
  readonly seal: string
}

/**
 * The end of the chain. Each row takes another random token to it, and has the hash of that token in its seal. So who
 * removes the last rows would need a token that is stored no more.
 */
export interface AuditEnd extends AuditHead {
  /** undefined: no row of a kind has been written. */
  readonly token: string | undefined
}
