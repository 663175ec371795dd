/**
 * The schema that a database has, read back from its catalogs in a form in which two databases can be compared: columns
 * by name and not by place, without the white space, the quotes and the names of constraints that a step may choose.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { integer, type Row, text, textOrUndefined } from "../columns.ts"
import { LEDGER_TABLE } from "../Migration.ts"
import { sequences, tables } from "./tables.ts"

/** What a part of a schema is. `reference` is a foreign key of another table to one of Garrison's. */
export type PartKind =
  | "table"
  | "column"
  | "constraint"
  | "index"
  | "trigger"
  | "rule"
  | "view"
  | "policy"
  | "inheritance"
  | "reference"
  | "sequence"

/** A part of a schema. */
export interface SchemaPart {
  readonly kind: PartKind
  /** The table that it belongs to. */
  readonly table: string
  readonly name: string
  /** What is compared. */
  readonly definition: string
  /** Whether the table is one of Garrison's. */
  readonly isOwn: boolean
  /** Whether it only adds: a column that may be empty, an index that refuses no row and calls no function of others. */
  readonly isPlain: boolean
}

const created = (statement: unknown): ReadonlyArray<string> => {
  const written = typeof statement === "string" ? statement : JSON.stringify(statement)
  return [...written.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)].map(([, name = ""]) => name)
}

/** Every table of Garrison, also those that one database alone has. */
const ownTables: ReadonlySet<string> = new Set([
  LEDGER_TABLE,
  ...tables.flatMap(({ statements }) => statements.flatMap(created)),
])

/** The tables of the full-text search of SQLite. */
const isShadow = (name: string): boolean => /^player_name_gram_\w+$/.test(name)

const isOwnTable = (name: string): boolean => ownTables.has(name) || isShadow(name)

/** The ledger is made beside the steps, and its first form had less to refuse. A shadow table is SQLite's own. */
const isComparedTable = (name: string): boolean => name !== LEDGER_TABLE && !isShadow(name)

/** The text with single spaces and without quotes around names. What it quotes as a value stays. */
const spaced = (sql: string): string =>
  sql
    .split(/('[^']*')/)
    .map((piece, at) =>
      at % 2 === 1
        ? piece
        : piece
            .replace(/\s+/g, " ")
            .replaceAll("( ", "(")
            .replaceAll(" )", ")")
            .replace(/"(\w+)"/g, "$1"),
    )
    .join("")
    .trim()

/** The parts of a list between parentheses. Quoted text may hold commas and parentheses. */
const listed = (sql: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let depth = 0
  let start = 0
  for (let at = 0; at < sql.length; at++) {
    const character = sql[at]
    if (character === "'") {
      const end = sql.indexOf("'", at + 1)
      at = end < 0 ? sql.length : end
    } else if (character === "(") depth++
    else if (character === ")") depth--
    else if (character === "," && depth === 0) {
      found.push(sql.slice(start, at))
      start = at + 1
    }
  }
  return [...found, sql.slice(start)].map(spaced)
}

const CONSTRAINT = /^(?:CHECK|CONSTRAINT|FOREIGN KEY|PRIMARY KEY|UNIQUE)\b/i

/** Steps say that a column has a value before or after its CHECK. */
const valueLast = (column: string): string =>
  column.replace(/(?<! IS) NOT NULL\b(.*)$/, (_, rest: string) => `${rest} NOT NULL`)

/** A column with a name and a type alone. */
const BARE_COLUMN = /^\w+ \w+$/

/** A row of `sqlite_schema`. */
interface SqliteRow {
  readonly type: string
  readonly name: string
  readonly table: string
  readonly sql: string
}

const tableParts = ({ name, sql }: SqliteRow): ReadonlyArray<SchemaPart> => {
  const part = { table: name, isOwn: true, isPlain: false }
  const open = sql.indexOf("(")
  const close = sql.lastIndexOf(")")
  // A virtual table is what was said to its module.
  if (/^CREATE VIRTUAL/i.test(sql) || open < 0) return [{ ...part, kind: "table", name, definition: spaced(sql) }]
  const lines = listed(sql.slice(open + 1, close)).map((line): SchemaPart => {
    const isConstraint = CONSTRAINT.test(line)
    const definition = isConstraint ? line : valueLast(line)
    const kind = isConstraint ? "constraint" : "column"
    const isPlain = BARE_COLUMN.test(definition)
    return { ...part, kind, name: isConstraint ? definition : (definition.split(" ")[0] ?? ""), definition, isPlain }
  })
  return [{ ...part, kind: "table", name, definition: spaced(sql.slice(close + 1)) }, ...lines]
}

const namesOwnTable = (sql: string): boolean =>
  sql.match(/\w+/g)?.some((word) => isOwnTable(word.toLowerCase())) ?? false

const sqlitePart = (row: SqliteRow): ReadonlyArray<SchemaPart> => {
  const { name, sql, table, type } = row
  const isOwn = isOwnTable(table)
  const definition = spaced(sql)
  switch (type) {
    case "table":
      return isOwn && isComparedTable(name) ? tableParts(row) : []
    case "index":
      // One without a text is that of a constraint, which the table has.
      if (!isOwn || sql === "" || !isComparedTable(table)) return []
      return [{ kind: "index", table, name, definition, isOwn, isPlain: !/^CREATE UNIQUE/i.test(sql) }]
    case "trigger":
      return isOwn || namesOwnTable(sql) ? [{ kind: "trigger", table, name, definition, isOwn, isPlain: false }] : []
    case "view":
      return isOwn || namesOwnTable(sql) ? [{ kind: "view", table, name, definition, isOwn: true, isPlain: false }] : []
    default:
      return []
  }
}

/** The statement that {@link sqliteParts} takes the rows of. */
export const SQLITE_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_schema"

/** The parts of the schema that `sqlite_schema` has. */
export const sqliteParts = (rows: ReadonlyArray<Row>): ReadonlyArray<SchemaPart> =>
  rows.flatMap((row) =>
    sqlitePart({
      type: text(row["type"]),
      name: text(row["name"]),
      table: text(row["tbl_name"]),
      sql: textOrUndefined(row["sql"]) ?? "",
    }),
  )

const quoted = (names: Iterable<string>): string => [...names].map((name) => `'${name}'`).join(", ")

/** Made by Citus on tables that it spreads. */
const notOfCitus = `NOT EXISTS (SELECT 1 FROM pg_depend AS d JOIN pg_extension AS e ON e.oid = d.refobjid
  WHERE d.classid = 'pg_proc'::regclass AND d.objid = t.tgfoid AND d.refclassid = 'pg_extension'::regclass
    AND d.deptype = 'e' AND e.extname LIKE 'citus%')`

/** The name of what is found where triggers of Postgres that hold references are switched off. */
export const SWITCHED_OFF = "references_switched_off"

/**
 * Everything in one statement: a start waits for one answer. Own tables are those in the schema that has the ledger.
 * One that another table hides is not found under its name, and so is altered. Functions that Postgres brings are not
 * among what an index depends on.
 */
const POSTGRES_SCHEMA = `WITH home AS (SELECT relnamespace AS oid FROM pg_class WHERE oid = to_regclass('${LEDGER_TABLE}')),
  own AS (SELECT c.* FROM pg_class AS c, home
    WHERE c.relnamespace = home.oid AND c.relkind NOT IN ('i', 'I', 'S', 'c') AND c.relname IN (${quoted(ownTables)}))
SELECT 'table' AS kind, relname AS tbl, relname AS name, concat_ws(' ', relkind,
    CASE WHEN relpersistence = 'u' THEN 'unlogged' END, CASE WHEN relrowsecurity OR relforcerowsecurity THEN 'secured' END,
    CASE WHEN NOT pg_table_is_visible(oid) THEN 'hidden' END) AS definition, 1 AS own, 0 AS plain FROM own
UNION ALL SELECT 'column', c.relname, a.attname,
    concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
    'COLLATE ' || (SELECT collname FROM pg_collation WHERE oid = a.attcollation), nullif(a.attidentity::text, ''),
    CASE WHEN a.attgenerated <> '' THEN 'GENERATED' WHEN d.oid IS NOT NULL THEN 'DEFAULT' END, pg_get_expr(d.adbin, d.adrelid)),
    1, CASE WHEN a.attnotnull OR d.oid IS NOT NULL OR a.attidentity <> '' OR y.typtype <> 'b' THEN 0 ELSE 1 END
  FROM own AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type AS y ON y.oid = a.atttypid
    LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
UNION ALL SELECT 'constraint', c.relname, k.conname, pg_get_constraintdef(k.oid), 1, 0
  FROM own AS c JOIN pg_constraint AS k ON k.conrelid = c.oid AND k.contype NOT IN ('n', 't')
UNION ALL SELECT 'index', c.relname, i.relname, concat_ws(' ', pg_get_indexdef(x.indexrelid, 0, true),
    CASE WHEN NOT x.indisvalid THEN 'INVALID' END), 1,
    CASE WHEN x.indisunique OR x.indisexclusion OR EXISTS (SELECT 1 FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass
      AND d.objid = x.indexrelid AND d.refclassid <> 'pg_class'::regclass) THEN 0 ELSE 1 END
  FROM own AS c JOIN pg_index AS x ON x.indrelid = c.oid JOIN pg_class AS i ON i.oid = x.indexrelid
UNION ALL SELECT 'trigger', c.relname, t.tgname, concat_ws(' ', pg_get_triggerdef(t.oid, true), t.tgenabled),
    CASE WHEN own.oid IS NULL THEN 0 ELSE 1 END, 0
  FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid LEFT JOIN own ON own.oid = c.oid
  WHERE NOT t.tgisinternal AND ${notOfCitus}
    AND c.relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname IN ('pg_catalog', 'information_schema'))
UNION ALL SELECT DISTINCT 'constraint', c.relname, '${SWITCHED_OFF}', 'off', 1, 0
  FROM own AS c JOIN pg_trigger AS t ON t.tgrelid = c.oid AND t.tgisinternal AND t.tgenabled <> 'O'
UNION ALL SELECT CASE WHEN own.oid IS NULL THEN 'view' ELSE 'rule' END, coalesce(own.relname, r.ev_class::regclass::text),
    coalesce(CASE WHEN own.oid IS NOT NULL THEN r.rulename::text END, r.ev_class::regclass::text), pg_get_ruledef(r.oid, true), 1, 0
  FROM pg_rewrite AS r LEFT JOIN own ON own.oid = r.ev_class
  WHERE own.oid IS NOT NULL OR EXISTS (SELECT 1 FROM pg_depend AS d JOIN own AS o ON o.oid = d.refobjid
    WHERE d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass)
UNION ALL SELECT 'policy', c.relname, p.polname, p.polname, 1, 0 FROM own AS c JOIN pg_policy AS p ON p.polrelid = c.oid
UNION ALL SELECT 'inheritance', c.relname, h.inhrelid::regclass::text, h.inhrelid::regclass::text, 1, 0
  FROM own AS c JOIN pg_inherits AS h ON c.oid IN (h.inhparent, h.inhrelid)
UNION ALL SELECT 'reference', k.conrelid::regclass::text, k.conname, pg_get_constraintdef(k.oid), 0, 0
  FROM own AS c JOIN pg_constraint AS k ON k.confrelid = c.oid AND k.conrelid NOT IN (SELECT oid FROM own)
UNION ALL SELECT 'sequence', s.relname, s.relname, concat_ws(' ', format_type(q.seqtypid, NULL), q.seqincrement, q.seqmin,
    q.seqmax, q.seqcycle), 1, 0
  FROM pg_class AS s JOIN pg_sequence AS q ON q.seqrelid = s.oid, home
  WHERE s.relnamespace = home.oid AND s.relname IN (${quoted(sequences)})`

const postgresPart = (row: Row): ReadonlyArray<SchemaPart> => {
  const kind = text(row["kind"]) as PartKind
  const table = text(row["tbl"])
  if (table === LEDGER_TABLE && ["table", "column", "constraint", "index"].includes(kind)) return []
  const definition = text(row["definition"]).replace(/\s+/g, " ")
  const [isOwn, isPlain] = [integer(row["own"]) === 1, integer(row["plain"]) === 1]
  return [{ kind, table, name: text(row["name"]), definition, isOwn, isPlain }]
}

/**
 * The parts of the schema of the database in context that are on Garrison's tables, and what is on other tables and
 * reaches them.
 */
export const readSchema: Effect.Effect<ReadonlyArray<SchemaPart>, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql.onDialectOrElse({
      pg: () => Effect.map(sql.unsafe<Record<string, unknown>>(POSTGRES_SCHEMA), (rows) => rows.flatMap(postgresPart)),
      orElse: () => Effect.map(sql.unsafe<Record<string, unknown>>(SQLITE_SCHEMA), sqliteParts),
    }),
)

/** What a part says, in a line. */
export const lineOf = ({ definition, kind, table }: SchemaPart): string => `${kind} of ${table}: ${definition}`
