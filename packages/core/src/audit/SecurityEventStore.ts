/** The storage interface of security events. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { SecurityEvent } from "./schema.ts"

/** Storage of security events: append only. Old and surplus events are deleted. */
export class SecurityEventStore extends Context.Service<
  SecurityEventStore,
  {
    /**
     * Stores an event, in the caller's unit of work, and deletes the oldest of its kind beyond the number that is kept.
     * Stores nothing if the person does not exist, or has reached the limit of this kind within the hour before the
     * event. Runs the same statements in each case.
     */
    readonly record: (event: SecurityEvent) => Effect.Effect<void>
    /** The newest events of the person, at most `limit`; with `before`, those older than the event of this id. */
    readonly ofPerson: (person: PersonId, limit: number, before?: string) => Effect.Effect<ReadonlyArray<SecurityEvent>>
    /** Deletes at most `limit` events older than `before`. Says how many. In units of work of its own. */
    readonly prune: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>()("@garrison/core/audit/SecurityEventStore") {}
