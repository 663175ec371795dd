/** What `garrison order …` does. */
import { currentNames, noNames } from "@garrison/core/catalog/currentNames"
import { namesFor } from "@garrison/core/catalog/namesBeside"
import { labelsOf } from "@garrison/core/catalog/authoring"
import { type CatalogNames, withName } from "@garrison/core/catalog/rules/names"
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import { inventoryRecordOf, recordWire } from "@garrison/core/inventory/rules/encode"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { NIL_UUID } from "@garrison/core/kernel/Caller"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { plainDecoder } from "@garrison/core/kernel/input/PlainInput"
import { withoutNulls } from "@garrison/core/kernel/input/PlainValue"
import { listing } from "@garrison/core/kernel/Refusal"
import { formatTimestamp } from "@garrison/core/kernel/time/Timestamp"
import { readOwnJson } from "@garrison/core/kernel/wire/Json"
import { ExpectedQuote } from "@garrison/core/odds/expectedQuoteSchema"
import { LootOdds } from "@garrison/core/odds/LootOdds"
import type { Fact } from "@garrison/core/operation/show/Shown"
import { explainedFacts, explainedTree } from "@garrison/core/order/explainedShow"
import { explainOrder as explanation } from "@garrison/core/order/operations/explainOrder"
import { showRefunds } from "@garrison/core/order/operations/showRefunds"
import { Orders } from "@garrison/core/order/Orders"
import type { FoundOrder } from "@garrison/core/order/OrderStore"
import { OrderQuote } from "@garrison/core/order/quoteSchema"
import { Refunds } from "@garrison/core/order/Refunds"
import type { OrderRefunds } from "@garrison/core/order/refundSchema"
import { notesWithin } from "@garrison/core/order/rules/explain/notes"
import { ruleSentence } from "@garrison/core/order/rules/reasons/ruleSentences"
import { ENTRIES_MAX, OrderRequest, PlayerOrder } from "@garrison/core/order/schema"
import { type Order, orderFacts } from "@garrison/core/order/show"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readDocumentText } from "../document/documentText.ts"
import { readInput } from "../document/textFile.ts"
import { withDatabase } from "../local.ts"
import { jsonOf } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "@garrison/core/operation/show/counted"
import { type InputNames, nothingPublished, wrongInput } from "../output/explain.ts"
import { numbersTable } from "../output/oddsForms.ts"
import { present, printWarning } from "../output/print.ts"
import { facts } from "../output/table.ts"
import { tree } from "../output/tree.ts"
import type { Said } from "../row/Code.ts"
import { factsText } from "../row/show.ts"
import { ordersWithIds } from "./catalogIds.ts"
import { localOperator, operatorAct } from "./operator.ts"

interface OrderInput {
  readonly player_uuid: PlayerUuid
  readonly file?: string
  /** The id of a loot. */
  readonly loot?: number
  readonly quantity?: number
  readonly times?: number
  readonly source?: string
  readonly ref?: string
}

const decodeRequest = plainDecoder(OrderRequest)

const eitherFileOrLoot = new CommandFailure({
  kind: "usage",
  sentence: "An order needs either --file or --loot.",
  next: "Run `garrison order submit --help` for examples.",
})

/** What is wrong with `--times`; undefined: nothing. */
const wrongTimes = ({ file, times = 1 }: OrderInput): CommandFailure | undefined => {
  if (times !== 1 && file !== undefined) {
    return new CommandFailure({
      kind: "usage",
      sentence: "--times belongs to --loot.",
      next: "A file lists its entries itself: write the entry once for each roll.",
    })
  }
  if (times >= 1 && times <= ENTRIES_MAX) return undefined
  return new CommandFailure({
    kind: "usage",
    sentence: `--times must be from 1 to ${ENTRIES_MAX}, the entries of an order.`,
    next: "More than that are several orders: garrison order submit-many reads them from a file.",
  })
}

const readOrder = Effect.fnUntraced(function* (file: string) {
  const text = yield* readInput(file, "order")
  const read = yield* readDocumentText(file, text)
  if (Result.isSuccess(read)) return withoutNulls(read.success.value)
  const { message, path, place } = read.failure
  const key = path.length === 0 ? "" : `${path.join(".")}: `
  return yield* new CommandFailure({
    kind: "usage",
    sentence: `The order cannot be read: ${file}, line ${place.line}, column ${place.column}: ${key}${message}.`,
    next: "Correct the file; nothing was changed.",
  })
})

const orderOf = Effect.fnUntraced(function* (input: OrderInput) {
  const { file, loot, quantity = 1, ref, source = "SUPPORT", times = 1 } = input
  if ((file === undefined) === (loot === undefined)) return yield* eitherFileOrLoot
  const wrong = wrongTimes(input)
  if (wrong !== undefined) return yield* wrong
  if (file !== undefined) {
    const [order] = yield* ordersWithIds([yield* readOrder(file)], () => [])
    return order
  }
  const entries = Array.from({ length: times }, () => ({ type: "fill_loot", loot_id: loot, quantity }))
  return { source, entries, ...(ref !== undefined && { client_order_ref_id: ref }) }
})

/** An entry of an order, or of a quote. */
type Entry = OrderQuote["entries"][number]

/** Sentences about quantities below the table. Equal entries have the same ones, which are said once. */
const noteLines = (notes: ReadonlyArray<string>): ReadonlyArray<string> =>
  notes.length === 0 ? [] : ["", ...Array.from(new Set(notes), (note) => `note: ${note}`)]

/** The price that an entry would have to state, in a sentence; none where it states that. */
const priceNotes = ({ price_expected: prices = [], result, ...entry }: Entry, { item, loot }: CatalogNames) => {
  const isOther = result === "price_does_not_match" || result === "loot_not_for_sale_with_price_item"
  if (!isOther || prices.length === 0) return []
  const amounts = prices.map(({ price, price_item_id: id }) => `${price} of ${withName(id, item(id))}`).join(" or ")
  const { loot_id: id, quantity } = entry
  const of = id === undefined ? "the loot" : withName(id, loot(id))
  return [`The price of one ${of}, at a quantity of ${quantity}, is ${amounts}.`]
}

/** An order for people: its facts, its entries and notes. */
const forPeople = (order: object, names: CatalogNames, notes: ReadonlyArray<string>): string =>
  [factsText(orderFacts(), { ...(order as Order), ...namesFor(order, names) }), ...noteLines(notes)].join("\n")

/** A stored order, which is ours and as deep as it may be: as JSON, and decoded. */
const orderIn = (wire: string) => {
  const parsed = readOwnJson(wire)
  return { parsed, order: Schema.decodeUnknownSync(PlayerOrder)(parsed) }
}

const notFulfilled = ({ entries }: OrderQuote, failed: ReadonlyArray<Entry>): CommandFailure => {
  const results = [...new Set(failed.map((entry) => entry.result))].join(", ")
  const were = `${counted(entries.length, "entry", "entries")} ${failed.length === 1 ? "was" : "were"}`
  return new CommandFailure({
    kind: "failure",
    sentence: `${failed.length} of ${were} not fulfilled: ${results}.`,
  })
}

/** The fields of an order that is given by flags. */
const flags: InputNames = { source: "--source", client_order_ref_id: "--ref" }

/** The order of the flags. */
const asked = (input: OrderInput) =>
  Effect.flatMap(orderOf(input), decodeRequest).pipe(
    Effect.catchTag("InvalidInput", (error) => Effect.fail(wrongInput(error, input.file === undefined ? flags : {}))),
  )

/** What the quantities of a stored order did not do, as its explanation says it. */
const storedNotes = Effect.fnUntraced(function* (order: PlayerOrder) {
  // With a quantity of 1 there is nothing that it could have done.
  if (order.entries.every(({ quantity }) => quantity === 1)) return []
  const explaining = (yield* Orders).explain(order.player_uuid, order.order_id, localOperator)
  const explained = yield* Effect.catchTag(explaining, "OrderNotFound", Effect.die)
  const labels = labelsOf(explained.catalog)
  return explained.entries.flatMap(notesWithin).map((rule) => ruleSentence(rule, labels))
})

/** Submits or quotes an order, and loads the names for its answer. */
const answered = Effect.fnUntraced(function* (input: OrderInput, { json }: Said, how: "submit" | "quote" | "expected") {
  const player = input.player_uuid
  const request = yield* asked(input)
  return yield* withDatabase(
    "upgrade",
    Effect.gen(function* () {
      const { wire } =
        how === "expected"
          ? yield* (yield* LootOdds).quote(player, request, localOperator)
          : yield* (yield* Orders)[how](player, request, localOperator)
      const notes = how === "submit" && !json ? yield* storedNotes(orderIn(wire).order) : []
      return { wire, names: json ? noNames : yield* currentNames, notes }
    }),
  ).pipe(Effect.catchTag("CatalogNotFound", () => Effect.fail(nothingPublished)))
})

/** Submits an order and prints what became of it; fails when an entry was not fulfilled. */
export const submitOrder = Effect.fn("Order.submit")(function* (input: OrderInput, said: Said) {
  const { names, notes, wire } = yield* answered(input, said, "submit")
  const { order, parsed } = orderIn(wire)
  yield* present(said.json, parsed, () => forPeople(Object(parsed), names, notes))
  const failed = order.entries.filter((entry) => entry.result !== "success")
  if (failed.length > 0) return yield* notFulfilled(order, failed)
  return undefined
})

/** A quote with expected results, for people. */
const oddsForPeople = (quote: ExpectedQuote, { item, loot }: CatalogNames): string =>
  [
    facts([
      ["player_uuid", quote.player_uuid],
      ["source", quote.source],
      ["etag", quote.etag],
    ]),
    ...quote.entries.map((entry) => {
      const of = [
        ["entry", entry.type],
        ["loot", entry.loot_id === undefined ? undefined : withName(entry.loot_id, loot(entry.loot_id))],
        ["quantity", String(entry.quantity)],
      ] as const
      return numbersTable(entry.expected, of, { get: item })
    }),
  ].join("\n\n")

const isExpected = Schema.is(Schema.Struct({ results: ExpectedQuote.fields.results }))

/**
 * Prints what an order would do; fails when an entry would not be fulfilled. Where the results are expected ones, an
 * entry that can fail is no failure.
 */
export const quoteOrder = Effect.fn("Order.quote")(function* (
  { expected = false, ...input }: OrderInput & { readonly expected?: boolean },
  said: Said,
) {
  const { names, wire } = yield* answered(input, said, expected ? "expected" : "quote")
  const parsed: unknown = readOwnJson(wire)
  if (isExpected(parsed)) {
    const odds = Schema.decodeUnknownSync(ExpectedQuote)(parsed)
    return yield* present(said.json, parsed, () => oddsForPeople(odds, names))
  }
  const quote = Schema.decodeUnknownSync(OrderQuote)(parsed)
  const notes = quote.entries.flatMap((entry) => [
    ...(entry.notes ?? []).map(({ message }) => message),
    ...priceNotes(entry, names),
  ])
  yield* present(said.json, parsed, () => forPeople(Object(parsed), names, notes))
  const failed = quote.entries.filter((entry) => entry.result !== "success")
  if (failed.length > 0) return yield* notFulfilled(quote, failed)
  return undefined
})

const KINDS = { player: "player", machine: "machine client" } as const

const submittedBy = ({ submitter }: FoundOrder): string => {
  if (submitter === undefined) return "not recorded"
  const { clientId, kind, uuid } = submitter
  return uuid === NIL_UUID ? `the program ${clientId}` : `${KINDS[kind]} ${uuid} (${clientId})`
}

const recordJson = (record: HeldRecord) => ({
  item_id: record.itemId,
  ...recordWire(inventoryRecordOf(record)),
  revision: record.revision,
})

const foundJson = (
  { catalogVersion, evidence, parentOrderId, submitter }: FoundOrder,
  order: unknown,
  records: ReadonlyArray<HeldRecord>,
  refunds: OrderRefunds,
) => ({
  order,
  submitter: submitter && { kind: submitter.kind, uuid: submitter.uuid, client_id: submitter.clientId },
  parent_order_id: parentOrderId,
  refunded_order_id: refunds.refunded_order_id,
  refund_order_id: refunds.refund_order_id,
  owed: refunds.owed.length === 0 ? undefined : refunds.owed,
  catalog_version: catalogVersion,
  evidence: evidence && {
    platform: evidence.platform,
    is_server: evidence.isServer,
    disabled: evidence.disabled,
    choices: evidence.choices,
    records: records.map(recordJson),
  },
})

/** Ids of the orders that this order made. */
const madeOrders = ({ entries }: PlayerOrder): ReadonlyArray<string> =>
  entries.flatMap(({ details }) => details.flatMap(({ order }) => (order === undefined ? [] : [order.order_id])))

/** The items whose records this order changed. */
const changedItems = ({ entries }: PlayerOrder): ReadonlyArray<number> => {
  const changes = entries.flatMap(({ details }) => details.flatMap(({ inv_change }) => inv_change ?? []))
  return [...new Set(changes.map(({ after_item_id }) => after_item_id))]
}

const fact = (name: string, value: unknown): Fact<Order> => ({ name, kind: "label", of: () => value })

/** The facts of a stored order that the table of its entries does not show. */
const foundFacts = (
  found: FoundOrder,
  order: PlayerOrder,
  records: ReadonlyArray<HeldRecord>,
  refunds: OrderRefunds,
): ReadonlyArray<Fact<Order>> => {
  const { catalogVersion, evidence, owed, parentOrderId, refundedOrderId } = found
  const owedText = ({ item_names: names }: Order) =>
    listing(owed.map(({ bucket, count, itemId: id }) => `${count} of item ${withName(id, names?.[id])} in ${bucket}`))
  return [
    { ...fact("created", formatTimestamp(order.created_time)), kind: "moment" },
    fact("submitted by", submittedBy(found)),
    fact("made by order", parentOrderId),
    fact("refunds order", refundedOrderId),
    fact("refunded by", refunds.refund_order_id),
    { name: "owed", kind: "text", of: owedText },
    fact("made orders", listing(madeOrders(order))),
    fact("client_order_ref_id", order.client_order_ref_id),
    fact("is_transaction", order.is_transaction),
    fact("portal_id", order.portal_id),
    fact("portal_user_id", order.portal_user_id),
    fact("instance_id", order.instance_id),
    fact("match_id", order.match_id),
    fact("catalog version", catalogVersion),
    fact("platform", evidence?.platform),
    fact("numbers drawn", evidence && (listing(evidence.choices.map(String)) || "none")),
    fact("records before", evidence && records.length),
  ]
}

interface OneOrder {
  readonly player_uuid: PlayerUuid
  readonly order_id: string
}

/**
 * Prints all that is stored of an order. `--json` has the records too: those of the items that the order changed, as
 * they were before it.
 */
export const showOrder = Effect.fn("Order.show")(function* (
  { order_id: orderId, player_uuid: player }: OneOrder,
  said: Said,
) {
  const { found, names, order, parsed, records, refunds } = yield* withDatabase(
    "read",
    Effect.gen(function* () {
      const found = yield* (yield* Orders).find(player, orderId)
      const read = orderIn(found.wire)
      const changed = { itemIds: changedItems(read.order), inventoryIds: [], legacyInventoryIds: [] }
      const records = yield* (yield* InventoryStore).at(player, changed, found.created)
      const refunds = yield* (yield* Refunds).ofOrder(player, orderId)
      return { found, ...read, records, refunds, names: said.json ? noNames : yield* currentNames }
    }),
  )
  const stored = foundJson(found, parsed, records, refunds)
  yield* present(said.json, stored, () =>
    factsText(orderFacts(foundFacts(found, order, records, refunds)), {
      ...(parsed as Order),
      ...namesFor(stored, names),
    }),
  )
})

const notTheSame =
  "The rules of this release do not lead to the stored order: the steps are those of today's rules. " +
  "`garrison order show` shows what was stored."

/** Prints how a stored order came about. */
export const explainOrder = Effect.fn("Order.explain")(function* (one: OneOrder, said: Said) {
  const { explained, refunds } = yield* withDatabase(
    "read",
    Effect.gen(function* () {
      const explained = yield* explanation.run(one, operatorAct())
      return { explained, refunds: yield* showRefunds.run({ ...one, order_id: explained.order_id }, operatorAct()) }
    }),
  )
  if (!explained.is_same) yield* printWarning(notTheSame)
  const shown = jsonOf(explanation, explained)
  yield* present(said.json, shown, () => {
    const { refund_order_id, refunded_order_id } = refunds
    const known = Object.entries({ refund_order_id, refunded_order_id }).filter(([, id]) => id !== undefined)
    const head = factsText(explainedFacts, { ...shown, ...Object.fromEntries(known) })
    return [head, ...explainedTree.lines(shown).map(tree)].join("\n\n")
  })
})
