/** Table of presence: what each player reported last (decisions, section 13). */
import type { Migration } from "../Migration.ts"

/**
 * `message` is a JSON string and `custom_data` a JSON object, keys in order: JSON text is ASCII-safe where what players
 * type need not be (Postgres refuses U+0000 in a TEXT, and half a surrogate pair survives neither database).
 */
export const migration: Migration = {
  id: 8,
  name: "presence",
  statements: [
    `CREATE TABLE presence (
      player_uuid TEXT PRIMARY KEY REFERENCES player (player_uuid) ON DELETE CASCADE,
      status TEXT NOT NULL CHECK (status IN ('online', 'away', 'invisible', 'offline')),
      do_not_disturb BIGINT NOT NULL CHECK (do_not_disturb IN (0, 1)),
      last_seen BIGINT NOT NULL,
      platform TEXT NOT NULL CHECK (length(platform) > 0),
      message TEXT CHECK (length(message) > 2),
      custom_data TEXT CHECK (length(custom_data) > 2)
    )`,
  ],
}
