/** Security events in SQL. */
import {
  EVENTS_KEPT_MAX,
  EVENTS_PER_HOUR_MAX,
  type SecurityEvent,
  type SecurityEventKind,
} from "@garrison/core/audit/schema"
import { SecurityEventStore } from "@garrison/core/audit/SecurityEventStore"
import type { SessionGrant } from "@garrison/core/kernel/GrantType"
import { ClientUuid, PersonId, SessionId } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, type Row, text, textOrUndefined } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { sweep } from "../sweep.ts"
import { earliestId, uuid, uuidOrUndefined, uuids } from "../uuid.ts"

const HOUR_MILLIS = 60 * 60 * 1000

const branded = <A>(make: (value: string) => A, value: unknown): A | undefined => {
  const found = uuidOrUndefined(value)
  return found === undefined ? undefined : make(found)
}

const refusalOf = (row: Row): Pick<SecurityEvent, "refusal"> => {
  const code = textOrUndefined(row.code)
  return code === undefined ? {} : { refusal: { grantType: text(row.grant_type) as SessionGrant, code } }
}

const eventOf = (row: Row): SecurityEvent => ({
  eventId: uuid(row.event_id),
  at: integer(row.at),
  kind: text(row.kind) as SecurityEventKind,
  personId: PersonId.make(uuid(row.person_id)),
  sessionId: branded((value) => SessionId.make(value), row.session_id),
  clientUuid: branded((value) => ClientUuid.make(value), row.client_uuid),
  address: text(row.address),
  ...refusalOf(row),
})

/** {@link SecurityEventStore} on either database. */
export const layer = Layer.effect(
  SecurityEventStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id, type } = uuids(sql)
    const transaction = yield* Transaction

    const insert = ({ refusal, ...event }: SecurityEvent) =>
      sql`INSERT INTO security_event (event_id, at, kind, person_id, session_id, client_uuid, address, grant_type, code)
        SELECT CAST(${id(event.eventId)} AS ${type}), CAST(${event.at} AS BIGINT), ${event.kind}, o.person_id,
          CAST(${id(event.sessionId)} AS ${type}), CAST(${id(event.clientUuid)} AS ${type}), ${event.address},
          CAST(${refusal?.grantType ?? null} AS TEXT), CAST(${refusal?.code ?? null} AS TEXT)
        FROM person AS o WHERE o.person_id = ${id(event.personId)} AND (SELECT COUNT(*) FROM security_event
          WHERE person_id = ${id(event.personId)} AND kind = ${event.kind}
            AND event_id >= ${id(earliestId(event.at - HOUR_MILLIS))}) < ${EVENTS_PER_HOUR_MAX}`

    const dropOldest = ({ kind, personId }: SecurityEvent) =>
      sql`DELETE FROM security_event WHERE person_id = ${id(personId)} AND kind = ${kind} AND event_id <= (
          SELECT event_id FROM security_event WHERE person_id = ${id(personId)} AND kind = ${kind}
          ORDER BY event_id DESC LIMIT 1 OFFSET ${EVENTS_KEPT_MAX})`

    const record = (event: SecurityEvent) =>
      Effect.asVoid(Effect.andThen(insert(event), dropOldest(event))).pipe(orUnavailable)

    const olderThan = (before: string | undefined) =>
      before === undefined ? sql`` : sql` AND event_id < ${id(before)}`

    const ofPerson = (personId: PersonId, limit: number, before?: string) =>
      sql`SELECT event_id, at, kind, person_id, session_id, client_uuid, address, grant_type, code FROM security_event
        WHERE person_id = ${id(personId)}${olderThan(before)} ORDER BY event_id DESC LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(eventOf)),
        orUnavailable,
      )

    const prune = sweep(transaction, {
      find: (before, limit) =>
        sql`SELECT person_id, event_id FROM security_event WHERE at < ${before} ORDER BY at LIMIT ${limit}`,
      owner: (row) => uuid(row.person_id),
      drop: (person, rows) =>
        sql`DELETE FROM security_event WHERE person_id = ${id(person)}
          AND event_id IN ${sql.in(rows.map((row) => id(uuid(row.event_id))))} RETURNING event_id`,
    })

    return SecurityEventStore.of({ record, ofPerson, prune })
  }),
)
