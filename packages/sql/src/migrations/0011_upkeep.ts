/** What operators look at all day: what happened, by time, and when each task of upkeep last ended well. */
import type { FrozenMigration } from "../Migration.ts"

/** One table, and the indexes by time of tables that had none. */
export const migration: FrozenMigration = {
  id: 11,
  name: "upkeep",
  checksums: {
    sqlite: "22fddde780a015f9bee20e576fa4996bbed614eb447473e6f50e7a705adde11c",
    pg: "971e8956f70308709526e6fdd6bfa056fe656653100b1300e0d261f53559d6f6",
  },
  statements: [
    `CREATE TABLE upkeep (
  task TEXT PRIMARY KEY CHECK (length(task) > 0),
  succeeded_at BIGINT NOT NULL
)`,
    "CREATE INDEX player_order_by_age ON player_order (created, order_id)",
    "CREATE INDEX person_presence_by_age ON person_presence (last_seen) WHERE status <> 'offline'",
    "CREATE INDEX restriction_by_end ON restriction (expires_at, restriction_id) WHERE lifted_at IS NULL",
    "CREATE INDEX audit_by_age ON audit (at, sequence)",
  ],
}
