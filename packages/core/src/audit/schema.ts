/**
 * Two lists for operators, never with a secret in either. Security events say what was seen (guarantees R9); audit rows
 * say what was changed, by whom and why (decisions, section 3).
 */
import type { ClientUuid, PersonId, SessionId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { PermissionName } from "../permission/names.ts"
import type { Actor } from "./Actor.ts"

/** What can have happened. `refresh_token_reuse`: an exchanged refresh token came back after its grace period. */
export type SecurityEventKind = "refresh_token_reuse"

/** How many events of a person are stored in an hour: what a player can bring about must not fill storage. */
export const EVENTS_PER_HOUR_MAX = 60

/** One event. */
export interface SecurityEvent {
  readonly eventId: string
  readonly at: Timestamp
  readonly kind: SecurityEventKind
  readonly personId: PersonId | undefined
  readonly sessionId: SessionId | undefined
  readonly clientUuid: ClientUuid | undefined
  /** Where the request came from. */
  readonly address: string
}

/** What an audit row is about. There is one `environment` and one `catalog`, whose id is the same word. */
export interface AuditSubject {
  readonly kind: "person" | "player" | "restriction" | "role" | "client" | "account" | "environment" | "catalog"
  /** Uuid, `role_id` or `client_id`. Never a name of a person: what is written here stays. */
  readonly id: string
}

/** An operation that changes something which is not the actor's own play. */
export interface AuditedOperation {
  /** Area and verb: `client.rotate`. */
  readonly name: string
  /** Any one of these lets a player or a machine do it. `*` alone: only a holder of every permission. */
  readonly permissions: ReadonlyArray<PermissionName>
  /** Whether the subject carries a revision, which the operation counts up. */
  readonly hasRevision: boolean
}

/** What an actor did, or was refused. */
export interface AuditEntry {
  readonly at: Timestamp
  readonly actor: Omit<Actor, "permissions">
  /** Name of the {@link AuditedOperation}. */
  readonly operation: string
  readonly subject: AuditSubject
  /** Of the subject, after the change; undefined where it has none, and for a refusal. */
  readonly revision: number | undefined
  readonly reason: string | undefined
  /** `done`, or the code of the refusal. */
  readonly outcome: string
  /** The subject before the change as JSON, without secrets; undefined where there was none, and for a refusal. */
  readonly before: string | undefined
  /** The subject after the change, likewise. */
  readonly after: string | undefined
}

/** An entry in its place in the chain. */
export interface AuditRow extends AuditEntry {
  /** Counts up from 1 without a gap. */
  readonly sequence: number
  /** SHA-256 of the row's content and of the seal of the row before it, in base64url. */
  readonly seal: string
}

/** The end of the chain: the newest row, or sequence 0 with an empty seal where there is none. */
export interface AuditHead {
  readonly sequence: number
  readonly seal: string
}
