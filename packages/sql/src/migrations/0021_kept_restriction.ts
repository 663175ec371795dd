/** Restrictions that portal users took along when they left their person. */
import type { FrozenMigration } from "../Migration.ts"

/** One table. */
export const migration: FrozenMigration = {
  id: 21,
  name: "kept_restriction",
  // A version that does not look there would let in who is kept out.
  change: "contract",
  checksums: {
    sqlite: "bf1eea25eb6eec10da3da8d1e6b629740a6646a0272c0626c3076f5151dee300",
    pg: "fbb9ad50cdb026495a938937d6b240e20de9103cdd12da788888394dc7ce5351",
  },
  statements: [
    `CREATE TABLE kept_restriction (
    portal_user BYTEA NOT NULL CHECK (length(portal_user) = 32),
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
  ],
}
