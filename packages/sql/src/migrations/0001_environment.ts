/** Table of the environment: one row, the identity of the deployment (decisions, section 1). */
import type { Migration } from "../Migration.ts"

/** The one row is `id` 1; a second is refused by the key. */
export const migration: Migration = {
  id: 1,
  name: "environment",
  statements: [
    `CREATE TABLE environment (
      id BIGINT PRIMARY KEY CHECK (id = 1),
      publisher_uuid TEXT NOT NULL CHECK (length(publisher_uuid) = 36),
      tenant_uuid TEXT NOT NULL CHECK (length(tenant_uuid) = 36),
      config_elector_uuid TEXT NOT NULL CHECK (length(config_elector_uuid) = 36),
      cursor_secret BYTEA NOT NULL CHECK (length(cursor_secret) >= 32)
    )`,
  ],
}
