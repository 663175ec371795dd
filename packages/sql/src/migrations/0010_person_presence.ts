/** Presence by the person: the name and the platform that others see beside it are rows of the person. */
import type { FrozenMigration } from "../Migration.ts"

/** The table with another key, under another name, with the rows of the former one. */
export const migration: FrozenMigration = {
  id: 10,
  name: "person_presence",
  checksums: {
    sqlite: "ebc3c27a8aa1b8ab30675b565f637d712755e2a02dde53d7f7c639b71d08301c",
    pg: "9f649fe9d72bc830f6b85f58f45f68fc1e0288902c21be782a9b4d4cb6c19219",
  },
  statements: [
    `CREATE TABLE person_presence (
    person_id UUID NOT NULL,
    player_uuid UUID NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('online', 'away', 'invisible', 'offline')),
    do_not_disturb BIGINT NOT NULL CHECK (do_not_disturb IN (0, 1)),
    last_seen BIGINT NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    message TEXT CHECK (length(message) > 2),
    custom_data TEXT CHECK (length(custom_data) > 2),
    PRIMARY KEY (person_id, player_uuid),
    FOREIGN KEY (person_id, player_uuid) REFERENCES person_player (person_id, player_uuid) ON DELETE CASCADE
  ) WITHOUT ROWID`,
    `INSERT INTO person_presence (person_id, player_uuid, status, do_not_disturb, last_seen, platform, message, custom_data)
    SELECT player.person_id, player.player_uuid, status, do_not_disturb, last_seen, platform, message, custom_data
    FROM presence JOIN player ON player.player_uuid = presence.player_uuid`,
    "DROP TABLE presence",
  ],
}
