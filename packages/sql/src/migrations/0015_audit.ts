/** Tables of audit rows, and the revisions that operators' changes count up (decisions, section 3). */
import type { Migration } from "../Migration.ts"

/**
 * `audit_head` is one row, the end of the chain: what appends moves it first, so that two never stand behind the same
 * row. `outcome` is `done` or the code of a refusal. A `revision` begins with 0.
 */
export const migration: Migration = {
  id: 15,
  name: "audit",
  statements: [
    `CREATE TABLE audit (
      sequence BIGINT PRIMARY KEY CHECK (sequence BETWEEN 1 AND 9007199254740991),
      at BIGINT NOT NULL,
      actor_kind TEXT NOT NULL CHECK (actor_kind IN ('player', 'machine', 'local', 'system')),
      actor_id TEXT NOT NULL,
      actor_name TEXT NOT NULL,
      address TEXT NOT NULL,
      operation TEXT NOT NULL CHECK (length(operation) > 0),
      subject_kind TEXT NOT NULL CHECK (length(subject_kind) > 0),
      subject_id TEXT NOT NULL,
      revision BIGINT CHECK (revision >= 0),
      reason TEXT,
      outcome TEXT NOT NULL CHECK (length(outcome) > 0),
      before_json TEXT,
      after_json TEXT,
      seal TEXT NOT NULL CHECK (length(seal) = 43)
    )`,
    `CREATE INDEX audit_of_subject ON audit (subject_kind, subject_id, sequence)`,
    `CREATE INDEX audit_refusal ON audit (actor_id, at) WHERE outcome <> 'done'`,
    `CREATE TABLE audit_head (
      id BIGINT PRIMARY KEY CHECK (id = 1),
      sequence BIGINT NOT NULL CHECK (sequence >= 0),
      seal TEXT NOT NULL CHECK (length(seal) = CASE sequence WHEN 0 THEN 0 ELSE 43 END)
    )`,
    `INSERT INTO audit_head (id, sequence, seal) VALUES (1, 0, '')`,
    `ALTER TABLE person ADD COLUMN revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0)`,
    `ALTER TABLE client ADD COLUMN revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0)`,
    `ALTER TABLE role ADD COLUMN revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0)`,
    `ALTER TABLE environment ADD COLUMN revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0)`,
  ],
}
