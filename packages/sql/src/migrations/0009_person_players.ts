/** The players of a person, in the row of the person: a statement on the person then needs no other table for them. */
import type { FrozenMigration } from "../Migration.ts"

/** A column, filled for the persons that are there. Each player is its uuid with a space behind it. */
export const migration: FrozenMigration = {
  id: 9,
  name: "person_players",
  checksums: {
    sqlite: "ed9674fee08e9b87df44dac6685665a3cb07de495a2bb7afa7dcce8172f7ef4e",
    pg: "626ba71d82c09238e87a382b14021aa5f6e6a392fcd3342e33fc1d72948e1485",
  },
  statements: [
    "ALTER TABLE person ADD COLUMN players TEXT NOT NULL DEFAULT '' CHECK (length(players) % 37 = 0)",
    {
      pg: `UPDATE person SET players = owned.players
    FROM (SELECT person_id, string_agg(CAST(player_uuid AS TEXT) || ' ', '' ORDER BY player_id) AS players
      FROM person_player GROUP BY person_id) AS owned
    WHERE owned.person_id = person.person_id`,
    },
    {
      sqlite: `UPDATE person SET players = COALESCE((SELECT group_concat(lower(substr(hex(p.player_uuid), 1, 8) || '-'
        || substr(hex(p.player_uuid), 9, 4) || '-' || substr(hex(p.player_uuid), 13, 4) || '-'
        || substr(hex(p.player_uuid), 17, 4) || '-' || substr(hex(p.player_uuid), 21)) || ' ', '' ORDER BY p.player_id)
      FROM person_player AS p WHERE p.person_id = person.person_id), '')`,
    },
  ],
}
