/** Draws the screen of a player. */
import { askedFor } from "@garrison/core/overview/show"
import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { Facts, type Fact } from "../../part/facts.tsx"
import { refusalWords } from "../../part/refusal.ts"
import { safeText } from "../../part/safeText.ts"
import { shortTime } from "../../part/table/lines.ts"
import { Table } from "../../part/table/view.tsx"
import { Tabs } from "../../part/tabs/view.tsx"
import { toned } from "../../part/tone.ts"
import type { ViewProps } from "../../Screen.ts"
import type { Theme } from "../../theme.ts"
import { HEAD_LINES, type PlayerState, shownList } from "./state.ts"
import { listAt, playerTabs, type Whole } from "./tabs.ts"

/** How long a change is told, in milliseconds. */
const TOLD_MILLIS = 60_000

const restrictionWords = ({ restrictions }: Whole): string =>
  (restrictions?.data ?? [])
    .filter(({ active }) => active)
    .map(({ expiration, type }) => `${type} ${expiration === null ? "for ever" : `until ${shortTime(expiration)}`}`)
    .join(", ")

/** Who it is, in one line. */
const Who = ({
  player,
  theme,
  whole,
}: Pick<PlayerState, "player" | "whole"> & { readonly theme: Theme }): ReactNode => {
  if (whole === undefined) return <Text wrap="truncate">{safeText(player)}</Text>
  const restricted = restrictionWords(whole)
  const state = whole.deleted === undefined ? (whole.presence?.status ?? "") : "DELETED"
  return (
    <Text wrap="truncate">
      <Text bold>{safeText(whole.display_name, 40)}</Text>
      {`  ${safeText(player)}  `}
      <Text {...toned(theme, whole.presence?.online === true ? "good" : "dim")}>{safeText(state)}</Text>
      <Text bold {...toned(theme, "bad")}>
        {restricted === "" ? "" : `  ${safeText(restricted)}`}
      </Text>
    </Text>
  )
}

const actWords = ({ actor, operation, outcome }: NonNullable<PlayerState["change"]>["acts"][number]): string =>
  `${safeText(actor, 24)} (${safeText(operation)}${outcome === "done" ? "" : `, refused: ${safeText(outcome)}`})`

/** What changed, when and by whom; otherwise whether changes are waited for. */
const Change = ({ now, state, theme }: Pick<ViewProps<PlayerState>, "now" | "state" | "theme">): ReactNode => {
  const { change, mark, refusal } = state
  if (refusal !== undefined) {
    return (
      <Text wrap="truncate" {...toned(theme, "bad")}>
        {state.whole === undefined ? "" : "OLD  "}
        {refusalWords(refusal)}
      </Text>
    )
  }
  if (change === undefined || now - change.at > TOLD_MILLIS) {
    return (
      <Text wrap="truncate" {...toned(theme, mark === undefined ? "dim" : "good")}>
        {mark === undefined ? "Loading…" : "LIVE"}
        {shownList(state)?.isCut === true ? "  only the first 100 rows are shown" : ""}
      </Text>
    )
  }
  const seconds = Math.max(0, Math.round((now - change.at) / 1000))
  const by = change.acts.length === 0 ? "" : ` by ${change.acts.map(actWords).join(", ")}`
  return (
    <Text wrap="truncate" {...toned(theme, "warning")}>
      <Text bold>CHANGED</Text>
      {` ${seconds} s ago${by}: ${change.sections.map((section) => section.replace("_", " ")).join(", ")}`}
    </Text>
  )
}

const countedFact = (
  label: string,
  section: { readonly data: ReadonlyArray<unknown>; readonly more?: unknown } | undefined,
  newest: string | undefined,
): Fact => ({
  label,
  value:
    section === undefined
      ? undefined
      : section.data.length === 0
        ? "none"
        : `${section.data.length}${section.more === undefined ? "" : " and more"}${newest === undefined ? "" : ` · ${newest}`}`,
})

type Presence = NonNullable<Whole["presence"]>

const seenWords = ({ last_seen: seen }: Presence): string => (seen === undefined ? "" : `, seen ${shortTime(seen)}`)

/** Presence as it is, whatever others see. */
const presenceFacts = ({ presence }: Whole): ReadonlyArray<Fact> => [
  { label: "status", value: presence?.status ?? "none: the person was deleted" },
  { label: "seen by others", value: presence && (presence.online ? presence.status : "offline") },
  { label: "platform", value: presence?.platform },
  { label: "last seen", value: presence && shortTime(presence.last_seen, "never") },
  {
    label: "do not disturb",
    value: presence?.do_not_disturb === undefined ? undefined : String(presence.do_not_disturb),
  },
  { label: "message", value: presence?.message, isLong: true },
  ...Object.entries(presence?.custom_data ?? {}).map(([label, value]) => ({ label: `data ${label}`, value })),
]

const factsOf = (whole: Whole): ReadonlyArray<Fact> => {
  const { audit, inventory, levels, logins, notifications, orders, presence, security_events: events } = whole
  const [act, login, event, order, notification] = [
    audit?.data[0],
    logins?.data[0],
    events?.data[0],
    orders?.data[0],
    notifications?.data[0],
  ]
  const restricted = restrictionWords(whole)
  return [
    { label: "person", value: `${whole.person_id}, revision ${whole.revision}, player_id ${whole.player_id}` },
    { label: "role", value: `${whole.role_id} ${whole.role_name ?? "(gone)"}` },
    { label: "permissions", value: whole.permissions.join(" ") },
    { label: "created", value: shortTime(whole.created) },
    { label: "last login", value: shortTime(whole.last_login, "never") },
    { label: "deleted", value: whole.deleted === undefined ? undefined : shortTime(whole.deleted), tone: "bad" },
    {
      label: "presence",
      value: presence && `${presence.status} at ${presence.platform}${seenWords(presence)}`,
      tone: presence?.online === true ? "good" : undefined,
    },
    { label: "restricted", value: restricted === "" ? "no" : restricted, tone: restricted === "" ? undefined : "bad" },
    { label: "ways to log in", value: whole.portal_users.map(({ platform }) => platform).join(", ") || "none" },
    { label: "other players", value: String(whole.other_players.length) },
    countedFact(
      "inventory",
      inventory,
      inventory?.data.map(({ count, item_id, name }) => `${count} × ${name ?? item_id}`).join(", "),
    ),
    countedFact(
      "levels",
      levels,
      levels?.data.map(({ item_id, level, name }) => `${name ?? item_id} ${level ?? "-"}`).join(", "),
    ),
    countedFact("orders", orders, order && `${shortTime(order.created)} ${askedFor(order)}`),
    countedFact(
      "notifications",
      notifications,
      notification && `${shortTime(notification.created)} ${notification.message}`,
    ),
    countedFact("logins", logins, login && `${shortTime(login.time)} ${login.grant_type} ${login.address}`),
    countedFact("security events", events, event && `${shortTime(event.time)} ${event.kind}`),
    countedFact("audit", audit, act && `${shortTime(act.time)} ${act.operation} by ${act.actor}`),
  ]
}

const Body = ({ now, size, state, theme }: ViewProps<PlayerState>): ReactNode => {
  const tab = listAt(state.at)
  const list = shownList(state)
  if (tab !== undefined && list !== undefined) {
    return <Table kind={tab.kind} state={list.table} columns={size.columns} now={now} theme={theme} />
  }
  if (state.whole === undefined) return null
  const facts = playerTabs[state.at]?.name === "presence" ? presenceFacts(state.whole) : factsOf(state.whole)
  return <Facts facts={facts.slice(0, size.rows)} columns={size.columns} theme={theme} />
}

/** Who it is, what changed, the tabs, and what the shown one has. */
export const PlayerView = (props: ViewProps<PlayerState>): ReactNode => {
  const { now, size, state, theme } = props
  return (
    <Box flexDirection="column">
      <Who player={state.player} whole={state.whole} theme={theme} />
      <Change now={now} state={state} theme={theme} />
      <Tabs tabs={playerTabs} at={state.at} columns={size.columns} theme={theme} />
      <Box flexDirection="column" height={Math.max(1, size.rows - HEAD_LINES)} overflow="hidden">
        <Body {...props} />
      </Box>
    </Box>
  )
}
