/** What happened to a person or a client, as the two operations that show it answer. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { clientNames } from "../../client/everyClient.ts"
import { described, Integer, ListOf, Text } from "../../kernel/input/Field.ts"
import { Timestamp, TimestampOrUnix } from "../../kernel/time/Timestamp.ts"
import type { LoginRecord } from "../../login/storing/LoginHistoryStore.ts"
import { AuditStore } from "../../audit/AuditStore.ts"
import { kindOfLogin } from "../../audit/rules.ts"
import type { AuditRow, AuditSubject, SecurityEvent } from "../../audit/schema.ts"

/** Acts on one person or client that are read: more than there are of any. */
const ACTS_MAX = 10_000

const client = {
  client_uuid: described(Schema.optional(Text), "The client of the request."),
  client_id: described(Schema.optional(Text), "Its name; absent: it was deleted."),
  address: described(Text, "Network address of the request."),
}

/** A login, or a change of the ways to log in. */
export const LoginView = Schema.Struct({
  login_id: described(Text, "Uuid of the entry."),
  time: described(Timestamp, "When it was."),
  grant_type: described(Text, "How the session logged in; `link` and `unlink`: it changed the ways to log in."),
  platform: described(Schema.optional(Text), "Platform of the portal user."),
  player_uuid: described(Schema.optional(Text), "The player; absent: a machine client logged in for itself."),
  session_id: described(Text, "The session."),
  ...client,
  user_agent: described(Text, "`User-Agent` of the request."),
}).annotate({ identifier: "LoginOfHistory" })

/** A security event. */
export const EventView = Schema.Struct({
  event_id: described(Text, "Uuid of the event."),
  time: described(Timestamp, "When it was."),
  kind: described(Text, "What was observed."),
  grant_type: described(Schema.optional(Text), "Of a refused login: how it was attempted."),
  error_code: described(Schema.optional(Text), "Of a refused login: the code that answered it."),
  session_id: described(Schema.optional(Text), "The session."),
  ...client,
}).annotate({ identifier: "EventOfHistory" })

const ActView = Schema.Struct({
  sequence: described(Integer, "Number of the row in the audit."),
  time: described(Timestamp, "When it was."),
  operation: described(Text, "Name of the operation."),
  actor: described(Text, "Who did it."),
  address: described(Text, "Network address of the request; empty: it came over no network."),
  reason: described(Schema.optional(Text), "Why, in the words of the actor."),
  revision: described(Schema.optional(Integer), "Revision of the subject after the change."),
}).annotate({ identifier: "ActOfHistory" })

/** The lists of a history, each with the newest first. */
export const historyFields = {
  logins: described(ListOf(LoginView), "Logins, and changes of the ways to log in."),
  events: described(ListOf(EventView), "Refused logins and other security events."),
  acts: described(ListOf(ActView), "What operators changed."),
} as const

type History = Schema.Struct.Type<typeof historyFields>

/** The acts on a person or a client, the newest first. */
export const actsOn = (subject: AuditSubject) =>
  Effect.map(
    AuditStore.use((store) => store.changesSince(subject, -1, ACTS_MAX)),
    (acts) => acts.toReversed(),
  )

/** The conditions of a history. */
export const historyConditions = {
  kind: described(
    Schema.optionalKey(Text),
    "Only of this kind: login, link or unlink, a kind of event such as login_refused, or the operation of an act.",
  ),
  actor: described(Schema.optionalKey(Text), "Only by this actor: the client_id of a login, or who did an act."),
  from: described(Schema.optionalKey(TimestampOrUnix), "Not before this time, ISO 8601 or Unix seconds."),
  to: described(Schema.optionalKey(TimestampOrUnix), "Not after this time, ISO 8601 or Unix seconds."),
}

type Conditions = Schema.Struct.Type<typeof historyConditions>

/**
 * The history with what meets the conditions, at most `limit` of each list. What is kept of a person is bounded, so all
 * of it is looked at.
 */
export const historyMeeting = (
  { acts, events, logins }: History,
  { actor, from, kind, to }: Conditions,
  limit: number,
): History => {
  const isMet = (time: Timestamp, ownKind: string, by: string | undefined): boolean =>
    (from === undefined || time >= from) &&
    (to === undefined || time <= to) &&
    (kind === undefined || ownKind === kind) &&
    (actor === undefined || by === actor)
  return {
    logins: logins.filter((one) => isMet(one.time, kindOfLogin(one.grant_type), one.client_id)).slice(0, limit),
    events: events.filter((one) => isMet(one.time, one.kind, one.client_id)).slice(0, limit),
    acts: acts.filter((one) => isMet(one.time, one.operation, one.actor)).slice(0, limit),
  }
}

type Names = ReadonlyMap<string, string>

/** The login as operators see it, with the names of clients by uuid. */
export const loginView = (login: LoginRecord, names: Names): typeof LoginView.Type => ({
  login_id: login.loginId,
  time: login.at,
  grant_type: login.grantType,
  platform: login.player?.platform,
  player_uuid: login.player?.playerUuid,
  session_id: login.sessionId,
  client_uuid: login.clientUuid,
  client_id: names.get(login.clientUuid),
  address: login.address,
  user_agent: login.userAgent,
})

/** The event as operators see it, with the names of clients by uuid. */
export const eventView = (event: SecurityEvent, names: Names): typeof EventView.Type => ({
  event_id: event.eventId,
  time: event.at,
  kind: event.kind,
  grant_type: event.refusal?.grantType,
  error_code: event.refusal?.code,
  session_id: event.sessionId,
  client_uuid: event.clientUuid,
  client_id: names.get(event.clientUuid ?? ""),
  address: event.address,
})

/** The history as operators see it. */
export const historyOf = Effect.fnUntraced(function* (past: {
  readonly logins: ReadonlyArray<LoginRecord>
  readonly events: ReadonlyArray<SecurityEvent>
  readonly acts: ReadonlyArray<AuditRow>
}) {
  const names = yield* clientNames
  const history: History = {
    logins: past.logins.map((login) => loginView(login, names)),
    events: past.events.map((event) => eventView(event, names)),
    acts: past.acts.map((act) => ({
      sequence: act.sequence,
      time: act.at,
      operation: act.operation,
      actor: act.actor.name,
      address: act.actor.address,
      reason: act.reason,
      revision: act.revision,
    })),
  }
  return history
})
