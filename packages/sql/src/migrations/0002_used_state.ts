/**
 * States of logins by redirect that were used, in the place of logins that wait: what a login began with is in its
 * state now. Logins that wait at the upgrade end with it, and are begun anew.
 */
import type { FrozenMigration } from "../Migration.ts"

/** One table for another. */
export const migration: FrozenMigration = {
  id: 2,
  name: "used_state",
  checksums: {
    sqlite: "ea6ac49afbefcd4767b50439d16d72b525e997ad7b202a8cbfe8a1fdd10e0cb5",
    pg: "5cb680572089e6818665d3280fea986d8a2302791c61640f1564ecf5fef52252",
  },
  statements: [
    `CREATE TABLE used_state (
    state_hash BYTEA PRIMARY KEY CHECK (length(state_hash) = 32),
    expires_at BIGINT NOT NULL
  ) WITHOUT ROWID`,
    `CREATE INDEX used_state_by_end ON used_state (expires_at)`,
    `DROP TABLE authorization_request`,
  ],
}
