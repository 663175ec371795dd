/**
 * Rules that a player's stored orders, inventory and ledger must keep at any time, computed from the rows alone. The
 * ledger adds up to the inventory, and counts are within bounds. Each change has an order entry. A transaction is
 * stored completely or not at all.
 */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { PlayerOrder } from "@garrison/core/order/schema"
import { uuidOrUndefined, uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

type WireOrder = typeof PlayerOrder.Encoded
type WireEntry = WireOrder["entries"][number]
type Row = Readonly<Record<string, unknown>>

interface Stored {
  readonly orders: ReadonlyArray<{ readonly row: Row; readonly order: WireOrder }>
  readonly ledger: ReadonlyArray<Row>
  readonly records: ReadonlyArray<Row>
}

/** The row with its identifiers as texts. */
const withText = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith("_id") && name !== "item_id" ? (uuidOrUndefined(value) ?? null) : value,
    ]),
  )

const read = Effect.fnUntraced(function* (player: PlayerUuid) {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const orders = yield* sql`SELECT order_id, parent_order_id, client_order_ref_id, entry_count, entry_total, wire
    FROM player_order WHERE player_uuid = ${id(player)} ORDER BY created, order_id`
  const ledger = yield* sql`SELECT inventory_id, revision, item_id, order_id, entry_id, delta, count_after
    FROM inventory_ledger WHERE player_uuid = ${id(player)} ORDER BY inventory_id, revision`
  const records = yield* sql`SELECT inventory_id, item_id, count, revision FROM inventory_record
    WHERE player_uuid = ${id(player)}`
  return {
    orders: orders.map((row) => ({ row: withText(row), order: JSON.parse(String(row.wire)) as WireOrder })),
    ledger: ledger.map(withText),
    records: records.map(withText),
  } satisfies Stored
}, Effect.orDie)

const grouped = <A>(list: ReadonlyArray<A>, keyOf: (one: A) => string): ReadonlyMap<string, ReadonlyArray<A>> =>
  Map.groupBy(list, keyOf)

/** Compares records with the ledger: the same sum for each item, and each record at the end of an unbroken chain. */
const unbalanced = ({ ledger, records }: Stored): ReadonlyArray<string> => {
  const found: Array<string> = []
  const byItem = (list: ReadonlyArray<Row>, field: string) => {
    const sums = new Map<number, number>()
    for (const row of list) sums.set(Number(row.item_id), (sums.get(Number(row.item_id)) ?? 0) + Number(row[field]))
    return sums
  }
  const [held, given] = [byItem(records, "count"), byItem(ledger, "delta")]
  for (const item of new Set([...held.keys(), ...given.keys()])) {
    if (held.get(item) !== given.get(item)) found.push(`item ${item}: ${held.get(item)} held, ${given.get(item)} given`)
  }
  const chains = grouped(ledger, (row) => String(row.inventory_id))
  for (const { inventory_id: id, count, revision } of records) {
    const chain = chains.get(String(id)) ?? []
    if (chain.length !== Number(revision)) found.push(`record ${String(id)} has ${chain.length} ledger rows`)
    let sum = 0
    for (const [index, row] of chain.entries()) {
      sum += Number(row.delta)
      if (Number(row.revision) !== index + 1 || Number(row.count_after) !== sum) found.push(`chain of ${String(id)}`)
    }
    if (sum !== Number(count)) found.push(`record ${String(id)} counts ${String(count)}, not ${sum}`)
    if (!Number.isSafeInteger(Number(count)) || Number(count) < 0) found.push(`count of ${String(id)}`)
  }
  return found
}

const changesOf = ({ details }: WireEntry): ReadonlyArray<string> =>
  details.flatMap(({ inv_change }) => {
    if (inv_change?.after === undefined) return []
    const { before, after } = inv_change
    return [`${after.inventory_id} ${before?.count ?? 0}>${after.count}`]
  })

/** Compares the ledger with the orders: each row belongs to a detail of an entry, and each detail has its row. */
const unaccounted = ({ orders, ledger }: Stored): ReadonlyArray<string> => {
  const rows = grouped(ledger, (row) => `${String(row.order_id)}/${String(row.entry_id)}`)
  const entries = orders.flatMap(({ order }) =>
    order.entries.map((entry) => [`${order.order_id}/${entry.entry_id}`, entry] as const),
  )
  const found: Array<string> = []
  const keys = new Set<string>(entries.map(([key]) => key))
  if (keys.size !== entries.length) found.push("an entry id twice")
  for (const key of rows.keys()) if (!keys.has(key)) found.push(`ledger of ${key}, which is not stored`)
  for (const [key, entry] of entries) {
    const told = [...changesOf(entry)].sort()
    const kept = (rows.get(key) ?? [])
      .map(
        (row) =>
          `${String(row.inventory_id)} ${Number(row.count_after) - Number(row.delta)}>${Number(row.count_after)}`,
      )
      .sort()
    if (told.join() !== kept.join()) found.push(`entry ${key} tells ${told.join()}, the ledger ${kept.join()}`)
  }
  return found
}

const stopped: ReadonlySet<string> = new Set(["rollback", "not_started"])

/** Checks a single order: failed entries have no effect, and a transaction is complete or not stored. */
const halfDone = ({ order_id, is_transaction, entries }: WireOrder): ReadonlyArray<string> => {
  const results = entries.map(({ result }) => result)
  const found = entries.flatMap(({ result, details }) =>
    result !== "success" && details.some(({ type }) => result !== "rollback" || !type.endsWith("_promo_code"))
      ? [`order ${order_id}: ${result} with details`]
      : [],
  )
  const failed = results.findIndex((result) => result !== "success" && !stopped.has(result))
  const expected = results.map((result, index) =>
    is_transaction !== true || failed === -1 || index === failed
      ? stopped.has(result)
        ? "a result of its own"
        : result
      : index < failed
        ? "rollback"
        : "not_started",
  )
  if (results.join() !== expected.join()) found.push(`order ${order_id}: ${results.join()}`)
  return found
}

/** Checks orders made by orders: each is referred to once, by the order that made it. */
const orphaned = ({ orders }: Stored): ReadonlyArray<string> => {
  const referred = orders.flatMap(({ order }) =>
    order.entries.flatMap(({ details }) =>
      details.flatMap(({ order: made }) => (made === undefined ? [] : [`${order.order_id} made ${made.order_id}`])),
    ),
  )
  const stored = orders.flatMap(({ row }) => {
    const parent = row.parent_order_id as string | null
    return parent === null ? [] : [`${parent} made ${String(row.order_id)}`]
  })
  return referred.sort().join() === stored.sort().join() ? [] : ["new orders and what refers to them differ"]
}

const miscounted = ({ orders }: Stored): ReadonlyArray<string> => {
  let total = 0
  return orders.flatMap(({ row, order }) => {
    total += Number(row.entry_count)
    const isCounted = row.parent_order_id !== null || Number(row.entry_count) === Math.max(1, order.entries.length)
    return isCounted && total === Number(row.entry_total) ? [] : [`order ${order.order_id} counts wrong`]
  })
}

/** Every fault in the stored rows of the player, in words; empty: no fault. */
export const audit = (player: PlayerUuid) =>
  Effect.map(read(player), (stored) => [
    ...unbalanced(stored),
    ...unaccounted(stored),
    ...stored.orders.flatMap(({ order }) => halfDone(order)),
    ...orphaned(stored),
    ...miscounted(stored),
  ])
