/**
 * Garrison's storage for a host that embeds it: one layer gives everything that the core takes from outside, so that
 * `Layer.provide(sqlite("garrison.db"))` under the core's services is enough.
 */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import type { Transaction } from "@garrison/core/kernel/Transaction"
import type * as Digest from "effect/crypto/Digest"
import type * as Kdf from "effect/crypto/Kdf"
import type * as Mac from "effect/crypto/Mac"
import type * as SecureRandom from "effect/crypto/SecureRandom"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Database from "./Database.ts"
import type { MigrationRefused } from "./Migrations.ts"
import * as Stores from "./Stores.ts"

/** Node's cryptography, as the core takes it. */
export type CryptoServices = SecureRandom.SecureRandom | Digest.Digest | Mac.Mac | Kdf.Kdf

/** Every store of the core, units of work, and the `SqlClient` below them. */
export type StorageServices = Layer.Success<typeof Stores.layer> | Transaction | SqlClient.SqlClient

/** What opening a database may fail with: its url, its schema, or the database itself. */
export type StorageFailure = Database.StorageUrlInvalid | MigrationRefused | SqlError

/**
 * Node's cryptography, for a host with another storage.
 *
 * @public
 */
export const crypto: Layer.Layer<CryptoServices> = Layer.mergeAll(
  NodeCrypto.layerSecureRandom,
  NodeCrypto.layerDigest,
  NodeCrypto.layerMac,
  NodeCrypto.layerKdf,
)

/** Storage at `url`, `sqlite:FILE` or `postgres://…`, opened and migrated, with cryptography. */
export const storage = (url: string): Layer.Layer<StorageServices | CryptoServices, StorageFailure> =>
  Stores.layer.pipe(Layer.provideMerge(Database.layer(url)), Layer.provideMerge(crypto))

/** Storage in a SQLite file, made when it is not there; `:memory:` lives as long as the layer. */
export const sqlite = (file: string): Layer.Layer<StorageServices | CryptoServices, StorageFailure> =>
  storage(`sqlite:${file}`)

/** Storage in a Postgres database, `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. */
export const postgres = (url: string): Layer.Layer<StorageServices | CryptoServices, StorageFailure> => storage(url)
