/** The tabs of a player: which of them are lists, how each list is asked for, and which changes make it old. */
import type { OperationAnswer } from "../../operation.ts"
import { type Line, tableOf } from "../../part/table/lines.ts"
import type { TableKind } from "../../part/table/state.ts"
import type { Tab } from "../../part/tabs/state.ts"
import { answerTo, type Ask, ask } from "../../Screen.ts"
import {
  actLine,
  agreementLine,
  eventLine,
  levelLine,
  loginLine,
  notificationLine,
  orderLine,
  otherPlayerLine,
  portalUserLine,
  recordLine,
  restrictionLine,
  sessionLine,
  type Whole,
} from "./lines.ts"

/** A section of a player, as changes name it. */
export type Section = OperationAnswer<"player.awaitChange">["changed"][number]

/** A part of a list that was answered. */
export interface Part {
  readonly lines: ReadonlyArray<Line>
  /** The marker of the next part; null: there is none. */
  readonly next: string | null
  /** How many rows there are beyond what this screen asks for; undefined: none. */
  readonly isCut?: boolean
}

/** A tab that shows a list. */
export interface ListTab {
  readonly name: string
  readonly title: string
  /** A change of one of these makes the list old. */
  readonly sections: ReadonlyArray<Section>
  readonly kind: TableKind<Line>
  readonly ask: (player: string, after: string | undefined) => Ask
  readonly part: (answer: unknown) => Part
}

/** Rows that are asked for at once. */
const PAGE = 100

/** The name of the question of a list. */
export const listAsk = (tab: string): string => `list ${tab}`

type PagedOperation =
  | "player.listInventory"
  | "player.listLogins"
  | "player.listNotifications"
  | "player.listOrders"
  | "player.listSecurityEvents"

const pageOf = <Row>(
  { data, next }: { readonly data: ReadonlyArray<Row>; readonly next: string | null },
  lineOf: (row: Row) => Line,
): Part => ({ lines: data.map(lineOf), next })

/** A list that an operation gives in pages. */
const paged = (
  name: string,
  title: string,
  sections: ReadonlyArray<Section>,
  kind: TableKind<Line>,
  operation: PagedOperation,
  part: (event: { readonly answer: unknown }) => Part,
): ListTab => ({
  name,
  title,
  sections,
  kind,
  ask: (player, after) => {
    const input = { player_uuid: player, limit: PAGE, ...(after !== undefined && { after }) }
    return { type: "ask", ask: listAsk(name), operation, input }
  },
  part: (answer) => part({ answer }),
})

/** A list that is a section of the whole view. */
const ofWhole = (
  name: string,
  title: string,
  sections: ReadonlyArray<Section>,
  kind: TableKind<Line>,
  part: (whole: Whole) => Part,
): ListTab => ({
  name,
  title,
  sections,
  kind,
  ask: (player) => ask(listAsk(name), "player.overview", { player_uuid: player, sections, limit: PAGE }),
  part: (answer) => part(answerTo("player.overview", { answer })),
})

const begun = <Row>(
  section: { readonly data: ReadonlyArray<Row>; readonly more?: unknown } | undefined,
  lineOf: (row: Row) => Line,
): Part => ({
  lines: section?.data.map(lineOf) ?? [],
  next: null,
  isCut: section?.more !== undefined,
})

/** The lists, in the order of their tabs. */
export const listTabs: ReadonlyArray<ListTab> = [
  ofWhole(
    "identities",
    "Identities",
    ["identity"],
    tableOf(
      "No portal user logs in as this person.",
      ["Platform", 8, 14],
      ["Portal user or player", 24, 44],
      ["Name", 8, 24, { grows: true }],
      ["Since", 19, 19],
      ["Environment", 11, 16],
      ["Parent", 8, 30],
    ),
    ({ other_players: others, portal_users: users }) => ({
      lines: [...users.map(portalUserLine), ...others.map(otherPlayerLine)],
      next: null,
    }),
  ),
  ofWhole(
    "restrictions",
    "Restrictions",
    ["restrictions"],
    tableOf(
      "The person was never restricted.",
      ["Type", 12, 24],
      ["State", 8, 8],
      ["Applied", 19, 19],
      ["Until", 19, 19],
      ["By", 6, 16],
      ["Told", 8, 40, { grows: true }],
      ["Note", 8, 40],
    ),
    ({ restrictions }) => begun(restrictions, restrictionLine),
  ),
  ofWhole(
    "agreements",
    "Agreements",
    ["agreements"],
    tableOf(
      "Nothing was accepted.",
      ["Kind", 14, 16],
      ["Version", 7, 8, { isNumber: true }],
      ["Accepted", 19, 19],
      ["Address", 12, 39],
      ["Digest", 12, 64, { grows: true }],
    ),
    ({ agreements }) => begun(agreements, agreementLine),
  ),
  ofWhole(
    "sessions",
    "Sessions",
    ["sessions"],
    tableOf(
      "No session is kept.",
      ["State", 8, 11],
      ["Began", 19, 19],
      ["Client", 10, 24, { grows: true }],
      ["Platform", 8, 14],
      ["Ends, ended", 19, 19],
      ["Session", 36, 36],
    ),
    ({ sessions }) => begun(sessions, sessionLine),
  ),
  paged(
    "inventory",
    "Inventory",
    ["inventory"],
    tableOf(
      "The player owns nothing.",
      ["Item", 8, 12, { isNumber: true }],
      ["Name", 12, 32, { grows: true }],
      ["Count", 8, 16, { isNumber: true }],
      ["Type", 10, 12],
      ["Bucket", 8, 14],
      ["Until", 19, 19],
      ["Since", 19, 19],
      ["Record", 36, 36],
    ),
    "player.listInventory",
    (event) => pageOf(answerTo("player.listInventory", event), recordLine),
  ),
  ofWhole(
    "levels",
    "Levels",
    ["levels"],
    tableOf(
      "No item of the catalog has levels.",
      ["Item", 8, 12, { isNumber: true }],
      ["Name", 12, 32, { grows: true }],
      ["Level", 6, 10, { isNumber: true }],
      ["XP", 8, 16, { isNumber: true }],
      ["Next at", 8, 16, { isNumber: true }],
    ),
    ({ levels }) => begun(levels, levelLine),
  ),
  paged(
    "orders",
    "Orders",
    ["orders"],
    tableOf(
      "There are no orders.",
      ["Time", 19, 19],
      ["Source", 10, 20],
      ["State", 8, 18],
      ["Asked for", 16, 40, { grows: true }],
      ["Order", 36, 36],
    ),
    "player.listOrders",
    (event) => pageOf(answerTo("player.listOrders", event), orderLine),
  ),
  paged(
    "notifications",
    "Notifications",
    ["notifications"],
    tableOf("There are no notifications.", ["Time", 19, 19], ["Message", 20, 60, { grows: true }], ["Link", 10, 40]),
    "player.listNotifications",
    (event) => pageOf(answerTo("player.listNotifications", event), notificationLine),
  ),
  paged(
    "logins",
    "Logins",
    ["logins"],
    tableOf(
      "No login is kept.",
      ["Time", 19, 19],
      ["Grant", 8, 14],
      ["Platform", 8, 14],
      ["Address", 12, 39],
      ["Client", 8, 24],
      ["Program", 10, 40, { grows: true }],
    ),
    "player.listLogins",
    (event) => pageOf(answerTo("player.listLogins", event), loginLine),
  ),
  paged(
    "security",
    "Security",
    ["security_events"],
    tableOf(
      "No security event is kept.",
      ["Time", 19, 19],
      ["Kind", 14, 26],
      ["Code", 10, 32, { grows: true }],
      ["Address", 12, 39],
      ["Client", 8, 24],
    ),
    "player.listSecurityEvents",
    (event) => pageOf(answerTo("player.listSecurityEvents", event), eventLine),
  ),
  ofWhole(
    "audit",
    "Audit",
    ["audit"],
    tableOf(
      "No operator did anything to this player.",
      ["Time", 19, 19],
      ["Operation", 14, 24],
      ["By", 8, 20],
      ["Outcome", 6, 24],
      ["Reason", 10, 50, { grows: true }],
      ["Address", 8, 39],
    ),
    ({ audit }) => begun(audit, actLine),
  ),
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
