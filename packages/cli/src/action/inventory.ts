/** What `garrison player inventory` does. */
import { currentNames } from "@garrison/core/catalog/currentNames"
import { namesFor } from "@garrison/core/catalog/namesBeside"
import { listInventory } from "@garrison/core/inventory/operations/listInventory"
import { listOwed } from "@garrison/core/order/operations/listOwed"
import type { InventoryPage } from "@garrison/core/inventory/schema"
import { inventoryFacts, owedList } from "@garrison/core/order/inventoryShow"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import { withDatabase } from "../local.ts"
import { jsonOf } from "../operate.ts"
import { printLines, printMessage } from "../output/print.ts"
import type { Said } from "../row/Code.ts"
import { factsText, showAnswer } from "../row/show.ts"
import { operatorAct } from "./operator.ts"

/** Records that are read at a time. */
const RECORDS_AT_ONCE = 100

/** Everything that the player owns. */
const ownedBy = Effect.fnUntraced(function* (player: PlayerUuid) {
  const records: Array<(typeof InventoryPage.Encoded)["data"][number]> = []
  let cursor: string | undefined
  do {
    const wanted = { player_uuid: player, limit: RECORDS_AT_ONCE, ...(cursor !== undefined && { cursor }) }
    const page = yield* listInventory.run(wanted, operatorAct())
    records.push(...jsonOf(listInventory, page).data)
    cursor = page.page.cursor
  } while (cursor !== undefined)
  return records
})

/** The orders by which a player owes something. */
const owedBy = Effect.fnUntraced(function* (player: PlayerUuid) {
  const owing = yield* listOwed.run({ player_uuid: player }, operatorAct())
  return jsonOf(listOwed, owing).orders
})

const named = <A extends object>(answer: A) =>
  Effect.map(currentNames, (names) => ({ ...answer, ...namesFor(answer, names) }))

/** What a player owes, for people; undefined: nothing. */
export const owedText = Effect.fnUntraced(function* (player: PlayerUuid) {
  const owing = yield* withDatabase(
    "read",
    Effect.flatMap(owedBy(player), (orders) => named({ orders })),
  )
  return owing.orders.length === 0 ? undefined : factsText([owedList], owing)
})

/** Shows what a player owns. */
export const showInventory = Effect.fn("Player.inventory")(function* (
  { player_uuid: player }: { readonly player_uuid: PlayerUuid },
  said: Said,
) {
  const owned = yield* withDatabase(
    "read",
    Effect.gen(function* () {
      return yield* named({ data: yield* ownedBy(player), orders: said.ndjson ? [] : yield* owedBy(player) })
    }),
  )
  const { data, orders } = owned
  if (said.ndjson) return yield* printLines(data)
  if (said.json) {
    return yield* showAnswer(inventoryFacts, said, {
      player_uuid: player,
      data,
      ...(orders.length > 0 && { owed: orders }),
    })
  }
  if (data.length + orders.length === 0) return yield* printMessage("This player owns nothing.")
  return yield* showAnswer(inventoryFacts, said, owned)
})
