/** What `garrison order …` does. */
import { InventoryStore } from "@garrison/core/inventory/InventoryStore"
import { inventoryRecordOf, recordWire } from "@garrison/core/inventory/rules/encode"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { plainDecoder } from "@garrison/core/kernel/input/PlainInput"
import { parseJson } from "@garrison/core/kernel/wire/Json"
import { withoutNulls } from "@garrison/core/kernel/input/PlainValue"
import { listing } from "@garrison/core/kernel/Refusal"
import { explanationOf } from "@garrison/core/order/explain"
import { OrderExplanation } from "@garrison/core/order/explanation"
import { labelsOf } from "@garrison/core/catalog/rules/labels"
import { Orders } from "@garrison/core/order/Orders"
import type { FoundOrder } from "@garrison/core/order/OrderStore"
import type { OrderRefunds } from "@garrison/core/order/refundSchema"
import { Refunds } from "@garrison/core/order/Refunds"
import { OrderQuote } from "@garrison/core/order/quoteSchema"
import { ExpectedQuote } from "@garrison/core/odds/expectedQuoteSchema"
import { LootOdds } from "@garrison/core/odds/LootOdds"
import { notesWithin } from "@garrison/core/order/rules/explain/notes"
import { ruleSentence } from "@garrison/core/order/rules/reasons/ruleSentences"
import { ENTRIES_MAX, OrderRequest, PlayerOrder } from "@garrison/core/order/schema"
import { NIL_UUID } from "@garrison/core/kernel/Caller"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type CatalogNames, named, noNames } from "../document/catalogNames.ts"
import { readDocumentText } from "../document/documentText.ts"
import { entryTree } from "../document/orderTree.ts"
import { readInput } from "../document/textFile.ts"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "../output/counted.ts"
import { type InputNames, noSuchOrder, noSuchPlayer, nothingPublished, wrongInput } from "../output/explain.ts"
import { present, printWarning } from "../output/print.ts"
import { numbersTable } from "../output/oddsForms.ts"
import { facts, moment, table } from "../output/table.ts"
import { currentNames } from "./currentNames.ts"
import { tree } from "../output/tree.ts"
import { catalogId, ordersWithIds } from "./catalogIds.ts"
import { givenOnly } from "./givenOnly.ts"
import { playerUuid } from "./identifiers.ts"
import { localOperator } from "./operator.ts"

interface QuoteInput extends SubmitInput {
  readonly expected: boolean
}

interface SubmitInput {
  readonly player: string
  readonly file: Option.Option<string>
  readonly loot: Option.Option<string>
  readonly quantity: number
  readonly times: number
  readonly source: string
  readonly ref: Option.Option<string>
  readonly json: boolean
}

const decodeRequest = plainDecoder(OrderRequest)
const encodeExplanation = Schema.encodeSync(OrderExplanation)

const eitherFileOrLoot = new CommandFailure({
  kind: "usage",
  sentence: "An order needs either --file or --loot.",
  next: "Run `garrison order submit --help` for examples.",
})

/** What is wrong with `--times`; undefined: nothing. */
const wrongTimes = ({ file, times }: SubmitInput): CommandFailure | undefined => {
  if (times !== 1 && Option.isSome(file)) {
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

const orderOf = Effect.fnUntraced(function* (input: SubmitInput) {
  const { file, loot } = input
  if (Option.isSome(file) === Option.isSome(loot)) return yield* eitherFileOrLoot
  const wrong = wrongTimes(input)
  if (wrong !== undefined) return yield* wrong
  if (Option.isSome(file)) {
    const [order] = yield* ordersWithIds([yield* readOrder(file.value)], () => [])
    return order
  }
  const id = yield* catalogId(
    "loot",
    Option.getOrElse(loot, () => ""),
  )
  const entry = { type: "fill_loot", loot_id: id, quantity: input.quantity }
  return {
    source: input.source,
    entries: Array.from({ length: input.times }, () => entry),
    ...givenOnly({ client_order_ref_id: input.ref }),
  }
})

/** An entry of an order, or of a quote. */
type Entry = OrderQuote["entries"][number]

/** How the entry changed the count of each item: "+5 of item Coins (995)". */
const changesText = (entry: Entry, { items }: CatalogNames): string => {
  const changes = new Map<number | undefined, number>()
  for (const { inv_change: change } of entry.details ?? []) {
    if (change === undefined) continue
    const item = change.after_item_id ?? change.before_item_id
    const difference = (change.after?.count ?? 0) - (change.before?.count ?? 0)
    changes.set(item, (changes.get(item) ?? 0) + difference)
  }
  return Array.from(changes, ([item, difference]) => {
    const sign = difference < 0 ? "" : "+"
    return `${sign}${difference} of item ${item === undefined ? "?" : named(item, items)}`
  }).join(", ")
}

/** Sentences about quantities below the table. Equal entries have the same ones, which are said once. */
const noteLines = (notes: ReadonlyArray<string>): ReadonlyArray<string> =>
  notes.length === 0 ? [] : ["", ...Array.from(new Set(notes), (note) => `note: ${note}`)]

/** The price that an entry would have to state, in a sentence; none where it states that. */
const priceNotes = ({ price_expected: prices = [], result, ...entry }: Entry, names: CatalogNames) => {
  const isOther = result === "price_does_not_match" || result === "loot_not_for_sale_with_price_item"
  if (!isOther || prices.length === 0) return []
  const amounts = prices.map(({ price, price_item_id: id }) => `${price} of ${named(id, names.items)}`).join(" or ")
  const loot = entry.loot_id === undefined ? "the loot" : named(entry.loot_id, names.loot)
  return [`The price of one ${loot}, at a quantity of ${entry.quantity}, is ${amounts}.`]
}

const forPeople = (
  order: OrderQuote,
  names: CatalogNames,
  {
    more = [],
    notes = [],
  }: { readonly more?: Parameters<typeof facts>[0]; readonly notes?: ReadonlyArray<string> } = {},
): string =>
  [
    facts([["order_id", order.order_id], ["player_uuid", order.player_uuid], ["source", order.source], ...more]),
    "",
    table<Entry>(
      [
        { heading: "ENTRY", text: (entry) => entry.type },
        { heading: "LOOT", text: ({ loot_id }) => (loot_id === undefined ? "-" : named(loot_id, names.loot)) },
        { heading: "QUANTITY", text: (entry) => String(entry.quantity) },
        { heading: "RESULT", text: (entry) => entry.result ?? "-" },
        { heading: "INVENTORY", text: (entry) => changesText(entry, names) || "-" },
      ],
      order.entries,
    ),
    ...noteLines(notes),
  ].join("\n")

const parsedWire = (wire: string): unknown => Result.getOrThrow(parseJson(wire, Number.POSITIVE_INFINITY))

/** A stored order, which is ours and as deep as it may be: as JSON, and decoded. */
const orderIn = (wire: string) => {
  const parsed = parsedWire(wire)
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

/** The player and the order of the flags. */
const asked = Effect.fnUntraced(function* (input: SubmitInput) {
  const player = yield* playerUuid(input.player)
  const names = Option.isSome(input.file) ? {} : flags
  const request = yield* decodeRequest(yield* orderOf(input)).pipe(
    Effect.catchTag("InvalidInput", (error) => Effect.fail(wrongInput(error, names))),
  )
  return { player, request }
})

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
const answered = Effect.fnUntraced(function* (input: SubmitInput, how: "submit" | "quote" | "expected") {
  const { player, request } = yield* asked(input)
  return yield* withDatabase(
    "upgrade",
    Effect.gen(function* () {
      const { wire } =
        how === "expected"
          ? yield* (yield* LootOdds).quote(player, request, localOperator)
          : yield* (yield* Orders)[how](player, request, localOperator)
      if (input.json) return { wire, catalog: noNames, notes: [] }
      const catalog = yield* currentNames
      return { wire, catalog, notes: how === "submit" ? yield* storedNotes(orderIn(wire).order) : [] }
    }),
  ).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
    Effect.catchTag("CatalogNotFound", () => Effect.fail(nothingPublished)),
  )
})

/** Submits an order and prints what became of it; fails when an entry was not fulfilled. */
export const submitOrder = Effect.fn("Order.submit")(function* (input: SubmitInput) {
  const submitted = yield* answered(input, "submit")
  const { order, parsed } = orderIn(submitted.wire)
  yield* present(input.json, parsed, () => forPeople(order, submitted.catalog, { notes: submitted.notes }))
  const failed = order.entries.filter((entry) => entry.result !== "success")
  if (failed.length > 0) return yield* notFulfilled(order, failed)
  return undefined
})

/** A quote with expected results, for people. */
const oddsForPeople = (quote: ExpectedQuote, { items, loot }: CatalogNames): string =>
  [
    facts([
      ["player_uuid", quote.player_uuid],
      ["source", quote.source],
      ["etag", quote.etag],
    ]),
    ...quote.entries.map((entry) => {
      const of = [
        ["entry", entry.type],
        ["loot", entry.loot_id === undefined ? undefined : named(entry.loot_id, loot)],
        ["quantity", String(entry.quantity)],
      ] as const
      return numbersTable(entry.expected, of, items)
    }),
  ].join("\n\n")

const isExpected = Schema.is(Schema.Struct({ results: ExpectedQuote.fields.results }))

/**
 * Prints what an order would do; fails when an entry would not be fulfilled. Where the results are expected ones, an
 * entry that can fail is no failure.
 */
export const quoteOrder = Effect.fn("Order.quote")(function* (input: QuoteInput) {
  const quoted = yield* answered(input, input.expected ? "expected" : "quote")
  const parsed: unknown = parsedWire(quoted.wire)
  if (isExpected(parsed)) {
    const expected = Schema.decodeUnknownSync(ExpectedQuote)(parsed)
    return yield* present(input.json, parsed, () => oddsForPeople(expected, quoted.catalog))
  }
  const quote = Schema.decodeUnknownSync(OrderQuote)(parsed)
  const notes = quote.entries.flatMap((entry) => [
    ...(entry.notes ?? []).map(({ message }) => message),
    ...priceNotes(entry, quoted.catalog),
  ])
  yield* present(input.json, parsed, () => forPeople(quote, quoted.catalog, { notes }))
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

/** The facts of a stored order that the table of its entries does not show. */
const foundFacts = (
  found: FoundOrder,
  order: PlayerOrder,
  records: ReadonlyArray<HeldRecord>,
  refunds: OrderRefunds,
  { items }: CatalogNames,
): Parameters<typeof facts>[0] => {
  const { catalogVersion, evidence, owed, parentOrderId, refundedOrderId } = found
  return [
    ["created", moment(order.created_time)],
    ["submitted by", submittedBy(found)],
    ["made by order", parentOrderId],
    ["refunds order", refundedOrderId],
    ["refunded by", refunds.refund_order_id],
    [
      "owed",
      listing(owed.map(({ bucket, count, itemId }) => `${count} of item ${named(itemId, items)} in ${bucket}`)) ||
        undefined,
    ],
    ["made orders", listing(madeOrders(order)) || undefined],
    ["client_order_ref_id", order.client_order_ref_id],
    ["is_transaction", order.is_transaction === undefined ? undefined : String(order.is_transaction)],
    ["portal_id", order.portal_id === undefined ? undefined : String(order.portal_id)],
    ["portal_user_id", order.portal_user_id],
    ["instance_id", order.instance_id],
    ["match_id", order.match_id],
    ["catalog version", String(catalogVersion)],
    ["platform", evidence?.platform],
    ["numbers drawn", evidence && (listing(evidence.choices.map(String)) || "none")],
    ["records before", evidence && String(records.length)],
  ]
}

/**
 * Prints all that is stored of an order. `--json` has the records too: those of the items that the order changed, as
 * they were before it.
 */
export const showOrder = Effect.fn("Order.show")(function* (input: {
  readonly player: string
  readonly order: string
  readonly json: boolean
}) {
  const player = yield* playerUuid(input.player)
  const { catalog, found, order, parsed, records, refunds } = yield* withDatabase(
    "read",
    Effect.gen(function* () {
      const found = yield* (yield* Orders).find(player, input.order)
      const read = orderIn(found.wire)
      const changed = { itemIds: changedItems(read.order), inventoryIds: [], legacyInventoryIds: [] }
      const records = yield* (yield* InventoryStore).at(player, changed, found.created)
      const refunds = yield* (yield* Refunds).ofOrder(player, input.order)
      return { found, ...read, records, refunds, catalog: input.json ? noNames : yield* currentNames }
    }),
  ).pipe(Effect.catchTag("OrderNotFound", () => Effect.fail(noSuchOrder(player, input.order))))
  yield* present(input.json, foundJson(found, parsed, records, refunds), () =>
    forPeople(order, catalog, { more: foundFacts(found, order, records, refunds, catalog) }),
  )
})

const notTheSame =
  "The rules of this release do not lead to the stored order: the steps are those of today's rules. " +
  "`garrison order show` shows what was stored."

/** Prints how a stored order came about. */
export const explainOrder = Effect.fn("Order.explain")(function* (input: {
  readonly player: string
  readonly order: string
  readonly json: boolean
}) {
  const player = yield* playerUuid(input.player)
  const { explained, refunds } = yield* withDatabase(
    "read",
    Effect.gen(function* () {
      const explained = yield* (yield* Orders).explain(player, input.order, localOperator)
      const refunds = yield* (yield* Refunds).ofOrder(player, explained.stored.order.order_id)
      return { explained, refunds }
    }),
  ).pipe(Effect.catchTag("OrderNotFound", () => Effect.fail(noSuchOrder(player, input.order))))
  if (!explained.isSame) yield* printWarning(notTheSame)
  yield* present(input.json, encodeExplanation(explanationOf(explained)), () => {
    const { catalog, entries, stored, telling } = explained
    const labels = labelsOf(catalog)
    return [
      facts([
        ["order_id", stored.order.order_id],
        ["player_uuid", player],
        ["created", moment(stored.order.created_time)],
        ["source", stored.order.source],
        ["refunds order", refunds.refunded_order_id],
        ["refunded by", refunds.refund_order_id],
        ["platform", stored.evidence.platform],
        ["catalog version", String(catalog.version)],
      ]),
      ...entries.map((entry) => tree(entryTree(entry, labels, telling))),
    ].join("\n\n")
  })
})
