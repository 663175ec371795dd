/** Tables of notifications: one list per player, and the place where its next one goes (decisions, section 9). */
import type { Migration } from "../Migration.ts"

/**
 * `notification_list` counts each player's notifications; its row is what appends to one list wait on. `position` is
 * never used twice, however many notifications retention has dropped. `wire` comes last, so that a read can skip it.
 */
export const migration: Migration = {
  id: 7,
  name: "notification",
  statements: [
    `CREATE TABLE notification_list (
      player_uuid TEXT PRIMARY KEY REFERENCES player (player_uuid) ON DELETE CASCADE,
      last_position BIGINT NOT NULL CHECK (last_position BETWEEN 1 AND 9007199254740991),
      last_created BIGINT NOT NULL
    )`,
    `CREATE TABLE notification (
      player_uuid TEXT NOT NULL REFERENCES notification_list (player_uuid) ON DELETE CASCADE,
      position BIGINT NOT NULL CHECK (position BETWEEN 1 AND 9007199254740991),
      created BIGINT NOT NULL,
      wire TEXT NOT NULL CHECK (length(wire) > 0),
      PRIMARY KEY (player_uuid, position)
    )`,
  ],
}
