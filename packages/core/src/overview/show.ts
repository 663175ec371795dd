/** What a player whole looks like, and its orders. */
import { withName } from "../catalog/rules/names.ts"
import { type Column, facts, list, type Section, section } from "../operation/show/Shown.ts"
import { agreementColumns, identityFacts, portalUserColumns } from "../player/show.ts"
import { pastRestrictionColumns } from "../restriction/show.ts"
import type { listAllOrders } from "./operations/listOrders.ts"
import type { showOverview } from "./operations/showOverview.ts"

type Overview = (typeof showOverview)["answer"]["schema"]["Encoded"]
type Orders = (typeof listAllOrders)["answer"]["schema"]["Encoded"]
type Order = Orders["data"][number]

type Listed<Row> = { readonly data: ReadonlyArray<Row>; readonly more?: { readonly operation: string } | undefined }
type RowsOf<Name extends keyof Overview> = NonNullable<Overview[Name]> extends Listed<infer Row> ? Row : never
type Lists = { readonly [Name in keyof Overview as RowsOf<Name> extends never ? never : Name]: Listed<RowsOf<Name>> }

/** A section of the player. */
const sectionOf = <Name extends keyof Lists>(
  name: Name,
  columns: ReadonlyArray<Column<RowsOf<Name>>>,
): Section<Overview> => {
  const listed = (player: Overview) => player[name] as Listed<RowsOf<Name>> | undefined
  return section<Overview, RowsOf<Name>>({
    title: name.replaceAll("_", " "),
    rows: (player) => listed(player)?.data,
    more: (player) => listed(player)?.more?.operation,
    columns,
  })
}

const entryText = ({ item_id: item, loot_id: loot, name, quantity, type }: Order["entries"][number]): string => {
  const id = loot ?? item
  if (id === undefined) return `${quantity} × ${type}`
  return `${quantity} × ${name === undefined ? `${loot === undefined ? "item" : "loot"} ${id}` : withName(id, name)}`
}

const orderColumns: ReadonlyArray<Column<Order>> = [
  { name: "time", kind: "moment", of: ({ created }) => created },
  { name: "order_id", kind: "id", of: ({ order_id }) => order_id },
  { name: "source", kind: "label", of: ({ source }) => source },
  { name: "entries", kind: "count", of: ({ entry_count }) => entry_count },
  { name: "failed", kind: "count", of: ({ failed_count }) => failed_count },
  { name: "asked for", kind: "text", of: ({ entries }) => entries.map(entryText).join(", ") },
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

/** One player whole. */
export const overviewFacts = facts<Overview>([
  ...whoFacts,
  section<Overview, Overview["portal_users"][number]>({
    rows: ({ portal_users: users }) => users,
    columns: [...portalUserColumns, { name: "linked", kind: "moment", of: ({ created }) => created }],
  }),
  sectionOf("restrictions", pastRestrictionColumns),
  sectionOf("agreements", agreementColumns),
  sectionOf("sessions", [
    { name: "began", kind: "moment", of: ({ created }) => created },
    { name: "session_id", kind: "id", of: ({ session_id }) => session_id },
    { name: "client", kind: "id", of: ({ client_id: id, client_uuid: uuid }) => id ?? uuid },
    {
      name: "state",
      kind: "moment",
      of: ({ ended, ended_for: reason, open }) =>
        open ? "open" : `${reason ?? "over"}${ended === null ? "" : ` at ${ended}`}`,
    },
  ]),
  sectionOf("inventory", [
    { name: "item", kind: "id", of: ({ item_id }) => item_id },
    { name: "name", kind: "text", of: ({ name }) => name },
    { name: "count", kind: "count", of: ({ count }) => count },
    { name: "type", kind: "label", of: ({ type }) => type },
    { name: "bucket", kind: "label", of: ({ bucket }) => bucket },
    { name: "expires", kind: "moment", of: ({ expires }) => expires, absent: "never" },
  ]),
  sectionOf("levels", [
    { name: "item", kind: "id", of: ({ item_id }) => item_id },
    { name: "name", kind: "text", of: ({ name }) => name },
    { name: "count", kind: "count", of: ({ count }) => count },
    { name: "level", kind: "count", of: ({ level }) => level },
    { name: "next at", kind: "count", of: ({ next_level_minimum }) => next_level_minimum },
  ]),
  sectionOf("orders", orderColumns),
  sectionOf("notifications", [
    { name: "time", kind: "moment", of: ({ created }) => created },
    { name: "message", kind: "text", of: ({ message }) => message },
  ]),
  sectionOf("logins", [
    { name: "time", kind: "moment", of: ({ time }) => time },
    { name: "grant", kind: "label", of: ({ grant_type }) => grant_type },
    { name: "platform", kind: "label", of: ({ platform }) => platform },
    { name: "address", kind: "label", of: ({ address }) => address },
    { name: "client", kind: "text", of: ({ client_id }) => client_id },
  ]),
  sectionOf("security_events", [
    { name: "time", kind: "moment", of: ({ time }) => time },
    { name: "kind", kind: "label", of: ({ kind }) => kind },
    { name: "code", kind: "label", of: ({ error_code }) => error_code },
    { name: "address", kind: "label", of: ({ address }) => address },
  ]),
  sectionOf("audit", [
    { name: "time", kind: "moment", of: ({ time }) => time },
    { name: "operation", kind: "label", of: ({ operation }) => operation },
    { name: "outcome", kind: "label", of: ({ outcome }) => outcome },
    { name: "actor", kind: "label", of: ({ actor }) => actor },
    { name: "reason", kind: "text", of: ({ reason }) => reason },
  ]),
])
