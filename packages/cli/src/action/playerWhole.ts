/** What `garrison player show --section`, `watch` and `orders` do: a player whole, and what changes about it. */
import { withName } from "@garrison/core/catalog/rules/names"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { awaitChange } from "@garrison/core/overview/operations/awaitChange"
import { showOverview } from "@garrison/core/overview/operations/showOverview"
import { SECTIONS } from "@garrison/core/overview/rules"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { withDatabase } from "../local.ts"
import { type ListForm, operate, type OperationAnswer, showAnswer, tellingFields } from "../operate.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { printData, printLines, printMessage } from "../output/print.ts"
import { type Column, facts, moment, table } from "../output/table.ts"
import { playerUuid } from "./identifiers.ts"
import { operatorAct } from "./operator.ts"

type Overview = OperationAnswer<typeof showOverview>
type Section = (typeof SECTIONS)[number]
type RowsOf<Name extends keyof Overview> =
  NonNullable<Overview[Name]> extends { readonly data: ReadonlyArray<infer Row> } ? Row : never

/** A section for people: its name, its rows as a table, and what else there is. */
const listed = <Row>(
  name: string,
  section:
    | { readonly data: ReadonlyArray<Row>; readonly more?: { readonly operation: string } | undefined }
    | undefined,
  columns: ReadonlyArray<Column<Row>>,
): ReadonlyArray<string> => {
  if (section === undefined) return []
  const rows = section.data.length === 0 ? "none" : table(columns, section.data)
  return [`${name}\n${rows}${section.more === undefined ? "" : `\nthere are more: ${section.more.operation}`}`]
}

const orderColumns: ReadonlyArray<Column<RowsOf<"orders">>> = [
  { heading: "TIME", text: ({ created }) => moment(created) },
  { heading: "ORDER_ID", text: (order) => order.order_id },
  { heading: "SOURCE", text: ({ source }) => source ?? "-" },
  { heading: "ENTRIES", text: (order) => String(order.entry_count) },
  { heading: "FAILED", text: (order) => String(order.failed_count) },
  {
    heading: "ASKED FOR",
    text: ({ entries }) =>
      entries
        .map(({ item_id: item, loot_id: loot, name, quantity, type }) => {
          const id = loot ?? item
          const what =
            id === undefined
              ? type
              : name === undefined
                ? `${loot === undefined ? "item" : "loot"} ${id}`
                : withName(id, name)
          return `${quantity} × ${what}`
        })
        .join(", "),
    cuttable: true,
  },
]

/** Presence as it is, where others last saw the player, and when the player last reported. */
const presenceOf = (presence: Overview["presence"]): string | undefined =>
  presence === undefined
    ? undefined
    : `${presence.status} at ${presence.platform}, ${presence.last_seen === undefined ? "never reported" : `last seen ${moment(presence.last_seen)}`}`

const identityOf = (player: Overview): string =>
  facts([
    ["player_uuid", player.player_uuid],
    ["player_id", String(player.player_id)],
    ["person_id", player.person_id],
    ["revision", String(player.revision)],
    ["display_name", player.display_name === "" ? "-" : player.display_name],
    ["role", `${player.role_id} ${player.role_name ?? ""}`.trimEnd()],
    ["created", player.created === undefined ? "-" : moment(player.created)],
    ["last login", player.last_login === undefined ? "never" : moment(player.last_login)],
    ["deleted", player.deleted === undefined ? undefined : moment(player.deleted)],
    ["presence", presenceOf(player.presence)],
    ["message", player.presence?.message],
    ["other players", player.other_players.map((other) => other.player_uuid).join(" ") || "none"],
  ])

const portalUsersOf = (player: Overview): string =>
  table<Overview["portal_users"][number]>(
    [
      { heading: "PLATFORM", text: ({ platform }) => platform },
      { heading: "PORTAL_USER_ID", text: (user) => user.portal_user_id },
      { heading: "DISPLAY_NAME", text: (user) => user.display_name || "-" },
      { heading: "LINKED", text: ({ created }) => moment(created) },
    ],
    player.portal_users,
  )

const accountOf = (player: Overview): ReadonlyArray<string> => [
  ...listed("restrictions", player.restrictions, [
    { heading: "RESTRICTION", text: ({ type }) => type },
    { heading: "STATE", text: ({ active }) => (active ? "in force" : "over") },
    { heading: "UNTIL", text: ({ expiration }) => (expiration === null ? "for ever" : moment(expiration)) },
    { heading: "ISSUER", text: ({ issuer }) => issuer },
    { heading: "REASON", text: ({ reason }) => reason ?? "-", cuttable: true },
  ]),
  ...listed("agreements", player.agreements, [
    { heading: "ACCEPTED", text: ({ kind }) => kind },
    { heading: "VERSION", text: ({ version }) => String(version) },
    { heading: "TIME", text: ({ accepted }) => moment(accepted) },
  ]),
  ...listed("sessions", player.sessions, [
    { heading: "BEGAN", text: ({ created }) => moment(created) },
    { heading: "SESSION_ID", text: (session) => session.session_id },
    { heading: "CLIENT", text: (session) => session.client_id ?? session.client_uuid },
    {
      heading: "STATE",
      text: ({ ended, ended_for: reason, open }) =>
        open ? "open" : `${reason ?? "over"}${ended === null ? "" : ` at ${moment(ended)}`}`,
    },
  ]),
]

const playOf = (player: Overview): ReadonlyArray<string> => [
  ...listed("inventory", player.inventory, [
    { heading: "ITEM", text: (record) => String(record.item_id) },
    { heading: "NAME", text: ({ name }) => name ?? "-", cuttable: true },
    { heading: "COUNT", text: ({ count }) => String(count) },
    { heading: "TYPE", text: ({ type }) => type },
    { heading: "BUCKET", text: ({ bucket }) => bucket ?? "-" },
    { heading: "EXPIRES", text: ({ expires }) => (expires === undefined ? "never" : moment(expires)) },
  ]),
  ...listed("levels", player.levels, [
    { heading: "ITEM", text: (level) => String(level.item_id) },
    { heading: "NAME", text: ({ name }) => name ?? "-", cuttable: true },
    { heading: "COUNT", text: ({ count }) => String(count) },
    { heading: "LEVEL", text: ({ level }) => (level === undefined ? "-" : String(level)) },
    { heading: "NEXT AT", text: (level) => String(level.next_level_minimum ?? "-") },
  ]),
  ...listed("orders", player.orders, orderColumns),
  ...listed("notifications", player.notifications, [
    { heading: "TIME", text: ({ created }) => moment(created) },
    { heading: "MESSAGE", text: ({ message }) => message, cuttable: true },
  ]),
]

const pastOf = (player: Overview): ReadonlyArray<string> => [
  ...listed("logins", player.logins, [
    { heading: "TIME", text: ({ time }) => moment(time) },
    { heading: "GRANT", text: (login) => login.grant_type },
    { heading: "PLATFORM", text: ({ platform }) => platform ?? "-" },
    { heading: "ADDRESS", text: ({ address }) => address || "-" },
    { heading: "CLIENT", text: (login) => login.client_id ?? "-", cuttable: true },
  ]),
  ...listed("security events", player.security_events, [
    { heading: "TIME", text: ({ time }) => moment(time) },
    { heading: "KIND", text: ({ kind }) => kind },
    { heading: "CODE", text: (event) => event.error_code ?? "-" },
    { heading: "ADDRESS", text: ({ address }) => address || "-" },
  ]),
  ...listed("audit", player.audit, [
    { heading: "TIME", text: ({ time }) => moment(time) },
    { heading: "OPERATION", text: ({ operation }) => operation },
    { heading: "OUTCOME", text: ({ outcome }) => outcome },
    { heading: "ACTOR", text: ({ actor }) => actor },
    { heading: "REASON", text: ({ reason }) => reason ?? "-", cuttable: true },
  ]),
]

const forPeople = (player: Overview): string =>
  [identityOf(player), portalUsersOf(player), ...accountOf(player), ...playOf(player), ...pastOf(player)].join("\n\n")

const orNoSuchPlayer =
  (player: PlayerUuid) =>
  <A, E extends { readonly _tag: string }, R>(work: Effect.Effect<A, E, R>) =>
    Effect.catchIf(
      work,
      ({ _tag }) => _tag === "PlayerNotFound",
      () => Effect.fail(noSuchPlayer(player)),
    )

/** Shows sections of a player. */
export const showWhole = Effect.fn("Player.showWhole")(function* (input: {
  readonly player: string
  readonly section: ReadonlyArray<Section | "all">
  readonly limit: Option.Option<number>
  readonly json: boolean
}) {
  const player = yield* playerUuid(input.player)
  const named = input.section.filter((section) => section !== "all")
  const sections = named.length === input.section.length ? { sections: named } : {}
  const wanted = { player_uuid: player, ...sections, limit: Option.getOrUndefined(input.limit) }
  const whole = yield* operate(showOverview, wanted).pipe(orNoSuchPlayer(player))
  yield* showAnswer(showOverview, input.json, whole, () => forPeople(whole))
})

/** How long one question waits, in seconds. */
const WAIT_SECONDS = 60

type Change = OperationAnswer<typeof awaitChange>

const lineOf = (at: number, { acts, changed }: Change): string => {
  const by = acts.map(({ actor, operation, outcome, reason }) => {
    const refused = outcome === "done" ? "" : ` refused (${outcome})`
    return `${operation}${refused} by ${actor}${reason === undefined ? "" : `: ${reason}`}`
  })
  return `${moment(at)}  ${changed.join(", ")}${by.length === 0 ? "" : `  ${by.join("; ")}`}`
}

const encodeChange = Schema.encodeSync(awaitChange.answer.schema)

/** Writes a line for each change, until it is stopped. */
export const watchPlayer = Effect.fn("Player.watch")(function* (input: ListForm & { readonly player: string }) {
  const player = yield* playerUuid(input.player)
  const follow = Effect.gen(function* () {
    let { mark } = yield* showOverview.run({ player_uuid: player, sections: [] }, operatorAct())
    yield* printMessage(`Watching ${player}: a line for each change. Ctrl-C ends it.`)
    for (;;) {
      const wanted = { player_uuid: player, mark, deadline_seconds: WAIT_SECONDS }
      const change = yield* awaitChange.run(wanted, operatorAct())
      mark = change.mark
      if (change.changed.length === 0) continue
      const at = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      yield* input.json || input.ndjson ? printLines([encodeChange(change)]) : printData(lineOf(at, change))
    }
  })
  yield* withDatabase("read", follow).pipe(tellingFields(awaitChange.name), orNoSuchPlayer(player))
})
