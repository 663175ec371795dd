/** Security events in SQL. */
import { EVENTS_PER_HOUR_MAX, type SecurityEvent, type SecurityEventKind } from "@garrison/core/audit/schema"
import { SecurityEventStore } from "@garrison/core/audit/SecurityEventStore"
import { ClientUuid, PersonId, SessionId } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, type Row, text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { earliestId, uuid, uuidOrUndefined, uuids } from "../uuid.ts"

const HOUR_MILLIS = 60 * 60 * 1000

const branded = <A>(make: (value: string) => A, value: unknown): A | undefined => {
  const found = uuidOrUndefined(value)
  return found === undefined ? undefined : make(found)
}

const eventOf = (row: Row): SecurityEvent => ({
  eventId: uuid(row.event_id),
  at: integer(row.at),
  kind: text(row.kind) as SecurityEventKind,
  personId: PersonId.make(uuid(row.person_id)),
  sessionId: branded((value) => SessionId.make(value), row.session_id),
  clientUuid: branded((value) => ClientUuid.make(value), row.client_uuid),
  address: text(row.address),
})

/** {@link SecurityEventStore} on either database. */
export const layer = Layer.effect(
  SecurityEventStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id, type } = uuids(sql)

    const record = (event: SecurityEvent) =>
      sql`INSERT INTO security_event (event_id, at, kind, person_id, session_id, client_uuid, address)
        SELECT CAST(${id(event.eventId)} AS ${type}), CAST(${event.at} AS BIGINT), ${event.kind},
          CAST(${id(event.personId)} AS ${type}), CAST(${id(event.sessionId)} AS ${type}),
          CAST(${id(event.clientUuid)} AS ${type}), ${event.address}
        WHERE (SELECT COUNT(*) FROM security_event WHERE person_id = ${id(event.personId)}
          AND event_id >= ${id(earliestId(event.at - HOUR_MILLIS))}) < ${EVENTS_PER_HOUR_MAX}`.pipe(
        Effect.asVoid,
        orUnavailable,
      )

    const ofPerson = (personId: PersonId, limit: number) =>
      sql`SELECT event_id, at, kind, person_id, session_id, client_uuid, address FROM security_event
        WHERE person_id = ${id(personId)} ORDER BY event_id DESC LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(eventOf)),
        orUnavailable,
      )

    return SecurityEventStore.of({ record, ofPerson })
  }),
)
