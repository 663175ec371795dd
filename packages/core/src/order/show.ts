/** What orders look like, and what refunds take back and give. */
import { labelsBeside, type NamesBeside } from "../catalog/namesBeside.ts"
import { type Labels, withName } from "../catalog/rules/names.ts"
import type { FoundOrderView } from "./foundOrder.ts"
import type { OrderQuote } from "./quoteSchema.ts"
import type { ItemClawBack, OrderRefund } from "./refundSchema.ts"
import type { PlayerOrder } from "./schema.ts"
import { type Column, each, type Fact, facts, type Facts, type Line, list, section } from "../operation/show/Shown.ts"

type FoundOrder = typeof FoundOrderView.Encoded
type Names = Pick<NamesBeside, "loot_names">

/** An order, with the names of the loot of its page. */
type Found = FoundOrder & Names

/** Each different entry once: the loot, and the result where it is not success. */
const entriesText = ({ entries, loot_names: names }: Found): string =>
  [
    ...new Set(
      entries.map(({ loot_id: loot, quantity, result, type }) => {
        const what =
          loot === undefined ? type : `${withName(loot, names?.[loot])}${quantity === 1 ? "" : ` x ${quantity}`}`
        return result === "success" ? what : `${what}: ${result}`
      }),
    ),
  ].join(", ")

const failures = ({ entries }: Found): ReadonlyArray<string> =>
  Array.from(new Set(entries.flatMap(({ result }) => (result === "success" ? [] : [result]))))

const id: Column<Found> = { name: "order_id", kind: "id", min: 13, priority: 6, of: ({ order_id: of }) => of }
const time: Column<Found> = { name: "time", kind: "moment", min: 19, ideal: 19, priority: 1, of: (row) => row.created }
const source: Column<Found> = { name: "source", kind: "text", min: 8, ideal: 14, priority: 2, of: (row) => row.source }
const entries: Column<Found> = { name: "entries", kind: "text", min: 16, priority: 5, grows: true, of: entriesText }

/** The name of the player, or the uuid of one that was deleted. */
const player: Column<Found> = {
  name: "player",
  kind: "text",
  min: 13,
  ideal: 24,
  priority: 4,
  unless: "player_uuid",
  of: ({ display_name: name, player_uuid: uuid }) => name ?? uuid,
}

/** Orders that were found, the newest first. */
export const foundOrders = list<
  Names & { readonly orders: ReadonlyArray<FoundOrder>; readonly searched_to?: string | undefined },
  FoundOrder,
  Found
>({
  rows: ({ orders }) => orders,
  told: (order, { loot_names: names }) => ({ ...order, ...(names !== undefined && { loot_names: names }) }),
  columns: [
    time,
    player,
    id,
    source,
    {
      name: "result",
      kind: "text",
      min: 8,
      ideal: 24,
      priority: 3,
      isFurther: true,
      of: (order) => failures(order).join(", ") || "success",
      tone: (order) => (failures(order).length === 0 ? undefined : "warning"),
    },
    entries,
  ],
  empty: ({ searched_to: until }) =>
    until === undefined ? "There is no such order." : `There is no such order since ${until}.`,
})

/** Whose an order is, and what it is about. */
export const locatedFacts = facts<Found>([
  id,
  player,
  { name: "player_uuid", kind: "id", of: ({ player_uuid: uuid }) => uuid },
  { ...time, name: "created" },
  source,
  { name: "submitted by", kind: "text", of: ({ client_id: client }) => client },
  { name: "made by order", kind: "id", of: ({ parent_order_id: parent }) => parent },
  entries,
])

/** An order or a quote with names beside its ids. */
export type Order = typeof OrderQuote.Encoded & NamesBeside
type Entry = Order["entries"][number]

/** How an entry changed the count of each item: "+5 of item Coins (995)". */
const changesText = ({ details = [] }: Entry, { item: label }: Labels): string => {
  const changes = new Map<number | undefined, number>()
  for (const { inv_change: change } of details) {
    if (change === undefined) continue
    const item = change.after_item_id ?? change.before_item_id
    const difference = (change.after?.count ?? 0) - (change.before?.count ?? 0)
    changes.set(item, (changes.get(item) ?? 0) + difference)
  }
  return Array.from(
    changes,
    ([item, difference]) =>
      `${difference < 0 ? "" : "+"}${difference} of ${item === undefined ? "item ?" : label(item)}`,
  ).join(", ")
}

/** The entries of an order or of a quote, with their results. */
const entryList = section({
  rows: ({ entries }: Order) => entries,
  told: (entry, order) => ({ ...entry, labels: labelsBeside(order), names: order.loot_names }),
  columns: [
    { name: "entry", kind: "label", of: ({ type }) => type },
    {
      name: "loot",
      kind: "id",
      of: ({ loot_id: id, names }) => (id === undefined ? undefined : withName(id, names?.[id])),
    },
    { name: "quantity", kind: "count", of: ({ quantity }) => quantity },
    { name: "result", kind: "label", of: ({ result }) => result },
    { name: "inventory", kind: "label", of: ({ labels, ...entry }) => changesText(entry, labels) },
  ],
})

/** An order or a quote with its entries, and facts between the two. */
export const orderFacts = (more: ReadonlyArray<Fact<Order>> = []): Facts<Order> => [
  { name: "order_id", kind: "id", of: ({ order_id }) => order_id },
  { name: "player_uuid", kind: "id", of: ({ player_uuid }) => player_uuid },
  { name: "source", kind: "label", of: ({ source }) => source },
  ...more,
  entryList,
]

type Taking = Pick<typeof OrderRefund.Encoded, "lacking" | "taken" | "given" | "lapsed" | "owed">

interface Count {
  readonly item_id: number
  readonly bucket?: string | undefined
  readonly count: number
}

/** "3 of item Coins (995) in bucket none". */
export const countText = ({ bucket, count, item_id: item }: Count, labels: Labels): string =>
  `${count} of ${labels.item(item)}${bucket === undefined ? "" : ` in bucket ${bucket}`}`

/** Where counts went: a line for each order that took them. */
export const useLines = ({ uses }: Pick<Taking["lacking"][number], "uses">, labels: Labels): ReadonlyArray<Line> =>
  uses.map(({ count, created, entry_id: entry, gave, order_id: order }) => {
    const became = gave.length === 0 ? "" : `, which gave ${gave.map((one) => countText(one, labels)).join(", ")}`
    const by =
      entry === undefined ? `gone with the inventory session that order ${order} ended` : `taken by order ${order}`
    return { text: `${count} ${by} at ${created}${became}`, order }
  })

const heading = (text: string, within: ReadonlyArray<Line | string>): ReadonlyArray<Line> =>
  within.length === 0
    ? []
    : [{ text, within: within.map((line) => (typeof line === "string" ? { text: line } : line)) }]

const FROM = { given: "", equal: ", equal ones", paid: ", which were paid for" } as const

/** An order that an operator's act made. */
export const madeOrderFacts = facts<{ readonly order: typeof PlayerOrder.Encoded } & NamesBeside>([
  each(({ order, ...names }) => [{ ...order, ...names }], orderFacts()),
])

/** What is taken and given; what cannot be taken comes first. */
const takingLines = ({ given, lacking, lapsed, owed, taken }: Taking, labels: Labels): ReadonlyArray<Line> => [
  ...heading(
    "CANNOT BE TAKEN",
    lacking.map((one) => ({ text: countText(one, labels), within: useLines(one, labels) })),
  ),
  ...heading(
    "TAKEN",
    taken.map((one) => `${countText(one, labels)}${FROM[one.from]}, from record ${one.inventory_id}`),
  ),
  ...heading(
    "GIVEN BACK",
    given.map((one) => `${countText(one, labels)}, to record ${one.inventory_id}`),
  ),
  ...heading(
    "OVER BY ITSELF",
    lapsed.map((one) => `${countText({ ...one, count: Math.abs(one.count) }, labels)}, record ${one.inventory_id}`),
  ),
  ...heading(
    "OWED",
    owed.map((one) => countText(one, labels)),
  ),
]

const STATES = {
  done: "taken back",
  done_before: "taken back before; nothing was changed",
  refused: "not all can be taken: refused without --partial",
} as const

type Refund = typeof OrderRefund.Encoded & NamesBeside

const onceLines = ({ once: { codes, loot_ids: loot, not_free: notFree } }: Refund, labels: Labels) =>
  heading("ONCE", [
    ...codes.map((code) => `code ${code}`),
    ...loot.map((id) => `${labels.loot(id)} of the inventory session`),
    ...notFree.map((what) => `${what} stays as it is: another order has it`),
  ])

/** What a refund takes back and gives. */
export const refundFacts = facts<Refund>([
  { name: "refunded order", kind: "id", of: ({ refunded_order_id }) => refunded_order_id },
  { name: "with orders", kind: "words", of: ({ order_ids }) => order_ids.slice(1) },
  { name: "state", kind: "text", of: ({ state }) => STATES[state] },
  { name: "refund order", kind: "id", of: ({ order_id }) => order_id },
  {
    lines: (refund) => {
      const labels = labelsBeside(refund)
      return [...takingLines(refund, labels), ...onceLines(refund, labels)]
    },
  },
])

/** What a claw-back takes. */
export const clawBackFacts = facts<typeof ItemClawBack.Encoded & NamesBeside>([
  { name: "item", kind: "text", of: ({ item_id: id, item_names: names }) => withName(id, names?.[id]) },
  { name: "to be taken", kind: "count", of: ({ wanted }) => wanted },
  { name: "state", kind: "text", of: ({ state }) => STATES[state] },
  { name: "order", kind: "id", of: ({ order_id }) => order_id },
  { lines: (clawed) => takingLines(clawed, labelsBeside(clawed)) },
])
