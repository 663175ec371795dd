/** Seals of the rows that decide who gets in. Garrison makes them when it opens the database with a key secret. */
import type { FrozenMigration } from "../Migration.ts"

/** A column each. A row that is there has no seal yet. */
export const migration: FrozenMigration = {
  id: 20,
  name: "access_seals",
  // A version that does not seal would leave rows that a verification names.
  change: "contract",
  checksums: {
    sqlite: "2e6a6affb88c880a35bc47205df017c5d9be4243b3d83ed13e336c32767cf8e7",
    pg: "2e6a6affb88c880a35bc47205df017c5d9be4243b3d83ed13e336c32767cf8e7",
  },
  statements: [
    "ALTER TABLE role ADD COLUMN seal TEXT",
    "ALTER TABLE client ADD COLUMN seal TEXT",
    "ALTER TABLE signing_key ADD COLUMN seal TEXT",
    "ALTER TABLE password_credential ADD COLUMN seal TEXT",
    "ALTER TABLE person ADD COLUMN seal TEXT",
  ],
}
