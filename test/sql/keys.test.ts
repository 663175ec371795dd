/**
 * What an engine that spreads tables over machines allows (architecture, section 5): the schema as each database has
 * it, and the statements that are asked of it, against the keys that the tables declare.
 */
import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { text } from "@garrison/sql/columns"
import { makePreparedRead } from "@garrison/sql/preparedRead"
import { tables } from "@garrison/sql/schema/tables"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as SqlClient from "effect/sql/SqlClient"
import { onEachDatabase } from "../support/databases.ts"
import { examine, faultsOf } from "../support/statementKeys.ts"

/** Something unique in a table, with its columns in order. */
interface Unique {
  readonly table: string
  readonly columns: ReadonlyArray<string>
}

/** A foreign key: columns of a table, and those of another that they refer to. */
interface Foreign extends Unique {
  readonly target: string
  readonly targetColumns: ReadonlyArray<string>
}

/** What the database says of itself. */
interface Catalog {
  readonly names: ReadonlyArray<string>
  readonly unique: ReadonlyArray<Unique>
  readonly foreign: ReadonlyArray<Foreign>
}

const listOf = (value: unknown): ReadonlyArray<string> => text(value).split(",")

const ofPostgres = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const names = yield* sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
  const unique = yield* sql`SELECT t.relname AS name, (SELECT string_agg(a.attname, ',' ORDER BY k.place)
      FROM unnest(i.indkey::int[]) WITH ORDINALITY AS k (number, place)
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number) AS columns
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
    WHERE n.nspname = 'public' AND i.indisunique`
  const columns = (key: string, of: string) =>
    sql.literal(`(SELECT string_agg(a.attname, ',' ORDER BY k.place) FROM unnest(c.${key}) WITH ORDINALITY AS k (number, place)
      JOIN pg_attribute a ON a.attrelid = c.${of} AND a.attnum = k.number)`)
  const foreign = yield* sql`SELECT t.relname AS name, f.relname AS target, ${columns("conkey", "conrelid")} AS columns,
      ${columns("confkey", "confrelid")} AS target_columns
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class f ON f.oid = c.confrelid
    WHERE c.contype = 'f'`
  return {
    names: names.map((row) => text(row.name)),
    unique: unique.map((row) => ({ table: text(row.name), columns: listOf(row.columns) })),
    foreign: foreign.map((row) => ({
      table: text(row.name),
      columns: listOf(row.columns),
      target: text(row.target),
      targetColumns: listOf(row.target_columns),
    })),
  } satisfies Catalog
})

const ofSqlite = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const names = (yield* sql`SELECT name FROM sqlite_schema
    WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'player_name_gram%'`).map((row) =>
    text(row.name),
  )
  const primary = yield* sql`SELECT m.name, (SELECT group_concat(name) FROM
      (SELECT name FROM pragma_table_info(m.name) WHERE pk > 0 ORDER BY pk)) AS columns
    FROM sqlite_schema AS m WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'
      AND m.name NOT LIKE 'player_name_gram%'`
  const indexes = yield* sql`SELECT m.name, (SELECT group_concat(name) FROM
      (SELECT name FROM pragma_index_info(l.name) ORDER BY seqno)) AS columns
    FROM sqlite_schema AS m JOIN pragma_index_list(m.name) AS l WHERE m.type = 'table' AND l."unique" = 1
      AND m.name NOT LIKE 'player_name_gram%' `
  const foreign = yield* sql`SELECT m.name, f.id, f."table" AS target, group_concat(f."from") AS columns,
      group_concat(f."to") AS target_columns
    FROM sqlite_schema AS m JOIN pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'
    GROUP BY m.name, f.id, f."table"`
  return {
    names,
    unique: [...primary, ...indexes].map((row) => ({ table: text(row.name), columns: listOf(row.columns) })),
    foreign: foreign.map((row) => ({
      table: text(row.name),
      columns: listOf(row.columns),
      target: text(row.target),
      targetColumns: listOf(row.target_columns),
    })),
  } satisfies Catalog
})

const catalogOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.onDialectOrElse<Effect.Effect<Catalog, unknown>, never, Effect.Effect<Catalog, unknown>>({
    pg: () => ofPostgres(sql),
    orElse: () => ofSqlite(sql),
  })
})

/** What an engine that spreads tables would refuse. */
const refused = (catalog: Catalog, keys: ReadonlyMap<string, string | undefined>): ReadonlyArray<string> => [
  ...catalog.names
    .filter((name) => name !== "garrison_migration" && !keys.has(name))
    .map((name) => `${name} declares no key`),
  ...catalog.unique
    .filter(({ table, columns }) => keys.get(table) !== undefined && columns[0] !== keys.get(table))
    .map(({ table, columns }) => `${table} is unique by ${columns.join()}`),
  ...catalog.foreign.flatMap(({ table, columns, target, targetColumns }) => {
    const [key, other] = [keys.get(table), keys.get(target)]
    if (other === undefined) return []
    const place = columns.indexOf(key ?? "")
    return key === other && place >= 0 && targetColumns[place] === key
      ? []
      : [`${table} refers to ${target} across keys`]
  }),
]

const declared: ReadonlyMap<string, string | undefined> = new Map(tables.map(({ key, name }) => [name, key]))

onEachDatabase((name, database) => {
  describe(`the schema on ${name}`, () => {
    it.live("has the key first in all that is unique, and foreign keys within a key or to what is small", () =>
      Effect.gen(function* () {
        const catalog = yield* catalogOf
        assert.sameMembers(
          catalog.names.filter((table) => table !== "garrison_migration"),
          [...declared.keys()],
        )
        assert.isAbove(catalog.unique.length, tables.length - 1)
        assert.isAbove(catalog.foreign.length, 10)
        assert.deepStrictEqual(refused(catalog, declared), [])
      }).pipe(Effect.provide(database)),
    )

    it.live("is refused where a table is keyed otherwise", () =>
      Effect.gen(function* () {
        const catalog = yield* catalogOf
        const keyed = (table: string, key: string | undefined) => refused(catalog, new Map([...declared, [table, key]]))
        assert.sameMembers(
          [...new Set(keyed("notification", "position"))],
          ["notification is unique by player_uuid,position", "notification refers to notification_list across keys"],
        )
        assert.include(keyed("person", "created_at"), "person is unique by person_id")
        assert.include(keyed("player_order", "order_id"), "player_order refers to inventory_owner across keys")
        const without = new Map([...declared].filter(([table]) => table !== "notification_list"))
        assert.include(refused(catalog, without), "notification_list declares no key")
      }).pipe(Effect.provide(database)),
    )
  })
})

/** Statements that an engine would refuse or send to every machine, and what is said of each. */
const planted: ReadonlyArray<readonly [string, string]> = [
  ["SELECT wire FROM notification WHERE position = ?", "player_uuid of notification is not named"],
  ["SELECT wire FROM notification WHERE player_uuid = ? OR position = ?", "player_uuid of notification is not named"],
  ["SELECT 1 FROM player_order WHERE order_id = $1", "player_uuid of player_order is not named"],
  [
    "SELECT 1 FROM login_session s JOIN person p ON p.person_id = s.person_id WHERE s.session_id = ?",
    "person_id of login_session is not named",
  ],
  [
    "SELECT 1 FROM login_session s JOIN client c ON c.client_uuid = s.person_id WHERE s.session_id = ?",
    "person_id of login_session is not named",
  ],
  [
    "SELECT (SELECT COUNT(*) FROM notification_list WHERE last_seen > ?) FROM player WHERE player_uuid = ?",
    "player_uuid of notification_list is not named",
  ],
  [
    "SELECT 1 FROM player WHERE player_uuid = ? UNION SELECT 1 FROM notification_list",
    "player_uuid of notification_list is not named",
  ],
  [
    "UPDATE notification_list SET status = ? WHERE last_seen < ?",
    "a write of notification_list that names no single player_uuid",
  ],
  [
    "UPDATE notification_list SET status = ? WHERE player_uuid IN (?, ?)",
    "a write of notification_list that names no single player_uuid",
  ],
  [
    "DELETE FROM notification WHERE player_uuid = (SELECT player_uuid FROM player WHERE player_uuid = ?)",
    "a write of notification that names no single player_uuid",
  ],
  ["UPDATE player SET player_uuid = ? WHERE player_uuid = ?", "player_uuid is changed"],
  ["INSERT INTO notification_list (status, last_seen) VALUES (?, ?)", "an insert without player_uuid"],
  [
    "INSERT INTO login_failure (bucket, subject) VALUES (?, ?) ON CONFLICT (subject) DO NOTHING",
    "a conflict on less than bucket",
  ],
  ["SELECT 1 FROM person WHERE person_id IN (?, ?) FOR UPDATE", "a lock on many keys of person"],
  [
    "WITH gone AS (DELETE FROM notification_list WHERE last_seen = $1 RETURNING 1) SELECT 1",
    "a write of notification_list that names no single player_uuid",
  ],
  [
    "SELECT s.session_id FROM (SELECT person_id FROM player WHERE player_uuid = ?) AS who JOIN login_session AS s ON s.person_id = who.person_id",
    "tables of several keys: person_id, player_uuid",
  ],
  [
    "SELECT 1 FROM player WHERE player_uuid = ? UNION SELECT 1 FROM person WHERE person_id = ?",
    "tables of several keys",
  ],
  ["SELECT 1 FROM login_failure WHERE (bucket = ? AND subject = ?) OR (bucket = ?)", "bucket of login_failure is not"],
  ["SELECT 1 FROM notification WHERE player_uuid IN (?, ?)", "player_uuid of notification is not named"],
  [
    "SELECT (SELECT COUNT(*) FROM security_event AS e WHERE e.person_id = p.person_id) FROM person AS p WHERE p.person_id = ?",
    "person_id of security_event is not named",
  ],
  [
    "INSERT INTO restriction (person_id, type) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM restriction WHERE person_id = ?)",
    "an insert of constants where a subquery says so",
  ],
  ["INSERT INTO player (player_uuid, created_at) VALUES (?, (SELECT 1))", "a subquery in VALUES"],
  [
    "INSERT INTO inventory_owner (player_uuid, changed_at) SELECT $1, $2 FROM player WHERE player_uuid = $1",
    "an insert whose player_uuid is not that of the row which it reads",
  ],
  [
    "INSERT INTO notification_list (player_uuid, last_seen) SELECT p.player_uuid, b.last_position FROM player AS p, broadcast_head AS b WHERE p.player_uuid = ?",
    "an insert that reads broadcast_head",
  ],
  [
    "INSERT INTO player_role (player_uuid, since_position) SELECT p.player_uuid, (SELECT last_position FROM broadcast_head) FROM player AS p WHERE p.player_uuid = ?",
    "an insert that reads broadcast_head",
  ],
  [
    "INSERT INTO machine_login (client_uuid) VALUES (?) RETURNING (SELECT COUNT(*) FROM machine_login WHERE client_uuid = ?)",
    "a subquery in RETURNING",
  ],
  ["INSERT INTO player (player_uuid) VALUES (?) RETURNING nextval('player_id_sequence')", "nextval in RETURNING"],
  [
    "WITH held AS (UPDATE person SET logins = 1 WHERE person_id = $1 RETURNING revision) SELECT (SELECT MAX(at) FROM security_event AS e WHERE e.person_id = $1 AND e.at > h.revision) FROM held AS h",
    "a subquery for each row of held",
  ],
  ["SELECT player_uuid FROM notification WHERE created <= ?", "player_uuid of notification is not named"],
  [
    "SELECT player_uuid FROM notification WHERE created <= ? ORDER BY created LIMIT ? FOR UPDATE SKIP LOCKED",
    "a lock on many keys of notification",
  ],
]

const byName = "SELECT 1 FROM person_player AS p WHERE (p.compared_name, p.player_uuid) > (?, ?)"

/** The search of operators, without what makes it one. */
const brokenSearches: ReadonlyArray<string> = [
  `${byName} ORDER BY p.compared_name, p.player_uuid`,
  `${byName} ORDER BY p.created_at LIMIT ?`,
  `${byName} OR p.active = 1 ORDER BY p.compared_name, p.player_uuid LIMIT ?`,
  `${byName} ORDER BY p.compared_name, p.player_uuid LIMIT ? FOR UPDATE`,
  "SELECT 1 FROM person_player AS p WHERE (p.platform, p.player_uuid) > (?, ?) ORDER BY p.compared_name, p.player_uuid LIMIT ?",
  "SELECT 1 FROM person_player AS p, notification_list WHERE p.active = 1 ORDER BY p.compared_name, p.player_uuid LIMIT ?",
]

const wide = "SELECT 1 FROM person_player AS searched WHERE searched.player_id = ?"
const ofFound = "EXISTS (SELECT 1 FROM restriction AS r WHERE r.person_id = searched.person_id)"

/** Wide searches of operators, without what makes them bounded, or with more than the rows of what was found. */
const brokenWide: ReadonlyArray<string> = [
  wide,
  `${wide} LIMIT ? FOR UPDATE`,
  "SELECT 1 FROM person_player AS p WHERE p.player_id = ? LIMIT ?",
  `${wide} AND EXISTS (SELECT 1 FROM restriction AS r WHERE r.type = ?) LIMIT ?`,
  `${wide} AND EXISTS (SELECT 1 FROM inventory_count AS i WHERE i.player_uuid = searched.player_uuid) LIMIT ?`,
  "SELECT 1 FROM login_history AS searched WHERE searched.at = ? LIMIT ?",
]

const byTime = "SELECT wire FROM player_order WHERE (created, order_id) < (?, ?)"
const newest = "SELECT created FROM player_order WHERE created >= ? ORDER BY created DESC"

/** Lists and counts by time, without what makes them bounded, or by something else. */
const brokenListings: ReadonlyArray<string> = [
  `${byTime} ORDER BY created DESC, order_id DESC`,
  `${byTime} ORDER BY order_id LIMIT ?`,
  `${byTime} OR entry_count = 0 ORDER BY created DESC, order_id DESC LIMIT ?`,
  `${byTime} ORDER BY created DESC, order_id DESC LIMIT ? FOR UPDATE`,
  "SELECT wire FROM player_order WHERE entry_count > ? ORDER BY created LIMIT ?",
  "SELECT 1 FROM player WHERE created_at >= ? ORDER BY created_at DESC LIMIT ?",
  "SELECT 1 FROM player_order, login_history WHERE created >= ? ORDER BY created DESC LIMIT ?",
  `SELECT COUNT(*) FROM (${newest}) AS newest`,
  `SELECT COUNT(*) FROM (${newest} LIMIT ?) AS newest, player_order`,
]

const ofMany = "SELECT player_uuid, last_position FROM notification_list"
const list = (length: number): string => Array.from({ length }, () => "?").join(", ")

/** Reads of many players, of more than may be, with a lock, or beside the key. */
const brokenOfMany: ReadonlyArray<string> = [
  `${ofMany} WHERE player_uuid IN (${list(201)})`,
  `${ofMany} WHERE player_uuid IN (?, ?) FOR UPDATE`,
  `${ofMany} WHERE last_position IN (?, ?)`,
  `${ofMany} WHERE player_uuid IN (SELECT player_uuid FROM player)`,
  `${ofMany} AS l JOIN notification AS n ON n.player_uuid = l.player_uuid WHERE l.player_uuid IN (?, ?)`,
]

/** Statements that are as they should be. */
const allowed: ReadonlyArray<string> = [
  "SELECT 1",
  "SELECT version FROM catalog_version ORDER BY version",
  "SELECT wire FROM notification WHERE player_uuid = ? AND position < ?",
  "SELECT player_uuid, position FROM notification WHERE created <= ? ORDER BY created LIMIT ?",
  "SELECT 1 FROM login_session AS s JOIN client AS c ON c.client_uuid = s.client_uuid WHERE s.person_id = ?",
  "SELECT 1 FROM inventory_owner AS o LEFT JOIN player_order AS p ON p.player_uuid = o.player_uuid WHERE o.player_uuid = ?",
  "SELECT (SELECT COUNT(*) FROM security_event WHERE person_id = ?) FROM person WHERE person_id = CAST(? AS UUID)",
  "INSERT INTO restriction (person_id, type) SELECT o.person_id, ? FROM person AS o WHERE o.person_id = ? AND NOT EXISTS (SELECT 1 FROM restriction WHERE person_id = ?)",
  "WITH inserted AS (INSERT INTO machine_login (client_uuid) VALUES (?) RETURNING login_id) SELECT login_id, (SELECT COUNT(*) FROM machine_login WHERE client_uuid = ?) FROM inserted",
  `${byName} ORDER BY p.compared_name, p.player_uuid LIMIT ?`,
  `${wide} AND ${ofFound} LIMIT ?`,
  `${ofMany} WHERE player_uuid IN (${list(200)})`,
  "INSERT INTO broadcast_member (player_uuid, position) VALUES (?, ?), (?, ?)",
  `${byTime} ORDER BY created DESC, order_id DESC LIMIT ?`,
  `SELECT COUNT(*) FROM (${newest} LIMIT ?) AS newest`,
  "WITH gone AS (DELETE FROM person WHERE person_id = $1 RETURNING 1), made AS (INSERT INTO login_history (login_id, person_id) SELECT $2, CAST($1 AS UUID) FROM gone) SELECT 1",
  "INSERT INTO notification_list (player_uuid, status) SELECT player_uuid, ? FROM player WHERE player_uuid = ? ON CONFLICT (player_uuid) DO UPDATE SET status = excluded.status",
]

onEachDatabase((name, database) => {
  describe(`statements on ${name}`, () => {
    it.live("are held to the keys wherever they are run, those that are read ahead too", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { run } = yield* Transaction
        // They begin as statements of the product do, and are put together so that no test has them whole.
        const [all, none] = ["SELECT person_id, session_id FROM login_", "DELETE FROM login_"].map(
          (text) => `${text}session WHERE created_at = 7`,
        )
        const [read, write] = [sql.unsafe(all ?? ""), sql.unsafe(none ?? "")]
        const ahead = (yield* makePreparedRead)(all ?? "", (rows) => rows.length)
        const asking: ReadonlyArray<Effect.Effect<unknown, unknown>> = [read, run(read), run(write), ahead()]
        for (const asked of asking) {
          const exit = yield* Effect.exit(asked)
          assert(Exit.isFailure(exit))
          assert.match(
            Cause.pretty(exit.cause),
            /person_id of login_session is not named|a write of login_session that names no single person_id/,
          )
        }
      }).pipe(Effect.provide(database)),
    )
  })
})

const faultsIn = (statement: string, params: ReadonlyArray<unknown> = []) => faultsOf(examine(statement, true), params)

describe("the check of statements", () => {
  it("finds what is wrong with each, and nothing wrong with others", () => {
    for (const [statement, fault] of planted) assert.include(faultsIn(statement).join("; "), fault, statement)
    for (const search of brokenSearches) assert.match(faultsIn(search).join(), /person_player/, search)
    for (const search of brokenWide) assert.isNotEmpty(faultsIn(search), search)
    for (const listing of brokenListings) assert.isNotEmpty(faultsIn(listing), listing)
    for (const statement of brokenOfMany) assert.isNotEmpty(faultsIn(statement), statement)
    for (const statement of allowed) assert.deepStrictEqual(faultsIn(statement), [], statement)
  })

  it("lets a new person be stored at once, in parts of one key each", () => {
    const stored = (values: string) =>
      `WITH claimed AS (INSERT INTO portal_user (portal_user_id, person_id) VALUES ($1, $2) RETURNING person_id),
        made AS (INSERT INTO person (person_id) SELECT $2 FROM claimed),
        played AS (INSERT INTO player (player_uuid, person_id) ${values}) SELECT 1 FROM claimed`
    assert.deepStrictEqual(faultsIn(stored("SELECT $3, $2 FROM claimed"), ["user", "person", "player"]), [])
    const mixed = stored("SELECT $3, person_id FROM person WHERE person_id = $2")
    assert.include(faultsIn(mixed).join(), "of several keys")
    const withoutPerson = stored("SELECT $3, $2 FROM claimed").replace("INTO person ", "INTO restriction ")
    assert.include(faultsIn(withoutPerson), "tables of several keys: person_id, player_uuid, portal_user_id")
  })

  it("finds a join by a value that is NULL", () => {
    const join =
      "SELECT 1 FROM inventory_owner AS o LEFT JOIN player_order AS p ON p.player_uuid = o.player_uuid AND p.order_id = ? WHERE o.player_uuid = ?"
    assert.deepStrictEqual(faultsIn(join, ["order", "ada"]), [])
    assert.deepStrictEqual(faultsIn(join, [null, "ada"]), ["a LEFT JOIN by NULL"])
  })

  it("lets a database that is never spread answer from other rows", () => {
    const insert =
      "INSERT INTO login_history (person_id) VALUES (?) RETURNING (SELECT 1 FROM person WHERE person_id = ?)"
    assert.deepStrictEqual(faultsIn(insert), ["a subquery in RETURNING"])
    assert.deepStrictEqual(faultsOf(examine(insert, false), []), [])
  })

  it("compares the values of the key, in the rows of one insert and in all parts of a statement", () => {
    const cases: ReadonlyArray<readonly [string, ReadonlyArray<unknown>, ReadonlyArray<unknown>]> = [
      [
        "INSERT INTO inventory_ledger (player_uuid, revision) VALUES (?, 1), (?, ?)",
        ["ada", "ada", 2],
        ["ada", "eve", 2],
      ],
      [
        "INSERT INTO inventory_ledger (revision, player_uuid) VALUES ($1, $2), ($3, $4)",
        [1, "ada", 2, "ada"],
        [1, "ada", 2, "eve"],
      ],
      [
        "WITH gone AS (DELETE FROM notification WHERE player_uuid = $1), other AS (UPDATE notification_list SET status = $2 WHERE player_uuid = $3) SELECT 1",
        ["ada", 2, "ada"],
        ["ada", 2, "eve"],
      ],
      [
        "WITH gone AS (DELETE FROM person WHERE person_id = $1 RETURNING 1), made AS (INSERT INTO login_history (login_id, person_id) SELECT $2, CAST($3 AS UUID) FROM gone) SELECT 1",
        ["ada", 2, "ada"],
        ["ada", 2, "eve"],
      ],
      [
        "INSERT INTO player_role (player_uuid, since_position) VALUES (?, ?), (?, ?)",
        ["ada", 1, "ada", 1],
        ["ada", 1, "eve", 1],
      ],
      ["SELECT 1 FROM player WHERE player_uuid = ? AND created_at > ?", [new Uint8Array([1]), 2], []],
      [
        "SELECT (SELECT COUNT(*) FROM notification WHERE player_uuid = ?) FROM player WHERE player_uuid = ?",
        [new Uint8Array([1]), new Uint8Array([1])],
        [new Uint8Array([1]), new Uint8Array([2])],
      ],
    ]
    for (const [statement, same, other] of cases) {
      assert.deepStrictEqual(faultsIn(statement, same), [], statement)
      if (other.length > 0) assert.match(faultsIn(statement, other).join(), /^rows of two p\w+_\w+$/, statement)
    }
  })
})
