/**
 * The oldest epoch that may still write. Versions from before there were epochs do not ask for it: they are stopped by
 * new names of columns that their writing units have in their statements, of which no row is written.
 */
import type { FrozenMigration } from "../Migration.ts"

/**
 * A row, and six names: of what every change of an inventory, every login, every notification, every report of
 * presence, every act of an operator, and every login of a machine writes; the last one is what a probe of storage
 * writes, too.
 */
export const migration: FrozenMigration = {
  id: 19,
  name: "schema_epoch",
  change: "contract",
  checksums: {
    sqlite: "2edd9e30636dba650251169709c82aff4593f79848dbaafa7fad0bdc943e3d04",
    pg: "de01501322dd60d56ee420d1a1e5cf83aebc48d8a37eafb94ca8e54a303fe774",
  },
  statements: [
    `CREATE TABLE schema_epoch (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    oldest BIGINT NOT NULL CHECK (oldest > 0)
  )`,
    `INSERT INTO schema_epoch (id, oldest) VALUES (1, 19)`,
    "ALTER TABLE inventory_owner RENAME COLUMN last_changed TO changed_at",
    "ALTER TABLE login_session RENAME COLUMN token_expires_at TO token_ends_at",
    "ALTER TABLE notification_list RENAME COLUMN last_created TO newest_at",
    "ALTER TABLE person_presence RENAME COLUMN do_not_disturb TO undisturbed",
    "ALTER TABLE audit_head RENAME COLUMN seal TO last_seal",
    "ALTER TABLE machine_login RENAME COLUMN user_agent TO agent",
  ],
}
