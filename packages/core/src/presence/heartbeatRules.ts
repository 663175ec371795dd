/**
 * Which reports are pure heartbeats: they change nothing but the time that the player was last seen. Such a report need
 * not be stored before its answer (decisions, section 13).
 */
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { PresenceChange, ReportedPresence, StoredPresence } from "./PresenceStore.ts"
import { isOnline } from "./rules.ts"

/** When a report counts, and when a heartbeat is stored. */
export interface HeartbeatTimes {
  readonly offlineSeconds: number
  /** Zero: every report is stored before its answer. */
  readonly flushSeconds: number
}

/** Whether the change names no field: the plainest heartbeat. It cannot undo what another process has stored. */
export const isEmpty = ({ customData, doNotDisturb, message, status }: PresenceChange): boolean =>
  status === undefined && message === undefined && customData === undefined && doNotDisturb === undefined

/** Whether the value that a change sets is the one that stands; null clears, undefined keeps. */
const keeps = (wanted: string | null | undefined, stands: string | undefined): boolean =>
  wanted === undefined || (wanted ?? undefined) === stands

const asText = (customData: PresenceChange["customData"]): string | null | undefined =>
  customData === undefined || customData === null ? customData : JSON.stringify(customData)

/**
 * Whether the change leaves everything as it is. The platform changes only in sight of others; without one in the
 * change, it is that of the last login, which storage knows.
 */
const changesNothing = (change: PresenceChange, { platform, report }: ReportedPresence): boolean =>
  (change.status === undefined || change.status === report.status) &&
  (change.doNotDisturb === undefined || change.doNotDisturb === report.doNotDisturb) &&
  (change.platform === undefined || change.platform === platform || !isOnline(report.status)) &&
  keeps(change.message, report.message) &&
  keeps(asText(change.customData), asText(report.customData) ?? undefined)

/**
 * Whether the report is a pure heartbeat, given what is stored. The stored time must count for as long as the heartbeat
 * may wait. So the player does not go offline meanwhile in any process, and a player who comes back from offline is
 * stored at once.
 */
export const isHeartbeat = (
  change: PresenceChange,
  stored: ReportedPresence,
  now: Timestamp,
  { flushSeconds, offlineSeconds }: HeartbeatTimes,
): boolean =>
  flushSeconds > 0 &&
  Math.abs(now - stored.report.lastSeen) <= (offlineSeconds - flushSeconds) * 1000 &&
  changesNothing(change, stored)

/** What is stored, with the heartbeat that waits to be stored. */
export const withHeartbeat = (stored: StoredPresence, at: Timestamp | undefined): StoredPresence =>
  at === undefined || stored.report === undefined || at <= stored.report.lastSeen
    ? stored
    : { ...stored, report: { ...stored.report, lastSeen: at } }
