/** Players for tests whose subject needs one to exist, and nothing else of it. */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { uuid, uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"

/** Stores a person with one player; the player's name, platform and identifier where they matter. */
export const insertPlayer = Effect.fnUntraced(function* (shownAs?: {
  readonly displayName?: string
  readonly platform?: Platform
  readonly playerUuid?: PlayerUuid
}) {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const playerUuid = shownAs?.playerUuid ?? (randomUUID() as PlayerUuid)
  const personId = randomUUID()
  const { id, type } = uuids(sql)
  yield* sql`INSERT INTO person (person_id, created_at) VALUES (${id(personId)}, 0)`.pipe(
    Effect.andThen(
      sql`INSERT INTO player (player_uuid, person_id, created_at, broadcasts_before)
        SELECT CAST(${id(playerUuid)} AS ${type}), CAST(${id(personId)} AS ${type}), 0, last_position FROM broadcast_head`,
    ),
    Effect.andThen(
      sql`INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active, display_name, platform,
          created_at)
        VALUES (${id(personId)}, ${id(playerUuid)}, 1, 1, 1, ${shownAs?.displayName ?? "Ada"},
          ${shownAs?.platform ?? "Anon"}, 0)`,
    ),
    transaction.run,
    Effect.orDie,
  )
  return playerUuid
})

/** Notes that the player logged in from another platform, under another name. */
export const moveTo = Effect.fnUntraced(function* (player: PlayerUuid, platform: Platform, displayName: string) {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const { id } = uuids(sql)
  const [found] = yield* Effect.orDie(sql`SELECT person_id FROM player WHERE player_uuid = ${id(player)}`)
  yield* sql`UPDATE person_player SET platform = ${platform}, display_name = ${displayName}
    WHERE person_id = ${id(uuid(found?.person_id))} AND player_uuid = ${id(player)}`.pipe(transaction.run, Effect.orDie)
})

const personOf = Effect.fnUntraced(function* (player: PlayerUuid) {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* Effect.orDie(sql`SELECT person_id FROM player WHERE player_uuid = ${uuids(sql).id(player)}`)
  return uuids(sql).id(uuid(found?.person_id))
})

/** Notes that the person of the player was deleted. */
export const deletePersonOf = Effect.fnUntraced(function* (player: PlayerUuid) {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const person = yield* personOf(player)
  yield* sql`UPDATE person SET deleted_at = 1 WHERE person_id = ${person}`.pipe(transaction.run, Effect.orDie)
})

/** Gives the player, with the presence, to a new person, as a merge does. */
export const giveToAnotherPerson = Effect.fnUntraced(function* (player: PlayerUuid) {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const { id } = uuids(sql)
  const before = yield* personOf(player)
  const after = id(randomUUID())
  yield* Effect.gen(function* () {
    yield* sql`INSERT INTO person (person_id, created_at) VALUES (${after}, 0)`
    yield* sql`INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active, display_name, platform,
        created_at)
      SELECT ${after}, player_uuid, player_id, role_id, active, display_name, platform, created_at FROM person_player
      WHERE person_id = ${before}`
    yield* sql`INSERT INTO person_presence (person_id, player_uuid, status, undisturbed, last_seen, platform,
        message, custom_data)
      SELECT ${after}, player_uuid, status, undisturbed, last_seen, platform, message, custom_data
      FROM person_presence WHERE person_id = ${before}`
    yield* sql`DELETE FROM person_player WHERE person_id = ${before}`
    yield* sql`UPDATE player SET person_id = ${after} WHERE player_uuid = ${id(player)}`
  }).pipe(transaction.run, Effect.orDie)
})

/** A player that was never stored. */
export const strangerUuid = "0f0f0f0f-0000-4000-8000-000000000000" as PlayerUuid
