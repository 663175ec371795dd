/** The rows of a player's lists as lines of tables: a text for each column, and the row as it came. */
import { withName } from "@garrison/core/catalog/rules/names"
import type { OperationAnswer } from "../../operation.ts"
import { type Line, shortTime } from "../../part/table/lines.ts"

/** All that operators see of a player. */
export type Whole = OperationAnswer<"player.overview">

type RowsOf<Name extends keyof Whole> =
  NonNullable<Whole[Name]> extends { readonly data: ReadonlyArray<infer Row> } ? Row : never

/** A way to log in. */
export const portalUserLine = (user: Whole["portal_users"][number]): Line => ({
  id: `${user.platform} ${user.portal_user_id} ${user.environment ?? ""}`,
  cells: [
    user.platform,
    user.portal_user_id,
    user.display_name,
    shortTime(user.created),
    user.environment ?? "",
    user.parent === undefined ? "" : `${user.parent.platform} ${user.parent.portal_user_id}`,
  ],
  row: { ...user },
})

/** Another player of the person. */
export const otherPlayerLine = (other: Whole["other_players"][number]): Line => ({
  id: `player ${other.player_uuid}`,
  cells: ["player", other.player_uuid, other.display_name, shortTime(other.created), other.active ? "active" : "", ""],
  tones: ["accent"],
  row: { ...other, is_player: true },
})

/** A restriction. */
export const restrictionLine = (restriction: RowsOf<"restrictions">): Line => ({
  id: restriction.restriction_id,
  cells: [
    restriction.type,
    restriction.active ? "in force" : restriction.lifted === undefined ? "over" : "lifted",
    shortTime(restriction.created),
    shortTime(restriction.expiration, "for ever"),
    restriction.issuer,
    restriction.reason ?? "",
    restriction.note ?? "",
  ],
  tones: [undefined, restriction.active ? "bad" : "dim"],
  row: { ...restriction },
})

/** An accepted agreement. */
export const agreementLine = (receipt: RowsOf<"agreements">): Line => ({
  id: `${receipt.kind} ${receipt.version}`,
  cells: [receipt.kind, String(receipt.version), shortTime(receipt.accepted), receipt.address, receipt.sha256],
  row: { ...receipt },
})

/** A session. */
export const sessionLine = (session: RowsOf<"sessions">): Line => ({
  id: session.session_id,
  cells: [
    session.open ? "open" : (session.ended_for ?? "over"),
    shortTime(session.created),
    session.client_id ?? session.client_uuid,
    session.platform,
    shortTime(session.ended ?? session.expires),
    session.session_id,
  ],
  tones: [session.open ? "good" : "dim"],
  row: { ...session },
})

/** A record of the inventory. */
export const recordLine = (record: RowsOf<"inventory">): Line => ({
  id: record.inventory_id,
  cells: [
    String(record.item_id),
    record.name ?? "",
    String(record.count),
    record.type,
    record.bucket ?? "",
    shortTime(record.expires, "never"),
    shortTime(record.acquired),
    record.inventory_id,
  ],
  row: { ...record },
})

/** A level. */
export const levelLine = (level: RowsOf<"levels">): Line => ({
  id: String(level.item_id),
  cells: [
    String(level.item_id),
    level.name ?? "",
    String(level.level ?? ""),
    String(level.count),
    String(level.next_level_minimum ?? ""),
  ],
  row: { ...level },
})

type OrderRow = RowsOf<"orders">

/** What an order asked for, in a few words. */
export const askedFor = ({ entries, entry_count: count }: OrderRow): string => {
  const named = entries.map(({ item_id: item, loot_id: loot, name, quantity, type }) => {
    const id = loot ?? item
    const kind = loot === undefined ? "item" : "loot"
    const what = id === undefined ? type : name === undefined ? `${kind} ${id}` : withName(String(id), name)
    return `${quantity} × ${what}`
  })
  return `${named.join(", ")}${count > entries.length ? `, and ${count - entries.length} more` : ""}`
}

/** An order. */
export const orderLine = (order: OrderRow): Line => ({
  id: order.order_id,
  cells: [
    shortTime(order.created),
    order.source ?? "",
    order.failed_count === 0 ? "done" : `${order.failed_count} of ${order.entry_count} failed`,
    askedFor(order),
    order.order_id,
  ],
  tones: [undefined, undefined, order.failed_count === 0 ? "good" : "warning"],
  row: { ...order },
})

/** A notification. */
export const notificationLine = (notification: RowsOf<"notifications">): Line => ({
  id: notification.notification_id,
  cells: [shortTime(notification.created), notification.message, notification.rh_url ?? ""],
  row: { ...notification },
})

/** A login, or a change of the ways to log in. */
export const loginLine = (login: RowsOf<"logins">): Line => ({
  id: login.login_id,
  cells: [
    shortTime(login.time),
    login.grant_type,
    login.platform ?? "",
    login.address,
    login.client_id ?? login.client_uuid ?? "",
    login.user_agent,
  ],
  row: { ...login },
})

/** A security event. */
export const eventLine = (event: RowsOf<"security_events">): Line => ({
  id: event.event_id,
  cells: [shortTime(event.time), event.kind, event.error_code ?? "", event.address, event.client_id ?? ""],
  tones: [undefined, "warning"],
  row: { ...event },
})

/** An audit row. */
export const actLine = (act: RowsOf<"audit">): Line => ({
  id: String(act.sequence),
  cells: [shortTime(act.time), act.operation, act.actor, act.outcome, act.reason ?? "", act.address],
  tones: [undefined, undefined, "accent", act.outcome === "done" ? "good" : "bad"],
  row: { ...act },
})
