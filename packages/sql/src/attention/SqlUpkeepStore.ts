/** When each task of upkeep last ended well, and what will need somebody soon, in SQL. */
import {
  type EndingRestriction,
  type SecretTimes,
  UpkeepStore,
  type UpkeepTask,
} from "@garrison/core/attention/UpkeepStore"
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, integerOrUndefined, type Row, text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, uuids } from "../uuid.ts"

const secretOf = (row: Row): SecretTimes => ({
  clientId: text(row.client_id),
  isFormer: integer(row.slot) === 1,
  created: integer(row.created),
  expires: integerOrUndefined(row.expires),
  lastUsed: integerOrUndefined(row.last_used),
})

/** {@link UpkeepStore} on either database. */
export const layer = Layer.effect(
  UpkeepStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = uuids(sql)

    const succeeded = (task: UpkeepTask, at: number) =>
      sql`INSERT INTO upkeep (task, succeeded_at) VALUES (${task}, ${at}) ON CONFLICT (task)
        DO UPDATE SET succeeded_at = excluded.succeeded_at WHERE upkeep.succeeded_at < excluded.succeeded_at`.pipe(
        Effect.asVoid,
        orUnavailable,
      )

    const last = sql`SELECT task, succeeded_at FROM upkeep`.pipe(
      Effect.map((rows) => new Map(rows.map((row) => [text(row.task), integer(row.succeeded_at)]))),
      orUnavailable,
    )

    const secrets = (limit: number) =>
      sql`SELECT client_id, slot, s.created, s.expires, s.last_used FROM client_secret AS s
        JOIN client ON client.client_uuid = s.client_uuid WHERE is_disabled = 0
        ORDER BY client_id, slot LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(secretOf)),
        orUnavailable,
      )

    const activePlayer = (person: PersonId) =>
      sql`SELECT player_uuid FROM person_player WHERE person_id = ${id(person)} AND active = 1`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : PlayerUuid.make(uuid(row.player_uuid)))),
        orUnavailable,
      )

    const endingOf = (row: Row): Effect.Effect<EndingRestriction> => {
      const personId = PersonId.make(uuid(row.person_id))
      return Effect.map(activePlayer(personId), (playerUuid) => ({
        personId,
        restrictionId: uuid(row.restriction_id),
        type: text(row.type),
        expires: integer(row.expires_at),
        playerUuid,
      }))
    }

    const restrictionsEnding = (from: number, until: number, limit: number) =>
      sql`SELECT person_id, restriction_id, type, expires_at FROM restriction
        WHERE expires_at >= ${from} AND expires_at <= ${until} AND lifted_at IS NULL
        ORDER BY expires_at, restriction_id LIMIT ${limit}`.pipe(
        orUnavailable,
        Effect.flatMap((rows) => Effect.forEach(rows, endingOf)),
      )

    return UpkeepStore.of({ succeeded, last, secrets, restrictionsEnding })
  }),
)
