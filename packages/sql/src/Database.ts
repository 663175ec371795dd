/** A database ready for use: opened, migrated, with units of work. */
import type { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { dialectOf, LEDGER_TABLE } from "./Migration.ts"
import { inspect, migrate, type MigrationRefused, type SchemaLook, SchemaNotReady } from "./Migrations.ts"
import { migrations } from "./migrations/all.ts"
import { DIGESTS } from "./schema/digests.ts"
import { holdSchema } from "./schema/held.ts"
import * as PostgresClient from "./PostgresClient.ts"
import * as SqliteClient from "./SqliteClient.ts"
import { lacksTable } from "./SqliteFile.ts"
import { SqlDriver } from "./SqlDriver.ts"
import * as SqlTransaction from "./SqlTransaction.ts"
import { StorageUrlInvalid } from "./StorageUrlInvalid.ts"

const SQLITE = "sqlite:"

/** `SqlClient` and driver of the database that `url` names, as it stands: not migrated, without units of work. */
export const client = (url: string): Layer.Layer<SqlClient.SqlClient | SqlDriver, StorageUrlInvalid | SqlError> => {
  if (/^sqlite:./.test(url)) return SqliteClient.layer({ file: url.slice(SQLITE.length) })
  if (/^postgres(ql)?:\/\/./.test(url)) return PostgresClient.layer({ url })
  const scheme = /^[a-z0-9+]*:/i.exec(url)?.[0] ?? "nothing known"
  const message =
    `storage must be sqlite:FILE, sqlite::memory: or postgres://USER:PASSWORD@HOST/DATABASE; ` +
    `this begins with ${scheme}`
  return Layer.effectContext(Effect.fail(new StorageUrlInvalid({ message })))
}

/**
 * What opening a database may do to its schema: `create` makes it and brings it up to date; `upgrade` brings up to date
 * what is there; `read` changes nothing.
 */
export type SchemaUse = "create" | "upgrade" | "read"

const isOfAnother = (url: string): boolean =>
  url.startsWith(SQLITE) && url !== `${SQLITE}:memory:` && lacksTable(url.slice(SQLITE.length), LEDGER_TABLE)

/** Fails where the schema is not there, or not to be brought up to date. */
const requireSchema = Effect.fnUntraced(function* (use: SchemaUse) {
  if (use === "create") return
  const found = yield* inspect(migrations)
  if (found.applied === 0 || (found.lacking > 0 && use === "read")) return yield* new SchemaNotReady(found)
})

/** Holds the schema to the steps that were applied. All of them come to what is known; others are made to compare. */
const lookAtSchema: SchemaLook = ({ applied, later }) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    holdSchema({
      steps: migrations.slice(0, applied),
      hasLater: later > 0,
      digest: applied === migrations.length ? DIGESTS[dialectOf(sql)] : undefined,
    }),
  )

/** The schema is there: from now on this version writes only while its epoch may. */
const armEpoch = Effect.map(SqlDriver, ({ epoch }) => epoch.arm(migrations.length))

/** `SqlClient`, its driver and `Transaction` of the database that `url` names, with this version's schema. */
export const layer = (
  url: string,
  use: SchemaUse = "create",
): Layer.Layer<
  SqlClient.SqlClient | SqlDriver | Transaction,
  StorageUrlInvalid | MigrationRefused | SchemaNotReady | SqlError
> => {
  // To open the file would change it: a database of another program is left alone.
  if (use !== "create" && isOfAnother(url)) {
    return Layer.effectContext(Effect.fail(new SchemaNotReady({ applied: 0, lacking: migrations.length })))
  }
  const opened = Effect.all([requireSchema(use), migrate(migrations, undefined, lookAtSchema), armEpoch])
  return Layer.effectDiscard(opened).pipe(Layer.provideMerge(SqlTransaction.layer), Layer.provideMerge(client(url)))
}
