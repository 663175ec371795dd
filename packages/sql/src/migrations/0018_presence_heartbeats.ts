/** What heartbeats are stored by, and what counts of players online are read from. */
import type { FrozenMigration } from "../Migration.ts"

/** A column, and the index by time with the columns that are counted. */
export const migration: FrozenMigration = {
  id: 18,
  name: "presence_heartbeats",
  checksums: {
    sqlite: "2ace9a4937c4cfe5feced92fceffb6ddd6d5c302224592c601234152ef3615b6",
    pg: "c700cf16185785b58bf8ee2a2f0332c8dbc8b7b0777b4409c684606102136976",
  },
  statements: [
    "ALTER TABLE person_presence ADD COLUMN revision BIGINT NOT NULL DEFAULT 0",
    "DROP INDEX person_presence_by_age",
    `CREATE INDEX person_presence_by_age ON person_presence (last_seen, platform, status)
    WHERE status <> 'offline'`,
  ],
}
