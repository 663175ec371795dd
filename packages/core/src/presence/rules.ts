/**
 * The part of a player's presence that each viewer sees (interface, section 3; decisions, section 13). A viewer must
 * not find out the status that the player hides (guarantees R38). So two states that look the same to a viewer give the
 * same bytes, and this code reads only the visible status.
 */
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { PermissionName } from "../permission/names.ts"
import { holdsAny } from "../permission/rules.ts"
import type { Caller } from "../kernel/Caller.ts"
import type {
  OnlineCount,
  PresenceChange,
  PresenceCustomData,
  PresenceReport,
  StoredPresence,
} from "./PresenceStore.ts"
import type { OnlineCounts, PresencePatch, PresenceRecord, PresenceStatus } from "./schema.ts"

/** The viewer: the same player, a holder of `presence:read:any` (`seesAll`), or another player. */
export interface PresenceViewer {
  readonly isSelf: boolean
  readonly seesAll: boolean
}

/** Who looks at several players: `player` is the caller's own id, which no player has if the caller is none. */
export interface PlayersViewer {
  readonly player: string
  readonly seesAll: boolean
}

/** A holder of this permission sees presence as it is. */
const SEES_ALL = ["presence:read:any"] as const satisfies ReadonlyArray<PermissionName>

/** The caller as a viewer of this player. */
export const viewerOf = ({ permissions, subject }: Caller, player: PlayerUuid): PresenceViewer => ({
  isSelf: subject === player,
  seesAll: holdsAny(permissions, SEES_ALL),
})

/** The caller as a viewer of several players. */
export const playersViewerOf = ({ permissions, subject }: Caller): PlayersViewer => ({
  player: subject,
  seesAll: holdsAny(permissions, SEES_ALL),
})

/** Statuses that count as being online. */
export const isOnline = (status: PresenceStatus): boolean => status === "online" || status === "away"

/**
 * Whether a report of that time counts at `now`: until it is older than `offlineSeconds` (interface, section 3). When
 * the clock ran backwards, a report may lie further in the future. It does not count either: it would keep the player
 * online for as long as the clock was wrong.
 */
export const isCurrentTime = (time: Timestamp, now: Timestamp, offlineSeconds: number): boolean =>
  Math.abs(now - time) <= offlineSeconds * 1000

/** The times between which a report counts at `now`, both inclusive. */
export const currentTimes = (now: Timestamp, offlineSeconds: number) => ({
  from: now - offlineSeconds * 1000,
  to: now + offlineSeconds * 1000,
})

const trueStatus = (report: PresenceReport | undefined, now: Timestamp, offlineSeconds: number): PresenceStatus =>
  report !== undefined && isCurrentTime(report.lastSeen, now, offlineSeconds) ? report.status : "offline"

const isEmpty = (customData: PresenceCustomData | undefined): boolean =>
  customData === undefined || Object.keys(customData).length === 0

const contentOf = (report: PresenceReport | undefined) => ({
  ...(report?.message === undefined || report.message === "" ? {} : { message: report.message }),
  ...(report?.customData === undefined || isEmpty(report.customData) ? {} : { custom_data: report.customData }),
})

/** The record that `viewer` sees at `now`; a report no longer counts once it is older than `offlineSeconds`. */
export const visible = (
  stored: StoredPresence,
  viewer: PresenceViewer,
  now: Timestamp,
  offlineSeconds: number,
): PresenceRecord => {
  const { report } = stored
  const actual = trueStatus(report, now, offlineSeconds)
  const seesTruth = viewer.isSelf || viewer.seesAll
  const status = actual === "invisible" && !seesTruth ? "offline" : actual
  const shared = { platform: stored.platform, display_name: stored.displayName, player_uuid: stored.playerUuid, status }
  if (!seesTruth) return { online: isOnline(status), ...shared, ...(isOnline(status) ? contentOf(report) : {}) }
  return {
    online: isOnline(status),
    ...shared,
    ...contentOf(report),
    do_not_disturb: report?.doNotDisturb ?? false,
    ...(report === undefined ? {} : { last_seen: report.lastSeen }),
  }
}

/** Without nulls and with keys in order, so that equal maps are stored and shown as equal texts. */
const tidy = (customData: Readonly<Record<string, string | null>>): PresenceCustomData | null => {
  const given = Object.entries(customData).filter((entry): entry is [string, string] => entry[1] !== null)
  if (given.length === 0) return null
  return Object.fromEntries(given.sort(([left], [right]) => (left < right ? -1 : 1)))
}

/** The change that a patch asks for. `platform` is where the player reports from, if known. */
export const changeOf = (patch: PresencePatch, platform: Platform | undefined): PresenceChange => ({
  status: patch.status ?? undefined,
  message: patch.message === "" ? null : patch.message,
  customData:
    patch.custom_data === undefined || patch.custom_data === null ? patch.custom_data : tidy(patch.custom_data),
  doNotDisturb: patch.do_not_disturb ?? undefined,
  platform,
})

const none = { online: 0, away: 0, invisible: 0 }

const totalOf = ({ away, invisible, online }: typeof none): number => online + away + invisible

/** The counts by platform, the platform with most players first, and their sums. */
export const onlineCounts = (
  counts: ReadonlyArray<OnlineCount>,
  rowsMax: number,
): Pick<OnlineCounts, "players_online" | "invisible" | "platforms" | "bounded"> => {
  const byPlatform = new Map<Platform, typeof none>()
  for (const { count, platform, status } of counts) {
    byPlatform.set(platform, { ...none, ...byPlatform.get(platform), [status]: count })
  }
  const platforms = Array.from(byPlatform, ([platform, statuses]) => ({ platform, ...statuses })).sort(
    (left, right) => totalOf(right) - totalOf(left) || (left.platform < right.platform ? -1 : 1),
  )
  const total = platforms.reduce((sum, one) => sum + totalOf(one), 0)
  return {
    players_online: total,
    invisible: platforms.reduce((sum, one) => sum + one.invisible, 0),
    platforms,
    bounded: total >= rowsMax,
  }
}
