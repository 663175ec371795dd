/** Persons, players and portal users in SQL. */
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import type {
  FoundPlayer,
  KnownPortalUser,
  PlaceByName,
  Player,
  PortalUserKey,
  PortalUserOfPerson,
} from "@garrison/core/player/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AccessSeals } from "../audit/AccessSeals.ts"
import { environmentIn, flag, integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import { givenRows } from "../givenRows.ts"
import { PersonLookup } from "./PersonLookup.ts"
import { makePreparedRead, type PreparedRead } from "../preparedRead.ts"
import { noteRole } from "../notification/roleSince.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { NIL, uuid, uuidOrUndefined, type UuidParameter, uuids } from "../uuid.ts"

type Sql = SqlClient.SqlClient

/** The length of a player in the row of its person: the uuid as text, and a space. */
export const PLAYER_LENGTH = 37

/** The player in {@link playerColumns}. */
export const playerOf = (row: Row): Player => ({
  playerUuid: PlayerUuid.make(uuid(row.player_uuid)),
  playerId: integer(row.player_id),
  roleId: integer(row.role_id),
  active: flag(row.active),
  displayName: text(row.player_display_name),
  platform: text(row.player_platform) as Platform,
  createdAt: integer(row.player_created_at),
})

const portalUserOf = (row: Row): PortalUserOfPerson => {
  const playerUuid = uuidOrUndefined(row.player_uuid)
  const parentPlatform = textOrUndefined(row.parent_platform)
  return {
    platform: text(row.platform) as Platform,
    portalUserId: text(row.portal_user_id),
    ...environmentIn(row.environment),
    displayName: text(row.display_name),
    createdAt: integer(row.created_at),
    playerUuid: playerUuid === undefined ? undefined : PlayerUuid.make(playerUuid),
    parent:
      parentPlatform === undefined
        ? undefined
        : {
            platform: parentPlatform as Platform,
            portalUserId: text(row.parent_portal_user_id),
            ...environmentIn(row.parent_environment),
          },
  }
}

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
export const playerColumns =
  "p.player_uuid, p.player_id, p.role_id, p.active, p.display_name AS player_display_name, " +
  "p.platform AS player_platform, p.created_at AS player_created_at"

/** Columns of the portal user `u`, its parent and its player. */
export const portalUserColumns =
  "u.platform, u.portal_user_id, u.environment, u.display_name, u.person_id, u.parent_platform, " +
  `u.parent_portal_user_id, u.parent_environment, parent.display_name AS parent_display_name, ${playerColumns}`

/** The tables of {@link portalUserColumns} that are joined to the portal user `u`. */
export const portalUserJoins = `LEFT JOIN person_player AS p ON p.person_id = u.person_id AND p.player_uuid = u.player_uuid
  LEFT JOIN person_portal_user AS parent ON parent.person_id = u.person_id
    AND parent.platform = u.parent_platform AND parent.portal_user_id = u.parent_portal_user_id
    AND parent.environment = u.parent_environment`

/** That `u` is a portal user of a person. Its four parameters are {@link portalUserParameters}. */
export const isPortalUser = "u.person_id = ? AND u.platform = ? AND u.portal_user_id = ? AND u.environment = ?"

/** The person and the portal user, as parameters. */
export const portalUserParameters = (
  person: UuidParameter,
  { environment = "", platform, portalUserId }: PortalUserKey,
) => [person, platform, portalUserId, environment] as const

/** Makes the lookup: which person the portal user logs in as. */
export const makePersonOf = Effect.map(makePreparedRead, (preparedRead) => {
  const personOf = preparedRead(
    "SELECT person_id FROM portal_user WHERE portal_user_id = ? AND platform = ? AND environment = ?",
    ([row]) => (row === undefined ? undefined : PersonId.make(uuid(row.person_id))),
  )
  return ({ environment = "", platform, portalUserId }: PortalUserKey) => personOf(portalUserId, platform, environment)
})

/** Looking identities up. */
const reads = (sql: Sql, preparedRead: PreparedRead, personOf: Effect.Success<typeof makePersonOf>) => {
  const { id } = uuids(sql)
  const columns = sql.literal(playerColumns)

  const portalUser = preparedRead(
    `SELECT ${portalUserColumns} FROM person_portal_user AS u ${portalUserJoins} WHERE ${isPortalUser}`,
    ([row]) => (row === undefined ? undefined : knownOf(row)),
  )

  const findProfile = Effect.fnUntraced(function* (playerUuid: PlayerUuid) {
    const [found] = yield* sql`SELECT person_id FROM player WHERE player_uuid = ${id(playerUuid)}`
    if (found === undefined) return undefined
    const personId = PersonId.make(uuid(found.person_id))
    const users = yield* sql`SELECT platform, portal_user_id, environment, display_name, created_at, player_uuid,
          parent_platform, parent_portal_user_id, parent_environment
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
      portalUsers: users.map(portalUserOf),
      players,
    }
  }, orUnavailable)

  const findPortalUser = Effect.fnUntraced(function* (user: PortalUserKey) {
    const personId = yield* personOf(user)
    return personId === undefined ? undefined : yield* portalUser(...portalUserParameters(id(personId), user))
  })

  const role = Effect.fnUntraced(function* (playerUuid: PlayerUuid) {
    const [found] = yield* sql`SELECT person_id FROM player WHERE player_uuid = ${id(playerUuid)}`
    if (found === undefined) return undefined
    const [row] = yield* sql`SELECT role_id FROM person_player
      WHERE person_id = ${id(uuid(found.person_id))} AND player_uuid = ${id(playerUuid)}`
    return integerOrUndefined(row?.role_id)
  }, orUnavailable)

  return { findPortalUser, findProfile, role }
}

/** Searching the players of all persons, by the index that the table declares for it. */
const search = (sql: Sql, preparedRead: PreparedRead, persons: PersonLookup["Service"]) => {
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

  const given = givenRows(sql, ["person_id", "player_uuid"])
  const names = preparedRead(
    `SELECT given.at, p.display_name FROM ${given.source}
      JOIN person_player AS p ON p.person_id = given.person_id AND p.player_uuid = given.player_uuid`,
    (rows) => rows.map((row) => ({ at: integer(row.at), displayName: text(row.display_name) })),
  )
  const namesOf = (players: ReadonlyArray<PlayerUuid>) =>
    Effect.map(
      persons.ofMany(players, (asked) =>
        Effect.map(names(given.json(asked.map(({ person, player }) => [person, player]))), (rows) =>
          rows.flatMap(({ at, displayName }) => {
            const one = asked[at]
            return one === undefined ? [] : { playerUuid: PlayerUuid.make(one.player), displayName }
          }),
        ),
      ),
      (found) => new Map(found.map(({ displayName, playerUuid }) => [playerUuid, displayName])),
    )

  return { listByName, namesOf }
}

/** What happens to players that exist. */
const changes = (sql: Sql, { writing }: AccessSeals["Service"]) => {
  const { id } = uuids(sql)
  const note = noteRole(sql)

  const setRole = Effect.fnUntraced(function* (playerUuid: PlayerUuid, roleId: number) {
    const [player] = yield* sql`SELECT person_id FROM player WHERE player_uuid = ${id(playerUuid)}`
    if (player === undefined) return false
    const person = uuid(player.person_id)
    const changed = yield* writing(
      "person",
      person,
      sql`UPDATE person_player SET role_id = ${roleId}
        WHERE person_id = ${id(person)} AND player_uuid = ${id(playerUuid)} RETURNING player_uuid`,
    )
    if (changed.length === 0) return false
    yield* note(playerUuid, roleId)
    return true
  }, orUnavailable)

  const deletePerson = Effect.fnUntraced(function* (personId: PersonId, at: number) {
    const deleted = yield* sql`UPDATE person SET deleted_at = ${at}
        WHERE person_id = ${id(personId)} AND deleted_at IS NULL RETURNING person_id`
    if (deleted.length === 0) return undefined
    const users = yield* sql`DELETE FROM person_portal_user WHERE person_id = ${id(personId)}
        RETURNING platform, portal_user_id, environment`
    for (const user of users) {
      yield* sql`DELETE FROM portal_user WHERE portal_user_id = ${text(user.portal_user_id)}
          AND platform = ${text(user.platform)} AND environment = ${text(user.environment)}`
    }
    return users.map((user) => ({
      platform: text(user.platform) as Platform,
      portalUserId: text(user.portal_user_id),
      ...environmentIn(user.environment),
    }))
  }, orUnavailable)

  return {
    setRole,
    deletePerson: (personId: PersonId, at: number) => writing("person", personId, deletePerson(personId, at)),
  }
}

/** {@link PlayerStore} on either database. */
export const layer = Layer.effect(
  PlayerStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const preparedRead = yield* makePreparedRead
    const reading = reads(sql, preparedRead, yield* makePersonOf)
    const searching = search(sql, preparedRead, yield* PersonLookup)
    return PlayerStore.of({ ...reading, ...searching, ...changes(sql, yield* AccessSeals) })
  }),
).pipe(Layer.provide(Layer.merge(AccessSeals.layer, PersonLookup.layer)))
