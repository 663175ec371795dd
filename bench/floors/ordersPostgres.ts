/**
 * An order by hand, on Postgres: what orders.ts keeps on SQLite, in the three round trips that Garrison takes. Two
 * statements read. The third writes all, if the player's inventory has not changed since; if it has, the order is tried
 * again.
 */
import * as PostgresClient from "@garrison/sql/PostgresClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { ENTRIES_MAX, fingerprintOf, type FloorOrder, orderText, WINDOW_MILLIS } from "./orders.ts"

const schema = [
  `CREATE TABLE owner (player UUID PRIMARY KEY, changed BIGINT NOT NULL)`,
  `CREATE TABLE record (player UUID NOT NULL REFERENCES owner, inventory_id UUID NOT NULL, item_id BIGINT NOT NULL,
    type TEXT NOT NULL, bucket TEXT NOT NULL, count BIGINT NOT NULL CHECK (count >= 0), acquired BIGINT NOT NULL,
    expires BIGINT, custom_data TEXT, revision BIGINT NOT NULL, PRIMARY KEY (player, inventory_id))`,
  `CREATE INDEX record_of_item ON record (player, item_id, inventory_id)`,
  `CREATE TABLE sum (player UUID NOT NULL REFERENCES owner, item_id BIGINT NOT NULL, bucket TEXT NOT NULL,
    count BIGINT NOT NULL, records BIGINT NOT NULL, PRIMARY KEY (player, item_id, bucket))`,
  `CREATE TABLE ledger (player UUID NOT NULL, inventory_id UUID NOT NULL, revision BIGINT NOT NULL,
    item_id BIGINT NOT NULL, order_id UUID NOT NULL, entry_id UUID NOT NULL, delta BIGINT NOT NULL,
    count_after BIGINT NOT NULL CHECK (count_after >= 0), created BIGINT NOT NULL, submitter UUID NOT NULL,
    PRIMARY KEY (player, inventory_id, revision))`,
  `CREATE TABLE player_order (player UUID NOT NULL REFERENCES owner, order_id UUID NOT NULL, created BIGINT NOT NULL,
    entry_count BIGINT NOT NULL, entry_total BIGINT NOT NULL, reference UUID, fingerprint TEXT,
    catalog_version BIGINT NOT NULL, choices TEXT NOT NULL, submitter UUID NOT NULL, client_id TEXT NOT NULL,
    wire TEXT NOT NULL, PRIMARY KEY (player, order_id), UNIQUE (player, reference))`,
  `CREATE INDEX order_by_time ON player_order (player, created, order_id)`,
]

const look = `SELECT owner.changed, GREATEST(CAST($2 AS BIGINT), owner.changed + 1) AS now, p.fingerprint, p.wire,
    (SELECT entry_total FROM player_order WHERE player = $1 ORDER BY created DESC, order_id DESC LIMIT 1) AS total,
    (SELECT entry_total - entry_count FROM player_order
      WHERE player = $1 AND created > GREATEST(CAST($2 AS BIGINT), owner.changed + 1) - CAST($4 AS BIGINT)
      ORDER BY created, order_id LIMIT 1) AS total_before
  FROM owner LEFT JOIN player_order AS p ON p.player = $1 AND p.reference = $3 WHERE owner.player = $1`

const find = `SELECT inventory_id, type, bucket, count, acquired, expires, custom_data, revision FROM record
  WHERE player = $1 AND item_id = $2 AND (expires IS NULL OR expires > $3) ORDER BY inventory_id`

/** $1 player, $2 seen, $3 now, $4 record, $5 item, $6 count after, $7 revision, $8 delta, $9 order, $10 entry. */
const store = `WITH held AS (UPDATE owner SET changed = $3 WHERE player = $1 AND changed = $2 RETURNING player),
  kept AS (INSERT INTO record SELECT player, CAST($4 AS UUID), CAST($5 AS BIGINT), 'persistent', 'none',
      CAST($6 AS BIGINT), CAST($3 AS BIGINT), NULL, NULL, CAST($7 AS BIGINT) FROM held
    ON CONFLICT (player, inventory_id) DO UPDATE SET count = excluded.count, revision = excluded.revision),
  summed AS (INSERT INTO sum SELECT player, CAST($5 AS BIGINT), 'none', CAST($8 AS BIGINT),
      CASE WHEN CAST($7 AS BIGINT) = 1 THEN 1 ELSE 0 END FROM held ON CONFLICT (player, item_id, bucket) DO UPDATE
    SET count = sum.count + excluded.count, records = sum.records + excluded.records),
  logged AS (INSERT INTO ledger SELECT player, CAST($4 AS UUID), CAST($7 AS BIGINT), CAST($5 AS BIGINT),
      CAST($9 AS UUID), CAST($10 AS UUID), CAST($8 AS BIGINT), CAST($6 AS BIGINT), CAST($3 AS BIGINT),
      CAST($15 AS UUID) FROM held),
  ordered AS (INSERT INTO player_order SELECT player, CAST($9 AS UUID), CAST($3 AS BIGINT), 1, CAST($11 AS BIGINT),
      CAST($12 AS UUID), CAST($13 AS TEXT), 1, '[]', CAST($15 AS UUID), 'game-server', CAST($14 AS TEXT) FROM held)
  SELECT 1 FROM held`

const SUBMITTER = "00000000-0000-0000-0000-000000000000"

/** The floor in the empty database that `url` names, with these players. The answer gives `itemId` for an order. */
export const openPostgresOrders = Effect.fnUntraced(function* (
  url: string,
  itemId: number,
  players: ReadonlyArray<string>,
) {
  const client = Context.get(yield* Layer.build(PostgresClient.layer({ url })), SqlClient.SqlClient)
  for (const statement of schema) yield* client.unsafe(statement)
  for (const player of players) yield* client.unsafe("INSERT INTO owner VALUES ($1, 0)", [player])
  const ask = async (text: string, params: ReadonlyArray<string | number | null>) =>
    (await Effect.runPromise(client.unsafe<Readonly<Record<string, unknown>>>(text, params)))[0]

  return async (player: string, order: FloorOrder): Promise<string> => {
    const [fingerprint, reference] = [fingerprintOf(order), order.client_order_ref_id ?? null]
    for (;;) {
      const looked = await ask(look, [player, Date.now(), reference, WINDOW_MILLIS])
      if (typeof looked?.["wire"] === "string") {
        if (looked["fingerprint"] !== fingerprint) throw new Error("order_ref_conflict")
        return looked["wire"]
      }
      const [seen, now, total] = [looked?.["changed"], looked?.["now"], looked?.["total"] ?? 0].map(Number)
      if (seen === undefined || now === undefined || total === undefined) throw new Error("not_found")
      if (total - Number(looked?.["total_before"] ?? total) + 1 > ENTRIES_MAX) throw new Error("too_many_requests")
      const found = await ask(find, [player, itemId, now])
      const before = found && { count: Number(found["count"]), acquired: Number(found["acquired"]) }
      const [{ quantity }] = order.entries
      const [record, revision] = [
        (found?.["inventory_id"] as string | undefined) ?? randomUUID(),
        Number(found?.["revision"] ?? 0) + 1,
      ]
      const ids = { player, order: randomUUID(), entry: randomUUID(), record }
      const after = (before?.count ?? 0) + quantity
      const wire = orderText(order, itemId, ids, now, before, after)
      const written = [player, seen, now, record, itemId, after, revision, quantity, ids.order, ids.entry]
      const stored = await ask(store, [...written, total + 1, reference, fingerprint, wire, SUBMITTER])
      if (stored !== undefined) return wire
    }
  }
})
