/** The tabs of a player: which of them are lists, how each list is asked for, and which changes make it old. */
import { withName } from "@garrison/core/catalog/rules/names"
import type { Column } from "@garrison/core/operation/show/Shown"
import type { OperationAnswer } from "../../operation.ts"
import { drawnColumns } from "../../part/table/columns.ts"
import type { TableKind } from "../../part/table/state.ts"
import type { Tab } from "../../part/tabs/state.ts"
import { answerTo, type Ask, ask } from "../../Screen.ts"

/** All that operators see of a player. */
export type Whole = OperationAnswer<"player.overview">

/** A section of a player, as changes name it. */
export type Section = OperationAnswer<"player.awaitChange">["changed"][number]

/** A row of any list. */
export type Row = Readonly<Record<string, unknown>>

/** A part of a list that was answered. */
export interface Part {
  readonly rows: ReadonlyArray<Row>
  /** The marker of the next part; null: there is none. */
  readonly next: string | null
  /** How many rows there are beyond what this screen asks for; undefined: none. */
  readonly isCut?: boolean
}

/** A tab that shows a list. */
export interface ListTab extends Tab {
  /** A change of one of these makes the list old. */
  readonly sections: ReadonlyArray<Section>
  readonly kind: TableKind<Row>
  readonly ask: (player: string, after: string | undefined) => Ask
  readonly part: (answer: unknown) => Part
}

/** What a list looks like. */
interface Looks<One> {
  readonly empty: string
  readonly columns: ReadonlyArray<Column<One>>
  /** Tells rows apart, and is copied. */
  id(row: One): unknown
}

/** Rows that are asked for at once. */
const PAGE = 100

/** The name of the question of a list. */
export const listAsk = (tab: string): string => `list ${tab}`

const kindOf = (looks: Looks<Row>): TableKind<Row> => ({
  id: (row) => String(looks.id(row)),
  empty: looks.empty,
  columns: drawnColumns(looks.columns),
})

const titleFor = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

type PagedOperation =
  | "player.listInventory"
  | "player.listLogins"
  | "player.listNotifications"
  | "player.listOrders"
  | "player.listSecurityEvents"

type PageRow<Name extends PagedOperation> = OperationAnswer<Name>["data"][number]

/** A list that an operation gives in pages. */
const paged = <Name extends PagedOperation>(
  name: string,
  section: Section,
  operation: Name,
  looks: Looks<PageRow<Name>>,
): ListTab => ({
  name,
  title: titleFor(name),
  sections: [section],
  kind: kindOf(looks),
  ask: (player, after) => {
    const input = { player_uuid: player, limit: PAGE, ...(after !== undefined && { after }) }
    return { type: "ask", ask: listAsk(name), operation, input }
  },
  part: (answer) => {
    const { data, next }: { readonly data: ReadonlyArray<Row>; readonly next: string | null } = answerTo(operation, {
      answer,
    })
    return { rows: data, next }
  },
})

interface Begun<One> {
  readonly data: ReadonlyArray<One>
  readonly more?: unknown
}

/** A list that is a section of the whole view. */
const ofWhole = <One extends Row>(
  name: string,
  section: Section,
  begun: (whole: Whole) => Begun<One> | undefined,
  looks: Looks<NoInfer<One>>,
): ListTab => ({
  name,
  title: titleFor(name),
  sections: [section],
  kind: kindOf(looks),
  ask: (player) => ask(listAsk(name), "player.overview", { player_uuid: player, sections: [section], limit: PAGE }),
  part: (answer) => {
    const { data = [], more } = begun(answerTo("player.overview", { answer })) ?? {}
    return { rows: data, next: null, isCut: more !== undefined }
  },
})

type Order = PageRow<"player.listOrders">

/** What an order asked for, in a few words. */
export const askedFor = ({ entries, entry_count: count }: Order): string => {
  const named = entries.map(({ item_id: item, loot_id: loot, name, quantity, type }) => {
    const id = loot ?? item
    const kind = loot === undefined ? "item" : "loot"
    const what = id === undefined ? type : name === undefined ? `${kind} ${id}` : withName(String(id), name)
    return `${quantity} × ${what}`
  })
  return `${named.join(", ")}${count > entries.length ? `, and ${count - entries.length} more` : ""}`
}

/** A way to log in, or another player of the person. */
type Identity = Row & {
  readonly platform?: string
  readonly portal_user_id?: string
  readonly player_uuid?: string | undefined
  readonly display_name: string
  readonly created?: string | undefined
  readonly environment?: string | undefined
  readonly parent?: { readonly platform: string; readonly portal_user_id: string } | undefined
  readonly is_player?: true
  readonly active?: boolean
}

const identitiesIn = ({ other_players: others, portal_users: users }: Whole): ReadonlyArray<Identity> => [
  ...users,
  ...others.map((other): Identity => ({ ...other, is_player: true })),
]

/** A time to the second, where there is room for it. */
const time = (name: string, absent = "-") => ({ name, kind: "moment", ideal: 19, absent }) as const
const text = (name: string) => ({ name, kind: "text", min: 8, ideal: 24, absent: "" }) as const
const count = (name: string) => ({ name, kind: "count", ideal: 12, absent: "" }) as const

/** The lists, in the order of their tabs. */
export const listTabs: ReadonlyArray<ListTab> = [
  ofWhole("identities", "identity", (whole) => ({ data: identitiesIn(whole) }), {
    empty: "No portal user logs in as this person.",
    id: (row) =>
      row.is_player === true
        ? `player ${row.player_uuid}`
        : `${row.platform} ${row.portal_user_id} ${row.environment ?? ""}`,
    columns: [
      {
        ...text("platform"),
        ideal: 14,
        tone: ({ is_player: isPlayer }) => (isPlayer === true ? "accent" : undefined),
        of: ({ is_player: isPlayer, platform }) => (isPlayer === true ? "player" : platform),
      },
      {
        ...text("portal user or player"),
        min: 24,
        ideal: 44,
        of: (row) => (row.is_player === true ? row.player_uuid : row.portal_user_id),
      },
      { ...text("name"), grows: true, of: (row) => row.display_name },
      { ...time("since"), of: ({ created }) => created },
      {
        ...text("environment"),
        min: 11,
        ideal: 16,
        of: (row) => (row.is_player === true && row.active === true ? "active" : row.environment),
      },
      { ...text("parent"), ideal: 30, of: ({ parent }) => parent && `${parent.platform} ${parent.portal_user_id}` },
    ],
  }),
  ofWhole("restrictions", "restrictions", ({ restrictions }) => restrictions, {
    empty: "The person was never restricted.",
    id: ({ restriction_id: id }) => id,
    columns: [
      { ...text("type"), min: 12, of: ({ type }) => type },
      {
        ...text("state"),
        ideal: 8,
        tone: ({ active }) => (active ? "bad" : "dim"),
        of: ({ active, lifted }) => (active ? "in force" : lifted === undefined ? "over" : "lifted"),
      },
      { ...time("applied"), of: ({ created }) => created },
      { ...time("until", "for ever"), of: ({ expiration }) => expiration },
      { ...text("by"), min: 6, ideal: 16, of: ({ issuer }) => issuer },
      { ...text("told"), ideal: 40, grows: true, of: ({ reason }) => reason },
      { ...text("note"), ideal: 40, of: ({ note }) => note },
    ],
  }),
  ofWhole("agreements", "agreements", ({ agreements }) => agreements, {
    empty: "Nothing was accepted.",
    id: ({ kind, version }) => `${kind} ${version}`,
    columns: [
      { ...text("kind"), min: 14, ideal: 16, of: ({ kind }) => kind },
      { ...count("version"), of: ({ version }) => version },
      { ...time("accepted"), of: ({ accepted }) => accepted },
      { ...text("address"), min: 12, ideal: 39, of: ({ address }) => address },
      { ...text("digest"), min: 12, ideal: 64, grows: true, of: ({ sha256 }) => sha256 },
    ],
  }),
  ofWhole("sessions", "sessions", ({ sessions }) => sessions, {
    empty: "No session is kept.",
    id: ({ session_id: id }) => id,
    columns: [
      {
        ...text("state"),
        ideal: 11,
        tone: ({ open }) => (open ? "good" : "dim"),
        of: ({ ended_for: reason, open }) => (open ? "open" : (reason ?? "over")),
      },
      { ...time("began"), of: ({ created }) => created },
      { ...text("client"), min: 10, grows: true, of: ({ client_id: id, client_uuid: uuid }) => id ?? uuid },
      { ...text("platform"), ideal: 14, of: ({ platform }) => platform },
      { ...time("ends, ended"), of: ({ ended, expires }) => ended ?? expires },
      { ...text("session"), min: 36, ideal: 36, of: ({ session_id: id }) => id },
    ],
  }),
  paged("inventory", "inventory", "player.listInventory", {
    empty: "The player owns nothing.",
    id: ({ inventory_id: id }) => id,
    columns: [
      { ...count("item"), of: ({ item_id: id }) => id },
      { ...text("name"), min: 12, ideal: 32, grows: true, of: ({ name }) => name },
      { ...count("count"), of: ({ count }) => count },
      { ...text("type"), min: 10, ideal: 12, of: ({ type }) => type },
      { ...text("bucket"), ideal: 14, of: ({ bucket }) => bucket },
      { ...time("until", "never"), of: ({ expires }) => expires },
      { ...time("since"), of: ({ acquired }) => acquired },
      { ...text("record"), min: 36, ideal: 36, of: ({ inventory_id: id }) => id },
    ],
  }),
  ofWhole("levels", "levels", ({ levels }) => levels, {
    empty: "No item of the catalog has levels.",
    id: ({ item_id: id }) => id,
    columns: [
      { ...count("item"), of: ({ item_id: id }) => id },
      { ...text("name"), min: 12, ideal: 32, grows: true, of: ({ name }) => name },
      { ...count("level"), of: ({ level }) => level },
      { ...count("XP"), of: ({ count }) => count },
      { ...count("next at"), of: ({ next_level_minimum: next }) => next },
    ],
  }),
  paged("orders", "orders", "player.listOrders", {
    empty: "There are no orders.",
    id: ({ order_id: id }) => id,
    columns: [
      { ...time("time"), of: ({ created }) => created },
      { ...text("source"), min: 10, ideal: 20, of: ({ source }) => source },
      {
        ...text("state"),
        ideal: 18,
        tone: ({ failed_count: failed }) => (failed === 0 ? "good" : "warning"),
        of: ({ entry_count: all, failed_count: failed }) => (failed === 0 ? "done" : `${failed} of ${all} failed`),
      },
      { ...text("asked for"), min: 16, ideal: 40, grows: true, of: askedFor },
      { ...text("order"), min: 36, ideal: 36, of: ({ order_id: id }) => id },
    ],
  }),
  paged("notifications", "notifications", "player.listNotifications", {
    empty: "There are no notifications.",
    id: ({ notification_id: id }) => id,
    columns: [
      { ...time("time"), of: ({ created }) => created },
      { ...text("message"), min: 20, ideal: 60, grows: true, of: ({ message }) => message },
      { ...text("link"), min: 10, ideal: 40, of: ({ rh_url: link }) => link },
    ],
  }),
  paged("logins", "logins", "player.listLogins", {
    empty: "No login is kept.",
    id: ({ login_id: id }) => id,
    columns: [
      { ...time("time"), of: (login) => login.time },
      { ...text("grant"), ideal: 14, of: ({ grant_type: grant }) => grant },
      { ...text("platform"), ideal: 14, of: ({ platform }) => platform },
      { ...text("address"), min: 12, ideal: 39, of: ({ address }) => address },
      { ...text("client"), of: ({ client_id: id, client_uuid: uuid }) => id ?? uuid },
      { ...text("program"), min: 10, ideal: 40, grows: true, of: (login) => login.user_agent },
    ],
  }),
  paged("security", "security_events", "player.listSecurityEvents", {
    empty: "No security event is kept.",
    id: ({ event_id: id }) => id,
    columns: [
      { ...time("time"), of: (event) => event.time },
      { ...text("kind"), min: 14, ideal: 26, tone: () => "warning", of: ({ kind }) => kind },
      { ...text("code"), min: 10, ideal: 32, grows: true, of: ({ error_code: code }) => code },
      { ...text("address"), min: 12, ideal: 39, of: ({ address }) => address },
      { ...text("client"), of: ({ client_id: id }) => id },
    ],
  }),
  ofWhole("audit", "audit", ({ audit }) => audit, {
    empty: "No operator did anything to this player.",
    id: ({ sequence: id }) => id,
    columns: [
      { ...time("time"), of: (act) => act.time },
      { ...text("operation"), min: 14, of: ({ operation }) => operation },
      { ...text("by"), ideal: 20, tone: () => "accent", of: ({ actor }) => actor },
      {
        ...text("outcome"),
        min: 6,
        tone: ({ outcome }) => (outcome === "done" ? "good" : "bad"),
        of: ({ outcome }) => outcome,
      },
      { ...text("reason"), min: 10, ideal: 50, grows: true, of: ({ reason }) => reason },
      { ...text("address"), ideal: 39, of: ({ address }) => address },
    ],
  }),
]

const titleOf = ({ name, title }: ListTab) => ({ name, title })

/** The tabs, in their order. */
export const playerTabs: ReadonlyArray<Tab> = [
  { name: "overview", title: "Overview" },
  ...listTabs.slice(0, 8).map(titleOf),
  { name: "presence", title: "Presence" },
  ...listTabs.slice(8).map(titleOf),
]

const lists = new Map(listTabs.map((tab) => [tab.name, tab]))

/** The list of the tab at this place; undefined: it is no list. */
export const listAt = (at: number): ListTab | undefined => lists.get(playerTabs[at]?.name ?? "")
