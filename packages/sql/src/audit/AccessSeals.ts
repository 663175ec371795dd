/**
 * The seals of access rows in SQL. Which columns they cover stands with the tables (`schema`); a write of such a row
 * passes through {@link AccessSeals}, which seals it in the same unit of work.
 */
import { type AccessRow, AccessRowStore, type AccessSealing, sealOfParts } from "@garrison/core/audit/AccessRowStore"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, type Row, text, textOrUndefined } from "../columns.ts"
import { type GivenRows, givenRows } from "../givenRows.ts"
import { makePreparedChange, makePreparedRead, type Parameter, type PreparedRead } from "../preparedRead.ts"
import type { Rows } from "../StatementConnection.ts"
import { NIL, uuid, uuids } from "../uuid.ts"
import { idOf, type Key, nameOf, type Owner, ownerOf, owners, partsOf } from "./sealedColumns.ts"

type Sql = SqlClient.SqlClient
type PreparedChange = Effect.Success<typeof makePreparedChange>

/** The rows that are sealed with rows of an owner. */
const reading = (sql: Sql, preparedRead: PreparedRead) => {
  const rowsOfParts = new Map(
    Array.from(owners.values(), (owner) => {
      const given = givenRows(sql, [owner.key])
      const reads = owner.parts.map(({ columns, name }) => ({
        name,
        read: preparedRead(
          `SELECT given.at, ${columns.map((column) => `part.${column}`).join(", ")} FROM ${given.source}
            JOIN ${name} AS part ON part.${owner.key} = given.${owner.key}`,
          rows,
        ),
      }))
      return [owner.name, { given, reads }]
    }),
  )

  const user = givenRows(sql, ["portal_user_id", "platform", "environment", "person_id"])
  const findAstray = preparedRead(
    `SELECT given.at FROM ${user.source} LEFT JOIN portal_user AS who ON who.portal_user_id = given.portal_user_id
        AND who.platform = given.platform AND who.environment = given.environment
      WHERE who.person_id IS NULL OR who.person_id <> given.person_id`,
    (rows) => rows.map((row) => integer(row.at)),
  )

  /** The portal users of these persons that nobody finds their person by. */
  const astrayOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, users: ReadonlyArray<Row>) {
    if (users.length === 0) return []
    const named = users.map(
      (row) =>
        [text(row.portal_user_id), text(row.platform), text(row.environment), ids[integer(row.at)] ?? ""] as const,
    )
    const found = yield* findAstray(user.json(named))
    return found.flatMap((at) => {
      const [portalUserId, platform, , person] = named[at] ?? []
      return person === undefined ? [] : [{ person, user: `${platform} ${portalUserId}` }]
    })
  })

  /** The access rows of rows of the owner. */
  return Effect.fnUntraced(function* (owner: Owner, rows: ReadonlyArray<Row>, looksAstray: boolean) {
    const keys = rows.map((row) => row[owner.key] as Key)
    const ids = keys.map((key) => idOf(owner, key))
    const others: Record<string, ReadonlyMap<number, ReadonlyArray<Row>>> = {}
    const { given, reads } = rowsOfParts.get(owner.name) ?? { reads: [] }
    let astray: ReadonlyArray<{ readonly person: string; readonly user: string }> = []
    for (const { name, read } of rows.length === 0 ? [] : reads) {
      const found = yield* read(given?.json(ids.map((id) => [id])) ?? "")
      if (looksAstray && name === "person_portal_user") astray = yield* astrayOf(ids, found)
      others[name] = Map.groupBy(found, (row) => integer(row.at))
    }
    return rows.map((row, at): AccessRow => {
      const rowsAt = Object.entries(others).map(([name, found]) => [name, found.get(at) ?? []])
      return {
        table: owner.name,
        id: ids[at] ?? "",
        named: nameOf(owner, row),
        seal: textOrUndefined(row["seal"]),
        parts: partsOf(owner, keys[at] ?? null, row, Object.fromEntries(rowsAt)),
        astray: astray.flatMap(({ person, user }) => (person === ids[at] ? [user] : [])),
      }
    })
  })
}

const rows = (found: Rows) => found

/** Persons of a page of kept restrictions. */
const OWNERS_AT_ONCE = 500

/** Reads the persons of kept restrictions that are none. A person stays, so none has gone between the two reads. */
const ownerlessIn = (sql: Sql, preparedRead: PreparedRead) => {
  const given = givenRows(sql, ["person_id"])
  const { id } = uuids(sql)
  const named = preparedRead(
    "SELECT DISTINCT person_id FROM kept_restriction WHERE person_id >= ? ORDER BY person_id LIMIT ?",
    (rows) => rows.map((row) => uuid(row.person_id)),
  )
  const missing = preparedRead(
    `SELECT given.at FROM ${given.source} LEFT JOIN person ON person.person_id = given.person_id
      WHERE person.person_id IS NULL`,
    (rows) => rows.map((row) => integer(row.at)),
  )
  return Effect.gen(function* () {
    const found = new Set<string>()
    // A page begins with the last person of the one before, and the first one with the least id that there may be.
    for (let from = NIL; ;) {
      const persons: ReadonlyArray<string> = yield* named(id(from), OWNERS_AT_ONCE)
      const absent = yield* missing(given.json(persons.map((person) => [person])))
      for (const at of absent) found.add(persons[at] ?? "")
      if (persons.length < OWNERS_AT_ONCE) break
      from = persons.at(-1) ?? from
    }
    return Array.from(found, (person) => ({ table: "kept_restriction", id: person }))
  })
}

/** The statements that find and seal rows of an owner. */
const statementsOf = (
  owner: Owner,
  given: GivenRows,
  read: PreparedRead,
  change: PreparedChange,
  forUpdate: string,
) => {
  const { columns, key, name } = owner
  const select = `SELECT ${[key, ...columns, "seal"].join(", ")} FROM ${name} WHERE ${key}`
  return {
    find: read(`${select} = ?`, rows),
    lock: read(`${select} = ?${forUpdate}`, rows),
    firstPage: read(`${select} >= ? ORDER BY ${key} LIMIT ?`, rows),
    page: read(`${select} > ? ORDER BY ${key} LIMIT ?`, rows),
    put: change(`UPDATE ${name} SET seal = ? WHERE ${key} = ?`),
    putFirst: change(`UPDATE ${name} SET seal = ? WHERE ${key} = ? AND seal IS NULL`),
    putMany: change(
      `UPDATE ${name} SET seal = given.seal FROM ${given.source}
        WHERE ${name}.${key} = given.${key} AND ${name}.seal IS NULL`,
    ),
  }
}

/** The least key that there may be: who invents a row chooses its key. */
const FIRST: Readonly<Record<Owner["keyType"], string>> = {
  UUID: NIL,
  BIGINT: String(Number.MIN_SAFE_INTEGER),
  TEXT: "",
}

/** Reading access rows, and storing their seals. */
const makeRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const preparedRead = yield* makePreparedRead
  const preparedChange = yield* makePreparedChange
  const { id } = uuids(sql)
  const accessRows = reading(sql, preparedRead)
  const forUpdate = sql.onDialectOrElse({ pg: () => " FOR NO KEY UPDATE", orElse: () => "" })
  const statements = new Map(
    Array.from(owners.values(), (owner) => {
      const given = givenRows(sql, [owner.key, "seal"])
      return [owner.name, { owner, given, ...statementsOf(owner, given, preparedRead, preparedChange, forUpdate) }]
    }),
  )

  const of = (table: string) => {
    const found = statements.get(table)
    if (found === undefined) throw new Error(`rows of ${table} have no seals`)
    return found
  }
  /** A key as a parameter; NULL, which equals nothing, for what is none. */
  const parameterOf = ({ keyType }: Owner, key: string): Parameter => {
    if (keyType === "BIGINT") return Number.isSafeInteger(Number(key)) ? Number(key) : null
    return keyType === "UUID" ? id(key) : key
  }

  const single = (how: "find" | "lock") =>
    Effect.fnUntraced(function* (table: string, key: string, looksAstray = false) {
      const { [how]: read, owner } = of(table)
      const [found] = yield* accessRows(owner, yield* read(parameterOf(owner, key)), looksAstray)
      return found
    })

  const page = Effect.fnUntraced(function* (table: string, after: string | undefined, limit: number) {
    const { firstPage, owner, page: read } = of(table)
    const readPage = after === undefined ? firstPage : read
    const found = yield* readPage(parameterOf(owner, after ?? FIRST[owner.keyType]), limit)
    return yield* accessRows(owner, found, true)
  })

  const put = (table: string, key: string, seal: string) => {
    const { owner, put: change } = of(table)
    return change([seal, parameterOf(owner, key)])
  }

  /** Persons, of which there are many, in one statement: elsewhere each would be a round trip. */
  const sealFirst = (table: string, all: ReadonlyArray<{ readonly id: string; readonly seal: string }>) => {
    const { given, owner, putFirst, putMany } = of(table)
    const sealing: Effect.Effect<unknown> =
      owner.keyType === "UUID"
        ? putMany([given.json(all.map(({ id: key, seal }) => [key, seal]))])
        : Effect.forEach(all, ({ id: key, seal }) => putFirst([seal, parameterOf(owner, key)]), { discard: true })
    return Effect.asVoid(sealing)
  }

  const ownerless = ownerlessIn(sql, preparedRead)
  return { find: single("find"), lock: single("lock"), ownerless, page, put, sealFirst }
})

/** The table with the seals of each table's rows. */
const tables: ReadonlyMap<string, string> = new Map(
  Array.from(owners.values(), ({ name, parts }) =>
    [name, ...parts.map((part) => part.name)].map((one) => [one, name] as const),
  ).flat(),
)

const isSound = ({ isBegun, sealOf }: AccessSealing, { parts, seal }: AccessRow): Effect.Effect<boolean> =>
  seal === undefined ? Effect.map(isBegun, (isSo) => !isSo) : Effect.succeed(seal === sealOfParts(parts, sealOf))

const make = Effect.gen(function* () {
  const { find, lock, ownerless, page, put, sealFirst } = yield* makeRows
  const transaction = yield* Transaction
  let sealing: AccessSealing | undefined

  /**
   * Runs a write of the row with this key, or of rows that are sealed with it, and seals it. A row whose seal does not
   * fit before keeps that seal: a write of Garrison must not vouch for what somebody else wrote, unless it writes all
   * that the seal covers (`isWhole`). The row is locked first, so that of two writes one sees the other.
   */
  const writing = <A, E, R>(
    table: string,
    key: string,
    write: Effect.Effect<A, E, R>,
    isWhole = false,
  ): Effect.Effect<A, E, R> => {
    const sealed = Effect.fnUntraced(function* (by: AccessSealing) {
      const before = yield* lock(table, key)
      const answer = yield* write
      if (!isWhole && before !== undefined && !(yield* isSound(by, before))) return answer
      const after = yield* find(table, key)
      if (after !== undefined) yield* put(table, key, sealOfParts(after.parts, by.sealOf))
      return answer
    })
    // Looked at when it runs: a store is made before the key of the seals is known.
    return Effect.suspend(() => (sealing === undefined ? write : transaction.run(sealed(sealing))))
  }

  /** The seal of a row that is about to be inserted, with those that are sealed with it; `null`: rows get none. */
  const sealOfNew = (
    table: string,
    key: Key,
    own: Row,
    others: Readonly<Record<string, ReadonlyArray<Row>>>,
  ): string | null =>
    sealing === undefined ? null : sealOfParts(partsOf(ownerOf(table), key, own, others), sealing.sealOf)

  const store = AccessRowStore.of({
    tables: [...owners.keys()],
    page: (table, after, limit) => page(table, after?.id, limit),
    ownerOf: (table) => tables.get(table),
    find: ({ id, table }) => find(table, id, true),
    lock: ({ id, table }) => lock(table, id),
    put: ({ id, table }, seal) => Effect.asVoid(put(table, id, seal)),
    ownerless,
    sealFirst,
    begin: (by) =>
      Effect.sync(() => {
        sealing = by
      }),
  })

  return { writing, sealOfNew, store }
})

/** Seals access rows as they are written. All stores of a layer share one. */
export class AccessSeals extends Context.Service<AccessSeals, Effect.Success<typeof make>>()(
  "@garrison/sql/audit/AccessSeals",
) {
  static readonly layer = Layer.effect(AccessSeals, make)
}
