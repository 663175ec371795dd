/**
 * What `garrison player history` and `garrison client history` do: logins, refused logins, security events and acts of
 * operators, in one list.
 */
import { AuditStore } from "@garrison/core/audit/AuditStore"
import type { AuditRow, AuditSubject, SecurityEvent } from "@garrison/core/audit/schema"
import { SecurityEventStore } from "@garrison/core/audit/SecurityEventStore"
import type { Client } from "@garrison/core/client/schema"
import type { PersonId } from "@garrison/core/kernel/Identifier"
import { formatTimestamp, type Timestamp } from "@garrison/core/kernel/Timestamp"
import { LoginHistoryStore, type LoginRecord } from "@garrison/core/login/storing/LoginHistoryStore"
import { personSubject } from "@garrison/core/person/personRevision"
import { Players } from "@garrison/core/player/Players"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { withDatabase } from "../local.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { present, printMessage } from "../output/print.ts"
import { moment, table } from "../output/table.ts"
import { clientNamed } from "./client.ts"
import { clientNames } from "./clientNames.ts"
import { playerUuid } from "./identifiers.ts"
import { limitOf } from "./limit.ts"

/** Acts on one person or client that are read: more than there are of any. */
const ACTS_MAX = 10_000

/** All that is stored of what happened to a person or client, each list with the newest first. */
interface Past {
  readonly logins: ReadonlyArray<LoginRecord>
  readonly events: ReadonlyArray<SecurityEvent>
  readonly acts: ReadonlyArray<AuditRow>
}

const actsOn = (subject: AuditSubject, limit: number) =>
  AuditStore.use((store) => store.changesSince(subject, -1, ACTS_MAX)).pipe(
    Effect.map((acts) => acts.toReversed().slice(0, limit)),
  )

const pastOfPerson = Effect.fnUntraced(function* (personId: PersonId, limit: number) {
  const past: Past = {
    logins: yield* (yield* LoginHistoryStore).ofPerson(personId, limit),
    events: yield* (yield* SecurityEventStore).ofPerson(personId, limit),
    acts: yield* actsOn(personSubject(personId), limit),
  }
  return past
})

const pastOfClient = Effect.fnUntraced(function* ({ clientId, clientUuid }: Client, limit: number) {
  const past: Past = {
    logins: yield* (yield* LoginHistoryStore).ofClient(clientUuid, limit),
    events: [],
    acts: yield* actsOn({ kind: "client", id: clientId }, limit),
  }
  return past
})

/** One thing that happened. */
interface Happened {
  readonly at: Timestamp
  readonly what: string
  readonly detail: string
  readonly by: string
  readonly address: string
}

type Names = ReadonlyMap<string, string>

/** All of it in the order of time, the newest first. */
const inOrder = ({ acts, events, logins }: Past, names: Names, limit: number): ReadonlyArray<Happened> => {
  const nameOf = (clientUuid: string | undefined) => names.get(clientUuid ?? "") ?? "-"
  const happened: ReadonlyArray<Happened> = [
    ...logins.map(({ address, at, clientUuid, grantType, player }) => {
      // A changed way to log in is in the history of logins, too, and is none.
      const isLink = grantType === "link" || grantType === "unlink"
      const words = isLink ? { what: grantType, detail: player?.platform ?? "-" } : { what: "login", detail: grantType }
      return { at, ...words, by: nameOf(clientUuid), address }
    }),
    ...events.map(({ address, at, clientUuid, kind, refusal }) => {
      const detail = refusal === undefined ? "-" : `${refusal.grantType}: ${refusal.code}`
      return { at, what: kind, detail, by: nameOf(clientUuid), address }
    }),
    ...acts.map(({ actor, at, operation, reason }) => {
      return { at, what: operation, detail: reason ?? "-", by: actor.name, address: actor.address }
    }),
  ]
  return happened.toSorted((one, other) => other.at - one.at).slice(0, limit)
}

const forPeople = (happened: ReadonlyArray<Happened>): string =>
  table<Happened>(
    [
      { heading: "TIME", text: ({ at }) => moment(at) },
      { heading: "WHAT", text: ({ what }) => what },
      { heading: "ADDRESS", text: ({ address }) => address || "-" },
      { heading: "BY", text: ({ by }) => by, cuttable: true },
      { heading: "DETAIL", text: ({ detail }) => detail, cuttable: true },
    ],
    happened,
  )

const wire = ({ acts, events, logins }: Past, names: Names) => ({
  logins: logins.map((login) => ({
    login_id: login.loginId,
    time: formatTimestamp(login.at),
    grant_type: login.grantType,
    platform: login.player?.platform,
    player_uuid: login.player?.playerUuid,
    session_id: login.sessionId,
    client_uuid: login.clientUuid,
    client_id: names.get(login.clientUuid),
    address: login.address,
    user_agent: login.userAgent,
  })),
  events: events.map((event) => ({
    event_id: event.eventId,
    time: formatTimestamp(event.at),
    kind: event.kind,
    grant_type: event.refusal?.grantType,
    error_code: event.refusal?.code,
    session_id: event.sessionId,
    client_uuid: event.clientUuid,
    client_id: names.get(event.clientUuid ?? ""),
    address: event.address,
  })),
  acts: acts.map((act) => ({
    sequence: act.sequence,
    time: formatTimestamp(act.at),
    operation: act.operation,
    actor: act.actor.name,
    address: act.actor.address,
    reason: act.reason,
    revision: act.revision,
  })),
})

interface HistoryInput {
  readonly limit: Option.Option<number>
  readonly json: boolean
}

const presentPast = Effect.fnUntraced(function* (
  { json }: HistoryInput,
  subject: Readonly<Record<string, string>>,
  past: Past,
  names: Names,
  limit: number,
) {
  const happened = inOrder(past, names, limit)
  if (happened.length === 0 && !json) return yield* printMessage("Nothing is kept: no login, no event and no change.")
  yield* present(json, { ...subject, ...wire(past, names) }, () => forPeople(happened))
})

/** Shows what happened to the person of a player. */
export const showPlayerHistory = Effect.fn("Player.history")(function* (
  input: HistoryInput & { readonly player: string },
) {
  const player = yield* playerUuid(input.player)
  const limit = yield* limitOf(input.limit)
  const { names, past } = yield* withDatabase(
    "read",
    Effect.gen(function* () {
      const { personId } = yield* (yield* Players).find(player)
      return { past: yield* pastOfPerson(personId, limit), names: yield* clientNames }
    }),
  ).pipe(Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))))
  yield* presentPast(input, { player_uuid: player }, past, names, limit)
})

/** Shows the logins of a machine client for itself, and what operators changed of a client. */
export const showClientHistory = Effect.fn("Client.history")(function* (
  input: HistoryInput & { readonly clientId: string },
) {
  const limit = yield* limitOf(input.limit)
  const { names, past } = yield* withDatabase(
    "read",
    Effect.gen(function* () {
      const client = yield* clientNamed(input.clientId)
      return { past: yield* pastOfClient(client, limit), names: new Map([[client.clientUuid, client.clientId]]) }
    }),
  )
  yield* presentPast(input, { client_id: input.clientId }, past, names, limit)
})
