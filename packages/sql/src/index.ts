/** The public surface of this package: storage as one layer, for a SQLite file or a Postgres database. */
import "@garrison/core/requireNode"
export { type CryptoServices, layer as crypto } from "./Cryptography.ts"
export { MigrationRefused, SchemaNotReady } from "./Migrations.ts"
export {
  postgres,
  type PostgresOptions,
  sqlite,
  storage,
  type StorageFailure,
  type StorageServices,
} from "./storage.ts"
export { StorageUrlInvalid } from "./StorageUrlInvalid.ts"
