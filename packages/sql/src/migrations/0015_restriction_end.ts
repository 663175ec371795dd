/** What operators list restrictions by: when each ends or ended. */
import type { FrozenMigration } from "../Migration.ts"

/** A generated column, which SQLite computes when it is read, and two indexes that store it. */
export const migration: FrozenMigration = {
  id: 15,
  name: "restriction_end",
  checksums: {
    sqlite: "3b8e325b60aa07540a4db271acd4c6747f4fce7d48984194f408886397687416",
    pg: "5778014b6229d42e605b116af6632813d434a39cb7fa535f7de1743914af7f76",
  },
  statements: [
    {
      pg: `ALTER TABLE restriction ADD COLUMN
    ends_at BIGINT NOT NULL GENERATED ALWAYS AS (COALESCE(lifted_at, expires_at, 9007199254740991)) STORED`,
    },
    {
      sqlite: `ALTER TABLE restriction ADD COLUMN
    ends_at INTEGER NOT NULL GENERATED ALWAYS AS (COALESCE(lifted_at, expires_at, 9007199254740991)) VIRTUAL`,
    },
    `CREATE INDEX restriction_by_state ON restriction (ends_at, restriction_id, person_id)`,
    `CREATE INDEX restriction_by_type ON restriction (type, ends_at, restriction_id, person_id)`,
  ],
}
