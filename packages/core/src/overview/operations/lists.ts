/**
 * The lists of a player, a page at a time: what the operations of each list answer, and what the whole view begins
 * with. Each page but the last ends with the marker of the next.
 */
import { currentNames } from "../../catalog/currentNames.ts"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { eventView, loginView } from "./history.ts"
import { SecurityEventStore } from "../../audit/SecurityEventStore.ts"
import { clientNames } from "../../client/everyClient.ts"
import { InventoryStore } from "../../inventory/InventoryStore.ts"
import { Inventories } from "../../inventory/Inventories.ts"
import { described, IntegerOf, ListOf, Text } from "../../kernel/input/Field.ts"
import type { PersonId, PlayerUuid } from "../../kernel/Identifier.ts"
import { InvalidInput } from "../../kernel/input/Invalid.ts"
import { Cursors } from "../../kernel/wire/Cursors.ts"
import { parseJson } from "../../kernel/wire/Json.ts"
import { LoginHistoryStore } from "../../login/storing/LoginHistoryStore.ts"
import { START } from "../../notification/moment.ts"
import { Notifications } from "../../notification/Notifications.ts"
import { Notification } from "../../notification/schema.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { OrderStore } from "../../order/OrderStore.ts"
import { cutPage, firstPlace, formatPosition, parsePosition, spanOf } from "../../order/rules/wire/page.ts"
import { PlayerNotFound } from "../../player/errors.ts"
import { PlayerStore } from "../../player/PlayerStore.ts"
import { summaryOf } from "./parts.ts"

const LIMIT_MAX = 100

/** Rows of a page, where the input does not say. */
const LIMIT_DEFAULT = 50

/** How long a page is, and how long without being told. */
export const pageLimit = (standard: number) =>
  Schema.optionalKey(
    described(
      IntegerOf({ minimum: 1, maximum: LIMIT_MAX }),
      `Rows of each list, 1 to ${LIMIT_MAX} (default: ${standard}).`,
    ),
  )

/** The input of a list of a player. */
export const listInput = {
  player_uuid: OfPlayer,
  limit: pageLimit(LIMIT_DEFAULT),
  after: Schema.optionalKey(described(Text, "The page after the one that ended with this marker.")),
} as const

/** What a list of a player answers with: a page of these rows. */
export const pageOf = <S extends Schema.Constraint>(row: S, identifier: string, sentence: string) =>
  Schema.Struct({
    player_uuid: OfPlayer,
    data: described(ListOf(row), sentence),
    next: described(Schema.NullOr(Text), "The marker of the next page; null on the last one."),
  }).annotate({ identifier })

/** The part of a list that is asked for. */
export interface Wanted {
  readonly limit?: number | undefined
  readonly after?: string | undefined
}

const badMarker = Effect.fail(
  new InvalidInput({
    detail: [{ loc: ["after"], msg: "must be the marker of a page of this list", type: "value_error" }],
  }),
)

const noSuchPlayer = Effect.suspend(() => Effect.fail(new PlayerNotFound({ code: "resource_not_found" })))

/** The person of the player, deleted or not. */
export const personOf = Effect.fnUntraced(function* (player: PlayerUuid) {
  const profile = yield* (yield* PlayerStore).findProfile(player)
  return profile?.personId ?? (yield* noSuchPlayer)
})

/** Passes a player that exists, for lists that are empty for everybody else. */
export const passPlayer = Effect.fnUntraced(function* (player: PlayerUuid) {
  const owner = yield* (yield* InventoryStore).owner(player)
  if (owner === "not_found") yield* noSuchPlayer
})

/** Records that have not expired, by item, with the names of the items. */
export const inventoryPage = Effect.fnUntraced(function* (
  player: PlayerUuid,
  { after, limit = LIMIT_DEFAULT }: Wanted,
) {
  const asked = yield* Inventories.use((inventories) => inventories.page(player, { cursor: after, limit })).pipe(
    Effect.catchTag("InvalidInput", () => badMarker),
  )
  const names = yield* currentNames
  const data = asked.data.map((record) => ({ ...record, name: names.item(record.item_id) }))
  return { player_uuid: player, data, next: asked.page.cursor ?? null }
})

/** Orders of any age, the newest first. */
export const orderPage = Effect.fnUntraced(function* (player: PlayerUuid, { after, limit = LIMIT_DEFAULT }: Wanted) {
  const cursors = yield* Cursors
  const text = after === undefined ? undefined : yield* cursors.open("order", player, after)
  const position = text === undefined ? undefined : parsePosition(text)
  if (after !== undefined && position?.sort !== "desc") return yield* badMarker
  const place = position?.place ?? firstPlace("desc", undefined)
  const found = yield* (yield* OrderStore).list(player, spanOf({ sort: "desc", place }, 0, limit))
  const { next, orders } = cutPage(found, limit)
  const names = yield* currentNames
  return {
    player_uuid: player,
    data: orders.map(({ wire }) => summaryOf(wire, names)),
    next:
      next === undefined ? null : yield* cursors.seal("order", player, formatPosition({ sort: "desc", place: next })),
  }
})

const decodeNotification = Schema.decodeUnknownSync(Notification)

/** Notifications, the newest first. */
export const notificationPage = Effect.fnUntraced(function* (
  player: PlayerUuid,
  { after, limit = LIMIT_DEFAULT }: Wanted,
) {
  const notifications = yield* Notifications
  const asked = notifications.look(player, { page_size: limit, start_at: after })
  const { cursor, wires } = yield* Effect.catchTag(asked, "NotificationRefused", () => badMarker)
  const end = yield* notifications.cursorAt(player, START)
  const data = wires.map((wire) => decodeNotification(Result.getOrThrow(parseJson(wire))))
  return { player_uuid: player, data, next: cursor === end ? null : cursor }
})

/** Cuts a row more than the page from what was read. */
const cut = <A>(rows: ReadonlyArray<A>, limit: number, idOf: (row: A) => string) => {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rows.length > limit && last !== undefined ? idOf(last) : null }
}

const isId = (text: string | undefined): boolean =>
  text === undefined || /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/** Logins of the person, and changes of its ways to log in, the newest first. */
export const loginPage = Effect.fnUntraced(function* (
  player: PlayerUuid,
  personId: PersonId,
  { after, limit = LIMIT_DEFAULT }: Wanted,
) {
  if (!isId(after)) return yield* badMarker
  const rows = yield* (yield* LoginHistoryStore).ofPerson(personId, limit + 1, after)
  const { next, page } = cut(rows, limit, ({ loginId }) => loginId)
  const names = yield* clientNames
  return { player_uuid: player, data: page.map((login) => loginView(login, names)), next }
})

/** Security events of the person, the newest first. */
export const eventPage = Effect.fnUntraced(function* (
  player: PlayerUuid,
  personId: PersonId,
  { after, limit = LIMIT_DEFAULT }: Wanted,
) {
  if (!isId(after)) return yield* badMarker
  const rows = yield* (yield* SecurityEventStore).ofPerson(personId, limit + 1, after)
  const { next, page } = cut(rows, limit, ({ eventId }) => eventId)
  const names = yield* clientNames
  return { player_uuid: player, data: page.map((event) => eventView(event, names)), next }
})
