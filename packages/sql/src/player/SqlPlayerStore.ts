/** Persons, players and portal users in SQL. */
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import type {
  FoundPlayer,
  KnownPortalUser,
  LoginOfPlayer,
  NewPortalUser,
  ParentMoved,
  PlaceByName,
  Player,
  PortalUser,
  PortalUserKey,
} from "@garrison/core/player/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { environmentIn, flag, integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import { makePreparedRead, type PreparedRead } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { NIL, uuid, uuidOrUndefined, uuids } from "../uuid.ts"

type Sql = SqlClient.SqlClient

const playerOf = (row: Row): Player => ({
  playerUuid: PlayerUuid.make(uuid(row.player_uuid)),
  playerId: integer(row.player_id),
  roleId: integer(row.role_id),
  active: flag(row.active),
  displayName: text(row.player_display_name),
  platform: text(row.player_platform) as Platform,
  createdAt: integer(row.player_created_at),
})

/** The portal user in {@link portalUserColumns}. */
export const knownOf = (row: Row): KnownPortalUser => {
  const parentPlatform = textOrUndefined(row.parent_platform)
  return {
    platform: text(row.platform) as Platform,
    portalUserId: text(row.portal_user_id),
    ...environmentIn(row.environment),
    displayName: text(row.display_name),
    personId: PersonId.make(uuid(row.person_id)),
    parent:
      parentPlatform === undefined
        ? undefined
        : {
            platform: parentPlatform as Platform,
            portalUserId: text(row.parent_portal_user_id),
            ...environmentIn(row.parent_environment),
            displayName: textOrUndefined(row.parent_display_name) ?? text(row.display_name),
          },
    player: uuidOrUndefined(row.player_uuid) === undefined ? undefined : playerOf(row),
  }
}

/** Columns of the player `p`. */
const playerColumns =
  "p.player_uuid, p.player_id, p.role_id, p.active, p.display_name AS player_display_name, " +
  "p.platform AS player_platform, p.created_at AS player_created_at"

/** Columns of the portal user `u`, its parent and its player. */
export const portalUserColumns =
  "u.platform, u.portal_user_id, u.environment, u.display_name, u.person_id, u.parent_platform, " +
  `u.parent_portal_user_id, u.parent_environment, parent.display_name AS parent_display_name, ${playerColumns}`

/** The tables of {@link portalUserColumns}, found by `who`: a row of the lookup `portal_user`. */
export const portalUserJoins = `LEFT JOIN person_portal_user AS u ON u.person_id = who.person_id
    AND u.platform = who.platform AND u.portal_user_id = who.portal_user_id AND u.environment = who.environment
  LEFT JOIN person_player AS p ON p.person_id = u.person_id AND p.player_uuid = u.player_uuid
  LEFT JOIN person_portal_user AS parent ON parent.person_id = u.person_id
    AND parent.platform = u.parent_platform AND parent.portal_user_id = u.parent_portal_user_id
    AND parent.environment = u.parent_environment`

/** Looking identities up. */
const reads = (sql: Sql, preparedRead: PreparedRead) => {
  const { id } = uuids(sql)
  const columns = sql.literal(playerColumns)

  const portalUser = preparedRead(
    `SELECT ${portalUserColumns}
      FROM (SELECT person_id, platform, portal_user_id, environment FROM portal_user
        WHERE portal_user_id = ? AND platform = ? AND environment = ?) AS who
      ${portalUserJoins} WHERE u.person_id IS NOT NULL`,
    ([row]) => (row === undefined ? undefined : knownOf(row)),
  )

  const countPlayers = (personId: PersonId) =>
    sql`SELECT COUNT(*) AS players FROM person_player WHERE person_id = ${id(personId)}`.pipe(
      Effect.map(([row]) => integer(row?.players)),
      orUnavailable,
    )

  const findProfile = Effect.fnUntraced(function* (playerUuid: PlayerUuid) {
    const [found] = yield* sql`SELECT person_id FROM player WHERE player_uuid = ${id(playerUuid)}`
    if (found === undefined) return undefined
    const personId = PersonId.make(uuid(found.person_id))
    const users = yield* sql`SELECT platform, portal_user_id, environment, display_name, created_at
        FROM person_portal_user WHERE person_id = ${id(personId)}
        ORDER BY created_at, platform, portal_user_id, environment`
    const rows = yield* sql`SELECT person.revision, person.last_login_at, person.deleted_at, ${columns}
        FROM person JOIN person_player AS p ON p.person_id = person.person_id
        WHERE person.person_id = ${id(personId)}`
    const players = rows.map(playerOf).sort((left, right) => left.playerId - right.playerId)
    const player = players.find((candidate) => candidate.playerUuid === playerUuid)
    if (player === undefined) return undefined
    return {
      personId,
      revision: integer(rows[0]?.revision),
      player,
      lastLoginAt: integerOrUndefined(rows[0]?.last_login_at),
      deletedAt: integerOrUndefined(rows[0]?.deleted_at),
      portalUsers: users.map((user) => ({
        platform: text(user.platform) as Platform,
        portalUserId: text(user.portal_user_id),
        ...environmentIn(user.environment),
        displayName: text(user.display_name),
        createdAt: integer(user.created_at),
      })),
      players,
    }
  }, orUnavailable)

  const findPortalUser = ({ environment, platform, portalUserId }: PortalUserKey) =>
    portalUser(portalUserId, platform, environment ?? "")

  const role = Effect.fnUntraced(function* (playerUuid: PlayerUuid) {
    const [found] = yield* sql`SELECT person_id FROM player WHERE player_uuid = ${id(playerUuid)}`
    if (found === undefined) return undefined
    const [row] = yield* sql`SELECT role_id FROM person_player
      WHERE person_id = ${id(uuid(found.person_id))} AND player_uuid = ${id(playerUuid)}`
    return integerOrUndefined(row?.role_id)
  }, orUnavailable)

  return { findPortalUser, countPlayers, findProfile, role }
}

/** Searching the players of all persons, by the index that the table declares for it. */
const search = (sql: Sql) => {
  const { id } = uuids(sql)
  const columns = sql.literal(playerColumns)

  const listByName = Effect.fnUntraced(function* (page: {
    readonly after: PlaceByName | { readonly name: string }
    readonly end: string | undefined
    readonly limit: number
  }) {
    const { after, end, limit } = page
    // The first page begins before every identifier.
    const from = "playerUuid" in after ? after.playerUuid : NIL
    const before = end === undefined ? sql.literal("") : sql`AND p.compared_name < ${end}`
    const rows = yield* sql`SELECT ${columns},
          (SELECT deleted_at FROM person WHERE person.person_id = p.person_id) AS deleted_at
        FROM person_player AS p
        WHERE (p.compared_name, p.player_uuid) > (${after.name}, ${id(from)}) ${before}
        ORDER BY p.compared_name, p.player_uuid LIMIT ${limit}`
    return rows.map((row): FoundPlayer => ({ ...playerOf(row), deletedAt: integerOrUndefined(row.deleted_at) }))
  }, orUnavailable)

  return { listByName }
}

/**
 * Creating players. The one unit of work of this store that touches a second key: the player, to which all that is
 * played will belong, beside its person.
 */
const creation = (sql: Sql) => {
  const { id, type } = uuids(sql)

  /** Locks an existing person and makes room for another active player. Says whether the person is as it was read. */
  const makeRoom = Effect.fnUntraced(function* (wanted: NewPortalUser, revision: number) {
    const locked = yield* sql`UPDATE person SET last_login_at = ${wanted.at}, logins = logins + 1,
          players = players || ${`${wanted.playerUuid} `}
        WHERE person_id = ${id(wanted.personId)} AND deleted_at IS NULL AND revision = ${revision} RETURNING person_id`
    if (locked.length === 0) return false
    yield* sql`UPDATE person_player SET active = 0 WHERE person_id = ${id(wanted.personId)} AND active = 1`
    return true
  })

  // Says whether the portal user was free.
  const insertPortalUser = Effect.fnUntraced(function* (
    wanted: NewPortalUser,
    user: PortalUser,
    parent: PortalUser | undefined,
  ) {
    const taken = yield* sql`INSERT INTO portal_user (portal_user_id, platform, environment, person_id)
        VALUES (${user.portalUserId}, ${user.platform}, ${user.environment ?? ""}, ${id(wanted.personId)})
        ON CONFLICT (portal_user_id, platform, environment) DO NOTHING RETURNING person_id`
    if (taken.length === 0) return false
    yield* sql`INSERT INTO person_portal_user (person_id, platform, portal_user_id, environment, player_uuid, display_name,
          parent_platform, parent_portal_user_id, parent_environment, created_at)
        VALUES (${id(wanted.personId)}, ${user.platform}, ${user.portalUserId}, ${user.environment ?? ""},
          ${id(wanted.playerUuid)}, ${user.displayName}, ${parent?.platform ?? null}, ${parent?.portalUserId ?? null},
          ${parent?.environment ?? ""}, ${wanted.at})`
    return true
  })

  const nextPlayerId = sql.literal(
    sql.onDialectOrElse({ pg: () => "nextval('player_id_sequence')", orElse: () => "rowid" }),
  )

  const insertPlayer = Effect.fnUntraced(function* (wanted: NewPortalUser) {
    const [player] = yield* sql`INSERT INTO player (player_uuid, person_id, created_at)
        VALUES (${id(wanted.playerUuid)}, ${id(wanted.personId)}, ${wanted.at}) RETURNING ${nextPlayerId} AS player_id`
    const playerId = integer(player?.player_id)
    const stored = yield* sql`INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active,
          display_name, platform, created_at)
        SELECT CAST(${id(wanted.personId)} AS ${type}), CAST(${id(wanted.playerUuid)} AS ${type}),
          CAST(${playerId} AS BIGINT), CAST(${wanted.roleId} AS BIGINT), 1, ${wanted.user.displayName},
          ${wanted.user.platform}, CAST(${wanted.at} AS BIGINT)
        WHERE (SELECT COUNT(*) FROM person_player WHERE person_id = ${id(wanted.personId)}) < ${wanted.playersMax}
        RETURNING player_id`
    return stored.length === 0 ? undefined : playerId
  })

  const createPlayer = Effect.fnUntraced(function* (wanted: NewPortalUser) {
    if (wanted.personRevision !== undefined) {
      if (!(yield* makeRoom(wanted, wanted.personRevision))) return "taken"
    } else {
      yield* sql`INSERT INTO person (person_id, created_at, last_login_at, logins, players)
          VALUES (${id(wanted.personId)}, ${wanted.at}, ${wanted.at}, 1, ${`${wanted.playerUuid} `})`
    }
    const playerId = yield* insertPlayer(wanted)
    if (playerId === undefined) return "too_many"
    if (!(yield* insertPortalUser(wanted, wanted.user, wanted.parent))) return "taken"
    if (wanted.parent !== undefined) {
      const isNew = yield* insertPortalUser(wanted, wanted.parent, undefined)
      // The parent of a new person must be new too, or it would belong to another person.
      if (!isNew && wanted.personRevision === undefined) return "taken"
    }
    return { playerId }
  }, orUnavailable)

  return { createPlayer }
}

/** What happens to players that exist. */
const changes = (sql: Sql) => {
  const { id, type } = uuids(sql)

  /** Adds a new parent to the person, where there is room. False: the parent has just been added to another person. */
  const takeIn = Effect.fnUntraced(function* (login: LoginOfPlayer, { parent, portalUsersMax = 0 }: ParentMoved) {
    const person = id(login.personId)
    const joined =
      yield* sql`INSERT INTO person_portal_user (person_id, platform, portal_user_id, environment, player_uuid,
          display_name, created_at)
        SELECT CAST(${person} AS ${type}), ${parent.platform}, ${parent.portalUserId}, ${parent.environment ?? ""},
          CAST(${id(login.playerUuid)} AS ${type}), ${parent.displayName}, CAST(${login.at} AS BIGINT)
        WHERE (SELECT COUNT(*) FROM person_portal_user WHERE person_id = ${person}) < ${portalUsersMax}
        ON CONFLICT (person_id, platform, portal_user_id, environment) DO NOTHING RETURNING platform`
    if (joined.length === 0) return true
    const claimed = yield* sql`INSERT INTO portal_user (portal_user_id, platform, environment, person_id)
        VALUES (${parent.portalUserId}, ${parent.platform}, ${parent.environment ?? ""}, ${person})
        ON CONFLICT (portal_user_id, platform, environment) DO NOTHING RETURNING person_id`
    return claimed.length > 0
  })

  const recordLogin = Effect.fnUntraced(function* (login: LoginOfPlayer) {
    const person = id(login.personId)
    const locked = yield* sql`UPDATE person SET last_login_at = ${login.at}, logins = logins + 1
        WHERE person_id = ${person} AND deleted_at IS NULL AND revision = ${login.revision} RETURNING person_id`
    if (locked.length === 0) return false
    const { movedTo, renamed, shownAs } = login
    if (movedTo !== undefined) {
      const { child, parent } = movedTo
      yield* sql`UPDATE person_portal_user
          SET parent_platform = ${parent.platform}, parent_portal_user_id = ${parent.portalUserId},
            parent_environment = ${parent.environment ?? ""}
          WHERE person_id = ${person} AND platform = ${child.platform} AND portal_user_id = ${child.portalUserId}
            AND environment = ${child.environment ?? ""}`
      if (movedTo.portalUsersMax !== undefined && !(yield* takeIn(login, movedTo))) return false
    }
    if (renamed !== undefined) {
      yield* sql`UPDATE person_portal_user SET display_name = ${renamed.displayName}
          WHERE person_id = ${person} AND platform = ${renamed.platform} AND portal_user_id = ${renamed.portalUserId}
            AND environment = ${renamed.environment ?? ""}`
    }
    if (shownAs !== undefined) {
      yield* sql`UPDATE person_player SET active = 0
          WHERE person_id = ${person} AND active = 1 AND player_uuid <> ${id(login.playerUuid)}`
      yield* sql`UPDATE person_player
          SET active = 1, display_name = ${shownAs.displayName}, platform = ${shownAs.platform}
          WHERE person_id = ${person} AND player_uuid = ${id(login.playerUuid)}`
    }
    return true
  }, orUnavailable)

  const setRole = Effect.fnUntraced(function* (playerUuid: PlayerUuid, roleId: number) {
    const [player] = yield* sql`SELECT person_id FROM player WHERE player_uuid = ${id(playerUuid)}`
    if (player === undefined) return false
    const changed = yield* sql`UPDATE person_player SET role_id = ${roleId}
        WHERE person_id = ${id(uuid(player.person_id))} AND player_uuid = ${id(playerUuid)} RETURNING player_uuid`
    return changed.length > 0
  }, orUnavailable)

  const deletePerson = Effect.fnUntraced(function* (personId: PersonId, at: number) {
    const deleted = yield* sql`UPDATE person SET deleted_at = ${at}
        WHERE person_id = ${id(personId)} AND deleted_at IS NULL RETURNING person_id`
    if (deleted.length === 0) return false
    const users = yield* sql`DELETE FROM person_portal_user WHERE person_id = ${id(personId)}
        RETURNING platform, portal_user_id, environment`
    for (const user of users) {
      yield* sql`DELETE FROM portal_user WHERE portal_user_id = ${text(user.portal_user_id)}
          AND platform = ${text(user.platform)} AND environment = ${text(user.environment)}`
    }
    return true
  }, orUnavailable)

  return { recordLogin, setRole, deletePerson }
}

/** {@link PlayerStore} on either database. */
export const layer = Layer.effect(
  PlayerStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const preparedRead = yield* makePreparedRead
    return PlayerStore.of({ ...reads(sql, preparedRead), ...search(sql), ...creation(sql), ...changes(sql) })
  }),
)
