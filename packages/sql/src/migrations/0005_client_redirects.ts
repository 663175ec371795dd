/**
 * Addresses of logins by redirect belong to clients. Those that are there take the addresses of the settings, which a
 * step cannot read, when Garrison opens the database. Public ones go on without a PKCE challenge.
 */
import type { FrozenMigration } from "../Migration.ts"

/** Two columns of clients. */
export const migration: FrozenMigration = {
  id: 5,
  name: "client_redirects",
  checksums: {
    sqlite: "b7248ecffdcd3b14cfb792f0991b268c85cafb90e991e632b1abd430f2034e8d",
    pg: "760e7afa55c491a4a08500733f016720e172d1126d1f93275b34bcc39cf02a26",
  },
  statements: [
    `ALTER TABLE client ADD COLUMN redirect_uris TEXT`,
    `ALTER TABLE client ADD COLUMN is_pkce_exempt BIGINT NOT NULL DEFAULT 0 CHECK (is_pkce_exempt IN (0, 1))`,
    `UPDATE client SET is_pkce_exempt = 1 WHERE is_public = 1`,
  ],
}
