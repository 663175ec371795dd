/** The sessions of the person of a player, for operators (decisions, section 3). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { clientNames } from "../../client/everyClient.ts"
import { described, Enumeration, Flag, ListOf, Text } from "../../kernel/input/Field.ts"
import { ClientUuid, PlayerUuid, SessionId } from "../../kernel/Identifier.ts"
import { Platform } from "../../kernel/Platform.ts"
import { Timestamp } from "../../kernel/time/Timestamp.ts"
import { value } from "../../operation/answer.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { Players } from "../../player/Players.ts"
import { isOpen } from "../../token/rules/sessions.ts"
import { REVOCATION_REASONS, SessionStore, type SessionView as StoredSession } from "../../token/SessionStore.ts"

/** A session as operators see it. */
export const SessionView = Schema.Struct({
  session_id: described(SessionId, "The session: `sid` of its access tokens."),
  player_uuid: described(PlayerUuid, "The player that logged in."),
  platform: described(Platform, "Platform of the portal user that logged in."),
  client_uuid: described(ClientUuid, "The client that the player logged in through."),
  client_id: described(Schema.optional(Text), "Its name; absent: the client was deleted."),
  open: described(Flag, "Whether the session lets anybody in."),
  refreshable: described(Flag, "Whether it has a refresh token."),
  created: described(Timestamp, "When it began."),
  expires: described(Timestamp, "When it ends by itself: unused, if it has a refresh token."),
  ended: described(Schema.NullOr(Timestamp), "When it was ended; null: it was not, but perhaps its client was."),
  ended_for: described(
    Schema.NullOr(Enumeration([...REVOCATION_REASONS, "client"])),
    "Why it was ended; null: it was not.",
  ),
}).annotate({ identifier: "SessionOfPlayer" })

/** The session as operators see it at `now`, with the name of its client. */
export const sessionView = (session: StoredSession, names: ReadonlyMap<string, string>, now: Timestamp) => ({
  session_id: session.sessionId,
  player_uuid: session.playerUuid,
  platform: session.platform,
  client_uuid: session.clientUuid,
  client_id: names.get(session.clientUuid),
  open: isOpen(session, now),
  refreshable: session.isRefreshable,
  created: session.createdAt,
  expires: session.expiresAt,
  ended: session.ended?.at ?? null,
  ended_for: session.ended?.reason ?? (session.clientEnded ? ("client" as const) : null),
})

/** Lists the sessions of the person that owns a player. */
export const listSessions = read(
  { name: "session.list", permissions: ["operator:read:player"] },
  {
    title: "List the sessions of a player",
    sentence:
      "List the sessions of the person of a player, the newest first: when each began, through which client, and " +
      "whether it is open. Tokens are never shown.",
    input: { player_uuid: OfPlayer },
    answer: value(
      Schema.Struct({
        player_uuid: OfPlayer,
        sessions: described(ListOf(SessionView), "Every session that is kept, the newest first."),
      }).annotate({ identifier: "SessionsOfPlayer" }),
    ),
    refusals: ["resource_not_found"],
    run: Effect.fnUntraced(function* ({ player_uuid: player }) {
      const { personId } = yield* (yield* Players).find(player)
      const sessions = yield* (yield* SessionStore).ofPerson(personId)
      const names = yield* clientNames
      const now = yield* Clock.currentTimeMillis
      return { player_uuid: player, sessions: sessions.map((session) => sessionView(session, names, now)) }
    }),
  },
)
