/** Links in SQL: which portal users log in as which player. */
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { LinkStore, type NewLink, type OwnedPortalUser } from "@garrison/core/linking/LinkStore"
import type { PortalUser, PortalUserKey } from "@garrison/core/player/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AccessSeals } from "../audit/AccessSeals.ts"
import { environmentIn, integer, type Row, text } from "../columns.ts"
import { PersonLookup } from "../player/PersonLookup.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, uuidOrUndefined, uuids } from "../uuid.ts"

type Sql = SqlClient.SqlClient

const playerIn = (row: Row): PlayerUuid | undefined => {
  const found = uuidOrUndefined(row.player_uuid)
  return found === undefined ? undefined : PlayerUuid.make(found)
}

const portalUserOf = (row: Row): OwnedPortalUser => ({
  platform: text(row.platform) as Platform,
  portalUserId: text(row.portal_user_id),
  ...environmentIn(row.environment),
  displayName: text(row.display_name),
  playerUuid: playerIn(row),
  createdAt: integer(row.created_at),
})

/** Looking persons up with their ways to log in. */
const reads = (sql: Sql, persons: PersonLookup["Service"]) => {
  const { id } = uuids(sql)

  const ofPerson = Effect.fnUntraced(function* (personId: PersonId) {
    const [person] = yield* sql`SELECT person_id FROM person
        WHERE person_id = ${id(personId)} AND deleted_at IS NULL`
    if (person === undefined) return undefined
    const players = yield* sql`SELECT player_uuid FROM person_player
        WHERE person_id = ${id(personId)} ORDER BY player_uuid`
    const users = yield* sql`SELECT platform, portal_user_id, environment, display_name, player_uuid, created_at
        FROM person_portal_user WHERE person_id = ${id(personId)}
        ORDER BY created_at, platform, portal_user_id, environment`
    return {
      personId,
      players: players.map((row) => PlayerUuid.make(uuid(row.player_uuid))),
      portalUsers: users.map(portalUserOf),
    }
  }, orUnavailable)

  const ofPlayer = (player: PlayerUuid) =>
    persons.of(player, (personId) =>
      Effect.map(ofPerson(personId), (person) => (person?.players.includes(player) === true ? person : undefined)),
    )

  return { ofPerson, ofPlayer }
}

/** What players have. */
const holdingsIn = (sql: Sql) => {
  const { id } = uuids(sql)

  const ofPlayer = Effect.fnUntraced(function* (player: PlayerUuid, now: number, countedMax: number) {
    const records = yield* sql`SELECT item_id FROM inventory_record
        WHERE player_uuid = ${id(player)} AND count > 0 AND (expires IS NULL OR expires > ${now}) LIMIT ${countedMax}`
    const [orders] = yield* sql`SELECT COUNT(*) AS counted FROM (SELECT 1 AS one FROM player_order
        WHERE player_uuid = ${id(player)} LIMIT ${countedMax}) AS few`
    const [notifications] = yield* sql`SELECT COUNT(*) AS counted FROM (SELECT 1 AS one FROM notification
        WHERE player_uuid = ${id(player)} LIMIT ${countedMax}) AS few`
    return {
      itemIds: records.map((row) => integer(row.item_id)),
      orders: integer(orders?.counted),
      notifications: integer(notifications?.counted),
    }
  })

  return Effect.fnUntraced(function* (
    personId: PersonId,
    players: ReadonlyArray<PlayerUuid>,
    now: number,
    countedMax: number,
  ) {
    const each = yield* Effect.forEach(players, (player) => ofPlayer(player, now, countedMax))
    const [restrictions] = yield* sql`SELECT COUNT(*) AS counted FROM (SELECT 1 AS one FROM restriction
        WHERE person_id = ${id(personId)} AND lifted_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})
        LIMIT ${countedMax}) AS few`
    const sum = (count: (of: (typeof each)[number]) => number) =>
      Math.min(
        countedMax,
        each.reduce((total, of) => total + count(of), 0),
      )
    return {
      inventoryRecords: sum(({ itemIds }) => itemIds.length),
      itemIds: [...new Set(each.flatMap(({ itemIds }) => itemIds).slice(0, countedMax))],
      orders: sum(({ orders }) => orders),
      notifications: sum(({ notifications }) => notifications),
      restrictions: integer(restrictions?.counted),
    }
  }, orUnavailable)
}

/** Linking and unlinking. The lookup of the portal user is the second key that they write. */
const changes = (sql: Sql, { writing }: AccessSeals["Service"]) => {
  const { id, type } = uuids(sql)

  const claim = ({ personId }: NewLink, user: PortalUserKey) =>
    sql`INSERT INTO portal_user (portal_user_id, platform, environment, person_id)
        VALUES (${user.portalUserId}, ${user.platform}, ${user.environment ?? ""}, ${id(personId)})
        ON CONFLICT (portal_user_id, platform, environment) DO NOTHING RETURNING person_id`

  const insert = (wanted: NewLink, user: PortalUser, parent: PortalUser | undefined) =>
    sql`INSERT INTO person_portal_user (person_id, platform, portal_user_id, environment, player_uuid,
          display_name, parent_platform, parent_portal_user_id, parent_environment, created_at)
        SELECT o.person_id, ${user.platform}, ${user.portalUserId},
          ${user.environment ?? ""}, CAST(${id(wanted.playerUuid)} AS ${type}), ${user.displayName},
          ${parent?.platform ?? null}, ${parent?.portalUserId ?? null}, ${parent?.environment ?? ""}, CAST(${wanted.at} AS BIGINT)
        FROM person AS o WHERE o.person_id = ${id(wanted.personId)}
          AND (SELECT COUNT(*) FROM person_portal_user WHERE person_id = ${id(wanted.personId)}) < ${wanted.portalUsersMax}
        RETURNING platform`

  const link = Effect.fnUntraced(function* (wanted: NewLink) {
    const { parent, parentIsNew, user } = wanted
    const users = parent !== undefined && parentIsNew ? [user, parent] : [user]
    for (const one of users) {
      if ((yield* claim(wanted, one)).length === 0) return "taken"
      if ((yield* insert(wanted, one, one === user ? parent : undefined)).length === 0) return "too_many"
    }
    return "linked"
  }, orUnavailable)

  const unlink = Effect.fnUntraced(function* (personId: PersonId, user: PortalUserKey) {
    const { environment = "", platform, portalUserId } = user
    const person = id(personId)
    const gone = yield* sql`DELETE FROM person_portal_user
        WHERE person_id = ${person} AND platform = ${platform} AND portal_user_id = ${portalUserId}
          AND environment = ${environment} AND (SELECT COUNT(*) FROM person_portal_user AS other
            WHERE other.person_id = ${person} AND other.player_uuid = person_portal_user.player_uuid) > 1
        RETURNING platform`
    if (gone.length === 0) {
      const [kept] = yield* sql`SELECT platform FROM person_portal_user
          WHERE person_id = ${person} AND platform = ${platform} AND portal_user_id = ${portalUserId}
            AND environment = ${environment}`
      return kept === undefined ? "not_found" : "last"
    }
    yield* sql`DELETE FROM portal_user
        WHERE portal_user_id = ${portalUserId} AND platform = ${platform} AND environment = ${environment}`
    return "unlinked"
  }, orUnavailable)

  return {
    link: (wanted: NewLink) => writing("person", wanted.personId, link(wanted)),
    unlink: (personId: PersonId, user: PortalUserKey) => writing("person", personId, unlink(personId, user)),
  }
}

/** {@link LinkStore} on either database. */
export const layer = Layer.effect(
  LinkStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return LinkStore.of({
      ...reads(sql, yield* PersonLookup),
      ...changes(sql, yield* AccessSeals),
      holdings: holdingsIn(sql),
    })
  }),
).pipe(Layer.provide([PersonLookup.layer, AccessSeals.layer]))
