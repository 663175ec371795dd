/**
 * A stored order in the form in which it is interpreted again, and what differs when another interpretation of it comes
 * to another outcome (guarantees R8).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parseJson } from "../../../kernel/wire/Json.ts"
import type { WireJson } from "../../../kernel/wire/WireJson.ts"
import { type OrderEntry, PlayerOrder } from "../../schema.ts"
import { encodeOrder, identify, identityCount, type Identities, type OrderHeader } from "./encode.ts"
import type { InterpretedOrder } from "../interpret/interpret.ts"
import type { Outcome } from "../interpret/outcome.ts"

const decode = Schema.decodeUnknownSync(PlayerOrder)

/** The order in a stored text. Orders are encoded by this program, so a text that does not fit is a defect. */
export const storedOrderIn = (wire: WireJson): PlayerOrder =>
  decode(Result.getOrThrow(parseJson(wire, Number.POSITIVE_INFINITY)))

/** What the submitter asked for. */
export const requestOf = ({ entries, is_transaction, source }: PlayerOrder): InterpretedOrder => ({
  source: source ?? "UNKNOWN",
  isTransaction: is_transaction ?? false,
  entries: entries.map(({ details: _details, entry_id: _id, result: _result, ...entry }) => entry),
})

const headerOf = (order: PlayerOrder): OrderHeader => ({
  source: order.source ?? "UNKNOWN",
  client_order_ref_id: order.client_order_ref_id,
  portal_id: order.portal_id,
  portal_user_id: order.portal_user_id,
  instance_id: order.instance_id,
  match_id: order.match_id,
  is_transaction: order.is_transaction,
  player_uuid: order.player_uuid,
  created: order.created_time,
})

/** A submitted order and the orders that it made, in the sequence in which their ids were given. */
export type OrderFamily = readonly [PlayerOrder, ...ReadonlyArray<PlayerOrder>]

/** A change of a record, as the text of an order has it. */
export type StoredChange = NonNullable<OrderEntry["details"][number]["inv_change"]>

/** The changes of entries, and of the orders of `family` that they made, in the sequence in which they happened. */
export const changesIn = (
  family: ReadonlyArray<PlayerOrder>,
  entries: ReadonlyArray<OrderEntry>,
): ReadonlyArray<StoredChange> => {
  const byId = new Map(family.map((order) => [order.order_id, order]))
  const found: Array<StoredChange> = []
  const visit = (some: ReadonlyArray<OrderEntry>): void => {
    for (const { inv_change: change, order: made } of some.flatMap(({ details }) => details)) {
      const child = made && byId.get(made.order_id)
      if (child !== undefined) visit(child.entries)
      if (change !== undefined) found.push(change)
    }
  }
  visit(entries)
  return found
}

/** The ids of the records that the family added, in the sequence in which they were added. */
const createdRecords = (family: OrderFamily): ReadonlyArray<string> =>
  changesIn(family, family[0].entries).flatMap(({ after, before }) =>
    before === undefined ? [after.inventory_id] : [],
  )

/** The ids of a stored family, in the sequence in which {@link identify} gives them. */
const storedIds = (family: OrderFamily): ReadonlyArray<string> => [
  ...family.flatMap(({ entries, order_id }) => [order_id, ...entries.map(({ entry_id }) => entry_id)]),
  ...createdRecords(family),
]

/** The stored ids for an outcome; undefined: the outcome has more or fewer orders, entries or records. */
export const storedIdentities = (family: OrderFamily, outcome: Outcome): Identities | undefined => {
  const ids = storedIds(family)
  return ids.length === identityCount(outcome) ? identify(outcome, ids) : undefined
}

/**
 * The outcome with the results that a former release gave for the same reasons, where the order was stored with them: a
 * code that has not begun was `promotion_not_available`, and was kept.
 */
export const asFormerly = ({ entries: stored }: PlayerOrder, outcome: Outcome): Outcome => {
  const entries = outcome.order.entries.map((entry, index) => {
    const { external_tran_id, result } = stored[index] ?? {}
    const isFormer = entry.reason?._tag === "PromotionNotBegun" && result === "promotion_not_available"
    if (!isFormer || external_tran_id === undefined) return entry
    return { ...entry, result, request: { ...entry.request, external_tran_id } }
  })
  const isSame = entries.every((entry, index) => entry === outcome.order.entries[index])
  return isSame ? outcome : { ...outcome, order: { ...outcome.order, entries } }
}

/** A value of a stored order, and the value that another interpretation comes to. */
export interface Difference {
  readonly orderId: string
  /** Place in the order, as names and indexes. */
  readonly path: ReadonlyArray<string | number>
  /** JSON; undefined: the stored order has no such value. */
  readonly stored: string | undefined
  /** JSON; undefined: the interpretation has no such value. */
  readonly now: string | undefined
}

/** Most differences that are listed of one order, and the longest text of a value. */
const DIFFERENCES_MAX = 10
const VALUE_LENGTH_MAX = 200

const shown = (value: unknown): string | undefined => JSON.stringify(value)?.slice(0, VALUE_LENGTH_MAX)

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null

/** Adds to `found` where two parsed texts differ. */
const compare = (
  stored: unknown,
  now: unknown,
  path: ReadonlyArray<string | number>,
  found: Array<Omit<Difference, "orderId">>,
): void => {
  if (found.length >= DIFFERENCES_MAX) return
  if (!isMembers(stored) || !isMembers(now)) {
    if (!Object.is(stored, now)) found.push({ path, stored: shown(stored), now: shown(now) })
    return
  }
  for (const name of new Set([...Object.keys(stored), ...Object.keys(now)])) {
    compare(stored[name], now[name], [...path, Array.isArray(stored) ? Number(name) : name], found)
  }
}

/** Compares without ids where they cannot be assigned: results, and the number of details and orders. */
const coarse = (order: PlayerOrder, made: number, outcome: Outcome): ReadonlyArray<Omit<Difference, "orderId">> => {
  const found: Array<Omit<Difference, "orderId">> = []
  const stored = order.entries.map(({ details, result }) => ({ result, details: details.length }))
  const now = outcome.order.entries.map(({ details, result }) => ({ result, details: details.length }))
  compare({ entries: stored, new_orders: made }, { entries: now, new_orders: outcome.newOrders.length }, [], found)
  if (found.length === 0) found.push({ path: [], stored: "new records", now: "another number of new records" })
  return found
}

/** What differs between a stored family, given as texts, and an outcome. Empty: every text is the same to the byte. */
export const differencesOf = (
  family: OrderFamily,
  wires: ReadonlyArray<WireJson>,
  outcome: Outcome,
): ReadonlyArray<Difference> => {
  const [order] = family
  const ids = storedIdentities(family, outcome)
  if (ids === undefined) {
    return coarse(order, family.length - 1, outcome).map((found) => ({ orderId: order.order_id, ...found }))
  }
  const header = headerOf(order)
  return [outcome.order, ...outcome.newOrders].flatMap((one, index) => {
    const wire = encodeOrder(header, one, ids)
    const stored = wires[index] ?? ""
    if (wire === stored) return []
    const found: Array<Omit<Difference, "orderId">> = []
    compare(JSON.parse(stored), JSON.parse(wire), [], found)
    if (found.length === 0) found.push({ path: [], stored: shown(stored), now: shown(wire) })
    return found.map((difference) => ({ orderId: ids.order(one), ...difference }))
  })
}
