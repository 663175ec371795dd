/** A database ready for use: opened, migrated, with units of work. */
import type { Transaction } from "@garrison/core/kernel/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { migrate, type MigrationRefused } from "./Migrations.ts"
import { migrations } from "./migrations/all.ts"
import * as PostgresClient from "./PostgresClient.ts"
import * as SqliteClient from "./SqliteClient.ts"
import * as SqlTransaction from "./SqlTransaction.ts"
import { StorageUrlInvalid } from "./StorageUrlInvalid.ts"

/** `SqlClient` of the database that `url` names, as it stands: not migrated, without units of work. */
export const client = (url: string): Layer.Layer<SqlClient.SqlClient, StorageUrlInvalid | SqlError> => {
  if (/^sqlite:./.test(url)) return SqliteClient.layer({ file: url.slice("sqlite:".length) })
  if (/^postgres(ql)?:\/\/./.test(url)) return PostgresClient.layer({ url })
  const scheme = /^[a-z0-9+]*:/i.exec(url)?.[0] ?? "nothing known"
  const message =
    `storage must be sqlite:FILE, sqlite::memory: or postgres://USER:PASSWORD@HOST/DATABASE; ` +
    `this begins with ${scheme}`
  return Layer.effect(SqlClient.SqlClient, Effect.fail(new StorageUrlInvalid({ message })))
}

/** `SqlClient` and `Transaction` of the database that `url` names, migrated to this version's schema. */
export const layer = (
  url: string,
): Layer.Layer<SqlClient.SqlClient | Transaction, StorageUrlInvalid | MigrationRefused | SqlError> =>
  Layer.effectDiscard(migrate(migrations)).pipe(
    Layer.provideMerge(SqlTransaction.layer),
    Layer.provideMerge(client(url)),
  )
