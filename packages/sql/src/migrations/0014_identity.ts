/**
 * What cuts off a client, bounds what strangers can store, and hides device secrets (decisions, sections 3, 4 and 8).
 */
import type { Migration } from "../Migration.ts"

/**
 * `client.generation` counts what ends sessions of a client; a session holds the one that opened it, or NULL where no
 * client did. The buckets of `login_failure` count new identities too. `anon_secret` is made when Garrison next opens
 * the database.
 */
export const migration: Migration = {
  id: 14,
  name: "identity",
  statements: [
    `ALTER TABLE client ADD COLUMN generation BIGINT NOT NULL DEFAULT 0 CHECK (generation >= 0)`,
    `ALTER TABLE login_session ADD COLUMN client_generation BIGINT DEFAULT 0`,
    `CREATE INDEX login_session_of_machine ON login_session (client_uuid, session_id) WHERE person_id IS NULL`,
    `CREATE INDEX login_history_of_machine ON login_history (client_uuid, login_id) WHERE person_id IS NULL`,
    `ALTER TABLE login_failure RENAME TO login_failure_before`,
    `CREATE TABLE login_failure (
      subject TEXT NOT NULL
        CHECK (subject IN ('account', 'address', 'all', 'familiar', 'new_at_address', 'new_in_all')),
      bucket BIGINT NOT NULL,
      at BIGINT NOT NULL,
      forgotten_at BIGINT NOT NULL CHECK (forgotten_at > at),
      PRIMARY KEY (subject, bucket)
    )`,
    `INSERT INTO login_failure (subject, bucket, at, forgotten_at)
      SELECT subject, bucket, at, forgotten_at FROM login_failure_before`,
    `DROP TABLE login_failure_before`,
    `CREATE INDEX login_failure_by_end ON login_failure (forgotten_at)`,
    `ALTER TABLE environment ADD COLUMN anon_secret BYTEA CHECK (length(anon_secret) >= 32)`,
  ],
}
