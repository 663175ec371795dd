/** The key of the seals, and audit rows that say how they are sealed. */
import type { FrozenMigration } from "../Migration.ts"

/** Columns of what is new. Rows that are there have none of it. */
export const migration: FrozenMigration = {
  id: 4,
  name: "audit_seals",
  checksums: {
    sqlite: "67fbc2f312283546afa10128cecc69f7ba653130ddc2883d720d7032dc44f71d",
    pg: "14b02c20acc821b797cc82bdba20f85ced94f5e897f1ea0ec2d75d5f805c41df",
  },
  statements: [
    "ALTER TABLE environment ADD COLUMN seal_key BYTEA CHECK (length(seal_key) >= 32)",
    "ALTER TABLE audit ADD COLUMN sealing TEXT CHECK (sealing IN ('plain', 'keyed'))",
    "ALTER TABLE audit ADD COLUMN token_hash TEXT CHECK (length(token_hash) = 43)",
    "ALTER TABLE audit_head ADD COLUMN token UUID",
  ],
}
