/** The log of broadcasts in SQL. */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { BroadcastStore, type StoredBroadcast } from "@garrison/core/notification/BroadcastStore"
import type { Audience, RolePeriod, Segment } from "@garrison/core/notification/segment"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, type Row, text } from "../columns.ts"
import { inParts, makePreparedRead, makePreparedRows } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { sweep } from "../sweep.ts"
import { uuid, uuids } from "../uuid.ts"
import { claimingLog } from "./broadcastLock.ts"

type Sql = SqlClient.SqlClient

const segmentOf = (row: Row): Segment => {
  const is = text(row.segment)
  if (is === "role") return { is, roleId: integer(row.role_id) }
  return { is: is === "all" ? "all" : "players" }
}

const broadcastOf = (row: Row): StoredBroadcast => ({
  position: integer(row.position),
  created: integer(row.created),
  segment: segmentOf(row),
  wire: text(row.wire),
})

const playerOf = (row: Row): PlayerUuid => PlayerUuid.make(uuid(row.player_uuid))

/** Writing the log. */
const makeWrites = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const preparedRows = yield* makePreparedRows
  const { id } = uuids(sql)

  // The row first: it may be waited for, and everybody who notifies waits for who has the log. Until this unit is
  // stored others read the number of before, and it is stored when none of them is under way.
  const claim = Effect.fnUntraced(function* (now: number) {
    const [row] = yield* sql`UPDATE broadcast_head SET last_position = last_position + 1,
        last_created = CASE WHEN CAST(${now} AS BIGINT) > last_created THEN CAST(${now} AS BIGINT) ELSE last_created END
      WHERE id = 1 RETURNING last_position, last_created`
    yield* claimingLog(sql)
    return { position: integer(row?.last_position), created: integer(row?.last_created) }
  }, orUnavailable)

  const addMembers = preparedRows(
    "(?, ?)",
    (rows) => `INSERT INTO broadcast_member (player_uuid, position) VALUES ${rows}`,
    () => undefined,
  )

  const add = Effect.fnUntraced(function* (
    { created, position, segment, wire }: StoredBroadcast,
    players: ReadonlyArray<PlayerUuid>,
  ) {
    yield* sql`INSERT INTO broadcast (position, created, segment, role_id, wire)
      VALUES (${position}, ${created}, ${segment.is}, ${segment.is === "role" ? segment.roleId : null}, ${wire})`
    for (const part of inParts(players)) yield* addMembers(part.map((player) => [id(player), position]))
  }, orUnavailable)

  return { claim, add }
})

/** Reading the log. */
const logReads = (sql: Sql) => {
  const columns = sql.literal("position, created, segment, role_id, wire")
  return {
    head: sql`SELECT last_position FROM broadcast_head`.pipe(
      Effect.map(([row]) => integer(row?.last_position)),
      orUnavailable,
    ),
    read: (after: number, limit: number) =>
      sql`SELECT ${columns} FROM broadcast WHERE position > ${after} ORDER BY position LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(broadcastOf)),
        orUnavailable,
      ),
    readAt: (positions: ReadonlyArray<number>) =>
      Effect.forEach(
        inParts(positions),
        (part) => sql`SELECT ${columns} FROM broadcast WHERE position IN ${sql.in(part)}`,
      ).pipe(
        Effect.map((parts) => parts.flat().map(broadcastOf)),
        orUnavailable,
      ),
  }
}

/** Shared by the many players who never changed their role and are on no list. */
const NO_ROLES: Audience["roles"] = []
const NO_LISTS: Audience["listed"] = new Set()

const audienceIn = (rows: ReadonlyArray<Row>): Audience | undefined => {
  let joined: number | undefined
  let through = 0
  let roles: Array<RolePeriod> | undefined
  let listed: Set<number> | undefined
  for (const row of rows) {
    const position = integer(row.position)
    switch (text(row.fact)) {
      case "joined":
        joined = position
        break
      case "role":
        roles = [...(roles ?? []), { since: position, roleId: integer(row.role_id) }]
        break
      case "listed":
        listed = (listed ?? new Set()).add(position)
        break
      default:
        through = position
    }
  }
  if (joined === undefined) return undefined
  const inTurn = roles?.sort((one, other) => one.since - other.since) ?? NO_ROLES
  return { joined, roles: inTurn, listed: listed ?? NO_LISTS, through }
}

/** What is known of players. */
const makeAudiences = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const preparedRead = yield* makePreparedRead
  const { id } = uuids(sql)

  const facts = preparedRead(
    `SELECT 'joined' AS fact, broadcasts_before AS position, 0 AS role_id FROM player WHERE player_uuid = ?
      UNION ALL SELECT 'role', since_position, role_id FROM player_role WHERE player_uuid = ?
      UNION ALL SELECT 'listed', position, 0 FROM broadcast_member WHERE player_uuid = ?
      UNION ALL SELECT 'through', last_position, 0 FROM broadcast_head`,
    audienceIn,
  )
  const audience = (player: PlayerUuid) => facts(id(player), id(player), id(player))

  /** The rows of a table that players have, by player. */
  const rowsOf = Effect.fnUntraced(function* (players: ReadonlyArray<PlayerUuid>, table: string, columns: string) {
    const rows = yield* Effect.forEach(
      inParts(players),
      (part) => sql<Row>`SELECT player_uuid, ${sql.literal(columns)} FROM ${sql.literal(table)}
        WHERE player_uuid IN ${sql.in(part.map(id))}`,
    )
    return Map.groupBy(rows.flat(), playerOf)
  })

  /** Those of the players who are on the list of a broadcast. They may be on a thousand others. */
  const listedFor = Effect.fnUntraced(function* (players: ReadonlyArray<PlayerUuid>, position: number) {
    const rows = yield* Effect.forEach(
      inParts(players),
      (part) => sql<Row>`SELECT player_uuid FROM broadcast_member
        WHERE player_uuid IN ${sql.in(part.map(id))} AND position = ${position}`,
    )
    return new Set(rows.flat().map(playerOf))
  })

  const audiences = Effect.fnUntraced(function* (
    players: ReadonlyArray<PlayerUuid>,
    { position, segment }: Pick<StoredBroadcast, "position" | "segment">,
  ) {
    const joined = yield* rowsOf(players, "player", "broadcasts_before")
    const roles = segment.is === "role" ? yield* rowsOf(players, "player_role", "since_position, role_id") : undefined
    const listed = segment.is === "players" ? yield* listedFor(players, position) : undefined
    const known = Array.from(joined, ([player, [row]]): readonly [PlayerUuid, Audience] => [
      player,
      {
        joined: integer(row?.broadcasts_before),
        roles: (roles?.get(player) ?? [])
          .map((period) => ({ since: integer(period.since_position), roleId: integer(period.role_id) }))
          .toSorted((one, other) => one.since - other.since),
        listed: new Set(listed?.has(player) === true ? [position] : []),
        through: position,
      },
    ])
    return new Map(known)
  }, orUnavailable)

  const unknownAmong = (players: ReadonlyArray<PlayerUuid>) =>
    Effect.map(orUnavailable(rowsOf(players, "player", "created_at")), (found) =>
      players.filter((player) => !found.has(player)),
    )

  return { audience, audiences, unknownAmong }
})

/** Deleting what retention does not keep: first the broadcasts, then the players of their lists, a player at a time. */
const makePrune = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const { id } = uuids(sql)

  const sweepMembers = sweep(transaction, {
    find: (upTo, limit) =>
      sql`SELECT player_uuid, position FROM broadcast_member WHERE position <= ${upTo} ORDER BY position LIMIT ${limit}`,
    owner: (row) => uuid(row.player_uuid),
    drop: (player, rows) =>
      sql`DELETE FROM broadcast_member WHERE player_uuid = ${id(PlayerUuid.make(player))}
        AND position IN ${sql.in(rows.map((row) => integer(row.position)))} RETURNING position`,
  })

  return Effect.fnUntraced(function* (
    { createdAfter, positionAbove }: { readonly createdAfter: number; readonly positionAbove: number },
    limit: number,
  ) {
    const gone = yield* transaction.run(
      sql`DELETE FROM broadcast WHERE position <= ${positionAbove} OR created <= ${createdAfter} RETURNING position`,
    )
    const [kept] = yield* sql`SELECT COALESCE((SELECT MIN(position) FROM broadcast) - 1, last_position) AS position
      FROM broadcast_head`
    return gone.length + (yield* sweepMembers(integer(kept?.position), limit))
  }, orUnavailable)
})

/** {@link BroadcastStore} on either database. */
export const layer = Layer.effect(
  BroadcastStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return BroadcastStore.of({
      ...(yield* makeWrites),
      ...logReads(sql),
      ...(yield* makeAudiences),
      prune: yield* makePrune,
    })
  }),
)
