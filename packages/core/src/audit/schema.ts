/** Security events: what operators should look at, never with a secret in it (guarantees R9). */
import type { ClientUuid, PersonId, SessionId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"

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
