/** Restrictions that portal users took along when they left their person. */
import type { FrozenMigration } from "../Migration.ts"

/** One table. Its rows are sealed with those of the person that the portal user left. */
export const migration: FrozenMigration = {
  id: 21,
  name: "kept_restriction",
  // A version that does not look there would let in who is kept out.
  change: "contract",
  checksums: {
    sqlite: "92949342a4273ce5bf58aa82ac411f6edb31f0838c216e3fe61e903014448c66",
    pg: "08bdf4bcf5006833fcac04d80372f3ac2c66486b562c806a2e224ba9a99fb71c",
  },
  statements: [
    `CREATE TABLE kept_restriction (
    portal_user BYTEA NOT NULL CHECK (length(portal_user) = 32),
    person_id UUID NOT NULL,
    restriction_id UUID NOT NULL,
    type TEXT NOT NULL
      CHECK (type IN ('account_ban', 'account_lockout', 'account_pending_deletion', 'account_deny_auth')),
    reason TEXT,
    note TEXT,
    issuer TEXT NOT NULL CHECK (length(issuer) > 0),
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    PRIMARY KEY (portal_user, restriction_id)
  ) WITHOUT ROWID`,
    `CREATE INDEX kept_restriction_of_person ON kept_restriction (person_id)`,
  ],
}
