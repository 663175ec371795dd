/** What a player whole looks like, and its orders. */
import { actColumns } from "../audit/show.ts"
import { withName } from "../catalog/rules/names.ts"
import { notificationList } from "../notification/show.ts"
import { type Column, facts, list, type Section, section } from "../operation/show/Shown.ts"
import { agreementColumns, identityFacts, portalUserColumns } from "../player/show.ts"
import { pastRestrictionColumns } from "../restriction/show.ts"
import { sessionList } from "../token/show.ts"
import { SECTIONS } from "./rules.ts"
import type { listAllOrders } from "./operations/listOrders.ts"
import type { showOverview } from "./operations/showOverview.ts"

type Overview = (typeof showOverview)["answer"]["schema"]["Encoded"]
type Orders = (typeof listAllOrders)["answer"]["schema"]["Encoded"]
type Order = Orders["data"][number]

type Listed<Row> = { readonly data: ReadonlyArray<Row>; readonly more?: { readonly operation: string } | undefined }
type RowsOf<Name extends keyof Overview> = NonNullable<Overview[Name]> extends Listed<infer Row> ? Row : never
type Lists = { readonly [Name in keyof Overview as RowsOf<Name> extends never ? never : Name]: Listed<RowsOf<Name>> }

const entryText = ({ item_id: item, loot_id: loot, name, quantity, type }: Order["entries"][number]): string => {
  const id = loot ?? item
  if (id === undefined) return `${quantity} × ${type}`
  return `${quantity} × ${name === undefined ? `${loot === undefined ? "item" : "loot"} ${id}` : withName(id, name)}`
}

/** What an order asked for, in a few words. */
export const askedFor = ({ entries, entry_count: count }: Order): string =>
  `${entries.map(entryText).join(", ")}${count > entries.length ? `, and ${count - entries.length} more` : ""}`

const orderColumns: ReadonlyArray<Column<Order>> = [
  { name: "time", kind: "moment", ideal: 19, priority: 1, of: ({ created }) => created },
  { name: "order_id", kind: "id", min: 36, priority: 5, of: ({ order_id }) => order_id },
  { name: "source", kind: "label", min: 10, ideal: 20, priority: 2, of: ({ source }) => source },
  { name: "entries", kind: "count", priority: 6, of: ({ entry_count }) => entry_count },
  {
    name: "failed",
    kind: "count",
    priority: 3,
    of: ({ failed_count }) => failed_count,
    tone: ({ failed_count: failed }) => (failed === 0 ? "good" : "warning"),
  },
  { name: "asked for", kind: "text", min: 16, ideal: 40, priority: 4, grows: true, of: askedFor },
]

/** The orders of a player. */
export const orderList = list<Orders, Order>({
  rows: ({ data }) => data,
  columns: orderColumns,
  empty: "There are no orders.",
})

/** Presence as it is, where others last saw the player, and when the player last reported. */
const presenceOf = ({ presence }: Overview): string | undefined =>
  presence === undefined
    ? undefined
    : `${presence.status} at ${presence.platform}, ${presence.last_seen === undefined ? "never reported" : `last seen ${presence.last_seen}`}`

const whoFacts = facts<Overview>([
  ...identityFacts<Overview>([
    { name: "role", kind: "text", of: ({ role_id: id, role_name: name = "" }) => `${id} ${name}`.trimEnd() },
  ]),
  { name: "presence", kind: "moment", of: presenceOf },
  { name: "message", kind: "text", of: ({ presence }) => presence?.message },
  {
    name: "other players",
    kind: "words",
    of: ({ other_players: others }) => others.map(({ player_uuid: id }) => id),
    absent: "none",
  },
])

const item = { name: "item", kind: "id", min: 7, ideal: 12 } as const
const nameOfItem = { name: "name", kind: "text", ideal: 32, grows: true } as const
const address = { name: "address", kind: "label", min: 12, ideal: 39 } as const
const time = { name: "time", kind: "moment", ideal: 19 } as const

/** The columns of each list of a player. */
export const sectionColumns: { readonly [Name in keyof Lists]-?: ReadonlyArray<Column<RowsOf<Name>>> } = {
  restrictions: pastRestrictionColumns,
  agreements: agreementColumns,
  sessions: sessionList.columns,
  inventory: [
    { ...item, of: ({ item_id }) => item_id },
    { ...nameOfItem, of: ({ name }) => name },
    { name: "count", kind: "count", of: ({ count }) => count },
    { name: "type", kind: "label", of: ({ type }) => type },
    { name: "bucket", kind: "label", of: ({ bucket }) => bucket },
    { name: "expires", kind: "moment", ideal: 19, of: ({ expires }) => expires, absent: "never" },
    { name: "since", kind: "moment", ideal: 19, isFurther: true, of: ({ acquired }) => acquired },
    { name: "record", kind: "id", min: 36, isFurther: true, of: ({ inventory_id: id }) => id },
  ],
  levels: [
    { ...item, of: ({ item_id }) => item_id },
    { ...nameOfItem, of: ({ name }) => name },
    { name: "count", kind: "count", of: ({ count }) => count },
    { name: "level", kind: "count", of: ({ level }) => level },
    { name: "next at", kind: "count", of: ({ next_level_minimum }) => next_level_minimum },
  ],
  orders: orderColumns,
  notifications: notificationList.columns,
  logins: [
    { ...time, of: (login) => login.time },
    { name: "grant", kind: "label", of: ({ grant_type }) => grant_type },
    { name: "platform", kind: "label", of: ({ platform }) => platform },
    { ...address, of: (login) => login.address },
    { name: "client", kind: "text", min: 8, of: ({ client_id: id, client_uuid: uuid }) => id ?? uuid },
    { name: "program", kind: "text", grows: true, isFurther: true, of: (login) => login.user_agent },
  ],
  security_events: [
    { ...time, of: (event) => event.time },
    { name: "kind", kind: "label", min: 14, ideal: 26, tone: () => "warning", of: ({ kind }) => kind },
    { name: "code", kind: "label", min: 10, ideal: 32, grows: true, of: ({ error_code }) => error_code },
    { ...address, of: (event) => event.address },
    { name: "client", kind: "text", min: 8, isFurther: true, of: ({ client_id: id }) => id },
  ],
  audit: actColumns,
}

const sectionOf = (name: keyof Lists): Section<Overview> =>
  section<Overview, RowsOf<keyof Lists>>({
    title: name.replaceAll("_", " "),
    rows: (player) => player[name]?.data,
    more: (player) => player[name]?.more?.operation,
    columns: sectionColumns[name],
  })

/** The ways to log in of a player whole. */
export const identityColumns: ReadonlyArray<Column<Overview["portal_users"][number]>> = [
  ...portalUserColumns,
  { name: "linked", kind: "moment", ideal: 19, of: ({ created }) => created },
  { name: "environment", kind: "label", min: 11, isFurther: true, of: ({ environment }) => environment },
  {
    name: "parent",
    kind: "text",
    isFurther: true,
    of: ({ parent }) => parent && `${parent.platform} ${parent.portal_user_id}`,
  },
]

/** One player whole. */
export const overviewFacts = facts<Overview>([
  ...whoFacts,
  section<Overview, Overview["portal_users"][number]>({
    rows: ({ portal_users: users }) => users,
    columns: identityColumns,
  }),
  ...SECTIONS.flatMap((name) => (name === "identity" || name === "presence" ? [] : [sectionOf(name)])),
])
