/** What `garrison player inventory` does. */
import { Inventories } from "@garrison/core/inventory/Inventories"
import { recordWire } from "@garrison/core/inventory/rules/encode"
import type { OwnedRecord } from "@garrison/core/inventory/schema"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { OwedByPlayer } from "@garrison/core/order/refundSchema"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { noNames } from "../document/catalogNames.ts"
import { withDatabase } from "../local.ts"
import { isForPeople, type ListForm } from "../operate.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { present, printLines, printMessage } from "../output/print.ts"
import { moment, table } from "../output/table.ts"
import { currentNames } from "./currentNames.ts"
import { playerUuid } from "./identifiers.ts"
import { owedBy, owedTable } from "./refund.ts"

const encodeOwed = Schema.encodeSync(OwedByPlayer)

/** Records that are read at a time. */
const RECORDS_AT_ONCE = 100

/** Everything that the player owns. */
const ownedBy = Effect.fnUntraced(function* (player: PlayerUuid) {
  const inventories = yield* Inventories
  const records: Array<OwnedRecord> = []
  let cursor: string | undefined
  do {
    const { data, page } = yield* inventories.page(player, { limit: RECORDS_AT_ONCE, cursor })
    records.push(...data)
    cursor = page.cursor
  } while (cursor !== undefined)
  return records
})

const forPeople = (records: ReadonlyArray<OwnedRecord>, names: ReadonlyMap<number, string>): string =>
  table<OwnedRecord>(
    [
      { heading: "ITEM", text: ({ item_id }) => String(item_id) },
      { heading: "NAME", text: ({ item_id }) => names.get(item_id) ?? "-", cuttable: true },
      { heading: "COUNT", text: ({ count }) => String(count) },
      { heading: "TYPE", text: ({ type }) => type },
      { heading: "BUCKET", text: ({ bucket }) => bucket ?? "-" },
      { heading: "EXPIRES", text: ({ expires }) => (expires === undefined ? "never" : moment(expires)) },
      { heading: "INVENTORY_ID", text: ({ inventory_id }) => inventory_id },
    ],
    records,
  )

/** Shows what a player owns. */
export const showInventory = Effect.fn("Player.inventory")(function* (input: ListForm & { readonly player: string }) {
  const player = yield* playerUuid(input.player)
  const { names, records } = yield* withDatabase(
    "read",
    Effect.gen(function* () {
      return {
        records: yield* ownedBy(player),
        names: isForPeople(input) ? yield* currentNames : noNames,
      }
    }),
  ).pipe(Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))))
  const data = records.map(({ item_id, ...record }) => ({ item_id, ...recordWire(record) }))
  if (input.ndjson) return yield* printLines(data)
  const owing = yield* owedBy(player)
  const owed = owedTable(owing, names)
  if (records.length === 0 && owed === undefined && !input.json) {
    return yield* printMessage("This player owns nothing.")
  }
  const owes = owing.orders.length === 0 ? undefined : { owed: encodeOwed(owing).orders }
  return yield* present(input.json, { player_uuid: player, data, ...owes }, () =>
    [...(records.length === 0 ? [] : [forPeople(records, names.items)]), ...(owed === undefined ? [] : [owed])].join(
      "\n\n",
    ),
  )
})
