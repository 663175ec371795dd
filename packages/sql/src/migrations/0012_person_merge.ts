/** Merges of persons: what an undo needs, and two more kinds of security events. */
import type { FrozenMigration } from "../Migration.ts"

/** One table, and another CHECK. SQLite makes the table of events again. */
export const migration: FrozenMigration = {
  id: 12,
  name: "person_merge",
  checksums: {
    sqlite: "c357a4f05f2c99fa3430c4b7db3b21a034ba2ba9d988790bde997850f8760f73",
    pg: "42cfe841b0dbdc275e92dd10d7b4b82d5fef6526715797cbd01ddd14f014ff35",
  },
  statements: [
    `CREATE TABLE person_merge (
    person_id UUID NOT NULL REFERENCES person (person_id),
    merge_id UUID NOT NULL,
    side TEXT NOT NULL CHECK (side IN ('kept', 'merged')),
    other_person_id UUID NOT NULL,
    merged_at BIGINT NOT NULL,
    merged_by TEXT NOT NULL CHECK (length(merged_by) > 0),
    undo_ends_at BIGINT NOT NULL CHECK (undo_ends_at >= merged_at),
    revision BIGINT NOT NULL CHECK (revision > 0),
    role_id BIGINT NOT NULL CHECK (role_id > 0),
    had TEXT NOT NULL CHECK (length(had) > 2),
    undone_at BIGINT,
    undone_by TEXT,
    PRIMARY KEY (person_id, merge_id),
    CHECK ((undone_at IS NULL) = (undone_by IS NULL))
  ) WITHOUT ROWID`,
    { pg: `ALTER TABLE security_event DROP CONSTRAINT security_event_kind_check` },
    {
      pg: `ALTER TABLE security_event ADD CONSTRAINT security_event_kind_check
    CHECK (kind IN ('login_refused', 'refresh_token_reuse', 'authorization_code_reuse',
      'portal_user_linked', 'portal_user_unlinked', 'parent_of_another_person', 'persons_merged', 'persons_unmerged'))`,
    },
    {
      sqlite: `CREATE TABLE security_event_next (
    person_id BLOB NOT NULL CHECK (length(person_id) = 16),
    event_id BLOB NOT NULL CHECK (length(event_id) = 16),
    at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('login_refused', 'refresh_token_reuse', 'authorization_code_reuse',
      'portal_user_linked', 'portal_user_unlinked', 'parent_of_another_person', 'persons_merged', 'persons_unmerged')),
    session_id BLOB CHECK (length(session_id) = 16),
    client_uuid BLOB CHECK (length(client_uuid) = 16),
    address TEXT NOT NULL,
    grant_type TEXT,
    code TEXT,
    PRIMARY KEY (person_id, event_id),
    CHECK ((kind = 'login_refused') = (code IS NOT NULL) AND (grant_type IS NULL) = (code IS NULL))
  ) WITHOUT ROWID, STRICT`,
    },
    {
      sqlite: `INSERT INTO security_event_next (person_id, event_id, at, kind, session_id, client_uuid, address, grant_type, code)
    SELECT person_id, event_id, at, kind, session_id, client_uuid, address, grant_type, code FROM security_event`,
    },
    { sqlite: `DROP TABLE security_event` },
    { sqlite: `ALTER TABLE security_event_next RENAME TO security_event` },
    { sqlite: `CREATE INDEX security_event_by_age ON security_event (at)` },
  ],
}
