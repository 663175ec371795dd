/** Table of the answers that repeated requests get (decisions, section 2). */
import type { Migration } from "../Migration.ts"

/**
 * An answer is sealed with a key that is not stored: `key_hash` and `request_hash` are SHA-256. A row is written in the
 * unit of work that makes the change, and is empty until that ends. The indexes find a caller's newest, and the oldest
 * of all.
 */
export const migration: Migration = {
  id: 12,
  name: "idempotency",
  statements: [
    `CREATE TABLE idempotent_answer (
      caller TEXT NOT NULL CHECK (length(caller) = 36),
      operation TEXT NOT NULL CHECK (length(operation) > 0),
      key_hash BYTEA NOT NULL CHECK (length(key_hash) = 32),
      request_hash BYTEA NOT NULL CHECK (length(request_hash) = 32),
      created BIGINT NOT NULL,
      sealed BYTEA NOT NULL,
      PRIMARY KEY (caller, operation, key_hash)
    )`,
    `CREATE INDEX idempotent_answer_of_caller ON idempotent_answer (caller, created)`,
    `CREATE INDEX idempotent_answer_by_age ON idempotent_answer (created)`,
  ],
}
