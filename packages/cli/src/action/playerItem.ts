/** What `garrison player give` and `take` do: orders of an operator, with their rows in the audit. */
import { giveItem } from "@garrison/core/order/operations/giveItem"
import { takeItem } from "@garrison/core/order/operations/takeItem"
import type { PlayerOrder } from "@garrison/core/order/schema"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { type CatalogNames, named } from "../document/catalogNames.ts"
import { operateAct } from "../operate.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { facts, table } from "../output/table.ts"
import { catalogId } from "./catalogIds.ts"
import { namesFor } from "./currentNames.ts"
import { givenOnly } from "./givenOnly.ts"
import { playerUuid } from "./identifiers.ts"
import { type ActInput, confirmAct } from "./operator.ts"

interface ItemInput extends ActInput {
  readonly player: string
  readonly item: string
  readonly count: number
  readonly bucket: Option.Option<string>
  readonly type: Option.Option<string>
  readonly json: boolean
}

type Entry = PlayerOrder["entries"][number]

const changesOf = ({ details }: Entry, { items }: CatalogNames): string =>
  details
    .flatMap(({ inv_change: change }) =>
      change === undefined
        ? []
        : [`${named(change.after_item_id, items)}: ${change.before?.count ?? 0} -> ${change.after.count}`],
    )
    .join(", ")

const orderForPeople = (order: PlayerOrder, names: CatalogNames): string =>
  [
    facts([
      ["order_id", order.order_id],
      ["source", order.source],
    ]),
    table<Entry>(
      [
        { heading: "ENTRY", text: ({ type }) => type },
        { heading: "RESULT", text: ({ result }) => result },
        { heading: "CHANGES", text: (entry) => changesOf(entry, names) },
      ],
      order.entries,
    ),
  ].join("\n\n")

/** Gives an item to a player. */
export const giveItemTo = Effect.fn("Player.give")(function* (
  input: ItemInput & { readonly until: Option.Option<string> },
) {
  const player = yield* playerUuid(input.player)
  const item = yield* catalogId("item", input.item)
  const names = yield* namesFor(input.json)
  const wanted = {
    player_uuid: player,
    item_id: item,
    count: input.count,
    ...givenOnly({ bucket: input.bucket, type: input.type, expires_at: input.until }),
  }
  yield* operateAct(giveItem, wanted, input, ({ order }) => orderForPeople(order, names)).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
  )
})

/** Takes an item from a player. */
export const takeItemFrom = Effect.fn("Player.take")(function* (
  input: ItemInput & { readonly record: Option.Option<string>; readonly yes: boolean },
) {
  const player = yield* playerUuid(input.player)
  const item = yield* catalogId("item", input.item)
  const names = yield* namesFor(input.json)
  yield* confirmAct(input, `This takes ${input.count} of item ${named(item, names.items)} from ${player}.`)
  const wanted = {
    player_uuid: player,
    item_id: item,
    count: input.count,
    ...givenOnly({ bucket: input.bucket, type: input.type, inventory_id: input.record }),
  }
  yield* operateAct(takeItem, wanted, input, ({ order }) => orderForPeople(order, names)).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
  )
})
