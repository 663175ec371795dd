/** What strangers import: storage as one layer, for a SQLite file or a Postgres database. */
export { StorageUrlInvalid } from "./Database.ts"
export { MigrationRefused } from "./Migrations.ts"
export {
  crypto,
  type CryptoServices,
  postgres,
  sqlite,
  storage,
  type StorageFailure,
  type StorageServices,
} from "./storage.ts"
