/** Tables of inventories: records, and the ledger that accounts for them (decisions, section 11; guarantees R3). */
import type { Migration } from "../Migration.ts"

const countMax = "9007199254740991"

const buckets =
  "'free', 'sweat', 'none', 'anon', 'hotel', 'golf', 'echo', 'delta_live', 'alpha', 'india', 'foxtrot_switch', 'bravo', " +
  "'foxtrot', 'charlie', 'alpha_play', 'foxtrot_ppid'"

/**
 * `inventory_owner` has a row for each player who ever ordered: units of work that change one inventory wait on it, and
 * it makes their times rise. A record keeps its row when its count falls to 0: its id stays good, what comes next goes
 * to the same place, and its ledger still ends in its count. The ledger has one row per change of a record; the key on
 * (`inventory_id`, `revision`) lets no two changes start from the same state, and the rows of a record always sum up to
 * its count. Ledger rows outlive the records that a session or an expiry takes away, so they refer to none.
 */
export const migration: Migration = {
  id: 5,
  name: "inventory",
  statements: [
    `CREATE TABLE inventory_owner (
      player_uuid TEXT PRIMARY KEY REFERENCES player (player_uuid),
      last_changed BIGINT NOT NULL
    )`,
    `CREATE TABLE inventory_record (
      inventory_id TEXT PRIMARY KEY CHECK (length(inventory_id) = 36),
      player_uuid TEXT NOT NULL REFERENCES inventory_owner (player_uuid),
      item_id BIGINT NOT NULL CHECK (item_id BETWEEN 0 AND ${countMax}),
      type TEXT NOT NULL CHECK (type IN ('persistent', 'transient')),
      bucket TEXT NOT NULL CHECK (bucket IN (${buckets})),
      count BIGINT NOT NULL CHECK (count BETWEEN 0 AND ${countMax}),
      acquired BIGINT NOT NULL,
      expires BIGINT,
      custom_data TEXT,
      legacy_inventory_id BIGINT NOT NULL,
      revision BIGINT NOT NULL CHECK (revision BETWEEN 1 AND ${countMax}),
      UNIQUE (player_uuid, legacy_inventory_id)
    )`,
    `CREATE INDEX inventory_record_of_item ON inventory_record (player_uuid, item_id)`,
    `CREATE TABLE inventory_ledger (
      inventory_id TEXT NOT NULL CHECK (length(inventory_id) = 36),
      revision BIGINT NOT NULL CHECK (revision BETWEEN 1 AND ${countMax}),
      player_uuid TEXT NOT NULL CHECK (length(player_uuid) = 36),
      item_id BIGINT NOT NULL,
      order_id TEXT NOT NULL CHECK (length(order_id) = 36),
      entry_id TEXT NOT NULL CHECK (length(entry_id) = 36),
      delta BIGINT NOT NULL,
      count_after BIGINT NOT NULL CHECK (count_after BETWEEN 0 AND ${countMax}),
      created BIGINT NOT NULL,
      PRIMARY KEY (inventory_id, revision),
      CHECK (count_after - delta BETWEEN 0 AND ${countMax}),
      CHECK (revision > 1 OR count_after = delta)
    )`,
  ],
}
