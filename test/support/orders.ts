/** The order services over a database of the tests, with a catalog that a test writes down in a few lines. */
import { Audit } from "@garrison/core/audit/Audit"
import { Catalogs, LoadedCatalog } from "@garrison/core/catalog/Catalogs"
import { publishedText, readPublished } from "@garrison/core/catalog/rules/publishedText"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { Environment } from "@garrison/core/environment/Environment"
import { decoder } from "@garrison/core/kernel/input/decoder"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { parseJson } from "@garrison/core/kernel/wire/Json"
import { Seals } from "@garrison/core/kernel/seal/Seals"
import { utf8 } from "@garrison/core/kernel/wire/Utf8"
import type { Platform } from "@garrison/core/kernel/Platform"
import { Ledger } from "@garrison/core/order/Ledger"
import { Orders } from "@garrison/core/order/Orders"
import { Refunds } from "@garrison/core/order/Refunds"
import { Replay } from "@garrison/core/order/replay"
import { type OrderRequest, PlayerOrder } from "@garrison/core/order/schema"
import { WrongCodes } from "@garrison/core/order/WrongCodes"
import { defaultSettings, type DomainSettings, settingsInForce } from "@garrison/core/settings"
import { hostCaller } from "@garrison/core/kernel/Caller"
import type { Caller, MachineCaller, PlayerCaller } from "@garrison/core/kernel/Caller"
import * as SqlAuditStore from "@garrison/sql/audit/SqlAuditStore"
import * as SqlInventoryStore from "@garrison/sql/inventory/SqlInventoryStore"
import * as SqlLedgerStore from "@garrison/sql/inventory/SqlLedgerStore"
import * as SqlFailureStore from "@garrison/sql/login/SqlFailureStore"
import * as SqlClaimStore from "@garrison/sql/order/SqlClaimStore"
import * as SqlOrderStore from "@garrison/sql/order/SqlOrderStore"
import * as SqlRefundStore from "@garrison/sql/order/SqlRefundStore"
import * as SqlVerificationStore from "@garrison/sql/order/SqlVerificationStore"
import { uuid, uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { type Draft, published } from "../core/order/catalogs.ts"
import type { CryptoServices } from "./crypto.ts"
import type { DatabaseServices } from "./databases.ts"
import { cursorsLayer } from "./notifications.ts"

/** A catalog service that serves, unchecked, what `draft` says at the moment, as version 1. */
const catalogLayer = (draft: () => Draft): Layer.Layer<Catalogs> => {
  let last: { readonly draft: Draft; readonly loaded: LoadedCatalog } | undefined
  const load = (): LoadedCatalog => {
    const current = draft()
    if (last?.draft !== current) {
      const text = publishedText(published(current))
      last = { draft: current, loaded: new LoadedCatalog(1, "collection", utf8("{}"), () => readPublished(text)) }
    }
    return last.loaded
  }
  const unused = Effect.die("not part of these tests")
  return Layer.succeed(Catalogs, {
    current: Effect.sync(load),
    check: () => unused,
    publish: () => unused,
    publishChecked: () => unused,
    republish: () => unused,
    versions: () => unused,
    version: () => Effect.sync(load),
    document: () => unused,
    published: () => unused,
    index: () => unused,
    served: () => Effect.sync(load),
    pricePointsOf: () => unused,
    pricePoints: unused,
    prepareWith: () => Effect.void,
    refresh: Effect.void,
  })
}

/** Rates that no test reaches by accident. */
const unhurried: DomainSettings = {
  ...defaultSettings,
  orderEntriesPerWindowMax: 1_000_000,
  orderBytesPerWindowMax: 1024 ** 3,
}

/** An environment with a secret of the tests. */
export const testEnvironment = Layer.succeed(Environment, {
  publisherUuid: "",
  tenantUuid: "",
  configElectorUuid: "",
  cursorSecret: new Uint8Array(32).fill(9),
})

/** The count of wrong promotion codes. */
export const wrongCodesLayer = WrongCodes.layer.pipe(Layer.provide(Layer.merge(testEnvironment, SqlFailureStore.layer)))

/**
 * {@link Orders} over any stores; `settings` change the defaults, in which no rate is limited. Without `seals` orders
 * are sealed without a key.
 */
export const ordersOver = (
  draft: Draft | (() => Draft),
  settings: Partial<DomainSettings> = {},
  seals: Layer.Layer<Seals, never, CryptoServices> = Seals.layerPlain,
) =>
  Orders.layer.pipe(
    Layer.provide(wrongCodesLayer),
    Layer.provideMerge(Layer.mergeAll(catalogLayer(typeof draft === "function" ? draft : () => draft), cursorsLayer)),
    Layer.provideMerge(seals),
    Layer.provide(settingsInForce({ ...unhurried, ...settings })),
  )

/** Everything from the service down. */
export const ordersLayer = (
  database: Layer.Layer<DatabaseServices>,
  draft: Draft | (() => Draft),
  settings: Partial<DomainSettings> = {},
) =>
  ordersOver(draft, settings).pipe(
    Layer.provideMerge(
      Layer.mergeAll(SqlInventoryStore.layer, SqlOrderStore.layer, SqlClaimStore.layer, SqlVerificationStore.layer),
    ),
    Layer.provideMerge(database),
  )

/** The orders with the ledger that verifies them. */
export const ledgerOver = <Out, In>(orders: Layer.Layer<Out, never, In>) =>
  Ledger.layer.pipe(Layer.provideMerge(SqlLedgerStore.layer), Layer.provideMerge(orders))

/** The orders with refunds, replays and the ledger that verifies them. */
export const refundsOver = <Out, In>(orders: Layer.Layer<Out, never, In>) =>
  Layer.mergeAll(Refunds.layer, Replay.layer).pipe(
    Layer.provideMerge(Layer.provideMerge(Audit.layer, SqlAuditStore.layer)),
    Layer.provideMerge(SqlRefundStore.layer),
    Layer.provideMerge(ledgerOver(orders)),
  )

/** A game server: may submit anything for anyone. */
export const server: MachineCaller = { ...hostCaller("test"), permissions: ["inv:create_order:player:any"] }

/** The player, logged in from `platform`. */
export const playerCaller = (player: PlayerUuid, platform: Platform = "Echo"): PlayerCaller => ({
  ...server,
  kind: "player",
  subject: player,
  platform,
  portalUserId: "portal-user",
  permissions: ["inv:create_order:player:self"],
})

const decodeOrder = decoder(PlayerOrder)

/** The order in a wire text, decoded by the schema of the interface: a text that does not fit is a defect. */
export const orderIn = (wire: string) =>
  Effect.suspend(() => Effect.orDie(decodeOrder(Result.getOrThrow(parseJson(wire)))))

/** Submits as a server, and decodes the answer. */
export const submit = Effect.fnUntraced(function* (player: PlayerUuid, request: OrderRequest, by: Caller = server) {
  const orders = yield* Orders
  return yield* orderIn((yield* orders.submit(player, request, by)).wire)
})

/** Submits one entry, and answers with its result. */
export const resultOf = Effect.fnUntraced(function* (
  player: PlayerUuid,
  entry: OrderRequest["entries"][number],
  by: Caller = server,
) {
  const order = yield* submit(player, { entries: [entry] }, by)
  return order.entries[0]?.result
})

/** Records of a player as they are stored, oldest first, those at zero left out. */
export const recordsOf = Effect.fnUntraced(function* (player: PlayerUuid) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(
    sql`SELECT item_id, type, bucket, count, expires, inventory_id, legacy_inventory_id FROM inventory_record
      WHERE player_uuid = ${uuids(sql).id(player)} AND count > 0 ORDER BY acquired, inventory_id`,
  )
  return rows.map((row) => ({
    itemId: Number(row.item_id),
    type: row.type as HeldRecord["type"],
    bucket: row.bucket as HeldRecord["bucket"],
    count: Number(row.count),
    expires: row.expires === null ? undefined : Number(row.expires),
    inventoryId: uuid(row.inventory_id),
    legacyInventoryId: BigInt(row.legacy_inventory_id as number | bigint),
  }))
})

/** How many of an item the player holds, expired or not. */
export const countOf = (player: PlayerUuid, itemId: number) =>
  Effect.map(recordsOf(player), (records) =>
    records.filter((record) => record.itemId === itemId).reduce((total, record) => total + record.count, 0),
  )

/**
 * What must hold at any time: every record is the sum of its ledger and has its last revision, the sums by item and
 * bucket are those of the records, no ledger row is without an order, the ledger of a record that went ends with its
 * session, and no count is out of bounds. Answers with what
 * does not hold.
 */
export const violations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const unbalanced = yield* sql`SELECT r.inventory_id FROM inventory_record r
    WHERE r.count <> (SELECT COALESCE(SUM(l.delta), 0) FROM inventory_ledger l
        WHERE l.player_uuid = r.player_uuid AND l.inventory_id = r.inventory_id)
      OR r.revision <> (SELECT COUNT(*) FROM inventory_ledger l
        WHERE l.player_uuid = r.player_uuid AND l.inventory_id = r.inventory_id)
      OR r.count < 0`
  const orphaned = yield* sql`SELECT l.inventory_id FROM inventory_ledger l
    LEFT JOIN player_order o ON o.player_uuid = l.player_uuid AND o.order_id = l.order_id
    LEFT JOIN inventory_record r ON r.player_uuid = l.player_uuid AND r.inventory_id = l.inventory_id
    WHERE o.order_id IS NULL OR (r.inventory_id IS NULL AND NOT EXISTS (
      SELECT 1 FROM inventory_ledger last WHERE last.player_uuid = l.player_uuid AND last.inventory_id = l.inventory_id
        AND last.entry_id IS NULL AND last.count_after = 0))`
  const miscounted = yield* sql`SELECT c.item_id FROM inventory_count c
    WHERE c.count <> (SELECT COALESCE(SUM(r.count), 0) FROM inventory_record r
        WHERE r.player_uuid = c.player_uuid AND r.item_id = c.item_id AND r.bucket = c.bucket AND r.expires IS NULL)
      OR c.records <> (SELECT COUNT(*) FROM inventory_record r
        WHERE r.player_uuid = c.player_uuid AND r.item_id = c.item_id AND r.bucket = c.bucket)`
  const uncounted = yield* sql`SELECT r.inventory_id FROM inventory_record r LEFT JOIN inventory_count c
    ON c.player_uuid = r.player_uuid AND c.item_id = r.item_id AND c.bucket = r.bucket WHERE c.item_id IS NULL`
  return unbalanced.length + orphaned.length + miscounted.length + uncounted.length
}).pipe(Effect.orDie)

/** Rows of the tables that a submit writes. */
export const storedRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT (SELECT COUNT(*) FROM player_order) AS orders,
    (SELECT COUNT(*) FROM inventory_record) AS records, (SELECT COUNT(*) FROM inventory_ledger) AS ledger`
  return { orders: Number(row?.orders), records: Number(row?.records), ledger: Number(row?.ledger) }
}).pipe(Effect.orDie)
