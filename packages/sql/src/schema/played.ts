/**
 * Tables of players: inventories, orders, notifications (decisions, sections 9, 11 and 12; guarantees R3).
 * All of them are keyed by `player_uuid`.
 */
import {
  countMax,
  gathered,
  insertedOfMany,
  keyedBy,
  listedBy,
  promotionCode,
  readOfMany,
  searchedBy,
  sought,
  sweptBy,
} from "./Table.ts"

const buckets =
  "'free', 'sweat', 'none', 'anon', 'hotel', 'golf', 'echo', 'delta_live', 'alpha', 'india', 'foxtrot_switch', 'bravo', " +
  "'foxtrot', 'charlie', 'alpha_play', 'foxtrot_ppid'"

/** How many broadcasts there were when the row was written. */
const broadcastsBefore = "broadcasts_before BIGINT NOT NULL DEFAULT 0 CHECK (broadcasts_before >= 0)"

/**
 * The existence of a player, and its person. The other columns of a player are in `person_player`. On SQLite
 * `player_id` is the number of the row, on Postgres the next of a sequence. `broadcasts_before` is how many broadcasts
 * there were when the player was created: the player reads those after them.
 */
const player = keyedBy(
  "player_uuid",
  `CREATE TABLE player (
    player_uuid UUID PRIMARY KEY,
    person_id UUID NOT NULL,
    created_at BIGINT NOT NULL,
    ${broadcastsBefore}
  )`,
)

/**
 * A row for each player who ever ordered: units of work that change one inventory wait on it, and it makes their times
 * rise. `seal_token` is what the last order left behind: the hash of it is with that order.
 */
const inventoryOwner = searchedBy(
  "player_uuid",
  keyedBy(
    "player_uuid",
    `CREATE TABLE inventory_owner (
    player_uuid UUID PRIMARY KEY REFERENCES player (player_uuid),
    changed_at BIGINT NOT NULL,
    seal_token UUID
  ) WITHOUT ROWID`,
  ),
)

/**
 * A record keeps its row when its count falls to 0: its id stays good, what comes next goes to the same place, and its
 * ledger still ends in its count. The index by item finds the records of an item in the order of their ids. The other
 * two find the record that a change needs among many of an item: a record is in the second while it has a count, and
 * then in the order of spending, and in the third while its count is 0.
 */
const inventoryRecord = keyedBy(
  "player_uuid",
  `CREATE TABLE inventory_record (
    player_uuid UUID NOT NULL REFERENCES inventory_owner (player_uuid),
    inventory_id UUID NOT NULL,
    item_id BIGINT NOT NULL CHECK (item_id BETWEEN 0 AND ${countMax}),
    type TEXT NOT NULL CHECK (type IN ('persistent', 'transient')),
    bucket TEXT NOT NULL CHECK (bucket IN (${buckets})),
    count BIGINT NOT NULL CHECK (count BETWEEN 0 AND ${countMax}),
    acquired BIGINT NOT NULL,
    expires BIGINT,
    custom_data TEXT,
    legacy_inventory_id BIGINT NOT NULL,
    revision BIGINT NOT NULL CHECK (revision BETWEEN 1 AND ${countMax}),
    PRIMARY KEY (player_uuid, inventory_id),
    UNIQUE (player_uuid, legacy_inventory_id)
  ) WITHOUT ROWID`,
  `CREATE INDEX inventory_record_of_item ON inventory_record (player_uuid, item_id, inventory_id)`,
  `CREATE INDEX inventory_record_of_session ON inventory_record (player_uuid) WHERE type = 'transient'`,
  `CREATE INDEX inventory_record_filled
    ON inventory_record (player_uuid, item_id, bucket, type, expires, acquired, inventory_id) WHERE count > 0`,
  `CREATE INDEX inventory_record_empty
    ON inventory_record (player_uuid, item_id, bucket, type, expires, acquired, inventory_id) WHERE count = 0`,
)

/**
 * What the records of an item without expiry count together in each bucket, and how many records there are, with and
 * without expiry. It is written with the records. So the cost of a count does not grow with the records. The index
 * finds the players of an item, for operators. It has no `count`, so that a change of one need not move in it.
 */
const inventoryCount = keyedBy(
  "player_uuid",
  `CREATE TABLE inventory_count (
    player_uuid UUID NOT NULL REFERENCES inventory_owner (player_uuid),
    item_id BIGINT NOT NULL,
    bucket TEXT NOT NULL,
    count BIGINT NOT NULL,
    records BIGINT NOT NULL,
    PRIMARY KEY (player_uuid, item_id, bucket)
  ) WITHOUT ROWID`,
  `CREATE INDEX inventory_count_of_item ON inventory_count (item_id, player_uuid)`,
)

/**
 * One row per change of a record: the key lets no two changes start from the same state, and the rows of a record
 * always sum up to its count. They outlive the records that a session or an expiry takes away, so they refer to none.
 * They give a record back as it was before any `created`. The first row of a record has what never changes: `type`,
 * `bucket` and `legacy_inventory_id`; its `created` is when the record was acquired. Every row has `expires` after the
 * change. `custom_data` is NULL where the change left it as it was; no change takes `custom_data` away. A row
 * without `entry_id` is the last of a transient record, whose session ended: it takes the count to 0 and ends with
 * `expires`. The index finds the records of an item, also those that are no longer stored.
 */
const inventoryLedger = keyedBy(
  "player_uuid",
  `CREATE TABLE inventory_ledger (
    player_uuid UUID NOT NULL,
    inventory_id UUID NOT NULL,
    revision BIGINT NOT NULL CHECK (revision BETWEEN 1 AND ${countMax}),
    item_id BIGINT NOT NULL,
    order_id UUID NOT NULL,
    entry_id UUID,
    delta BIGINT NOT NULL,
    count_after BIGINT NOT NULL CHECK (count_after BETWEEN 0 AND ${countMax}),
    created BIGINT NOT NULL,
    submitter_uuid UUID,
    expires BIGINT,
    type TEXT,
    bucket TEXT,
    legacy_inventory_id BIGINT,
    custom_data TEXT,
    PRIMARY KEY (player_uuid, inventory_id, revision),
    CHECK (count_after - delta BETWEEN 0 AND ${countMax}),
    CHECK (revision > 1 OR count_after = delta),
    CHECK (entry_id IS NOT NULL OR (count_after = 0 AND expires = created)),
    CHECK ((revision = 1) = (type IS NOT NULL AND bucket IS NOT NULL AND legacy_inventory_id IS NOT NULL))
  ) WITHOUT ROWID`,
  `CREATE INDEX inventory_ledger_of_item ON inventory_ledger (player_uuid, item_id, inventory_id) WHERE revision = 1`,
)

/**
 * An order as it is sent (`wire`), and what it takes to interpret it again: catalog version, who submitted from where,
 * the numbers that were drawn (`choices`), what was found about promotion codes and applied loot (`promotions`,
 * `applied`, NULL where no entry asked), and what settings had turned off (`disabled`, separated by spaces). The ledger
 * gives the records that it read, as they were before `created`. An order that another one made has a
 * `parent_order_id` and no answers. `entry_total` is what the player has submitted up to and with this order, so that
 * the entries of any span of time are the difference of two rows; `byte_count` and `byte_total` are the same for what
 * submissions of clients stored (guarantees R110), and stand in an index of their own, because a read of the row would
 * have to go past `wire`. `fingerprint` is the hash of the submitted body. The submitter with the nil uuid is a
 * program that holds the database itself. `wire` comes after what requests read, so that they can skip it. What comes
 * after `wire` is read to verify: `seal` covers the order and those that it made. It begins with `p` (plain) or `k`
 * (keyed). An order that refunds another one names it in `refunded_order_id`, so that no order is refunded twice.
 * `owed` is what an order should have taken and could not, as JSON. `stated` has prices that an entry stated together,
 * which `wire` leaves out, as JSON, for its explanation.
 */
const playerOrder = listedBy(
  "created",
  keyedBy(
    "player_uuid",
    `CREATE TABLE player_order (
    player_uuid UUID NOT NULL REFERENCES inventory_owner (player_uuid),
    order_id UUID NOT NULL,
    created BIGINT NOT NULL,
    entry_count BIGINT NOT NULL CHECK (entry_count >= 0),
    entry_total BIGINT NOT NULL CHECK (entry_total >= entry_count),
    client_order_ref_id UUID,
    fingerprint TEXT CHECK (length(fingerprint) > 0),
    parent_order_id UUID,
    catalog_version BIGINT NOT NULL CHECK (catalog_version >= 0),
    platform TEXT,
    is_server BIGINT NOT NULL CHECK (is_server IN (0, 1)),
    disabled TEXT CHECK (length(disabled) > 0),
    submitter_kind TEXT CHECK (submitter_kind IN ('player', 'machine')),
    submitter_uuid UUID,
    client_id TEXT CHECK (length(client_id) > 0),
    byte_count BIGINT CHECK (byte_count > 0),
    byte_total BIGINT CHECK (byte_total >= byte_count),
    choices TEXT,
    promotions TEXT,
    applied TEXT,
    wire TEXT NOT NULL CHECK (length(wire) > 0),
    began_session BIGINT CHECK (began_session = 1),
    seal TEXT CHECK (length(seal) = 44),
    token_hash TEXT CHECK (length(token_hash) = 64),
    refunded_order_id UUID,
    owed TEXT CHECK (length(owed) > 2),
    stated TEXT CHECK (length(stated) > 2),
    PRIMARY KEY (player_uuid, order_id),
    UNIQUE (player_uuid, client_order_ref_id),
    FOREIGN KEY (player_uuid, parent_order_id) REFERENCES player_order (player_uuid, order_id),
    CHECK ((client_order_ref_id IS NULL) = (fingerprint IS NULL)),
    CHECK ((parent_order_id IS NULL) = (choices IS NOT NULL)),
    CHECK (choices IS NOT NULL OR (promotions IS NULL AND applied IS NULL))
  )`,
    `CREATE INDEX player_order_of_player ON player_order (player_uuid, created, order_id)`,
    `CREATE INDEX player_order_of_client ON player_order (player_uuid, created, order_id, byte_count, byte_total)
    WHERE byte_count IS NOT NULL`,
    `CREATE INDEX player_order_by_age ON player_order (created, order_id)`,
    `CREATE UNIQUE INDEX player_order_refund ON player_order (player_uuid, refunded_order_id)
    WHERE refunded_order_id IS NOT NULL`,
    `CREATE INDEX player_order_owed ON player_order (player_uuid, created, order_id) WHERE owed IS NOT NULL`,
  ),
)

/** The promotion codes that the player has claimed, each by an order. */
const promotionClaim = keyedBy(
  "player_uuid",
  `CREATE TABLE promotion_claim (
    player_uuid UUID NOT NULL,
    ${promotionCode},
    order_id UUID NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (player_uuid, code),
    FOREIGN KEY (player_uuid, order_id) REFERENCES player_order (player_uuid, order_id)
  ) WITHOUT ROWID`,
)

/** Loot that the player got in the current inventory session by `fill_loot_single_transient`. */
const appliedLoot = keyedBy(
  "player_uuid",
  `CREATE TABLE applied_loot (
    player_uuid UUID NOT NULL REFERENCES inventory_owner (player_uuid),
    loot_id BIGINT NOT NULL CHECK (loot_id BETWEEN 0 AND ${countMax}),
    PRIMARY KEY (player_uuid, loot_id)
  ) WITHOUT ROWID`,
)

/**
 * Counts each player's notifications; its row is what appends to one list wait on. `position` is never used twice,
 * however many notifications retention has dropped.
 */
const notificationList = keyedBy(
  "player_uuid",
  `CREATE TABLE notification_list (
    player_uuid UUID PRIMARY KEY REFERENCES player (player_uuid) ON DELETE CASCADE,
    last_position BIGINT NOT NULL CHECK (last_position BETWEEN 1 AND ${countMax}),
    newest_at BIGINT NOT NULL,
    ${broadcastsBefore}
  ) WITHOUT ROWID`,
)

/**
 * The pair of `broadcasts_before` and `position` is the place of a notification among all that the player reads. The
 * index finds what is past its time.
 */
const notification = sweptBy(
  "created",
  keyedBy(
    "player_uuid",
    `CREATE TABLE notification (
    player_uuid UUID NOT NULL REFERENCES notification_list (player_uuid) ON DELETE CASCADE,
    position BIGINT NOT NULL CHECK (position BETWEEN 1 AND ${countMax}),
    created BIGINT NOT NULL,
    wire TEXT NOT NULL CHECK (length(wire) > 0),
    ${broadcastsBefore},
    PRIMARY KEY (player_uuid, position)
  )`,
    `CREATE INDEX notification_by_age ON notification (created)`,
  ),
)

/**
 * The role that a player has had since there were `since_position` broadcasts: a broadcast to a role goes to those who
 * had it. The role stands with the person as well (`person_player`), of which a read by player knows nothing. A player
 * without a row has had the role of new players all along.
 */
const playerRole = keyedBy(
  "player_uuid",
  `CREATE TABLE player_role (
    player_uuid UUID NOT NULL REFERENCES player (player_uuid) ON DELETE CASCADE,
    since_position BIGINT NOT NULL CHECK (since_position >= 0),
    role_id BIGINT NOT NULL CHECK (role_id > 0),
    PRIMARY KEY (player_uuid, since_position)
  ) WITHOUT ROWID`,
)

/**
 * The players to whom a broadcast to a list goes. They refer to no player, so that one who is deleted meanwhile is no
 * obstacle; the index finds those of a broadcast that is deleted.
 */
const broadcastMember = sweptBy(
  "position",
  keyedBy(
    "player_uuid",
    `CREATE TABLE broadcast_member (
    player_uuid UUID NOT NULL,
    position BIGINT NOT NULL CHECK (position BETWEEN 1 AND ${countMax}),
    PRIMARY KEY (player_uuid, position)
  ) WITHOUT ROWID`,
    `CREATE INDEX broadcast_member_by_position ON broadcast_member (position)`,
  ),
)

/** In the order in which they are created. */
export const playedTables = [
  gathered(sought(readOfMany(player))),
  inventoryOwner,
  searchedBy("player_uuid", inventoryRecord),
  sought(inventoryCount),
  searchedBy("player_uuid", inventoryLedger),
  searchedBy("player_uuid", playerOrder),
  promotionClaim,
  appliedLoot,
  readOfMany(notificationList),
  notification,
  readOfMany(playerRole),
  insertedOfMany(readOfMany(broadcastMember)),
] as const
