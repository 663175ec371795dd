/** Reads what a player owns (decisions, section 11). Only orders change inventories. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Catalogs } from "../catalog/Catalogs.ts"
import type { LinkedItem } from "../catalog/rules/linked.ts"
import { Cursors } from "../kernel/wire/Cursors.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { spanned } from "../kernel/spanned.ts"
import { type InvalidDetail, InvalidInput } from "../kernel/input/Invalid.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { PlayerNotFound } from "../player/errors.ts"
import { type InventoryPlace, InventoryStore } from "./InventoryStore.ts"
import { wholeItems } from "./wholeItems.ts"
import { isExpired } from "./rules/counts.ts"
import { levelsOf } from "./rules/levels.ts"
import { cutPage, FIRST_PLACE, formatPlace, parsePlace } from "./rules/page.ts"
import {
  type HeldRecord,
  INVENTORY_LIMIT_DEFAULT,
  type InventoryPage,
  type InventoryPageRequest,
  type PlayerLevels,
} from "./schema.ts"

/** Most stored records that are read for one page, so that a page costs the same however many have expired. */
const RECORDS_READ_MAX = 1000

const invalidCursor = new InvalidInput({
  detail: [{ loc: ["cursor"], msg: "is not a cursor of this inventory", type: "value_error" }],
})

/** Shows inventories. */
export class Inventories extends Context.Service<
  Inventories,
  {
    /**
     * A page of the records that the player owns, by item. It has the stored records that have not expired, and a
     * record for each item that the catalog gives to every player. Fails with {@link InvalidInput} when the cursor was
     * not issued to this player, and with {@link PlayerNotFound} when the player does not exist.
     */
    readonly page: (
      player: PlayerUuid,
      request: InventoryPageRequest,
    ) => Effect.Effect<InventoryPage, InvalidInput | PlayerNotFound>
    /**
     * The level of each active item with an XP table. The counts are those that orders from a session on `platform`
     * see (undefined: orders of servers). Fails with {@link PlayerNotFound} when the player does not exist.
     */
    readonly levels: (player: PlayerUuid, platform: Platform | undefined) => Effect.Effect<PlayerLevels, PlayerNotFound>
    /**
     * Faults of a cursor, for a request that is refused in any case; empty: {@link page} would accept the cursor.
     * `player` undefined: the request has no valid player id, so no cursor was issued for it.
     */
    readonly inspectCursor: (
      player: PlayerUuid | undefined,
      cursor: string,
    ) => Effect.Effect<ReadonlyArray<InvalidDetail>>
  }
>()("@garrison/core/inventory/Inventories") {
  static readonly layer = Layer.effect(
    Inventories,
    Effect.gen(function* () {
      const store = yield* InventoryStore
      const cursors = yield* Cursors
      const catalogs = yield* Catalogs

      const placeIn = Effect.fnUntraced(function* (player: PlayerUuid, cursor: string) {
        const text = yield* cursors.open("inventory", player, cursor)
        return text === undefined ? yield* invalidCursor : parsePlace(text)
      })

      const inspectCursor = (player: PlayerUuid | undefined, cursor: string) =>
        Effect.match(player === undefined ? invalidCursor : placeIn(player, cursor), {
          onFailure: ({ detail }) => detail,
          onSuccess: () => [],
        })

      /** Stored records after a place. Ends when more than `wanted` are unexpired, or enough records were read. */
      const read = Effect.fnUntraced(function* (
        player: PlayerUuid,
        after: InventoryPlace,
        wanted: number,
        now: Timestamp,
      ) {
        const found: Array<HeldRecord> = []
        let place = after
        let live = 0
        while (live <= wanted && found.length < RECORDS_READ_MAX) {
          const part = yield* store.list(player, place, wanted + 1)
          found.push(...part)
          live += part.filter((record) => !isExpired(record, now)).length
          const last = part[part.length - 1]
          if (last === undefined || part.length <= wanted) return { found, mayFollow: false }
          place = { itemId: last.itemId, inventoryId: last.inventoryId }
        }
        return { found, mayFollow: true }
      })

      const alwaysOwned = Effect.match(catalogs.current, {
        onFailure: (): ReadonlyArray<number> => [],
        onSuccess: ({ linked }) => linked.alwaysOwnedItems,
      })

      /** When the player was created, and the time of the reading. */
      const readOwner = Effect.fnUntraced(function* (player: PlayerUuid) {
        const owner = yield* store.owner(player)
        if (owner === "not_found") return yield* new PlayerNotFound({ code: "resource_not_found" })
        // A record that had expired for an order stays expired when the clock is set back.
        const now = Math.max(owner.lastChanged, yield* Effect.clockWith((clock) => clock.currentTimeMillis))
        return { now, since: owner.createdAt }
      })

      const page = Effect.fnUntraced(function* (player: PlayerUuid, request: InventoryPageRequest) {
        const { cursor, limit = INVENTORY_LIMIT_DEFAULT } = request
        const after = cursor === undefined ? FIRST_PLACE : yield* placeIn(player, cursor)
        const { now, since } = yield* readOwner(player)
        const stored = yield* read(player, after, limit, now)
        const span = { ...stored, after, now, since, alwaysOwned: yield* alwaysOwned }
        const { next, records } = cutPage(span, limit)
        const more = next === undefined ? {} : { cursor: yield* cursors.seal("inventory", player, formatPlace(next)) }
        return { data: records, page: { ...more, limit } } satisfies InventoryPage
      })

      const levelled = Effect.match(catalogs.current, {
        onFailure: (): ReadonlyArray<LinkedItem> => [],
        onSuccess: ({ linked }) => linked.levelled,
      })

      const levels = Effect.fnUntraced(function* (player: PlayerUuid, platform: Platform | undefined) {
        const { now } = yield* readOwner(player)
        const items = yield* levelled
        const itemIds = items.map(({ item_id }) => item_id)
        const records = yield* Effect.provideService(wholeItems(player, itemIds, now), InventoryStore, store)
        return { levels: levelsOf(items, records, platform, now) } satisfies PlayerLevels
      })

      return Inventories.of({
        page: spanned("Inventories.page", page),
        levels: spanned("Inventories.levels", levels),
        inspectCursor,
      })
    }),
  )
}
