/**
 * Garrison's storage for a host that embeds it: one layer gives everything that the core takes from outside, so that
 * `Layer.provide(sqlite("garrison.db"))` under the core's services is enough.
 */
import type { Transaction } from "@garrison/core/kernel/Transaction"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { type CryptoServices, layer as crypto } from "./Cryptography.ts"
import * as Database from "./Database.ts"
import type { MigrationRefused } from "./Migrations.ts"
import * as Stores from "./Stores.ts"

/** Every store of the core, units of work, and the `SqlClient` below them. */
export type StorageServices = Layer.Success<typeof Stores.layer> | Transaction | SqlClient.SqlClient

/** What opening a database may fail with: its url, its schema, or the database itself. */
export type StorageFailure = Database.StorageUrlInvalid | MigrationRefused | SqlError

/** Storage at `url`, `sqlite:FILE` or `postgres://…`, opened and migrated, with cryptography. */
export const storage = (url: string): Layer.Layer<StorageServices | CryptoServices, StorageFailure> =>
  Stores.layer.pipe(Layer.provideMerge(Database.layer(url)), Layer.provideMerge(crypto))

/** Storage in a SQLite file, made when it is not there; `:memory:` lives as long as the layer. */
export const sqlite = (file: string): Layer.Layer<StorageServices | CryptoServices, StorageFailure> =>
  storage(`sqlite:${file}`)

/** Storage in a Postgres database, `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. */
export const postgres = (url: string): Layer.Layer<StorageServices | CryptoServices, StorageFailure> => storage(url)
