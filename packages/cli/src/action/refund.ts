/** What `garrison order refund`, `player claw-back` and `player trace` do. */
import { clawBackItem } from "@garrison/core/inventory/operations/clawBackItem"
import { listOwed } from "@garrison/core/inventory/operations/listOwed"
import { traceInventory } from "@garrison/core/inventory/operations/traceInventory"
import { refundOrder } from "@garrison/core/order/operations/refundOrder"
import type { InventoryTrace, ItemClawBack, OrderRefund, OwedByPlayer } from "@garrison/core/order/refundSchema"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type CatalogNames, named } from "../document/catalogNames.ts"
import { operate, operateAct, showAnswer } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { noSuchOrder } from "../output/explain.ts"
import { printMessage } from "../output/print.ts"
import { facts, moment, table } from "../output/table.ts"
import { namesFor } from "./currentNames.ts"
import { catalogId, catalogIdIfGiven } from "./catalogIds.ts"
import { givenOnly } from "./givenOnly.ts"
import { playerUuid } from "./identifiers.ts"
import { type ActInput, confirmAct } from "./operator.ts"

type Taking = Pick<OrderRefund, "lacking" | "taken" | "given" | "lapsed" | "owed">

interface Count {
  readonly item_id: number
  readonly bucket?: string
  readonly count: number
}

/** "3 of item 995 Coins in bucket none". */
const countText = ({ bucket, count, item_id: item }: Count, { items }: CatalogNames): string =>
  `${count} of item ${named(item, items)}${bucket === undefined ? "" : ` in bucket ${bucket}`}`

const FROM = { given: "", equal: ", equal ones", paid: ", which were paid for" } as const

/** Where counts went: a line for each order that took them. */
const useLines = ({ uses }: Taking["lacking"][number], names: CatalogNames): ReadonlyArray<string> =>
  uses.map(({ count, created, entry_id: entry, gave, order_id: order }) => {
    const became = gave.length === 0 ? "" : `, which gave ${gave.map((one) => countText(one, names)).join(", ")}`
    const by =
      entry === undefined ? `gone with the inventory session that order ${order} ended` : `taken by order ${order}`
    return `  ${count} ${by} at ${moment(created)}${became}`
  })

const section = (heading: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [[heading, ...lines.map((line) => `  ${line}`)].join("\n")]

/** What is taken and given; what cannot be taken comes first. */
const takingForPeople = ({ given, lacking, lapsed, owed, taken }: Taking, names: CatalogNames) => [
  ...section(
    "CANNOT BE TAKEN",
    lacking.flatMap((one) => [countText(one, names), ...useLines(one, names)]),
  ),
  ...section(
    "TAKEN",
    taken.map((one) => `${countText(one, names)}${FROM[one.from]}, from record ${one.inventory_id}`),
  ),
  ...section(
    "GIVEN BACK",
    given.map((one) => `${countText(one, names)}, to record ${one.inventory_id}`),
  ),
  ...section(
    "OVER BY ITSELF",
    lapsed.map((one) => `${countText({ ...one, count: Math.abs(one.count) }, names)}, record ${one.inventory_id}`),
  ),
  ...section(
    "OWED",
    owed.map((one) => countText(one, names)),
  ),
]

const STATES = {
  done: "taken back",
  done_before: "taken back before; nothing was changed",
  refused: "not all can be taken: refused without --partial",
} as const

const refundForPeople = (refund: OrderRefund, names: CatalogNames): string => {
  const { codes, loot_ids: loot, not_free: notFree } = refund.once
  const once = [
    ...codes.map((code) => `code ${code}`),
    ...loot.map((id) => `loot ${named(id, names.loot)} of the inventory session`),
    ...notFree.map((what) => `${what} stays as it is: another order has it`),
  ]
  return [
    facts([
      ["refunded order", refund.refunded_order_id],
      ["with orders", refund.order_ids.slice(1).join(", ") || undefined],
      ["state", STATES[refund.state]],
      ["refund order", refund.order_id],
    ]),
    ...takingForPeople(refund, names),
    ...section("ONCE", once),
  ].join("\n\n")
}

const clawBackForPeople = (clawed: ItemClawBack, names: CatalogNames): string =>
  [
    facts([
      ["item", named(clawed.item_id, names.items)],
      ["to be taken", String(clawed.wanted)],
      ["state", STATES[clawed.state]],
      ["order", clawed.order_id],
    ]),
    ...takingForPeople(clawed, names),
  ].join("\n\n")

interface TakingInput extends ActInput {
  readonly player: string
  readonly partial: boolean
  readonly fromPaid: boolean
  readonly yes: boolean
  readonly json: boolean
}

/** Without --yes the act is rehearsed first, and shown before anyone is asked. */
const isAsked = ({ dryRun, json, yes }: TakingInput): boolean => !yes && !dryRun && !json

const lacking = new CommandFailure({
  kind: "conflict",
  sentence: "Not all of it can be taken back. Nobody was asked, and nothing was changed.",
  next: "--partial takes what is there and writes down the rest as owed; --from-paid takes from what was paid for, too.",
})

/** Rehearses the act before its question. A refused rehearsal is told without a question. */
const rehearsed = <Input extends TakingInput, E, R>(
  input: Input,
  run: (flags: Input) => Effect.Effect<Pick<OrderRefund, "state">, E, R>,
) =>
  Effect.gen(function* () {
    if (!isAsked(input)) return undefined
    const { state } = yield* run({ ...input, dryRun: true })
    return state === "refused" ? yield* lacking : undefined
  })

/** Refunds an order. */
export const refund = Effect.fn("Order.refund")(function* (input: TakingInput & { readonly order: string }) {
  const player = yield* playerUuid(input.player)
  const wanted = { player_uuid: player, order_id: input.order, partial: input.partial, from_paid: input.fromPaid }
  const names = yield* namesFor(input.json)
  const forPeople = (answered: OrderRefund) => refundForPeople(answered, names)
  const run = (flags: typeof input) =>
    operateAct(refundOrder, wanted, flags, forPeople).pipe(
      Effect.catchTag("OrderNotFound", () => Effect.fail(noSuchOrder(player, input.order))),
    )
  yield* rehearsed(input, run)
  yield* confirmAct(input, `This refunds order ${input.order} of player ${player}.`)
  yield* run(input)
})

interface ClawBackInput extends TakingInput {
  readonly item: string
  readonly record: Option.Option<string>
  readonly order: Option.Option<string>
  readonly count: Option.Option<number>
}

/** Claws an item back. */
export const clawBack = Effect.fn("Player.clawBack")(function* (input: ClawBackInput) {
  const player = yield* playerUuid(input.player)
  const item = yield* catalogId("item", input.item)
  const wanted = {
    player_uuid: player,
    item_id: item,
    partial: input.partial,
    from_paid: input.fromPaid,
    ...givenOnly({ inventory_id: input.record, order_id: input.order, count: input.count }),
  }
  const names = yield* namesFor(input.json)
  const forPeople = (answered: ItemClawBack) => clawBackForPeople(answered, names)
  const order = Option.getOrElse(input.order, () => "-")
  const run = (flags: ClawBackInput) =>
    operateAct(clawBackItem, wanted, flags, forPeople).pipe(
      Effect.catchTag("OrderNotFound", () => Effect.fail(noSuchOrder(player, order))),
    )
  yield* rehearsed(input, run)
  yield* confirmAct(input, `This takes item ${named(item, names.items)} from player ${player}.`)
  yield* run(input)
})

type Lot = InventoryTrace["records"][number]["lots"][number]

/** A lot, and what took from it. */
const lotLines = (lot: Lot, names: CatalogNames): ReadonlyArray<string> => {
  const by = lot.order_id === undefined ? "before" : `by order ${lot.order_id} (${lot.source ?? "-"})`
  const paid = lot.is_paid === true ? ", paid for" : ""
  const back = lot.given_back_at === undefined ? "" : `, given back at ${moment(lot.given_back_at)}`
  const uses = useLines({ item_id: 0, bucket: "none", count: 0, uses: lot.uses }, names)
  return [`+${lot.count} ${by} at ${moment(lot.created)}: ${lot.left} left${paid}${back}`, ...uses]
}

const traceForPeople = ({ records }: InventoryTrace, names: CatalogNames): string =>
  records
    .map(({ bucket, count, inventory_id: id, item_id: item, lots, lots_left_out: more }) => {
      const title = `record ${id}: ${countText({ item_id: item, bucket: bucket ?? "(gone)", count }, names)}`
      const older = more === 0 ? [] : [`and ${more} older ones`]
      return section(title, [...lots.flatMap((lot) => lotLines(lot, names)), ...older]).join("")
    })
    .join("\n\n")

const nothingNamed = new CommandFailure({
  kind: "usage",
  sentence: "A trace needs --item, --record or --order.",
  next: "Run `garrison player trace --help` for examples.",
})

/** Shows where counts came from, and where they went. */
export const traceCounts = Effect.fn("Player.trace")(function* (input: {
  readonly player: string
  readonly item: Option.Option<string>
  readonly record: Option.Option<string>
  readonly order: Option.Option<string>
  readonly json: boolean
}) {
  const player = yield* playerUuid(input.player)
  const item = yield* catalogIdIfGiven("item", input.item)
  const of = givenOnly({ item_id: item, inventory_id: input.record, order_id: input.order })
  if (Object.keys(of).length === 0) return yield* nothingNamed
  const names = yield* namesFor(input.json)
  const order = Option.getOrElse(input.order, () => "-")
  const traced = yield* operate(traceInventory, { player_uuid: player, ...of }).pipe(
    Effect.catchTag("OrderNotFound", () => Effect.fail(noSuchOrder(player, order))),
  )
  if (traced.records.length === 0 && !input.json) return yield* printMessage("The player never had any of it.")
  return yield* showAnswer(traceInventory, input.json, traced, () => traceForPeople(traced, names))
})

/** What a player owes, as a table; undefined: nothing. */
export const owedTable = ({ orders }: OwedByPlayer, { items }: CatalogNames): string | undefined => {
  const rows = orders.flatMap(({ created, order_id: order, owed }) => owed.map((one) => ({ ...one, created, order })))
  if (rows.length === 0) return undefined
  return table<(typeof rows)[number]>(
    [
      { heading: "OWED", text: ({ count }) => String(count) },
      { heading: "ITEM", text: ({ item_id: item }) => named(item, items), cuttable: true },
      { heading: "BUCKET", text: ({ bucket }) => bucket },
      { heading: "SINCE", text: ({ created }) => moment(created) },
      { heading: "ORDER_ID", text: ({ order }) => order },
    ],
    rows,
  )
}

/** What a player owes. */
export const owedBy = (player: string) => operate(listOwed, { player_uuid: player })
