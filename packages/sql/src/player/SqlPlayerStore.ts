/** Persons, players and portal users in SQL. */
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import type {
  KnownPortalUser,
  LoginOfPlayer,
  NewPortalUser,
  Player,
  PortalUser,
  PortalUserKey,
} from "@garrison/core/player/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { flag, integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { renameDevices } from "./deviceIds.ts"

type Sql = SqlClient.SqlClient
const playerOf = (row: Row): Player => ({
  playerUuid: PlayerUuid.make(text(row.player_uuid)),
  playerId: integer(row.player_id),
  roleId: integer(row.role_id),
  active: flag(row.active),
  displayName: text(row.player_display_name),
  platform: text(row.player_platform) as Platform,
  createdAt: integer(row.player_created_at),
})

const knownOf = (row: Row): KnownPortalUser => {
  const parentPlatform = textOrUndefined(row.parent_platform)
  return {
    platform: text(row.platform) as Platform,
    portalUserId: text(row.portal_user_id),
    displayName: text(row.display_name),
    personId: PersonId.make(text(row.person_id)),
    parent:
      parentPlatform === undefined
        ? undefined
        : {
            platform: parentPlatform as Platform,
            portalUserId: text(row.parent_portal_user_id),
            displayName: textOrUndefined(row.parent_display_name) ?? text(row.display_name),
          },
    player: textOrUndefined(row.player_uuid) === undefined ? undefined : playerOf(row),
  }
}

/** Columns of the player `p`. */
const playerColumns =
  "p.player_uuid, p.player_id, p.role_id, p.active, p.display_name AS player_display_name, " +
  "p.platform AS player_platform, p.created_at AS player_created_at"

/** Looking identities up. */
const reads = (sql: Sql) => {
  const columns = sql.literal(playerColumns)

  const findPortalUser = ({ platform, portalUserId }: PortalUserKey) =>
    sql`SELECT u.platform, u.portal_user_id, u.display_name, u.person_id, u.parent_platform, u.parent_portal_user_id,
          parent.display_name AS parent_display_name, ${columns}
        FROM portal_user u
        LEFT JOIN player p ON p.player_uuid = u.player_uuid
        LEFT JOIN portal_user parent
          ON parent.platform = u.parent_platform AND parent.portal_user_id = u.parent_portal_user_id
        WHERE u.platform = ${platform} AND u.portal_user_id = ${portalUserId}`.pipe(
      Effect.map(([row]) => (row === undefined ? undefined : knownOf(row))),
      orUnavailable,
    )

  const countPlayers = (personId: PersonId) =>
    sql`SELECT COUNT(*) AS players FROM player WHERE person_id = ${personId}`.pipe(
      Effect.map(([row]) => integer(row?.players)),
      orUnavailable,
    )

  const findProfile = Effect.fnUntraced(function* (playerUuid: PlayerUuid) {
    const [row] =
      yield* sql`SELECT person.person_id, person.revision, person.last_login_at, person.deleted_at, ${columns}
        FROM player p JOIN person ON person.person_id = p.person_id WHERE p.player_uuid = ${playerUuid}`
    if (row === undefined) return undefined
    const personId = PersonId.make(text(row.person_id))
    const users = yield* sql`SELECT platform, portal_user_id, display_name, created_at FROM portal_user
        WHERE person_id = ${personId} ORDER BY created_at, platform, portal_user_id`
    const players = yield* sql`SELECT ${columns} FROM player p WHERE person_id = ${personId} ORDER BY player_id`
    return {
      personId,
      revision: integer(row.revision),
      player: playerOf(row),
      lastLoginAt: integerOrUndefined(row.last_login_at),
      deletedAt: integerOrUndefined(row.deleted_at),
      portalUsers: users.map((user) => ({
        platform: text(user.platform) as Platform,
        portalUserId: text(user.portal_user_id),
        displayName: text(user.display_name),
        createdAt: integer(user.created_at),
      })),
      players: players.map(playerOf),
    }
  }, orUnavailable)

  const role = (playerUuid: PlayerUuid) =>
    sql`SELECT role_id FROM player WHERE player_uuid = ${playerUuid}`.pipe(
      Effect.map(([row]) => integerOrUndefined(row?.role_id)),
      orUnavailable,
    )

  return { findPortalUser, countPlayers, findProfile, role }
}

/** Creating players. */
const creation = (sql: Sql) => {
  /** Locks an existing person and makes room for another active player. Says whether the person still exists. */
  const makeRoom = Effect.fnUntraced(function* (wanted: NewPortalUser) {
    const locked = yield* sql`UPDATE person SET last_login_at = ${wanted.at}
        WHERE person_id = ${wanted.personId} AND deleted_at IS NULL RETURNING person_id`
    if (locked.length === 0) return false
    yield* sql`UPDATE player SET active = 0 WHERE person_id = ${wanted.personId} AND active = 1`
    return true
  })

  const insertPortalUser = (wanted: NewPortalUser, user: PortalUser, parent: PortalUser | undefined) =>
    sql`INSERT INTO portal_user (platform, portal_user_id, person_id, player_uuid, display_name, parent_platform,
          parent_portal_user_id, created_at)
        VALUES (${user.platform}, ${user.portalUserId}, ${wanted.personId}, ${wanted.playerUuid}, ${user.displayName},
          ${parent?.platform ?? null}, ${parent?.portalUserId ?? null}, ${wanted.at})
        ON CONFLICT (platform, portal_user_id) DO NOTHING RETURNING person_id`

  const insertPlayer = (wanted: NewPortalUser) =>
    sql`INSERT INTO player (player_uuid, player_id, person_id, role_id, active, display_name, platform, created_at)
        SELECT ${wanted.playerUuid}, last_player_id, ${wanted.personId}, CAST(${wanted.roleId} AS BIGINT), 1,
          ${wanted.user.displayName}, ${wanted.user.platform}, CAST(${wanted.at} AS BIGINT)
        FROM player_sequence
        WHERE id = 1 AND (SELECT COUNT(*) FROM player WHERE person_id = ${wanted.personId}) < ${wanted.playersMax}
        RETURNING player_id`

  const createPlayer = Effect.fnUntraced(function* (wanted: NewPortalUser) {
    if (wanted.personExists) {
      if (!(yield* makeRoom(wanted))) return "taken"
    } else {
      yield* sql`INSERT INTO person (person_id, created_at, last_login_at)
          VALUES (${wanted.personId}, ${wanted.at}, ${wanted.at})`
    }
    yield* sql`UPDATE player_sequence SET last_player_id = last_player_id + 1 WHERE id = 1`
    const [player] = yield* insertPlayer(wanted)
    if (player === undefined) return "too_many"
    const users = yield* insertPortalUser(wanted, wanted.user, wanted.parent)
    if (users.length === 0) return "taken"
    if (wanted.parent !== undefined) {
      const parents = yield* insertPortalUser(wanted, wanted.parent, undefined)
      // Of a new person the parent must be new too, or it would belong to somebody else.
      if (parents.length === 0 && !wanted.personExists) return "taken"
    }
    return { playerId: integer(player.player_id) }
  }, orUnavailable)

  return { createPlayer }
}

/** What happens to players that exist. */
const changes = (sql: Sql) => {
  const recordLogin = Effect.fnUntraced(function* (login: LoginOfPlayer) {
    const locked = yield* sql`UPDATE person SET last_login_at = ${login.at}
        WHERE person_id = ${login.personId} AND deleted_at IS NULL RETURNING person_id`
    if (locked.length === 0) return false
    const { renamed, shownAs } = login
    if (renamed !== undefined) {
      yield* sql`UPDATE portal_user SET display_name = ${renamed.displayName}
          WHERE platform = ${renamed.platform} AND portal_user_id = ${renamed.portalUserId}`
    }
    if (shownAs !== undefined) {
      yield* sql`UPDATE player SET active = 0
          WHERE person_id = ${login.personId} AND active = 1 AND player_uuid <> ${login.playerUuid}`
      yield* sql`UPDATE player SET active = 1, display_name = ${shownAs.displayName}, platform = ${shownAs.platform}
          WHERE player_uuid = ${login.playerUuid}`
    }
    return true
  }, orUnavailable)

  const setRole = (playerUuid: PlayerUuid, roleId: number) =>
    sql`UPDATE player SET role_id = ${roleId} WHERE player_uuid = ${playerUuid} RETURNING player_uuid`.pipe(
      Effect.map((rows) => rows.length > 0),
      orUnavailable,
    )

  const deletePerson = Effect.fnUntraced(function* (personId: PersonId, at: number) {
    const deleted = yield* sql`UPDATE person SET deleted_at = ${at}
        WHERE person_id = ${personId} AND deleted_at IS NULL RETURNING person_id`
    if (deleted.length === 0) return false
    yield* sql`DELETE FROM portal_user WHERE person_id = ${personId}`
    return true
  }, orUnavailable)

  return {
    recordLogin,
    setRole,
    deletePerson,
    renameDevices: (toNew: (former: string) => Effect.Effect<string>) => orUnavailable(renameDevices(sql, toNew)),
  }
}

/** {@link PlayerStore} on either database. */
export const layer = Layer.effect(
  PlayerStore,
  Effect.map(SqlClient.SqlClient, (sql) => PlayerStore.of({ ...reads(sql), ...creation(sql), ...changes(sql) })),
)
