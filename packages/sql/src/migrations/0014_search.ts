/** What operators search by: any part of a name, numbers, items held, restrictions, and facts of the audit. */
import type { FrozenMigration } from "../Migration.ts"

/**
 * `folded_name` is NULL until Garrison has filled it. Postgres finds the pieces of three letters in an inverted index
 * of arrays, SQLite in a table of its full-text search, which triggers keep as the names are.
 */
export const migration: FrozenMigration = {
  id: 14,
  name: "search",
  checksums: {
    sqlite: "8309583d2095a7ae17485f2d119b02474a3fc4ed6d4315049ee9c21ecf2394fc",
    pg: "f7af3f17d6e080f6e61f3641b0ebdf18093d2123e7f504fdc74175ded77c4857",
  },
  statements: [
    `ALTER TABLE person_player ADD COLUMN folded_name TEXT COLLATE "C"`,
    `CREATE INDEX person_player_by_part ON person_player (folded_name, player_uuid, person_id)`,
    `CREATE INDEX person_player_by_number ON person_player (player_id)`,
    `CREATE INDEX person_player_not_folded ON person_player (person_id) WHERE folded_name IS NULL`,
    {
      pg: `CREATE INDEX person_player_by_gram ON person_player USING gin ((
      string_to_array(regexp_replace(folded_name, '(...)', E'\\\\1\\x01', 'g'), E'\\x01')
      || string_to_array(regexp_replace(substr(folded_name, 2), '(...)', E'\\\\1\\x01', 'g'), E'\\x01')
      || string_to_array(regexp_replace(substr(folded_name, 3), '(...)', E'\\\\1\\x01', 'g'), E'\\x01')))`,
    },
    {
      sqlite: `CREATE VIRTUAL TABLE player_name_gram USING fts5(folded_name, content = '', contentless_delete = 1,
      detail = none, tokenize = 'trigram case_sensitive 1')`,
    },
    {
      sqlite: `CREATE TRIGGER player_name_added AFTER INSERT ON person_player WHEN new.folded_name IS NOT NULL BEGIN
      INSERT OR REPLACE INTO player_name_gram (rowid, folded_name) VALUES (new.player_id, new.folded_name);
    END`,
    },
    {
      sqlite: `CREATE TRIGGER player_name_changed AFTER UPDATE OF folded_name ON person_player
      WHEN new.folded_name IS NOT old.folded_name BEGIN
      DELETE FROM player_name_gram WHERE rowid = old.player_id AND old.folded_name IS NOT NULL;
      INSERT OR REPLACE INTO player_name_gram (rowid, folded_name) VALUES (new.player_id, new.folded_name);
    END`,
    },
    {
      sqlite: `CREATE TRIGGER player_name_removed AFTER DELETE ON person_player WHEN old.folded_name IS NOT NULL BEGIN
      DELETE FROM player_name_gram WHERE rowid = old.player_id
        AND NOT EXISTS (SELECT 1 FROM person_player WHERE player_id = old.player_id);
    END`,
    },
    `CREATE INDEX inventory_count_of_item ON inventory_count (item_id, player_uuid)`,
    `CREATE INDEX restriction_in_force ON restriction (type, person_id) WHERE lifted_at IS NULL`,
    `CREATE INDEX audit_of_actor ON audit (actor_id, sequence)`,
    `CREATE INDEX audit_of_actor_name ON audit (actor_name, sequence)`,
    `CREATE INDEX audit_of_operation ON audit (operation, sequence)`,
    `CREATE INDEX audit_of_outcome ON audit (outcome, sequence)`,
  ],
}
