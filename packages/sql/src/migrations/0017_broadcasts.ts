/** Broadcasts: a log that all players read, each the rows of their segments. */
import type { FrozenMigration } from "../Migration.ts"

/** Four tables, and how many broadcasts there were when a row was written. The roles of players stand by player too. */
export const migration: FrozenMigration = {
  id: 17,
  name: "broadcasts",
  checksums: {
    sqlite: "bde69a62822a403e055be5c54d6f39f1d4dd13791d23cbeec938418c512baf7d",
    pg: "8f3ec59c8e713fc8444c2fd0e6c11494e57d15dfcb5df421da10d7579846019b",
  },
  statements: [
    `CREATE TABLE broadcast_head (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    last_position BIGINT NOT NULL CHECK (last_position BETWEEN 0 AND 9007199254740991),
    last_created BIGINT NOT NULL
  )`,
    `INSERT INTO broadcast_head (id, last_position, last_created) VALUES (1, 0, 0)`,
    `CREATE TABLE broadcast (
    position BIGINT PRIMARY KEY CHECK (position BETWEEN 1 AND 9007199254740991),
    created BIGINT NOT NULL,
    segment TEXT NOT NULL CHECK (segment IN ('all', 'role', 'players')),
    role_id BIGINT CHECK (role_id > 0),
    wire TEXT NOT NULL CHECK (length(wire) > 0),
    CHECK ((segment = 'role') = (role_id IS NOT NULL))
  )`,
    "ALTER TABLE player ADD COLUMN broadcasts_before BIGINT NOT NULL DEFAULT 0 CHECK (broadcasts_before >= 0)",
    `ALTER TABLE notification_list
    ADD COLUMN broadcasts_before BIGINT NOT NULL DEFAULT 0 CHECK (broadcasts_before >= 0)`,
    "ALTER TABLE notification ADD COLUMN broadcasts_before BIGINT NOT NULL DEFAULT 0 CHECK (broadcasts_before >= 0)",
    `CREATE TABLE player_role (
    player_uuid UUID NOT NULL REFERENCES player (player_uuid) ON DELETE CASCADE,
    since_position BIGINT NOT NULL CHECK (since_position >= 0),
    role_id BIGINT NOT NULL CHECK (role_id > 0),
    PRIMARY KEY (player_uuid, since_position)
  ) WITHOUT ROWID`,
    `INSERT INTO player_role (player_uuid, since_position, role_id)
    SELECT player_uuid, 0, role_id FROM person_player WHERE role_id <> 1`,
    `CREATE TABLE broadcast_member (
    player_uuid UUID NOT NULL,
    position BIGINT NOT NULL CHECK (position BETWEEN 1 AND 9007199254740991),
    PRIMARY KEY (player_uuid, position)
  ) WITHOUT ROWID`,
    "CREATE INDEX broadcast_member_by_position ON broadcast_member (position)",
  ],
}
