/** What strangers import: storage as one layer, for a SQLite file or a Postgres database. */
export { type CryptoServices, layer as crypto } from "./Cryptography.ts"
export { StorageUrlInvalid } from "./Database.ts"
export { MigrationRefused } from "./Migrations.ts"
export { postgres, sqlite, storage, type StorageFailure, type StorageServices } from "./storage.ts"
