/** {@link AnonymousStore} in SQL. */
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { type AnonymousIdentity, AnonymousStore } from "@garrison/core/login/storing/AnonymousStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, type Row, text } from "../columns.ts"
import { PLAYER_LENGTH } from "../player/SqlPlayerStore.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, uuids } from "../uuid.ts"

const PLATFORM = "Anon"

/** The unit of work is undone: something keeps the identity. */
class Kept {
  readonly _tag = "Kept"
}

const identityOf = (row: Row): AnonymousIdentity => ({
  personId: PersonId.make(uuid(row.person_id)),
  playerUuid: PlayerUuid.make(uuid(row.player_uuid)),
})

type Sql = SqlClient.SqlClient

/** What the row of the person has to say. A login and an act on the person change it. */
const unchanged = (sql: Sql, personId: PersonId, before: number) => sql`i.person_id = ${uuids(sql).id(personId)}
  AND i.logins = 1 AND i.revision = 0 AND i.deleted_at IS NULL AND i.last_login_at < ${before}
  AND length(i.players) = ${PLAYER_LENGTH}`

/** Whether nothing keeps an identity, as it is stored now. */
const makeIsFree = (sql: Sql) => {
  const { id } = uuids(sql)

  /** Whether nothing among the rows of the person keeps it. */
  const isPersonFree = Effect.fnUntraced(function* ({ personId }: AnonymousIdentity, before: number) {
    const person = id(personId)
    const found = yield* sql`SELECT i.person_id FROM person AS i WHERE ${unchanged(sql, personId, before)}
      AND NOT EXISTS (SELECT 1 FROM login_session AS s WHERE s.person_id = ${person})
      AND NOT EXISTS (SELECT 1 FROM restriction AS r WHERE r.person_id = ${person})
      AND NOT EXISTS (SELECT 1 FROM agreement_receipt AS a WHERE a.person_id = ${person})
      AND NOT EXISTS (SELECT 1 FROM security_event AS e WHERE e.person_id = ${person})
      AND NOT EXISTS (SELECT 1 FROM person_merge AS m WHERE m.person_id = ${person})
      AND NOT EXISTS (SELECT 1 FROM person_portal_user AS o WHERE o.person_id = ${person}
        AND o.platform <> ${PLATFORM})
      AND (SELECT COUNT(*) FROM person_portal_user AS u WHERE u.person_id = ${person}) = 1`
    return found.length > 0
  })

  /** Whether the player never ordered nor was given anything, has no notification and is on no list of a broadcast. */
  const isPlayerFree = Effect.fnUntraced(function* ({ playerUuid }: AnonymousIdentity) {
    const player = id(playerUuid)
    const found = yield* sql`SELECT p.player_uuid FROM player AS p WHERE p.player_uuid = ${player}
      AND NOT EXISTS (SELECT 1 FROM inventory_owner AS o WHERE o.player_uuid = ${player})
      AND NOT EXISTS (SELECT 1 FROM notification_list AS n WHERE n.player_uuid = ${player})
      AND NOT EXISTS (SELECT 1 FROM broadcast_member AS m WHERE m.player_uuid = ${player})`
    return found.length > 0
  })

  return (identity: AnonymousIdentity, before: number) =>
    Effect.flatMap(isPersonFree(identity, before), (isSo) => (isSo ? isPlayerFree(identity) : Effect.succeed(false)))
}

/** Locks an identity, and deletes it. */
const removal = (sql: Sql) => {
  const { id } = uuids(sql)
  /** On SQLite the unit of work has the whole file. */
  const forUpdate = sql.literal(sql.onDialectOrElse({ pg: () => "FOR UPDATE", orElse: () => "" }))

  /**
   * The person first, as everywhere: a login at this moment waits, and finds the person gone. Then the player, so that
   * no order and no notification can refer to it meanwhile. What is read after the locks is what is stored.
   */
  const lock = Effect.fnUntraced(function* ({ personId, playerUuid }: AnonymousIdentity, before: number) {
    const locked =
      yield* sql`SELECT i.person_id FROM person AS i WHERE ${unchanged(sql, personId, before)} ${forUpdate}`
    if (locked.length === 0) return false
    yield* sql`SELECT p.player_uuid FROM player AS p WHERE p.player_uuid = ${id(playerUuid)} ${forUpdate}`
    return true
  })

  const remove = Effect.fnUntraced(function* ({ personId, playerUuid }: AnonymousIdentity) {
    const person = id(personId)
    const users = yield* sql`DELETE FROM person_portal_user WHERE person_id = ${person}
      RETURNING platform, portal_user_id, environment`
    yield* sql`DELETE FROM login_history WHERE person_id = ${person}`
    yield* sql`DELETE FROM person_presence WHERE person_id = ${person}`
    yield* sql`DELETE FROM person_player WHERE person_id = ${person}`
    yield* sql`DELETE FROM person WHERE person_id = ${person}`
    yield* sql`DELETE FROM player WHERE player_uuid = ${id(playerUuid)}`
    for (const user of users) {
      yield* sql`DELETE FROM portal_user WHERE portal_user_id = ${text(user.portal_user_id)}
        AND platform = ${text(user.platform)} AND environment = ${text(user.environment)}`
    }
  })

  return { lock, remove }
}

const makeStore = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const isFree = makeIsFree(sql)
  const { lock, remove } = removal(sql)

  const page = Effect.fnUntraced(function* (after: number, before: number, limit: number) {
    const rows = yield* sql`SELECT person_id, player_uuid, player_id, platform, created_at
      FROM person_player AS searched WHERE player_id > ${after} ORDER BY player_id LIMIT ${limit}`
    const old = rows.filter((row) => integer(row.created_at) < before)
    const last = rows.length === limit && old.length === limit ? rows.at(-1) : undefined
    return {
      identities: old.filter((row) => text(row.platform) === PLATFORM).map(identityOf),
      next: last === undefined ? undefined : integer(last.player_id),
    }
  }, orUnavailable)

  const forget = (identity: AnonymousIdentity, before: number) =>
    transaction
      .run(
        Effect.gen(function* () {
          const isLocked = yield* lock(identity, before)
          if (!isLocked || !(yield* isFree(identity, before))) return yield* Effect.fail(new Kept())
          yield* remove(identity)
          return true
        }).pipe(orUnavailable),
      )
      .pipe(Effect.catchTag("Kept", () => Effect.succeed(false)))

  return AnonymousStore.of({
    page,
    isForgettable: (identity, before) => orUnavailable(isFree(identity, before)),
    forget,
  })
})

/** {@link AnonymousStore} on either database. */
export const layer = Layer.effect(AnonymousStore, makeStore)
