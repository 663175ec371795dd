/** Whether the database takes writes, who keeps it from that, and what its newest rows say of the time. */
import { StorageProbe } from "@garrison/core/kernel/work/StorageProbe"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { integer } from "./columns.ts"
import { lockHolders } from "./schemaLock.ts"
import { SqlDriver } from "./SqlDriver.ts"
import { orUnavailable } from "./SqlTransaction.ts"
import { uuids } from "./uuid.ts"

/** More than a page of SQLite, so that a file that cannot grow is noticed like a full disk. */
const ballast = "x".repeat(8192)

/** Half a megabyte for Postgres, in rows that cannot be compressed. */
const FILLING = "SELECT gen_random_uuid() AS filling FROM generate_series(1, 12000)"

/** Whether the database forbids the server to make tables (insufficient_privilege). */
const isForbidden = (error: SqlError): boolean => {
  const { cause } = error.reason
  return typeof cause === "object" && cause !== null && "code" in cause && cause.code === "42501"
}

/** {@link StorageProbe} over the `SqlClient` in context: a row that is gone again when the unit of work is stored. */
export const layer = Layer.effect(
  StorageProbe,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transaction = yield* Transaction
    const random = yield* SecureRandom.SecureRandom
    const { place } = yield* SqlDriver
    const write = Effect.gen(function* () {
      const id = uuids(sql).id(yield* random.uuidV7())
      yield* sql`INSERT INTO machine_login (client_uuid, login_id, at, session_id, grant_type, address, agent)
        VALUES (${id}, ${id}, 0, ${id}, 'probe', '', ${ballast})`
      yield* sql`DELETE FROM machine_login WHERE client_uuid = ${id} AND login_id = ${id}`
    })
    const ask = transaction.run(orUnavailable(write))
    // The rows of a new table are in new pages. Undone, it leaves nothing.
    const room = Effect.gen(function* () {
      const name = (yield* random.uuidV7()).replaceAll("-", "")
      yield* sql.unsafe(`CREATE TABLE garrison_probe_${name} AS ${FILLING}`)
    })
    const askForRoom = Effect.catchIf(transaction.rehearse(room), isForbidden, () => ask)
    const holders = orUnavailable(lockHolders(sql, place))
    const latest = (table: string, time: string, from: number) =>
      sql`SELECT ${sql.literal(time)} AS at FROM ${sql.literal(table)} WHERE ${sql.literal(time)} >= ${from}
        ORDER BY ${sql.literal(time)} DESC LIMIT ${1}`
    const newest = (from: number) =>
      Effect.all([latest("login_history", "at", from), latest("player_order", "created", from)]).pipe(
        Effect.map((rows) => rows.flat().map(({ at }) => integer(at))),
        Effect.map((times) => (times.length === 0 ? undefined : Math.max(...times))),
        orUnavailable,
      )
    return sql.onDialectOrElse({
      pg: () => ({ ask, askForRoom: orUnavailable(askForRoom), holders, newest, place }),
      orElse: () => ({ ask, holders, newest, place }),
    })
  }),
)
