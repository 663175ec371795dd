/** The search for players in SQL: a source of players to look at, and those of them who meet all conditions. */
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import { PlayerSearchStore, type PlayerSought, type SearchPlace } from "@garrison/core/player/PlayerSearchStore"
import { walkOf } from "@garrison/core/player/searchRules"
import type { FoundPlayer } from "@garrison/core/player/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integerOrUndefined, type Row, text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, uuids } from "../uuid.ts"
import { dialectOf } from "./searchDialect.ts"
import {
  type Candidate,
  type Candidates,
  COMPARED_MAX,
  itemSource,
  nameSources,
  onlineSource,
  placeOf,
  restrictionSource,
} from "./searchSources.ts"
import { makePersonOf, playerColumns, playerOf } from "./SqlPlayerStore.ts"

/** Candidates of one statement. */
const AT_ONCE = 250

type Found = FoundPlayer & { readonly personId: PersonId }

const foundOf = (row: Row): Found => ({
  ...playerOf(row),
  personId: PersonId.make(uuid(row["person_id"])),
  deletedAt: integerOrUndefined(row["deleted_at"]),
})

/** Makes the function that reads those of candidates who meet the conditions, by their persons. */
const makeMeeting = (sql: SqlClient.SqlClient) => {
  const { among, position } = dialectOf(sql)
  const columns = sql.literal(playerColumns.replaceAll("p.", "searched."))

  const restricted = ({ now, type }: NonNullable<PlayerSought["restriction"]>) =>
    sql`AND EXISTS (SELECT 1 FROM restriction AS r WHERE r.person_id = searched.person_id AND r.lifted_at IS NULL
      AND (r.expires_at IS NULL OR r.expires_at > ${now}) ${type === undefined ? sql.literal("") : sql`AND r.type = ${type}`})`
  const online = ({ since, until }: NonNullable<PlayerSought["online"]>) =>
    sql`AND EXISTS (SELECT 1 FROM person_presence AS o WHERE o.person_id = searched.person_id
      AND o.player_uuid = searched.player_uuid AND o.status IN ('online', 'away')
      AND o.last_seen >= ${since} AND o.last_seen <= ${until})`

  /** Whose persons the players are, for candidates that have the player alone. */
  const withPersons = Effect.fnUntraced(function* (candidates: ReadonlyArray<Candidate>) {
    const without = candidates.flatMap(({ person, player }) => (person === undefined ? (player ?? []) : []))
    if (without.length === 0) return candidates
    const rows = yield* sql`SELECT player_uuid, person_id FROM player AS searched
      WHERE player_uuid IN (${among(without)}) LIMIT ${without.length}`
    const persons = new Map(rows.map((row) => [uuid(row["player_uuid"]), uuid(row["person_id"])]))
    return candidates.map((one) => ({ ...one, person: one.person ?? persons.get(one.player ?? "") }))
  })

  const holding = Effect.fnUntraced(function* (players: ReadonlyArray<Found>, item: number) {
    const rows = yield* sql`SELECT player_uuid FROM inventory_count AS searched
      WHERE player_uuid IN (${among(players.map(({ playerUuid }) => playerUuid))}) AND item_id = ${item} AND count > 0
      LIMIT ${players.length * 16}`
    const holders = new Set(rows.map((row) => uuid(row["player_uuid"])))
    return players.filter(({ playerUuid }) => holders.has(playerUuid))
  })

  return Effect.fnUntraced(function* (candidates: ReadonlyArray<Candidate>, sought: PlayerSought) {
    const { itemId, part, restriction } = sought
    const known = yield* withPersons(candidates)
    const persons = [...new Set(known.flatMap(({ person }) => person ?? []))]
    const none = sql.literal("")
    const rows = yield* sql`SELECT ${columns}, searched.person_id,
        (SELECT deleted_at FROM person WHERE person.person_id = searched.person_id) AS deleted_at
      FROM person_player AS searched WHERE searched.person_id IN (${among(persons)})
        ${part === undefined ? none : sql`AND ${sql.literal(position)}(searched.folded_name, ${part.folded}) > 0`}
        ${restriction === undefined ? none : restricted(restriction)}
        ${sought.online === undefined ? none : online(sought.online)}
      LIMIT ${persons.length * 64}`
    const players = rows.map(foundOf)
    const met = itemId === undefined || players.length === 0 ? players : yield* holding(players, itemId)
    const byPlayer = new Map(met.map((one) => [String(one.playerUuid), one]))
    return known.flatMap(({ key, person, player }) => {
      if (player !== undefined) {
        const one = byPlayer.get(player)
        return one === undefined ? [] : [{ key, one }]
      }
      return met
        .filter(({ personId }) => personId === person)
        .sort((left, right) => (left.playerUuid < right.playerUuid ? -1 : 1))
        .map((one) => ({ key, one }))
    })
  })
}

const candidate = (person: unknown, player: unknown): Candidate => ({
  key: "",
  person: uuid(person),
  player: uuid(player),
})

/** The one player of a uuid, a number or a portal user. */
const makeOne = (sql: SqlClient.SqlClient, personOf: Effect.Success<typeof makePersonOf>) => {
  const { id } = uuids(sql)
  return Effect.fnUntraced(function* ({ playerId, playerUuid, portalUser }: PlayerSought) {
    const found: Array<ReadonlyArray<Candidate>> = []
    if (playerUuid !== undefined) {
      const rows = yield* sql`SELECT person_id FROM player WHERE player_uuid = ${id(playerUuid)}`
      found.push(rows.map((row) => candidate(row["person_id"], playerUuid)))
    }
    if (playerId !== undefined) {
      const rows = yield* sql`SELECT person_id, player_uuid FROM person_player AS searched
        WHERE player_id = ${playerId} ORDER BY player_id LIMIT ${16}`
      found.push(rows.map((row) => candidate(row["person_id"], row["player_uuid"])))
    }
    if (portalUser !== undefined) {
      const person = yield* personOf(portalUser)
      const { environment = "", platform, portalUserId } = portalUser
      const rows =
        person === undefined
          ? []
          : yield* sql`SELECT player_uuid FROM person_portal_user WHERE person_id = ${id(person)}
              AND platform = ${platform} AND portal_user_id = ${portalUserId} AND environment = ${environment}
              AND player_uuid IS NOT NULL`
      found.push(rows.map((row) => candidate(person, row["player_uuid"])))
    }
    const [first = [], ...others] = found
    return first.filter(({ player }) => others.every((list) => list.some((one) => one.player === player)))
  })
}

/** Makes the source of what a search looks at. */
const makeSource = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const one = makeOne(sql, yield* makePersonOf)
  const [byName, byItem, byRestriction, byOnline] = [
    nameSources(sql),
    itemSource(sql),
    restrictionSource(sql),
    onlineSource(sql),
  ]
  return (sought: PlayerSought, after: SearchPlace | undefined, most: number) => {
    const { itemId, online, restriction } = sought
    const walk = walkOf(sought)
    if (walk === "one") return Effect.map(one(sought), (list): Candidates => ({ list, end: undefined }))
    if (walk === "item" && itemId !== undefined) return byItem(itemId, after)
    if (walk === "restriction" && restriction !== undefined) return byRestriction(restriction, after)
    if (walk === "online" && online !== undefined) return byOnline(online, after, most)
    return byName(sought.part, after, most)
  }
})

/** Whether those who are looked at may still miss a condition. */
const isFiltered = ({ itemId, online, part, restriction }: PlayerSought): boolean =>
  [itemId, online, restriction, part].filter((condition) => condition !== undefined).length > 1

/** {@link PlayerSearchStore} on either database. */
export const layer = Layer.effect(
  PlayerSearchStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = uuids(sql)
    const source = yield* makeSource
    const meeting = makeMeeting(sql)

    const search = Effect.fnUntraced(function* (sought: PlayerSought, after: SearchPlace | undefined, limit: number) {
      const isOne = walkOf(sought) === "one"
      const { end, list } = yield* source(sought, after, isFiltered(sought) ? COMPARED_MAX : limit + 1)
      const players: Array<Found> = []
      let last: SearchPlace | undefined
      for (let at = 0; at < list.length; at += AT_ONCE) {
        for (const { key, one } of yield* meeting(list.slice(at, at + AT_ONCE), sought)) {
          const isBefore = key !== "" && after?.key === key && one.playerUuid <= after.playerUuid
          if (isBefore || (isOne && after !== undefined)) continue
          if (players.length === limit) return { players, next: last }
          players.push(one)
          last = { key, playerUuid: one.playerUuid }
        }
        const examined = list[at + AT_ONCE - 1]
        if (
          isFiltered(sought) &&
          at + AT_ONCE >= COMPARED_MAX &&
          examined !== undefined &&
          at + AT_ONCE < list.length
        ) {
          return { players, next: placeOf(examined) }
        }
      }
      return { players, next: end }
    }, orUnavailable)

    const notFolded = (limit: number) =>
      sql`SELECT person_id, player_uuid, display_name FROM person_player AS searched
        WHERE folded_name IS NULL LIMIT ${limit}`.pipe(
        Effect.map((rows) =>
          rows.map((row) => ({
            personId: PersonId.make(uuid(row["person_id"])),
            playerUuid: PlayerUuid.make(uuid(row["player_uuid"])),
            displayName: text(row["display_name"]),
          })),
        ),
        orUnavailable,
      )

    const fold = (player: {
      readonly personId: PersonId
      readonly playerUuid: PlayerUuid
      readonly displayName: string
      readonly foldedName: string
    }) =>
      sql`UPDATE person_player SET folded_name = ${player.foldedName} WHERE person_id = ${id(player.personId)}
        AND player_uuid = ${id(player.playerUuid)} AND display_name = ${player.displayName}`.pipe(
        Effect.asVoid,
        orUnavailable,
      )

    return PlayerSearchStore.of({ search, notFolded, fold })
  }),
)
