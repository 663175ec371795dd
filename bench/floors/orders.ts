/**
 * An order by hand, on SQLite: what a careful engineer writes for this one kind of order. It keeps what Garrison keeps:
 * a reference gives once and is bound to its body, the times of a player's orders rise, the entries of a span of time
 * are counted without reading the orders, every change has a row in the ledger, the counts of an item are kept summed,
 * and an order is stored with what it takes to replay it. It has the indexes for that and no others, checks no
 * permission, and knows one loot.
 */
import { hash, randomBytes } from "node:crypto"
import { DatabaseSync } from "node:sqlite"

const pragmas = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA cache_size = -32768;
`

/** The tables of the floor. */
export const ordersSchema = `
  CREATE TABLE owner (player BLOB PRIMARY KEY, changed INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE record (player BLOB NOT NULL REFERENCES owner, inventory_id BLOB NOT NULL, item_id INTEGER NOT NULL,
    type TEXT NOT NULL, bucket TEXT NOT NULL, count INTEGER NOT NULL CHECK (count >= 0), acquired INTEGER NOT NULL,
    expires INTEGER, custom_data TEXT, revision INTEGER NOT NULL, PRIMARY KEY (player, inventory_id)) STRICT, WITHOUT ROWID;
  CREATE INDEX record_of_item ON record (player, item_id, inventory_id);
  CREATE TABLE sum (player BLOB NOT NULL REFERENCES owner, item_id INTEGER NOT NULL, bucket TEXT NOT NULL,
    count INTEGER NOT NULL, records INTEGER NOT NULL, PRIMARY KEY (player, item_id, bucket)) STRICT, WITHOUT ROWID;
  CREATE TABLE ledger (player BLOB NOT NULL, inventory_id BLOB NOT NULL, revision INTEGER NOT NULL,
    item_id INTEGER NOT NULL, order_id BLOB NOT NULL, entry_id BLOB NOT NULL, delta INTEGER NOT NULL,
    count_after INTEGER NOT NULL CHECK (count_after >= 0), created INTEGER NOT NULL, submitter BLOB NOT NULL,
    PRIMARY KEY (player, inventory_id, revision)) STRICT, WITHOUT ROWID;
  CREATE TABLE player_order (player BLOB NOT NULL REFERENCES owner, order_id BLOB NOT NULL, created INTEGER NOT NULL,
    entry_count INTEGER NOT NULL, entry_total INTEGER NOT NULL, reference BLOB, fingerprint TEXT,
    catalog_version INTEGER NOT NULL, choices TEXT NOT NULL, submitter BLOB NOT NULL, client_id TEXT NOT NULL,
    wire TEXT NOT NULL, PRIMARY KEY (player, order_id), UNIQUE (player, reference)) STRICT;
  CREATE INDEX order_by_time ON player_order (player, created, order_id);
`

/** The 16 bytes of a UUID. */
export const bytesOf = (uuid: string): Uint8Array => Buffer.from(uuid.replaceAll("-", ""), "hex")

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")

/** The statements of an order, prepared once. */
const statements = (database: DatabaseSync) => ({
  begin: database.prepare("BEGIN IMMEDIATE"),
  commit: database.prepare("COMMIT"),
  rollback: database.prepare("ROLLBACK"),
  claim: database.prepare(`INSERT INTO owner VALUES (?1, ?2) ON CONFLICT (player) DO UPDATE
      SET changed = MAX(excluded.changed, owner.changed + 1)
    RETURNING changed,
      (SELECT fingerprint FROM player_order WHERE player = ?1 AND reference = ?3) AS fingerprint,
      (SELECT wire FROM player_order WHERE player = ?1 AND reference = ?3) AS wire,
      (SELECT entry_total FROM player_order WHERE player = ?1 ORDER BY created DESC, order_id DESC LIMIT 1) AS total,
      (SELECT entry_total - entry_count FROM player_order WHERE player = ?1 AND created > owner.changed - ?4
        ORDER BY created, order_id LIMIT 1) AS total_before`),
  find: database.prepare(`SELECT inventory_id, type, bucket, count, acquired, expires, custom_data, revision FROM record
    WHERE player = ? AND item_id = ? AND (expires IS NULL OR expires > ?) ORDER BY inventory_id`),
  add: database.prepare("INSERT INTO record VALUES (?, ?, ?, 'persistent', 'none', ?, ?, NULL, NULL, 1)"),
  change: database.prepare(
    "UPDATE record SET count = ?, revision = ? WHERE player = ? AND inventory_id = ? AND revision = ?",
  ),
  sum: database.prepare(`INSERT INTO sum VALUES (?, ?, 'none', ?, ?) ON CONFLICT (player, item_id, bucket) DO UPDATE
    SET count = sum.count + excluded.count, records = sum.records + excluded.records`),
  record: database.prepare("INSERT INTO ledger VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
  order: database.prepare("INSERT INTO player_order VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
})

/** An order of one entry, as the floor takes it. */
export interface FloorOrder {
  readonly client_order_ref_id?: string
  readonly source: string
  readonly entries: readonly [{ readonly type: string; readonly loot_id: number; readonly quantity: number }]
}

/** Ids in an order, as texts. */
interface Ids {
  readonly player: string
  readonly order: string
  readonly entry: string
  readonly record: string
}

/** The text of an order whose record had what `before` says, and has the count `after`. */
export const orderText = (
  order: FloorOrder,
  itemId: number,
  ids: Ids,
  now: number,
  before: { readonly count: number; readonly acquired: number } | undefined,
  after: number,
): string => {
  const [entry] = order.entries
  const recordOf = (held: number) => ({
    inventory_id: ids.record,
    item_id: itemId,
    type: "persistent",
    bucket: "none",
    count: held,
    acquired_time: new Date(before?.acquired ?? now).toISOString(),
  })
  const change = {
    before_item_id: before === undefined ? undefined : itemId,
    after_item_id: itemId,
    before: before && recordOf(before.count),
    after: recordOf(after),
  }
  const details = [{ type: "inventory_change", loot_id: entry.loot_id, inv_change: change }]
  return JSON.stringify({
    source: order.source,
    client_order_ref_id: order.client_order_ref_id,
    order_id: ids.order,
    player_uuid: ids.player,
    created_time: new Date(now).toISOString(),
    entries: [{ ...entry, entry_id: ids.entry, result: "success", details }],
  })
}

/** The hash of an order with a reference. */
export const fingerprintOf = (order: FloorOrder): string | null =>
  order.client_order_ref_id === undefined ? null : hash("sha256", JSON.stringify(order), "base64url")

/** The window of the rate of entries, and the rate. */
export const WINDOW_MILLIS = 10_000
export const ENTRIES_MAX = 1e9
const SUBMITTER = Buffer.alloc(16)

/**
 * Makes the floor in a database that has its tables. The answer gives `itemId` for an order, durable in a transaction
 * of its own, and answers with the order's text.
 */
export const makeOrdersFloor = (database: DatabaseSync, itemId: number) => {
  const run = statements(database)

  const store = (playerUuid: string, order: FloorOrder, fingerprint: string | null): string => {
    const player = bytesOf(playerUuid)
    const [entry] = order.entries
    const reference = order.client_order_ref_id === undefined ? null : bytesOf(order.client_order_ref_id)
    const recalled = run.claim.get(player, Date.now(), reference, WINDOW_MILLIS)
    if (typeof recalled?.["wire"] === "string") {
      if (recalled["fingerprint"] !== fingerprint) throw new Error("order_ref_conflict")
      return recalled["wire"]
    }
    const [now, total] = [Number(recalled?.["changed"]), Number(recalled?.["total"] ?? 0)]
    if (total - Number(recalled?.["total_before"] ?? total) + 1 > ENTRIES_MAX) throw new Error("too_many_requests")
    const [orderId, entryId] = [randomBytes(16), randomBytes(16)]
    const [found] = run.find.all(player, itemId, now)
    const inventoryId = (found?.["inventory_id"] as Uint8Array | undefined) ?? randomBytes(16)
    const [count, revision] = [Number(found?.["count"] ?? 0), Number(found?.["revision"] ?? 0)]
    const [after, next] = [count + entry.quantity, revision + 1]
    if (found === undefined) run.add.run(player, inventoryId, itemId, after, now)
    else if (run.change.run(after, next, player, inventoryId, revision).changes !== 1) throw new Error("conflict")
    run.sum.run(player, itemId, entry.quantity, found === undefined ? 1 : 0)
    run.record.run(player, inventoryId, next, itemId, orderId, entryId, entry.quantity, after, now, SUBMITTER)
    const ids = { player: playerUuid, order: textOf(orderId), entry: textOf(entryId), record: textOf(inventoryId) }
    const before = found === undefined ? undefined : { count, acquired: Number(found["acquired"]) }
    const wire = orderText(order, itemId, ids, now, before, after)
    const evidence = [1, "[]", SUBMITTER, "game-server"] as const
    run.order.run(player, orderId, now, 1, total + 1, reference, fingerprint, ...evidence, wire)
    return wire
  }

  return (playerUuid: string, order: FloorOrder): string => {
    const fingerprint = fingerprintOf(order)
    run.begin.run()
    try {
      const wire = store(playerUuid, order, fingerprint)
      run.commit.run()
      return wire
    } catch (error) {
      if (database.isTransaction) run.rollback.run()
      throw error
    }
  }
}

/** The floor in a new database, in `file`. */
export const openOrdersFloor = (file: string, itemId: number) => {
  const database = new DatabaseSync(file)
  database.exec(pragmas + ordersSchema)
  return makeOrdersFloor(database, itemId)
}
