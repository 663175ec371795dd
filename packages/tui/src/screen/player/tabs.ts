/** The tabs of a player: which of them are lists, how each list is asked for, and which changes make it old. */
import { identityColumns, sectionColumns } from "@garrison/core/overview/show"
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
  /** A change of it makes the list old. */
  readonly section: Section
  readonly kind: TableKind<Row>
  readonly ask: (player: string, after: string | undefined) => Ask
  readonly part: (answer: unknown) => Part
}

/** Rows that are asked for at once. */
const PAGE = 100

/** The name of the question of a list. */
export const listAsk = (tab: string): string => `list ${tab}`

/** The lists that an operation gives in pages; all others are sections of the whole view. */
const paged = {
  inventory: "player.listInventory",
  orders: "player.listOrders",
  notifications: "player.listNotifications",
  logins: "player.listLogins",
  security_events: "player.listSecurityEvents",
} as const

const isPaged = (section: Section): section is keyof typeof paged => section in paged

const askOf = (tab: string, section: Section, player: string, after: string | undefined): Ask => {
  const input = { player_uuid: player, limit: PAGE }
  return isPaged(section)
    ? { type: "ask", ask: listAsk(tab), operation: paged[section], input: { ...input, ...(after && { after }) } }
    : ask(listAsk(tab), "player.overview", { ...input, sections: [section] })
}

/** The ways to log in, and the other players of the person. */
const identitiesIn = ({ other_players: others, portal_users: users }: Whole): ReadonlyArray<Row> => [
  ...users,
  ...others.map(({ active, player_uuid: id, ...other }) => ({
    ...other,
    player_uuid: id,
    platform: "player",
    portal_user_id: id,
    is_player: true,
    ...(active && { environment: "active" }),
  })),
]

const partOf = (section: Section, answer: unknown): Part => {
  if (isPaged(section)) {
    const { data, next }: { readonly data: ReadonlyArray<Row>; readonly next: string | null } = answerTo(
      paged[section],
      { answer },
    )
    return { rows: data, next }
  }
  const whole = answerTo("player.overview", { answer })
  if (section === "identity" || section === "presence") return { rows: identitiesIn(whole), next: null }
  const { data = [], more } = whole[section] ?? {}
  return { rows: data, next: null, isCut: more !== undefined }
}

const wordOf = (id: unknown): string => (typeof id === "string" || typeof id === "number" ? String(id) : "")

/** A list of a player: the fields that tell its rows apart, which are copied. */
const tabOf = (
  name: string,
  section: Exclude<Section, "presence">,
  ids: ReadonlyArray<string>,
  empty: string,
): ListTab => ({
  name,
  title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  section,
  kind: {
    id: (row) => ids.map((id) => wordOf(row[id])).join(" "),
    empty,
    columns: drawnColumns<Row>(section === "identity" ? identityColumns : sectionColumns[section]),
  },
  ask: (player, after) => askOf(name, section, player, after),
  part: (answer) => partOf(section, answer),
})

/** The lists, in the order of their tabs. */
export const listTabs: ReadonlyArray<ListTab> = [
  tabOf(
    "identities",
    "identity",
    ["platform", "portal_user_id", "environment"],
    "No portal user logs in as this person.",
  ),
  tabOf("restrictions", "restrictions", ["restriction_id"], "The person was never restricted."),
  tabOf("agreements", "agreements", ["kind", "version"], "Nothing was accepted."),
  tabOf("sessions", "sessions", ["session_id"], "No session is kept."),
  tabOf("inventory", "inventory", ["inventory_id"], "The player owns nothing."),
  tabOf("levels", "levels", ["item_id"], "No item of the catalog has levels."),
  tabOf("orders", "orders", ["order_id"], "There are no orders."),
  tabOf("notifications", "notifications", ["notification_id"], "There are no notifications."),
  tabOf("logins", "logins", ["login_id"], "No login is kept."),
  tabOf("security", "security_events", ["event_id"], "No security event is kept."),
  tabOf("audit", "audit", ["sequence"], "No operator did anything to this player."),
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
