/**
 * Merges of persons in SQL. Rows move from one person to another by being read, written and deleted, each in a
 * statement of its own that names one person: the person is what tables are spread by (architecture, section 5).
 */
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import {
  type Had,
  type MergeRecord,
  MERGES_MAX,
  MergeStore,
  type MergedPlayer,
  type MergedPortalUser,
  type MergingPerson,
  type MergeSideName,
  type Move,
  type Settled,
} from "@garrison/core/merging/MergeStore"
import type { PortalUserKey } from "@garrison/core/player/schema"
import { RestrictionStore } from "@garrison/core/restriction/RestrictionStore"
import type { RestrictionRecord } from "@garrison/core/restriction/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AccessSeals } from "../audit/AccessSeals.ts"
import {
  environmentIn,
  flag,
  fromFlag,
  integer,
  integerOrUndefined,
  type Row,
  text,
  textOrUndefined,
} from "../columns.ts"
import { noteRole } from "../notification/roleSince.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, uuidOrUndefined, uuids } from "../uuid.ts"

type Sql = SqlClient.SqlClient

/** Tables with rows of players of a person, in the order in which they are filled. */
const tablesOfPlayers = [
  "person_player",
  "person_portal_user",
  "login_session",
  "login_history",
  "person_presence",
] as const

type TableOfPlayers = (typeof tablesOfPlayers)[number]

/** Columns that the database computes. One that is missing here makes each merge fail, so that it is not missed. */
const generatedColumns: ReadonlySet<string> = new Set(["compared_name", "ends_at"])

/** Rows of one INSERT: far fewer parameters than either database takes. */
const ROWS_AT_ONCE = 50

type Cell = string | number | bigint | Uint8Array | null

const keyOf = (row: Row): PortalUserKey => ({
  platform: text(row.platform) as Platform,
  portalUserId: text(row.portal_user_id),
  ...environmentIn(row.environment),
})

const playerIn = (value: unknown): PlayerUuid | undefined => {
  const found = uuidOrUndefined(value)
  return found === undefined ? undefined : PlayerUuid.make(found)
}

const userOf = (row: Row): MergedPortalUser => {
  const parentPlatform = textOrUndefined(row.parent_platform)
  return {
    ...keyOf(row),
    playerUuid: playerIn(row.player_uuid),
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

const playerOf = (row: Row): MergedPlayer => ({
  playerUuid: PlayerUuid.make(uuid(row.player_uuid)),
  roleId: integer(row.role_id),
  active: flag(row.active),
})

/** Reading a person as a merge needs it. */
const makeRead = Effect.fnUntraced(function* (sql: Sql) {
  const { id } = uuids(sql)
  const restrictions = yield* RestrictionStore
  return Effect.fnUntraced(function* (personId: PersonId) {
    const [person] = yield* sql`SELECT last_login_at, logins FROM person WHERE person_id = ${id(personId)}`
    if (person === undefined) return undefined
    const players = yield* sql`SELECT player_uuid, role_id, active FROM person_player
        WHERE person_id = ${id(personId)} ORDER BY player_uuid`
    const users = yield* sql`SELECT platform, portal_user_id, environment, player_uuid, parent_platform,
          parent_portal_user_id, parent_environment
        FROM person_portal_user WHERE person_id = ${id(personId)}
        ORDER BY created_at, platform, portal_user_id, environment`
    return {
      personId,
      lastLoginAt: integerOrUndefined(person.last_login_at),
      logins: integer(person.logins),
      players: players.map(playerOf),
      portalUsers: users.map(userOf),
      restrictions: yield* restrictions.ofPerson(personId),
    }
  }, orUnavailable)
})

/**
 * Inserts rows as the database had them, all columns of them, for another person: a column that is added to a table
 * moves with it.
 */
const insertRows = Effect.fnUntraced(function* (sql: Sql, table: string, to: PersonId, rows: ReadonlyArray<Row>) {
  const { id } = uuids(sql)
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== "person_id" && !generatedColumns.has(name))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const values = rows.slice(at, at + ROWS_AT_ONCE).map((row) => {
      const cells = names.map((name) => row[name] as Cell)
      return sql`(${sql.csv([id(to), ...cells].map((cell) => sql`${cell}`))})`
    })
    yield* sql`INSERT INTO ${sql.literal(table)} (person_id, ${sql.literal(names.join(", "))})
        VALUES ${sql.csv(values)}`
  }
})

/** Moving rows. */
const moves = (sql: Sql, { writing }: AccessSeals["Service"]) => {
  const { id } = uuids(sql)

  /** The rows of the table that move, as the database has them. */
  const rowsIn = (table: TableOfPlayers, { from, players, portalUsers }: Move) =>
    table === "person_portal_user"
      ? Effect.forEach(portalUsers, ({ environment = "", platform, portalUserId }) =>
          Effect.map(
            sql<Row>`SELECT * FROM person_portal_user
              WHERE person_id = ${id(from)} AND platform = ${platform} AND portal_user_id = ${portalUserId}
                AND environment = ${environment}`,
            ([row]) => row ?? {},
          ),
        )
      : sql<Row>`SELECT * FROM ${sql.literal(table)}
          WHERE person_id = ${id(from)} AND player_uuid IN ${sql.in(players.map(id))}`

  const insert = (table: TableOfPlayers, rows: ReadonlyArray<Row>, to: PersonId) =>
    insertRows(sql, table, to, table === "person_player" ? rows.map((row) => ({ ...row, active: 0 })) : rows)

  const remove = (table: TableOfPlayers, { from, players, portalUsers }: Move) =>
    table === "person_portal_user"
      ? Effect.forEach(
          portalUsers,
          ({ environment = "", platform, portalUserId }) => sql`DELETE FROM person_portal_user
            WHERE person_id = ${id(from)} AND platform = ${platform} AND portal_user_id = ${portalUserId}
              AND environment = ${environment}`,
          { discard: true },
        )
      : sql`DELETE FROM ${sql.literal(table)}
          WHERE person_id = ${id(from)} AND player_uuid IN ${sql.in(players.map(id))}`

  /** The lookups lead to the other person from now on. */
  const redirect = Effect.fnUntraced(function* ({ players, portalUsers, to }: Move) {
    for (const player of players) {
      yield* sql`UPDATE player SET person_id = ${id(to)} WHERE player_uuid = ${id(player)}`
    }
    for (const { environment = "", platform, portalUserId } of portalUsers) {
      yield* sql`UPDATE portal_user SET person_id = ${id(to)} WHERE portal_user_id = ${portalUserId}
          AND platform = ${platform} AND environment = ${environment}`
    }
  })

  const moveRows = Effect.fnUntraced(function* (move: Move) {
    let most = 0
    for (const table of tablesOfPlayers) {
      const rows = yield* rowsIn(table, move)
      yield* insert(table, rows, move.to)
      if (table === "login_session" || table === "login_history") most = Math.max(most, rows.length)
    }
    yield* sql`DELETE FROM refresh_exchange WHERE person_id = ${id(move.from)} AND session_id IN (
        SELECT s.session_id FROM login_session AS s
        WHERE s.person_id = ${id(move.from)} AND s.player_uuid IN ${sql.in(move.players.map(id))})`
    for (const table of tablesOfPlayers.toReversed()) yield* remove(table, move)
    yield* redirect(move)
    return most
  }, orUnavailable)

  return (move: Move) => writing("person", move.from, writing("person", move.to, moveRows(move)))
}

/** How persons are left. */
const settling = (sql: Sql, { writing }: AccessSeals["Service"]) => {
  const { id } = uuids(sql)
  const note = noteRole(sql)

  const settle = Effect.fnUntraced(function* ({ lastLoginAt, logins, mergedAt, personId, players }: Settled) {
    const person = id(personId)
    const list = players.map(({ playerUuid }) => `${playerUuid} `).join("")
    yield* sql`UPDATE person SET players = ${list}, last_login_at = ${lastLoginAt ?? null}, logins = ${logins},
          deleted_at = ${mergedAt ?? null}
        WHERE person_id = ${person}`
    const before = yield* sql`SELECT player_uuid, role_id FROM person_player WHERE person_id = ${person}`
    const roles = new Map(before.map((row) => [uuid(row.player_uuid), integer(row.role_id)]))
    // One player of a person is active at any moment, so all step back first.
    yield* sql`UPDATE person_player SET active = 0 WHERE person_id = ${person}`
    for (const { active, playerUuid, roleId } of players) {
      yield* sql`UPDATE person_player SET role_id = ${roleId}, active = ${fromFlag(active)}
          WHERE person_id = ${person} AND player_uuid = ${id(playerUuid)}`
      if (roles.get(playerUuid) !== roleId) yield* note(playerUuid, roleId)
    }
  }, orUnavailable)

  /** Stores when the restriction ends. The person gets it from the other one where it has none of this id. */
  const put = Effect.fnUntraced(function* (person: PersonId, other: PersonId, one: RestrictionRecord) {
    const restriction = id(one.restrictionId)
    const ends = [one.expiresAt, one.liftedAt, one.liftedBy].map((end) => end ?? null)
    const [expiresAt = null, liftedAt = null, liftedBy = null] = ends
    const here = yield* sql`UPDATE restriction
        SET expires_at = ${expiresAt}, lifted_at = ${liftedAt}, lifted_by = ${liftedBy}
        WHERE person_id = ${id(person)} AND restriction_id = ${restriction} RETURNING restriction_id`
    if (here.length > 0) return
    const there = yield* sql<Row>`SELECT * FROM restriction
        WHERE person_id = ${id(other)} AND restriction_id = ${restriction}`
    const ended = there.map((row) => ({ ...row, expires_at: expiresAt, lifted_at: liftedAt, lifted_by: liftedBy }))
    yield* insertRows(sql, "restriction", person, ended)
  })

  const setRestrictions = Effect.fnUntraced(function* (
    { personId, restrictions: before }: Pick<MergingPerson, "personId" | "restrictions">,
    other: PersonId,
    after: ReadonlyArray<RestrictionRecord>,
  ) {
    const kept = new Set(after.map(({ restrictionId }) => restrictionId))
    for (const { restrictionId } of before) {
      if (kept.has(restrictionId)) continue
      yield* sql`DELETE FROM restriction WHERE person_id = ${id(personId)} AND restriction_id = ${id(restrictionId)}`
    }
    for (const one of after) yield* put(personId, other, one)
  }, orUnavailable)

  return {
    settle: (settled: Settled) => writing("person", settled.personId, settle(settled)),
    setRestrictions: (...given: Parameters<typeof setRestrictions>) =>
      writing("person", given[0].personId, setRestrictions(...given)),
  }
}

interface HadJson {
  readonly players: ReadonlyArray<readonly [string, number, 0 | 1]>
  readonly portal_users: number
  /** The id, and for a lifted one when and by whom. */
  readonly restrictions: ReadonlyArray<readonly [string] | readonly [string, number, string]>
}

const hadJson = ({ players, portalUsers, restrictions }: Had): string =>
  JSON.stringify({
    players: players.map(({ active, playerUuid, roleId }) => [playerUuid, roleId, active ? 1 : 0]),
    portal_users: portalUsers,
    restrictions: restrictions.map(({ lifted, restrictionId }) =>
      lifted === undefined ? ([restrictionId] as const) : ([restrictionId, lifted.at, lifted.by] as const),
    ),
  } satisfies HadJson)

const hadIn = (json: string): Had => {
  const had = JSON.parse(json) as HadJson
  return {
    players: had.players.map(([playerUuid, roleId, active]) => ({
      playerUuid: PlayerUuid.make(playerUuid),
      roleId,
      active: active === 1,
    })),
    portalUsers: had.portal_users,
    restrictions: had.restrictions.map(([restrictionId, at, by]) => ({
      restrictionId,
      lifted: at === undefined || by === undefined ? undefined : { at, by },
    })),
  }
}

const recordOf = (row: Row): MergeRecord => {
  const undoneAt = integerOrUndefined(row.undone_at)
  return {
    personId: PersonId.make(uuid(row.person_id)),
    mergeId: uuid(row.merge_id),
    side: text(row.side) as MergeSideName,
    otherPersonId: PersonId.make(uuid(row.other_person_id)),
    at: integer(row.merged_at),
    by: text(row.merged_by),
    undoEndsAt: integer(row.undo_ends_at),
    revision: integer(row.revision),
    roleId: integer(row.role_id),
    had: hadIn(text(row.had)),
    undone: undoneAt === undefined ? undefined : { at: undoneAt, by: text(row.undone_by) },
  }
}

/** The sides of merges. */
const records = (sql: Sql) => {
  const { id } = uuids(sql)

  const record = (merge: MergeRecord) =>
    sql`INSERT INTO person_merge (person_id, merge_id, side, other_person_id, merged_at, merged_by, undo_ends_at,
          revision, role_id, had)
        VALUES (${id(merge.personId)}, ${id(merge.mergeId)}, ${merge.side}, ${id(merge.otherPersonId)}, ${merge.at},
          ${merge.by}, ${merge.undoEndsAt}, ${merge.revision}, ${merge.roleId}, ${hadJson(merge.had)})`.pipe(
      Effect.asVoid,
      orUnavailable,
    )

  const undo = (person: PersonId, mergeId: string, at: number, by: string) =>
    sql`UPDATE person_merge SET undone_at = ${at}, undone_by = ${by}
        WHERE person_id = ${id(person)} AND merge_id = ${id(mergeId)}`.pipe(Effect.asVoid, orUnavailable)

  const ofPerson = (person: PersonId) =>
    sql`SELECT person_id, merge_id, side, other_person_id, merged_at, merged_by, undo_ends_at, revision, role_id, had,
          undone_at, undone_by
        FROM person_merge WHERE person_id = ${id(person)} ORDER BY revision DESC LIMIT ${MERGES_MAX}`.pipe(
      Effect.map((rows) => rows.map(recordOf)),
      orUnavailable,
    )

  return { record, undo, ofPerson }
}

/** {@link MergeStore} on either database. */
export const layer = Layer.effect(
  MergeStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const seals = yield* AccessSeals
    return MergeStore.of({
      person: yield* makeRead(sql),
      move: moves(sql, seals),
      ...settling(sql, seals),
      ...records(sql),
    })
  }),
).pipe(Layer.provide(AccessSeals.layer))
