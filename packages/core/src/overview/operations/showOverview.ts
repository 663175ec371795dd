/** One player whole, for operators (decisions, section 17). */
import { currentNames } from "../../catalog/currentNames.ts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EventView, LoginView } from "./history.ts"
import { clientNames } from "../../client/everyClient.ts"
import { Inventories } from "../../inventory/Inventories.ts"
import { ItemLevel } from "../../inventory/schema.ts"
import { described, Flag, Integer, ListOf, Text } from "../../kernel/input/Field.ts"
import { type PersonId, PlayerUuid } from "../../kernel/Identifier.ts"
import { Platform } from "../../kernel/Platform.ts"
import { Timestamp } from "../../kernel/time/Timestamp.ts"
import { Notification } from "../../notification/schema.ts"
import type { Act } from "../../operation/Act.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { RoleStore } from "../../permission/RoleStore.ts"
import { Players } from "../../player/Players.ts"
import type { PlayerProfile } from "../../player/schema.ts"
import { AgreementOfPlayer, PlayerView, playerView } from "../../player/view.ts"
import { Presences } from "../../presence/Presences.ts"
import { PresenceRecord } from "../../presence/schema.ts"
import { PastRestriction } from "../../restriction/view.ts"
import { SessionView, sessionView } from "./listSessions.ts"
import { SessionStore } from "../../token/SessionStore.ts"
import { auditRowsOf, PlayerChanges } from "../PlayerChanges.ts"
import { READING_PLAYERS, type Section, SECTIONS, sectionsOf } from "../rules.ts"
import { eventPage, inventoryPage, loginPage, notificationPage, orderPage, pageLimit } from "./lists.ts"
import { ActOnPlayer, actView, markField, NamedRecord, OrderSummary, SectionName } from "./parts.ts"

/** Rows of each list, where the input does not say. */
const ROWS_DEFAULT = 10

/** How the rest of a list is read. */
const More = Schema.Struct({
  operation: described(Text, "The operation that lists the rest."),
  input: described(Schema.Record(Schema.String, Schema.Json), "Its input."),
}).annotate({ identifier: "MoreOfList" })

const newest = <S extends Schema.Constraint>(row: S, sentence: string) =>
  described(
    Schema.optional(
      Schema.Struct({
        data: described(ListOf(row), sentence),
        more: described(Schema.optional(More), "How the rest is read; absent: this is all."),
      }),
    ),
    `${sentence} Absent: not asked for, or the reader may not see it.`,
  )

const OtherPlayer = Schema.Struct({
  player_uuid: described(PlayerUuid, "The other player."),
  player_id: described(Integer, "Its deprecated integer identity."),
  display_name: described(Text, "Name of the portal user that logged in as it last."),
  platform: described(Platform, "Platform of that portal user."),
  role_id: described(Integer, "Its role."),
  active: described(Flag, "Whether it is the player of the person that logged in last."),
  created: described(Timestamp, "When it was created."),
}).annotate({ identifier: "OtherPlayer" })

const NamedLevel = Schema.Struct({
  ...ItemLevel.fields,
  name: described(Schema.optional(Text), "Name of the item in the catalog; absent: it has none."),
}).annotate({ identifier: "NamedLevel" })

const { agreements: _agreements, players: _players, restrictions: _restrictions, ...identity } = PlayerView.fields

/** A player with all that operators see of it. */
const PlayerOverview = Schema.Struct({
  ...identity,
  mark: markField,
  other_players: described(ListOf(OtherPlayer), "The other players of the person."),
  role_name: described(Schema.optional(Text), "Name of the role; absent: the role is gone."),
  restrictions: newest(PastRestriction, "Restrictions in force or not, the newest first."),
  agreements: newest(AgreementOfPlayer, "Acceptances of agreements, the first one first."),
  sessions: newest(SessionView, "Sessions of the person that are kept, the newest first."),
  inventory: newest(NamedRecord, "What the player owns, by item."),
  levels: newest(NamedLevel, "Levels by each item that has some, by item."),
  orders: newest(OrderSummary, "Orders of any age, the newest first."),
  notifications: newest(Notification, "Notifications, the newest first."),
  presence: described(
    Schema.optional(PresenceRecord),
    "Presence as it is, invisible or not. Absent: not asked for, or the person was deleted.",
  ),
  logins: newest(LoginView, "Logins of the person, and changes of its ways to log in, the newest first."),
  security_events: newest(EventView, "Security events of the person, the newest first."),
  audit: newest(ActOnPlayer, "What operators did to the player and the person, or were refused, the newest first."),
}).annotate({ identifier: "PlayerOverview" })
type Json = Schema.Json

/** The beginning of a list that was read whole. */
const begun = <A>(list: ReadonlyArray<A>, rows: number, operation: string, input: Readonly<Record<string, Json>>) => ({
  data: list.slice(0, rows),
  more: list.length > rows ? { operation, input } : undefined,
})

/** The first page of a list that is read by pages. */
const firstPage = <A>(
  {
    data,
    next,
    player_uuid: player,
  }: { readonly data: ReadonlyArray<A>; readonly next: string | null } & {
    readonly player_uuid: PlayerUuid
  },
  operation: string,
) => ({
  data,
  more: next === null ? undefined : { operation, input: { player_uuid: player, after: next } },
})

const sessionsOf = Effect.fnUntraced(function* (personId: PersonId) {
  const [sessions, names] = [yield* (yield* SessionStore).ofPerson(personId), yield* clientNames]
  const now = yield* Clock.currentTimeMillis
  return sessions.map((session) => sessionView(session, names, now))
})

const levelsOf = Effect.fnUntraced(function* (player: PlayerUuid) {
  const { levels } = yield* (yield* Inventories).levels(player, undefined)
  const names = yield* currentNames
  return levels.map((level) => ({ ...level, name: names.item(level.item_id) }))
})

const actsOf = Effect.fnUntraced(function* (player: PlayerUuid, personId: PersonId, rows: number) {
  const acts = (yield* auditRowsOf(player, personId, 0, rows + 1)).map(actView)
  return begun(acts, rows, "player.history", { player_uuid: player })
})

/** What each section of the view reads, but for what the profile has. */
const readersOf = (player: PlayerUuid, personId: PersonId, limit: number) => {
  const ofPlayer = { player_uuid: player }
  const presence = Presences.use((presences) => presences.view(player, { isSelf: false, seesAll: true }))
  return {
    sessions: Effect.map(sessionsOf(personId), (all) => begun(all, limit, "session.list", ofPlayer)),
    inventory: Effect.map(inventoryPage(player, { limit }), (page) => firstPage(page, "player.listInventory")),
    levels: Effect.map(levelsOf(player), (all) => begun(all, limit, "inventory.listLevels", ofPlayer)),
    orders: Effect.map(orderPage(player, { limit }), (page) => firstPage(page, "player.listOrders")),
    notifications: Effect.map(notificationPage(player, { limit }), (page) =>
      firstPage(page, "player.listNotifications"),
    ),
    presence: Effect.catchTag(presence, "PlayerNotFound", () => Effect.undefined),
    logins: Effect.map(loginPage(player, personId, { limit }), (page) => firstPage(page, "player.listLogins")),
    security_events: Effect.map(eventPage(player, personId, { limit }), (page) =>
      firstPage(page, "player.listSecurityEvents"),
    ),
    audit: actsOf(player, personId, limit),
  }
}

/** Who the player is: what every view begins with. */
const identityOf = Effect.fnUntraced(function* (profile: PlayerProfile) {
  const roles = yield* RoleStore
  const { roleId } = profile.player
  const [role] = yield* roles.rolesOf([roleId])
  const { agreements, players: _, restrictions, ...shown } = playerView(profile, yield* roles.permissionsOf([roleId]))
  const others = profile.players.filter(({ playerUuid }) => playerUuid !== profile.player.playerUuid)
  const identity = {
    ...shown,
    role_name: role?.name,
    other_players: others.map((other) => ({
      player_uuid: other.playerUuid,
      player_id: other.playerId,
      display_name: other.displayName,
      platform: other.platform,
      role_id: other.roleId,
      active: other.active,
      created: other.createdAt,
    })),
  }
  return { agreements, identity, restrictions }
})

interface OverviewWanted {
  readonly player_uuid: PlayerUuid
  readonly sections?: ReadonlyArray<Section> | undefined
  readonly limit?: number | undefined
}

const run = Effect.fnUntraced(function* (
  { limit = ROWS_DEFAULT, player_uuid: player, sections = SECTIONS }: OverviewWanted,
  { actor }: Act,
) {
  const readable = sectionsOf(actor)
  // The mark is of before all that is read: a change meanwhile is seen by who waits for one.
  const mark = yield* (yield* PlayerChanges).mark(player, readable)
  const profile = yield* (yield* Players).find(player)
  const { agreements, identity, restrictions } = yield* identityOf(profile)
  const shows = (section: Section) => sections.includes(section) && readable.has(section)
  const readers = readersOf(player, profile.personId, limit)
  const when = <A, E, R>(section: Section, reader: Effect.Effect<A, E, R>) =>
    shows(section) ? reader : Effect.undefined
  const ofPlayer = { player_uuid: player }
  return {
    ...identity,
    mark,
    restrictions: shows("restrictions") ? begun(restrictions, limit, "player.show", ofPlayer) : undefined,
    agreements: shows("agreements") ? begun(agreements, limit, "player.show", ofPlayer) : undefined,
    sessions: yield* when("sessions", readers.sessions),
    inventory: yield* when("inventory", readers.inventory),
    levels: yield* when("levels", readers.levels),
    orders: yield* when("orders", readers.orders),
    notifications: yield* when("notifications", readers.notifications),
    presence: yield* when("presence", readers.presence),
    logins: yield* when("logins", readers.logins),
    security_events: yield* when("security_events", readers.security_events),
    audit: yield* when("audit", readers.audit),
  }
})

/** Shows one player whole. */
export const showOverview = read(
  { name: "player.overview", permissions: READING_PLAYERS },
  {
    title: "Show one player whole",
    sentence:
      "Who the player is, and the newest rows of each list about the player and its person. Each list says how its rest " +
      "is read. Orders, logins, security events and the audit are for who may read them. `mark` is what " +
      "player.awaitChange takes.",
    input: {
      player_uuid: OfPlayer,
      sections: Schema.optionalKey(
        described(ListOf(SectionName), "Only these sections, besides who the player is (default: all)."),
      ),
      limit: pageLimit(ROWS_DEFAULT),
    },
    answer: value(PlayerOverview),
    refusals: ["resource_not_found"],
    run,
  },
)
