/** Who submitted an order, and what it takes of the disk (decisions, section 12; guarantees R43). */
import type { Migration } from "../Migration.ts"

/**
 * Orders from before this migration have none of it. `byte_count` is what a client's submission stored, `byte_total`
 * what the player's clients have stored up to and with it, so that the bytes of any span of time are the difference of
 * two rows. Both stand in the index, because a read of the row would have to go past `wire`. The nil uuid is a program
 * that holds the database itself.
 */
export const migration: Migration = {
  id: 13,
  name: "order_origin",
  statements: [
    `ALTER TABLE player_order ADD COLUMN submitter_kind TEXT CHECK (submitter_kind IN ('player', 'machine'))`,
    `ALTER TABLE player_order ADD COLUMN submitter_uuid TEXT CHECK (length(submitter_uuid) = 36)`,
    `ALTER TABLE player_order ADD COLUMN client_id TEXT CHECK (length(client_id) > 0)`,
    `ALTER TABLE player_order ADD COLUMN byte_count BIGINT CHECK (byte_count > 0)`,
    `ALTER TABLE player_order ADD COLUMN byte_total BIGINT CHECK (byte_total >= byte_count)`,
    `ALTER TABLE inventory_ledger ADD COLUMN submitter_uuid TEXT CHECK (length(submitter_uuid) = 36)`,
    `CREATE INDEX player_order_of_client ON player_order (player_uuid, created, order_id, byte_count, byte_total)
      WHERE byte_count IS NOT NULL`,
  ],
}
