/** The storage interface of security events. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId } from "../kernel/Identifier.ts"
import type { SecurityEvent } from "./schema.ts"

/** Storage of security events; append only. */
export class SecurityEventStore extends Context.Service<
  SecurityEventStore,
  {
    /** Stores an event, unless the person has reached the limit of events within the hour before it. */
    readonly record: (event: SecurityEvent) => Effect.Effect<void>
    /** The newest events of the person, at most `limit`. */
    readonly ofPerson: (person: PersonId, limit: number) => Effect.Effect<ReadonlyArray<SecurityEvent>>
  }
>()("@garrison/core/audit/SecurityEventStore") {}
