/** What needs attention, and what to do about it: decisions on what is stored and on what a server says. */
import type { ServerFigures } from "../figures/schema.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { CLOCK_BEHIND_MILLIS } from "../kernel/work/StorageProbe.ts"
import { type KeySettings, signerOf, successorOf, type SigningKeyRecord } from "../token/rules/keys.ts"
import type { AttentionKind, AttentionRow } from "./schema.ts"
import type { EndingRestriction, SecretTimes, UpkeepTask } from "./UpkeepStore.ts"

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

/** What ends within this time is worth a look. */
export const SOON_MILLIS = DAY

/** A secret that nobody has used for so long since it was made is one that nobody needs. */
const UNUSED_MILLIS = 7 * DAY

/** A former secret that was used within this time still stands in some program. */
const STILL_USED_MILLIS = DAY

/** How old the last success of each task may be. */
const TASK_AGE_MAX: Readonly<Record<UpkeepTask, number>> = {
  backup: DAY,
  audit_verify: 7 * DAY,
  ledger_verify: 7 * DAY,
}

/** A clock that is off by less is not worth a look. */
const CLOCK_OFF_MILLIS_MAX = 1000

/** What is known. */
export interface AttentionFacts {
  readonly now: Timestamp
  readonly keys: ReadonlyArray<SigningKeyRecord>
  readonly keySettings: KeySettings
  readonly secrets: ReadonlyArray<SecretTimes>
  readonly restrictions: ReadonlyArray<EndingRestriction>
  /** Whether backups are made by Garrison; otherwise it knows nothing of them. */
  readonly knowsBackups: boolean
  readonly tasks: ReadonlyMap<string, Timestamp>
  /** How far this machine's clock is ahead of the database's, in ms; undefined: the database has none of its own. */
  readonly clockAheadMillis: number | undefined
  /** The time of the newest row of storage that is later than `now`; undefined: there is none, or it is not known. */
  readonly newestRow: Timestamp | undefined
  /** What the server says; undefined: none answered. */
  readonly server: ServerFigures | undefined
  /** The version of this program; undefined: not known. */
  readonly version: string | undefined
}

type More = Pick<AttentionRow, "subject_kind" | "subject_id" | "command" | "due">

const row = (
  kind: AttentionKind,
  urgency: AttentionRow["urgency"],
  sentence: string,
  more: More = {},
): AttentionRow => ({ kind, urgency, sentence, ...more })

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`

/** A span of time in its largest unit, rounded down. */
const span = (millis: number): string => {
  if (millis >= DAY) return counted(Math.floor(millis / DAY), "day")
  if (millis >= HOUR) return counted(Math.floor(millis / HOUR), "hour")
  return counted(Math.max(1, Math.floor(millis / 60_000)), "minute")
}

const ofKeys = ({ keySettings, keys, now }: AttentionFacts): ReadonlyArray<AttentionRow> => {
  const signer = signerOf(keys, now, keySettings)
  if (signer === undefined) return []
  const due = successorOf(keys, now, keySettings)?.signsFrom ?? signer.signsFrom + keySettings.keyRotationSeconds * 1000
  const more = { subject_kind: "signing_key", subject_id: signer.keyId, command: "garrison key rotate", due } as const
  const age = now - signer.signsFrom
  if (due <= now) {
    return [row("key_due", "now", `The signing key signs for ${span(age)}, longer than keyRotationSeconds.`, more)]
  }
  // A key whose whole life is short is always about to be replaced.
  const isSoon = due - now <= Math.min(SOON_MILLIS, (keySettings.keyRotationSeconds * 1000) / 10)
  return isSoon ? [row("key_due", "notice", `The next signing key signs in ${span(due - now)}, by itself.`, more)] : []
}

const ofSecret = (secret: SecretTimes, now: Timestamp): ReadonlyArray<AttentionRow> => {
  const { clientId, created, expires, isFormer, lastUsed } = secret
  const of = { subject_kind: "client", subject_id: clientId } as const
  if (expires !== undefined && expires <= now) return []
  if (isFormer && expires !== undefined) {
    const isUsed = lastUsed !== undefined && now - lastUsed < STILL_USED_MILLIS
    if (!isUsed && expires - now > SOON_MILLIS) return []
    const end = `The former secret of ${clientId} ends in ${span(expires - now)}`
    return isUsed
      ? [row("secret_ends", "soon", `${end}, and was used in the last day.`, { ...of, due: expires })]
      : [row("secret_ends", "notice", `${end}. It was not used in the last day.`, { ...of, due: expires })]
  }
  if (lastUsed !== undefined || now - created < UNUSED_MILLIS) return []
  return [
    row("secret_unused", "notice", `The secret of ${clientId} was never used in ${span(now - created)}.`, {
      ...of,
      command: `garrison client disable ${clientId}`,
    }),
  ]
}

const ofRestrictions = ({ now, restrictions }: AttentionFacts): ReadonlyArray<AttentionRow> =>
  restrictions.map(({ expires, personId, playerUuid, type }) =>
    row("restriction_ends", "notice", `A restriction (${type}) ends in ${span(expires - now)}.`, {
      subject_kind: playerUuid === undefined ? "person" : "player",
      subject_id: playerUuid ?? personId,
      ...(playerUuid === undefined ? {} : { command: `garrison player show ${playerUuid}` }),
      due: expires,
    }),
  )

const TASKS: ReadonlyArray<readonly [UpkeepTask, AttentionKind, string, string]> = [
  ["backup", "backup_old", "The database was", "garrison backup FILE"],
  ["audit_verify", "audit_not_verified", "The audit was", "garrison audit verify"],
  ["ledger_verify", "ledger_not_verified", "The ledger was", "garrison ledger verify"],
]

const ofTasks = ({ knowsBackups, now, tasks }: AttentionFacts): ReadonlyArray<AttentionRow> =>
  TASKS.flatMap(([task, kind, what, command]) => {
    if (task === "backup" && !knowsBackups) return []
    const last = tasks.get(task)
    const done = task === "backup" ? "backed up" : "verified"
    if (last === undefined) return [row(kind, "soon", `${what} never ${done}.`, { command })]
    const age = now - last
    return age <= TASK_AGE_MAX[task] ? [] : [row(kind, "soon", `${what} last ${done} ${span(age)} ago.`, { command })]
  })

const ofPortals = ({ server }: AttentionFacts): ReadonlyArray<AttentionRow> =>
  (server?.portals ?? []).flatMap((figures) => {
    const { calls, down, failures, failures_last_minute: recent, last_status: status, portal } = figures
    if (!down && recent === 0) return []
    const said = status === undefined ? "" : ` Its last answer had the status ${status}.`
    const sentence = down
      ? `The portal ${portal} counts as down; logins that need it are refused.${said}`
      : `The portal ${portal} failed ${counted(recent, "time")} in the last minute, ${failures} of ${calls} in 15 minutes.${said}`
    const more = { subject_kind: "portal", subject_id: portal, command: "garrison config" } as const
    return [row("portal_failing", down ? "now" : "soon", sentence, more)]
  })

const ofServer = ({ server, version }: AttentionFacts): ReadonlyArray<AttentionRow> => {
  if (server === undefined) return []
  const isOther = version !== undefined && server.version !== version
  return [
    ...server.unready.map((reason) => row("server_unready", "now", `The server is not ready: ${reason}.`)),
    ...(isOther
      ? [row("server_version", "soon", `The server is of version ${server.version}, this program of ${version}.`)]
      : []),
  ]
}

const ofClock = ({ clockAheadMillis: ahead = 0, newestRow = 0, now }: AttentionFacts): ReadonlyArray<AttentionRow> => {
  if (newestRow - now >= CLOCK_BEHIND_MILLIS) {
    const off = `The clock is ${span(newestRow - now)} behind the newest rows of the database`
    return [row("clock_off", "now", `${off}. Set the clock of this machine, or that of the database's.`)]
  }
  if (Math.abs(ahead) <= CLOCK_OFF_MILLIS_MAX) return []
  const off = `${(Math.abs(ahead) / 1000).toFixed(1)} s ${ahead > 0 ? "ahead of" : "behind"}`
  return [row("clock_off", "soon", `The clock of this machine is ${off} that of the database. Set this clock.`)]
}

const URGENCIES: ReadonlyArray<AttentionRow["urgency"]> = ["now", "soon", "notice"]

/** What needs attention, the most urgent first. */
export const attentionOf = (facts: AttentionFacts): ReadonlyArray<AttentionRow> =>
  [
    ...ofServer(facts),
    ...ofPortals(facts),
    ...ofKeys(facts),
    ...facts.secrets.flatMap((secret) => ofSecret(secret, facts.now)),
    ...ofTasks(facts),
    ...ofClock(facts),
    ...ofRestrictions(facts),
  ].toSorted((left, right) => URGENCIES.indexOf(left.urgency) - URGENCIES.indexOf(right.urgency))
