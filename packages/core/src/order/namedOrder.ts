/**
 * Orders that name loot and items instead of giving their ids, as a host in this process and the command take them:
 * `{ type: "fill_loot", loot: "shop/sword", quantity: 1 }`. The names become ids before the order is decoded, so
 * nothing behind it knows names.
 */
import * as Effect from "effect/Effect"
import { Catalogs } from "../catalog/Catalogs.ts"
import { identified } from "../catalog/idOfReference.ts"
import type { LinkedCatalog } from "../catalog/rules/linked.ts"
import type { NamedKind } from "../catalog/rules/nameIndex.ts"
import { type InvalidDetail, InvalidInput } from "../kernel/input/Invalid.ts"

/** A field that takes a name, the field of the interface that it stands for, and what it names. */
type Field = readonly [named: string, id: string, kind: NamedKind]

const ENTRY: ReadonlyArray<Field> = [
  ["loot", "loot_id", "loot"],
  ["item", "item_id", "item"],
  ["dynamic_bundle_loot", "dynamic_bundle_loot_ids", "loot"],
]
const CURRENCY: ReadonlyArray<Field> = [["price_item", "price_item_id", "item"]]
const PRICE: ReadonlyArray<Field> = [...CURRENCY, ["price_coupon_item", "price_coupon_item_id", "item"]]

type Members = Readonly<Record<string, unknown>>
type Path = InvalidDetail["loc"]

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Changes an object at a place. */
type Change = (members: Members, fields: ReadonlyArray<Field>, path: Path) => Members

/** The value of a field changed, if it is there and of that form. What is not stays as it is, and is refused later. */
const within = (members: Members, name: string, change: (value: unknown, path: Path) => unknown, path: Path): Members =>
  members[name] === undefined ? members : { ...members, [name]: change(members[name], [...path, name]) }

const each =
  (change: (members: Members, path: Path) => Members) =>
  (value: unknown, path: Path): unknown =>
    Array.isArray(value)
      ? (value as ReadonlyArray<unknown>).map((one, at) => (isMembers(one) ? change(one, [...path, at]) : one))
      : value

/** The order with each object that may hold names changed. */
const changed = (order: unknown, change: Change, path: Path): unknown => {
  const inPrice = (price: unknown, at: Path): unknown =>
    isMembers(price)
      ? within(
          change(price, PRICE, at),
          "currencies",
          each((currency, where) => change(currency, CURRENCY, where)),
          at,
        )
      : price
  const inEntry = (entry: Members, at: Path): Members => within(change(entry, ENTRY, at), "purchase_price", inPrice, at)
  return isMembers(order) ? within(order, "entries", each(inEntry), path) : order
}

/** Whether an order names anything. */
export const hasNames = (order: unknown): boolean => {
  let found = false
  changed(
    order,
    (members, fields) => {
      found ||= fields.some(([named]) => members[named] !== undefined)
      return members
    },
    [],
  )
  return found
}

const valueError = (loc: Path, msg: string): InvalidDetail => ({ loc, msg, type: "value_error" })

/** Puts ids in the place of names; what is wrong is added to `flaws`. */
const identifying = (catalog: LinkedCatalog, flaws: Array<InvalidDetail>): Change => {
  const idOf = (kind: NamedKind, reference: unknown, at: Path): number | undefined => {
    const id = identified(catalog, kind, reference)
    if (typeof id === "number") return id
    flaws.push(valueError(at, id))
    return undefined
  }
  return (members, fields, path) => {
    let made = members
    for (const [named, id, kind] of fields) {
      const { [named]: reference, ...rest } = made
      if (reference === undefined) continue
      const at = [...path, named]
      if (rest[id] !== undefined) flaws.push(valueError(at, `cannot stand beside ${id}: give one of them`))
      const value: unknown = Array.isArray(reference)
        ? (reference as ReadonlyArray<unknown>).map((one, index) => idOf(kind, one, [...at, index]))
        : idOf(kind, reference, at)
      made = { ...rest, [id]: value }
    }
    return made
  }
}

/**
 * The orders with ids in the place of names, as they are decoded. Fails with `invalid_input` where a name means nothing
 * or several entries, with the nearest name. Orders without names are answered as they are, and need no catalog.
 */
export const withIds = Effect.fnUntraced(function* (orders: ReadonlyArray<unknown>, placeOf: (index: number) => Path) {
  if (!orders.some(hasNames)) return orders
  const { linked } = yield* (yield* Catalogs).current
  const flaws: Array<InvalidDetail> = []
  const change = identifying(linked, flaws)
  const made = orders.map((order, index) => changed(order, change, placeOf(index)))
  if (flaws.length > 0) return yield* new InvalidInput({ detail: flaws })
  return made
})

/** As {@link withIds}, of one order. */
export const orderWithIds = (order: unknown) =>
  Effect.map(
    withIds([order], () => []),
    ([one]) => one,
  )
