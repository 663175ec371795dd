/** Marks of players in SQL: a statement for the rows of the person, one for those of the player, one for the audit. */
import type { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import { PlayerMarkStore } from "@garrison/core/overview/PlayerMarkStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integerOrUndefined, type Row } from "../columns.ts"
import { PersonLookup } from "../player/PersonLookup.ts"
import { makePreparedRead } from "../preparedRead.ts"
import { clientStays } from "../token/standing.ts"
import { uuids } from "../uuid.ts"

/** A count and a sum differ after a row was added or has gone, in whatever order units of work end. */
const countedBy = (table: string, column: string, name: string): string =>
  `(SELECT COUNT(*) FROM ${table} WHERE person_id = ?) AS ${name}_count,
   (SELECT CAST(COALESCE(SUM(${column}), 0) AS BIGINT) FROM ${table} WHERE person_id = ?) AS ${name}_sum`

/** How many rows of a table of the person fit a condition. */
const counted = (table: string, condition: string, name: string): string =>
  `(SELECT COUNT(*) FROM ${table} AS s WHERE s.person_id = ? AND ${condition}) AS ${name}`

const isOpen = `s.revoked_at IS NULL AND COALESCE(s.token_ends_at, s.expires_at) > ? AND ${clientStays}`
const isInForce = "s.lifted_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > ?)"

/** In each part the columns whose values, joined, are its text. */
const identity = [
  "revision",
  "logins",
  "last_login_at",
  "deleted_at",
  "role_id",
  "role_revision",
  "users_count",
  "users_sum",
] as const
const restrictions = ["restrictions", "lifted", "in_force"] as const
const sessions = ["sessions_count", "sessions_sum", "ended", "exchanges", "open"] as const

const joined = (row: Row, names: ReadonlyArray<string>): string =>
  names.map((name) => String(integerOrUndefined(row[name]) ?? "-")).join(" ")

/** {@link PlayerMarkStore} on either database. */
export const layer = Layer.effect(
  PlayerMarkStore,
  Effect.gen(function* () {
    const { id } = uuids(yield* SqlClient.SqlClient)
    const preparedRead = yield* makePreparedRead
    const persons = yield* PersonLookup

    const ofPerson = preparedRead(
      `SELECT person.revision, person.logins, person.last_login_at, person.deleted_at, p.role_id,
          (SELECT revision FROM role WHERE role.role_id = p.role_id) AS role_revision,
          ${countedBy("person_portal_user", "created_at", "users")},
          ${countedBy("login_session", "created_at", "sessions")},
          (SELECT CAST(COALESCE(SUM(exchanges), 0) AS BIGINT) FROM login_session WHERE person_id = ?) AS exchanges,
          ${counted("login_session", "s.revoked_at IS NOT NULL", "ended")},
          ${counted("login_session", isOpen, "open")},
          ${counted("restriction", "1 = 1", "restrictions")},
          ${counted("restriction", "s.lifted_at IS NOT NULL", "lifted")},
          ${counted("restriction", isInForce, "in_force")},
          ${counted("agreement_receipt", "1 = 1", "agreements")},
          ${countedBy("login_history", "at", "logins")},
          ${countedBy("security_event", "at", "events")}
        FROM person JOIN person_player AS p ON p.person_id = person.person_id
        WHERE person.person_id = ? AND p.player_uuid = ?`,
      ([row]) => row,
    )
    const ofPlayer = preparedRead(
      `SELECT (SELECT changed_at FROM inventory_owner WHERE player_uuid = ?) AS changed_at,
          (SELECT last_position FROM notification_list WHERE player_uuid = ?) AS last_position,
          (SELECT last_position FROM broadcast_head) AS broadcasts`,
      ([row]) => row,
    )
    const inAudit = preparedRead(
      `SELECT (SELECT MAX(sequence) FROM audit WHERE subject_kind = 'person' AND subject_id = ?) AS of_person,
          (SELECT MAX(sequence) FROM audit WHERE subject_kind = 'player' AND subject_id = ?) AS of_player`,
      ([row]) => Math.max(integerOrUndefined(row?.of_person) ?? 0, integerOrUndefined(row?.of_player) ?? 0),
    )

    const personRow = (player: PlayerUuid, now: number) =>
      persons.of(player, (personId: PersonId) => {
        const key = id(personId)
        const before = [...Array<typeof key>(6).fill(key), key, now]
        const after = [key, key, key, now, ...Array<typeof key>(6).fill(key)]
        return Effect.map(ofPerson(...before, ...after, id(player)), (row) => row && { personId, row })
      })

    const read = Effect.fnUntraced(function* (player: PlayerUuid, now: number) {
      const found = yield* personRow(player, now)
      if (found === undefined) return undefined
      const { personId, row } = found
      const played = yield* ofPlayer(id(player), id(player))
      return {
        personId,
        identity: joined(row, identity),
        restrictions: joined(row, restrictions),
        agreements: joined(row, ["agreements"]),
        sessions: joined(row, sessions),
        logins: joined(row, ["logins_count", "logins_sum"]),
        securityEvents: joined(row, ["events_count", "events_sum"]),
        lastChanged: joined(played ?? {}, ["changed_at"]),
        notifications: joined(played ?? {}, ["last_position", "broadcasts"]),
        sequence: yield* inAudit(personId, player),
      }
    })

    return PlayerMarkStore.of({ read })
  }),
).pipe(Layer.provide(PersonLookup.layer))
