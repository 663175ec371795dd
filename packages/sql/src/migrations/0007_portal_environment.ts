/** The environment of a portal user as a part of its key: two environments of a portal may use one id for two users. */
import type { FrozenMigration } from "../Migration.ts"

/** A column in three tables, two keys that have it, and an index. SQLite makes a table with another key anew. */
export const migration: FrozenMigration = {
  id: 7,
  name: "portal_environment",
  checksums: {
    sqlite: "3510842c7b5b90d01756742a7280d4150ac2e4f2f96a1264d0135e5b33f9a08b",
    pg: "a496ea4380f091067ffb7470177f9e00d081359d243a3279c37042f3b7f9261d",
  },
  statements: [
    `ALTER TABLE login_session ADD COLUMN environment TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (length(environment) <= 255)`,
    {
      pg: `ALTER TABLE portal_user ADD COLUMN environment TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (length(environment) <= 255)`,
    },
    { pg: "ALTER TABLE portal_user DROP CONSTRAINT portal_user_pkey" },
    { pg: "ALTER TABLE portal_user ADD PRIMARY KEY (portal_user_id, platform, environment)" },
    {
      pg: `ALTER TABLE person_portal_user ADD COLUMN environment TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (length(environment) <= 255)`,
    },
    {
      pg: `ALTER TABLE person_portal_user ADD COLUMN parent_environment TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (length(parent_environment) <= 255)`,
    },
    { pg: "ALTER TABLE person_portal_user DROP CONSTRAINT person_portal_user_pkey" },
    { pg: "ALTER TABLE person_portal_user ADD PRIMARY KEY (person_id, platform, portal_user_id, environment)" },
    {
      sqlite: `CREATE TABLE portal_user_next (
    portal_user_id TEXT NOT NULL CHECK (length(portal_user_id) BETWEEN 1 AND 512),
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    person_id BLOB CHECK (length(person_id) = 16) NOT NULL,
    environment TEXT NOT NULL DEFAULT '' CHECK (length(environment) <= 255),
    PRIMARY KEY (portal_user_id, platform, environment)
  ) WITHOUT ROWID, STRICT`,
    },
    {
      sqlite:
        "INSERT INTO portal_user_next (portal_user_id, platform, person_id) SELECT portal_user_id, platform, person_id FROM portal_user",
    },
    { sqlite: "DROP TABLE portal_user" },
    { sqlite: "ALTER TABLE portal_user_next RENAME TO portal_user" },
    {
      sqlite: `CREATE TABLE person_portal_user_next (
    person_id BLOB CHECK (length(person_id) = 16) NOT NULL REFERENCES person (person_id),
    platform TEXT NOT NULL CHECK (platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    portal_user_id TEXT NOT NULL CHECK (length(portal_user_id) BETWEEN 1 AND 512),
    player_uuid BLOB CHECK (length(player_uuid) = 16),
    display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 64),
    parent_platform TEXT CHECK (parent_platform IN ('Anon', 'Basic', 'DeltaLive', 'Echo', 'FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID', 'Alpha', 'AlphaPlay', 'Bravo', 'Charlie', 'Golf', 'Hotel', 'India', 'Juliet', 'LegacyName')),
    parent_portal_user_id TEXT,
    created_at INTEGER NOT NULL,
    environment TEXT NOT NULL DEFAULT '' CHECK (length(environment) <= 255),
    parent_environment TEXT NOT NULL DEFAULT '' CHECK (length(parent_environment) <= 255),
    PRIMARY KEY (person_id, platform, portal_user_id, environment),
    FOREIGN KEY (person_id, player_uuid) REFERENCES person_player (person_id, player_uuid),
    CHECK ((parent_platform IS NULL) = (parent_portal_user_id IS NULL))
  ) WITHOUT ROWID, STRICT`,
    },
    {
      sqlite: `INSERT INTO person_portal_user_next (person_id, platform, portal_user_id, player_uuid, display_name,
      parent_platform, parent_portal_user_id, created_at)
    SELECT person_id, platform, portal_user_id, player_uuid, display_name, parent_platform, parent_portal_user_id,
      created_at FROM person_portal_user`,
    },
    { sqlite: "DROP TABLE person_portal_user" },
    { sqlite: "ALTER TABLE person_portal_user_next RENAME TO person_portal_user" },
    `CREATE INDEX portal_user_by_environment ON portal_user (environment, portal_user_id, platform)
    WHERE platform IN ('FoxtrotNAID', 'FoxtrotSwitch', 'FoxtrotPPID')`,
  ],
}
