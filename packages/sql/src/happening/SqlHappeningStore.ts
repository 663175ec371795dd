/** What happened, in SQL: each source by its index on the time, a bounded number of rows at once. */
import {
  type Happening,
  type HappeningSource,
  HappeningStore,
  type NamedPlayer,
  type PlaceInSource,
  type SourceSpan,
} from "@garrison/core/happening/HappeningStore"
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { flag, integer, type Row, text, textOrUndefined } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { NIL, uuid, uuidOrUndefined, uuids } from "../uuid.ts"

/** The identifier after all others. */
const LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff"

/** How a source is read: its table, the columns of its order, and what a row says. */
interface SourceTable {
  readonly table: string
  readonly time: string
  readonly id: string
  readonly columns: string
  readonly rowOf: (row: Row) => Omit<Happening, "source" | "at">
}

const personOf = (row: Row): PersonId => PersonId.make(uuid(row.person_id))
const playerOf = (row: Row): PlayerUuid => PlayerUuid.make(uuid(row.player_uuid))

const tables: Readonly<Record<HappeningSource, SourceTable>> = {
  login: {
    table: "login_history",
    time: "at",
    id: "login_id",
    columns: "login_id, at, person_id, player_uuid, grant_type, platform, client_uuid, address",
    rowOf: (row) => ({
      id: uuid(row.login_id),
      kind: "login",
      personId: personOf(row),
      playerUuid: playerOf(row),
      clientUuid: uuid(row.client_uuid),
      address: text(row.address),
      grantType: text(row.grant_type),
      platform: text(row.platform),
    }),
  },
  machine_login: {
    table: "machine_login",
    time: "at",
    id: "login_id",
    columns: "login_id, at, grant_type, client_uuid, address",
    rowOf: (row) => ({
      id: uuid(row.login_id),
      kind: "machine_login",
      clientUuid: uuid(row.client_uuid),
      address: text(row.address),
      grantType: text(row.grant_type),
    }),
  },
  security: {
    table: "security_event",
    time: "at",
    id: "event_id",
    columns: "event_id, at, kind, person_id, client_uuid, address, grant_type, code",
    rowOf: (row) => {
      const event = text(row.kind)
      return {
        id: uuid(row.event_id),
        kind: event === "login_refused" ? event : "security_event",
        event: event === "login_refused" ? undefined : event,
        personId: personOf(row),
        clientUuid: uuidOrUndefined(row.client_uuid),
        address: text(row.address),
        grantType: textOrUndefined(row.grant_type),
        errorCode: textOrUndefined(row.code),
      }
    },
  },
  order: {
    table: "player_order",
    time: "created",
    id: "order_id",
    columns: "order_id, created, player_uuid, client_id, entry_count, parent_order_id, wire",
    rowOf: (row) => ({
      id: uuid(row.order_id),
      kind: "order",
      playerUuid: playerOf(row),
      clientId: textOrUndefined(row.client_id),
      entries: integer(row.entry_count),
      parentOrderId: uuidOrUndefined(row.parent_order_id),
      wire: text(row.wire),
    }),
  },
  audit: {
    table: "audit",
    time: "at",
    id: "sequence",
    columns: "sequence, at, actor_name, address, operation, subject_kind, subject_id, reason, outcome",
    rowOf: (row) => {
      const outcome = text(row.outcome)
      return {
        id: String(integer(row.sequence)),
        kind: outcome === "done" ? "act" : "act_refused",
        errorCode: outcome === "done" ? undefined : outcome,
        actor: text(row.actor_name),
        address: text(row.address),
        operation: text(row.operation),
        subjectKind: text(row.subject_kind),
        subjectId: text(row.subject_id),
        reason: textOrUndefined(row.reason),
      }
    },
  },
}

/** {@link HappeningStore} on either database. */
export const layer = Layer.effect(
  HappeningStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id: encoded } = uuids(sql)

    const idOf = (source: HappeningSource, { id }: PlaceInSource) => {
      const [first, last] = source === "audit" ? ["0", String(Number.MAX_SAFE_INTEGER)] : [NIL, LAST]
      const named = id === "first" ? first : id === "last" ? last : id
      return source === "audit" ? Number(named) : encoded(named)
    }

    const span = (source: HappeningSource, { direction, from, limit, until }: SourceSpan) => {
      const { columns, id, rowOf, table, time } = tables[source]
      const of = (value: string) => sql.literal(value)
      const place = sql`(${from.at}, ${idOf(source, from)})`
      const rows =
        direction === "older"
          ? sql`SELECT ${of(columns)} FROM ${of(table)} WHERE (${of(time)}, ${of(id)}) < ${place}
              ORDER BY ${of(time)} DESC, ${of(id)} DESC LIMIT ${limit}`
          : sql`SELECT ${of(columns)} FROM ${of(table)} WHERE (${of(time)}, ${of(id)}) > ${place}
              AND ${of(time)} <= ${until} ORDER BY ${of(time)}, ${of(id)} LIMIT ${limit}`
      return rows.pipe(
        Effect.map((found) => found.map((row): Happening => ({ source, at: integer(row[time]), ...rowOf(row) }))),
        orUnavailable,
      )
    }

    const playersOf = (person: PersonId) =>
      sql`SELECT player_uuid, display_name, active FROM person_player WHERE person_id = ${encoded(person)}`.pipe(
        Effect.map((rows) =>
          rows.map((row): NamedPlayer => ({
            playerUuid: playerOf(row),
            displayName: text(row.display_name),
            isActive: flag(row.active),
          })),
        ),
        orUnavailable,
      )

    return HappeningStore.of({ span, playersOf })
  }),
)
