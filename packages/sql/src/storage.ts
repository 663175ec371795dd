/**
 * Garrison's storage for a host that embeds it: one layer gives everything that the core takes from outside, so that
 * `Layer.provide(sqlite("garrison.db"))` under the core's services is enough.
 */
import { StorageUnavailable, type Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { layer as preparation } from "./catalog/ThreadedPreparation.ts"
import { type CryptoServices, layer as crypto } from "./Cryptography.ts"
import * as Database from "./Database.ts"
import type { MigrationRefused, SchemaNotReady } from "./Migrations.ts"
import type { SqlDriver } from "./SqlDriver.ts"
import { isBroken } from "./SqliteDamage.ts"
import { isUnavailable, unavailableBy } from "./SqlTransaction.ts"
import type { StorageUrlInvalid } from "./StorageUrlInvalid.ts"
import * as SqlStorageTime from "./SqlStorageTime.ts"
import * as Stores from "./Stores.ts"

/** Every store of the core, units of work, and the `SqlClient` below them with its driver. */
export type StorageServices = Layer.Success<typeof Stores.layer> | Transaction | SqlClient.SqlClient | SqlDriver

/**
 * What opening a database may fail with: its url names none, its schema is not ours or not up to date, it is out of
 * reach, or it refuses one of our statements.
 */
export type StorageFailure = StorageUrlInvalid | MigrationRefused | SchemaNotReady | StorageUnavailable | SqlError

/** The failure of opening: unavailable storage with its whole reason, or the failure itself. */
const notOpened = (error: SqlError): Effect.Effect<never, SqlError | StorageUnavailable> => {
  if (!isUnavailable(error) && !isBroken(error.reason.cause)) return Effect.fail(error)
  const { code, message: said, next, trouble } = unavailableBy(error)
  const message = error.message.includes(said) ? error.message : `${error.message}: ${said}`
  return Effect.fail(new StorageUnavailable(message, { cause: error, code, next, trouble }))
}

/**
 * Storage at `url`, `sqlite:FILE` or `postgres://…`, opened, with cryptography and the threads that check large
 * catalogs. The schema is made and brought up to date, unless `use` allows less.
 */
export const storage = (
  url: string,
  use?: Database.SchemaUse,
): Layer.Layer<StorageServices | CryptoServices, StorageFailure> =>
  Layer.merge(Stores.layer, SqlStorageTime.layer).pipe(
    Layer.provideMerge(Database.layer(url, use)),
    Layer.catchTag("SqlError", (error) =>
      Layer.effectContext<StorageServices, SqlError | StorageUnavailable, never>(notOpened(error)),
    ),
    Layer.provideMerge(Layer.merge(crypto, preparation)),
  )

/** Storage in a SQLite file, which is created if it is missing; `:memory:` lives as long as the layer. */
export const sqlite = (file: string): Layer.Layer<StorageServices | CryptoServices, StorageFailure> =>
  storage(`sqlite:${file}`)

/** Storage in a Postgres database, `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. */
export const postgres = (url: string): Layer.Layer<StorageServices | CryptoServices, StorageFailure> => storage(url)
