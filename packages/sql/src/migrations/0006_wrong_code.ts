/** Counts of wrong promotion codes: two more subjects of buckets. */
import type { FrozenMigration } from "../Migration.ts"

/** Another CHECK. SQLite makes the table again. */
export const migration: FrozenMigration = {
  id: 6,
  name: "wrong_code",
  checksums: {
    sqlite: "849c65b4a41cb774c171b9cbde24a5bd5275e09c70a0afaf117807198a17b513",
    pg: "c8c961739965310ce69fa7823d83f2373f0282bf4f99bd915161db92502dc71b",
  },
  statements: [
    { pg: `ALTER TABLE login_failure DROP CONSTRAINT login_failure_subject_check` },
    {
      pg: `ALTER TABLE login_failure ADD CONSTRAINT login_failure_subject_check
    CHECK (subject IN ('account', 'address', 'all', 'familiar', 'new_at_address', 'new_in_all', 'oauth_at_address',
      'oauth_in_all', 'code_of_player', 'code_at_address'))`,
    },
    {
      sqlite: `CREATE TABLE login_failure_next (
    bucket INTEGER NOT NULL,
    subject TEXT NOT NULL
      CHECK (subject IN ('account', 'address', 'all', 'familiar', 'new_at_address', 'new_in_all', 'oauth_at_address',
        'oauth_in_all', 'code_of_player', 'code_at_address')),
    at INTEGER NOT NULL,
    forgotten_at INTEGER NOT NULL CHECK (forgotten_at > at),
    PRIMARY KEY (bucket, subject)
  ) WITHOUT ROWID, STRICT`,
    },
    {
      sqlite: `INSERT INTO login_failure_next (bucket, subject, at, forgotten_at)
    SELECT bucket, subject, at, forgotten_at FROM login_failure`,
    },
    { sqlite: `DROP TABLE login_failure` },
    { sqlite: `ALTER TABLE login_failure_next RENAME TO login_failure` },
    { sqlite: `CREATE INDEX login_failure_by_end ON login_failure (forgotten_at)` },
  ],
}
