/** Table of orders (decisions, section 12). */
import type { Migration } from "../Migration.ts"

/**
 * An order as it is sent (`wire`), and what it takes to interpret it again: catalog version, who submitted from where,
 * the records that were loaded (`snapshot`) and the numbers that were drawn (`choices`). An order that another one made
 * has a `parent_order_id` and neither. `entry_total` is what the player has submitted up to and with this order, so
 * that the entries of any span of time are the difference of two rows; `fingerprint` is the hash of the submitted body.
 * `wire` comes last, so that a read can skip it.
 */
export const migration: Migration = {
  id: 6,
  name: "order",
  statements: [
    `CREATE TABLE player_order (
      order_id TEXT PRIMARY KEY CHECK (length(order_id) = 36),
      player_uuid TEXT NOT NULL REFERENCES inventory_owner (player_uuid),
      created BIGINT NOT NULL,
      entry_count BIGINT NOT NULL CHECK (entry_count >= 0),
      entry_total BIGINT NOT NULL CHECK (entry_total >= entry_count),
      client_order_ref_id TEXT CHECK (length(client_order_ref_id) = 36),
      fingerprint TEXT CHECK (length(fingerprint) > 0),
      parent_order_id TEXT REFERENCES player_order (order_id),
      catalog_version BIGINT NOT NULL CHECK (catalog_version >= 0),
      platform TEXT,
      is_server BIGINT NOT NULL CHECK (is_server IN (0, 1)),
      choices TEXT,
      snapshot TEXT,
      wire TEXT NOT NULL CHECK (length(wire) > 0),
      UNIQUE (player_uuid, client_order_ref_id),
      CHECK ((client_order_ref_id IS NULL) = (fingerprint IS NULL)),
      CHECK ((parent_order_id IS NULL) = (choices IS NOT NULL)),
      CHECK ((choices IS NULL) = (snapshot IS NULL))
    )`,
    `CREATE INDEX player_order_of_player ON player_order (player_uuid, created, order_id)`,
  ],
}
