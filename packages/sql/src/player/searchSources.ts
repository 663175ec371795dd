/**
 * Where a search for players takes those from that it looks at, in order: each source reads a bounded number of rows
 * along one index and says how far it came. The statements run over the persons of all keys, for operators alone.
 */
import type { PlayerSought, SearchPlace } from "@garrison/core/player/PlayerSearchStore"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { RESTRICTION_TYPES } from "@garrison/core/restriction/schema"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { integer, integerOrUndefined, type Row, text } from "../columns.ts"
import { NIL, uuid, uuids } from "../uuid.ts"
import { nameGrams } from "./nameGrams.ts"
import { dialectOf, gramsLiteral, gramsMatch } from "./searchDialect.ts"

/** Rows of an index that one page walks over at most. */
const WALKED_MAX = 10_000

/** Entries of an index of which one page takes players or persons, at most. */
const EXAMINED_MAX = 2000

/** Players that one page looks at more closely, at most, because they have to meet further conditions. */
export const COMPARED_MAX = 500

/** Players that have a gram before the index of grams is not worth it: the walk along the names then finds enough. */
const GRAM_PLAYERS_MAX = 20_000

/** The identifier after all others. */
const LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff"

/** One to look at: a player, or all players of a person. Either identifier may have to be looked up yet. */
export interface Candidate {
  readonly key: string
  readonly person: string | undefined
  readonly player: string | undefined
}

/** Candidates in the order of their places; `end`: up to which place all were taken; undefined: to the last one. */
export interface Candidates {
  readonly list: ReadonlyArray<Candidate>
  readonly end: SearchPlace | undefined
}

const placeAt = (key: string, player: string): SearchPlace => ({ key, playerUuid: PlayerUuid.make(player) })

/** The place of a candidate: that of all its players, where it is a person. */
export const placeOf = ({ key, player }: Candidate): SearchPlace => placeAt(key, player ?? LAST)

type Source = Effect.Effect<Candidates, SqlError>

const named = (row: Row): Candidate => ({
  key: text(row["folded_name"]),
  player: uuid(row["player_uuid"]),
  person: uuid(row["person_id"]),
})

/** Names in the order of their bytes, as both databases have them; of one name, by the player. */
const byName = (left: Candidate, right: Candidate): number =>
  Buffer.compare(Buffer.from(left.key), Buffer.from(right.key)) || ((left.player ?? "") < (right.player ?? "") ? -1 : 1)

/** Makes the sources by name. */
export const nameSources = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  const { position } = dialectOf(sql)

  /** Along the names, over at most {@link WALKED_MAX} of them. `isClose`: more of what is found is looked at. */
  const walk = Effect.fnUntraced(function* (part: string | undefined, after: SearchPlace | undefined, most: number) {
    const from = sql`(${after?.key ?? ""}, ${id(after?.playerUuid ?? NIL)})`
    const walked = part === undefined ? most : WALKED_MAX
    const inner = sql`SELECT folded_name, player_uuid, person_id FROM person_player AS searched
      WHERE (folded_name, player_uuid) > ${from} ORDER BY folded_name, player_uuid LIMIT ${walked}`
    const rows = yield* part === undefined
      ? inner
      : sql`SELECT folded_name, player_uuid, person_id FROM (${inner}) AS walked
          WHERE ${sql.literal(position)}(folded_name, ${part}) > 0 LIMIT ${most}`
    const list = rows.map(named).sort(byName)
    const last = list.at(-1)
    if (last !== undefined && list.length >= most) return { list, end: placeAt(last.key, last.player ?? NIL) }
    if (part === undefined) return { list, end: undefined }
    const [row] = yield* sql`SELECT folded_name, player_uuid FROM person_player AS searched
      WHERE (folded_name, player_uuid) > ${from} ORDER BY folded_name, player_uuid LIMIT 1 OFFSET ${WALKED_MAX - 1}`
    return { list, end: row === undefined ? undefined : placeAt(text(row["folded_name"]), uuid(row["player_uuid"])) }
  })

  /** The players with all of these grams, if they are few: the names of those behind `after`. */
  const rareOnSqlite = Effect.fnUntraced(function* (grams: ReadonlyArray<string>) {
    const found = yield* sql`SELECT rowid FROM player_name_gram WHERE player_name_gram MATCH ${gramsMatch(grams)}
      LIMIT ${EXAMINED_MAX + 1}`
    if (found.length > EXAMINED_MAX) return undefined
    return yield* sql`SELECT folded_name, player_uuid, person_id FROM person_player AS searched
      WHERE player_id IN (SELECT value FROM json_each(${JSON.stringify(found.map((row) => integer(row["rowid"])))}))
      LIMIT ${EXAMINED_MAX}`
  })

  /** By the statistics of the index: how many players have the rarest of the grams. Not yet analysed: none. */
  const expected = (grams: ReadonlyArray<string>) =>
    sql`SELECT CAST(GREATEST(0, c.reltuples * COALESCE((
        SELECT MIN(COALESCE(known.share, 0)) FROM unnest(CAST(${gramsLiteral(grams)} AS TEXT[])) AS given (gram)
        LEFT JOIN (SELECT listed.gram, s.shares[listed.place] AS share
          FROM (SELECT most_common_elem_freqs AS shares, CAST(CAST(most_common_elems AS TEXT) AS TEXT[]) AS grams
            FROM pg_stats WHERE schemaname = current_schema() AND tablename = 'person_player_by_gram' LIMIT 1) AS s,
            unnest(s.grams) WITH ORDINALITY AS listed (gram, place)) AS known ON known.gram = given.gram), 0)) AS BIGINT)
      AS players FROM pg_class AS c WHERE c.oid = CAST('person_player' AS regclass)`.pipe(
      Effect.map(([row]) => integer(row?.["players"] ?? 0)),
    )

  const rareOnPostgres = Effect.fnUntraced(function* (grams: ReadonlyArray<string>) {
    if ((yield* expected(grams)) > GRAM_PLAYERS_MAX) return undefined
    const found = yield* sql`SELECT folded_name, player_uuid, person_id FROM person_player AS searched
      WHERE ${sql.literal(nameGrams("folded_name"))} @> CAST(${gramsLiteral(grams)} AS TEXT[])
      LIMIT ${EXAMINED_MAX + 1}`
    return found.length > EXAMINED_MAX ? undefined : found
  })

  const rare = sql.onDialectOrElse({ pg: () => rareOnPostgres, orElse: () => rareOnSqlite })

  return (sought: PlayerSought["part"], after: SearchPlace | undefined, most: number): Source =>
    Effect.gen(function* () {
      if (sought === undefined || sought.grams.length === 0) return yield* walk(sought?.folded, after, most)
      const rows = yield* rare(sought.grams)
      if (rows === undefined) return yield* walk(sought.folded, after, most)
      const from = after === undefined ? undefined : { key: after.key, player: after.playerUuid, person: undefined }
      const list = rows
        .map(named)
        .filter((one) => one.key.includes(sought.folded) && (from === undefined || byName(from, one) < 0))
      return { list: list.sort(byName), end: undefined }
    })
}

/** Makes the source of players who hold an item, in the order of the players. */
export const itemSource = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  return Effect.fnUntraced(function* (item: number, after: SearchPlace | undefined) {
    const rows = yield* sql`SELECT player_uuid, count FROM inventory_count AS searched
      WHERE item_id = ${item} AND player_uuid > ${id(after?.playerUuid ?? NIL)}
      ORDER BY player_uuid LIMIT ${EXAMINED_MAX}`
    const isCut = rows.length === EXAMINED_MAX
    const players = rows.map((row) => uuid(row["player_uuid"]))
    // A further bucket of the last player may be behind the end.
    const whole = isCut ? players.findLast((player) => player !== players.at(-1)) : undefined
    const holding = new Set<string>()
    for (const [index, row] of rows.entries()) {
      const player = players[index] ?? NIL
      if (integer(row["count"]) > 0 && (whole === undefined || player <= whole)) holding.add(player)
    }
    const list = Array.from(holding, (player): Candidate => ({ key: "", player, person: undefined }))
    return { list, end: whole === undefined ? undefined : placeAt("", whole) }
  })
}

/** Makes the source of persons under a restriction, in the order of the persons. */
export const restrictionSource = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)

  const ofType = Effect.fnUntraced(function* (type: string, now: number, after: SearchPlace | undefined) {
    const rows = yield* sql`SELECT person_id, expires_at FROM restriction AS searched
      WHERE type = ${type} AND lifted_at IS NULL AND person_id >= ${id(after?.key ?? NIL)}
      ORDER BY person_id LIMIT ${EXAMINED_MAX}`
    return {
      persons: rows
        .filter((row) => (integerOrUndefined(row["expires_at"]) ?? Number.POSITIVE_INFINITY) > now)
        .map((row) => uuid(row["person_id"])),
      end: rows.length === EXAMINED_MAX ? uuid(rows.at(-1)?.["person_id"]) : undefined,
    }
  })

  return Effect.fnUntraced(function* (
    { now, type }: NonNullable<PlayerSought["restriction"]>,
    after: SearchPlace | undefined,
  ) {
    const types = type === undefined ? RESTRICTION_TYPES : [type]
    const found = yield* Effect.forEach(types, (one) => ofType(one, now, after))
    const ends = found.flatMap(({ end }) => end ?? []).toSorted()
    const end = ends[0]
    const persons = new Set(found.flatMap(({ persons }) => persons).toSorted())
    const list = Array.from(persons, (person): Candidate => ({ key: person, person, player: undefined }))
    if (end === undefined) return { list, end: undefined }
    return { list: list.filter(({ key }) => key <= end), end: placeAt(end, LAST) }
  })
}

const reported = (row: Row): Candidate => {
  const person = uuid(row["person_id"])
  return { key: person, person, player: uuid(row["player_uuid"]) }
}

const byPerson = (left: Candidate, right: Candidate): number =>
  `${left.key}${left.player}` < `${right.key}${right.player}` ? -1 : 1

/** Makes the source of players who are online, in the order of persons. */
export const onlineSource = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  return Effect.fnUntraced(function* (
    { since, until }: NonNullable<PlayerSought["online"]>,
    after: SearchPlace | undefined,
    most: number,
  ) {
    const [person, player] = [after?.key ?? NIL, after?.playerUuid ?? NIL]
    const recent = yield* sql`SELECT person_id, player_uuid, status FROM person_presence AS searched
      WHERE last_seen >= ${since} AND last_seen <= ${until} AND status <> 'offline'
      ORDER BY last_seen LIMIT ${EXAMINED_MAX + 1}`
    if (recent.length <= EXAMINED_MAX) {
      const list = recent.filter((row) => row["status"] !== "invisible").map(reported)
      return {
        list: list.filter((one) => `${one.key}${one.player}` > `${person}${player}`).sort(byPerson),
        end: undefined,
      }
    }
    const from = sql`(person_id, player_uuid) > (${id(person)}, ${id(player)}) ORDER BY person_id, player_uuid`
    const rows = yield* sql`SELECT person_id, player_uuid FROM (
        SELECT person_id, player_uuid, status, last_seen FROM person_presence AS searched WHERE ${from}
        LIMIT ${WALKED_MAX}) AS walked
      WHERE status IN ('online', 'away') AND last_seen >= ${since} AND last_seen <= ${until} LIMIT ${most}`
    const list = rows.map(reported).sort(byPerson)
    const last = list.at(-1)
    if (last !== undefined && list.length >= most) return { list, end: placeAt(last.key, last.player ?? NIL) }
    const [row] = yield* sql`SELECT person_id, player_uuid FROM person_presence AS searched WHERE ${from}
      LIMIT 1 OFFSET ${WALKED_MAX - 1}`
    return { list, end: row === undefined ? undefined : placeAt(uuid(row["person_id"]), uuid(row["player_uuid"])) }
  })
}
