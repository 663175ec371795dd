/** Security events in SQL. */
import { EVENTS_PER_HOUR_MAX, type SecurityEvent, type SecurityEventKind } from "@garrison/core/audit/schema"
import { SecurityEventStore } from "@garrison/core/audit/SecurityEventStore"
import { ClientUuid, PersonId, SessionId } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { earliestId, integer, type Row, text, textOrUndefined } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"

const HOUR_MILLIS = 60 * 60 * 1000

const branded = <A>(make: (value: string) => A, value: unknown): A | undefined => {
  const found = textOrUndefined(value)
  return found === undefined ? undefined : make(found)
}

const eventOf = (row: Row): SecurityEvent => ({
  eventId: text(row.event_id),
  at: integer(row.at),
  kind: text(row.kind) as SecurityEventKind,
  personId: branded((value) => PersonId.make(value), row.person_id),
  sessionId: branded((value) => SessionId.make(value), row.session_id),
  clientUuid: branded((value) => ClientUuid.make(value), row.client_uuid),
  address: text(row.address),
})

/** {@link SecurityEventStore} on either database. */
export const layer = Layer.effect(
  SecurityEventStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const record = (event: SecurityEvent) =>
      sql`INSERT INTO security_event (event_id, at, kind, person_id, session_id, client_uuid, address)
        SELECT ${event.eventId}, CAST(${event.at} AS BIGINT), ${event.kind}, CAST(${event.personId ?? null} AS TEXT),
          CAST(${event.sessionId ?? null} AS TEXT), CAST(${event.clientUuid ?? null} AS TEXT), ${event.address}
        WHERE (SELECT COUNT(*) FROM security_event WHERE person_id = ${event.personId ?? null}
          AND event_id >= ${earliestId(event.at - HOUR_MILLIS)}) < ${EVENTS_PER_HOUR_MAX}`.pipe(
        Effect.asVoid,
        orUnavailable,
      )

    const ofPerson = (personId: PersonId, limit: number) =>
      sql`SELECT event_id, at, kind, person_id, session_id, client_uuid, address FROM security_event
        WHERE person_id = ${personId} ORDER BY event_id DESC LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(eventOf)),
        orUnavailable,
      )

    return SecurityEventStore.of({ record, ofPerson })
  }),
)
