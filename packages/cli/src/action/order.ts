/** What `garrison order …` does. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { plainDecoder } from "@garrison/core/kernel/PlainInput"
import { parseJson } from "@garrison/core/kernel/Json"
import { withoutNulls } from "@garrison/core/kernel/PlainValue"
import { Orders } from "@garrison/core/order/Orders"
import type { FoundOrder } from "@garrison/core/order/OrderStore"
import { OrderRequest, PlayerOrder } from "@garrison/core/order/schema"
import { NIL_UUID } from "@garrison/core/token/rules/claims"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as Stdio from "effect/Stdio"
import { type CatalogNames, catalogNames, named } from "../document/catalogNames.ts"
import { readDocumentText } from "../document/documentText.ts"
import { readInput } from "../document/textFile.ts"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "../output/counted.ts"
import { type InputNames, noSuchPlayer, nothingPublished, wrongInput } from "../output/explain.ts"
import { present } from "../output/print.ts"
import { facts, moment, table } from "../output/table.ts"
import { playerUuid } from "./identifiers.ts"
import { localOperator } from "./operator.ts"

interface SubmitInput {
  readonly player: string
  readonly file: Option.Option<string>
  readonly loot: Option.Option<number>
  readonly quantity: number
  readonly source: string
  readonly ref: Option.Option<string>
  readonly json: boolean
}

const decodeRequest = plainDecoder(OrderRequest)

const eitherFileOrLoot = new CommandFailure({
  kind: "usage",
  sentence: "An order needs either --file or --loot.",
  next: "Run `garrison order submit --help` for examples.",
})

const readOrder = Effect.fnUntraced(function* (file: string) {
  const text = yield* readInput(file, "order")
  const read = yield* readDocumentText(file, text)
  if (Result.isSuccess(read)) return withoutNulls(read.success.value)
  const { message, place } = read.failure
  return yield* new CommandFailure({
    kind: "usage",
    sentence: `The order cannot be read: ${file}, line ${place.line}, column ${place.column}: ${message}.`,
    next: "Correct the file; nothing was changed.",
  })
})

const orderOf = (input: SubmitInput): Effect.Effect<unknown, CommandFailure, Stdio.Stdio> => {
  if (Option.isSome(input.file) === Option.isSome(input.loot)) return Effect.fail(eitherFileOrLoot)
  if (Option.isSome(input.file)) return readOrder(input.file.value)
  const entry = { type: "fill_loot", loot_id: Option.getOrUndefined(input.loot), quantity: input.quantity }
  return Effect.succeed({
    source: input.source,
    entries: [entry],
    ...(Option.isSome(input.ref) ? { client_order_ref_id: input.ref.value } : {}),
  })
}

type Entry = PlayerOrder["entries"][number]

/** How the entry changed the count of each item: "+5 of item 995 Coins". */
const changesText = (entry: Entry, { items }: CatalogNames): string => {
  const changes = new Map<number | undefined, number>()
  for (const { inv_change: change } of entry.details) {
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

const forPeople = (order: PlayerOrder, names: CatalogNames, more: Parameters<typeof facts>[0] = []): string =>
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
  ].join("\n")

/** A stored order, which is ours and as deep as it may be: as JSON, and decoded. */
const orderIn = (wire: string) => {
  const parsed: unknown = Result.getOrThrow(parseJson(wire, Number.POSITIVE_INFINITY))
  return { parsed, order: Schema.decodeUnknownSync(PlayerOrder)(parsed) }
}

const notFulfilled = ({ entries }: PlayerOrder, refused: ReadonlyArray<Entry>): CommandFailure => {
  const results = [...new Set(refused.map((entry) => entry.result))].join(", ")
  const were = `${counted(entries.length, "entry", "entries")} ${refused.length === 1 ? "was" : "were"}`
  return new CommandFailure({
    kind: "failure",
    sentence: `${refused.length} of ${were} not fulfilled: ${results}.`,
  })
}

const noNames: CatalogNames = { items: new Map(), loot: new Map() }

/** The names of the catalog that is served. */
const currentNames = Effect.gen(function* () {
  const catalogs = yield* Catalogs
  const { version } = yield* catalogs.current
  return catalogNames((yield* catalogs.version(version)).document)
}).pipe(Effect.orElseSucceed(() => noNames))

/** The fields of an order that is given by flags. */
const flags: InputNames = { source: "--source", client_order_ref_id: "--ref" }

/** Submits an order and prints what became of it; fails when an entry was not fulfilled. */
export const submitOrder = Effect.fn("Order.submit")(function* (input: SubmitInput) {
  const player = yield* playerUuid(input.player)
  const names = Option.isSome(input.file) ? {} : flags
  const request = yield* decodeRequest(yield* orderOf(input)).pipe(
    Effect.catchTag("InvalidInput", (error) => Effect.fail(wrongInput(error, names))),
  )
  const submitted = yield* withDatabase(
    { mayCreate: false },
    Effect.gen(function* () {
      const { wire } = yield* (yield* Orders).submit(player, request, localOperator)
      return { wire, catalog: input.json ? noNames : yield* currentNames }
    }),
  ).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
    Effect.catchTag("CatalogNotFound", () => Effect.fail(nothingPublished)),
  )
  const { order, parsed } = orderIn(submitted.wire)
  yield* present(input.json, parsed, () => forPeople(order, submitted.catalog))
  const refused = order.entries.filter((entry) => entry.result !== "success")
  if (refused.length > 0) return yield* notFulfilled(order, refused)
  return undefined
})

const KINDS = { player: "player", machine: "machine client" } as const

const submittedBy = ({ submitter }: FoundOrder): string => {
  if (submitter === undefined) return "not recorded"
  const { clientId, kind, uuid } = submitter
  return uuid === NIL_UUID ? `the program ${clientId}` : `${KINDS[kind]} ${uuid} (${clientId})`
}

const noSuchOrder = (player: string, order: string): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence: `Player ${player} has no order ${order}.`,
    next: "Check both ids and the storage (garrison config).",
  })

/** Prints an order, and who submitted it. */
export const showOrder = Effect.fn("Order.show")(function* (input: {
  readonly player: string
  readonly order: string
  readonly json: boolean
}) {
  const player = yield* playerUuid(input.player)
  const { found, catalog } = yield* withDatabase(
    { mayCreate: false, mayUpgrade: false },
    Effect.gen(function* () {
      const order = yield* (yield* Orders).find(player, input.order)
      return { found: order, catalog: input.json ? noNames : yield* currentNames }
    }),
  ).pipe(Effect.catchTag("OrderNotFound", () => Effect.fail(noSuchOrder(player, input.order))))
  const { order, parsed } = orderIn(found.wire)
  const { clientId, kind, uuid } = found.submitter ?? {}
  const submitter = found.submitter && { kind, uuid, client_id: clientId }
  yield* present(input.json, { order: parsed, submitter }, () =>
    forPeople(order, catalog, [
      ["created", moment(order.created_time)],
      ["submitted by", submittedBy(found)],
    ]),
  )
})
