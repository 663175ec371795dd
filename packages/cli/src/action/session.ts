/** What `garrison session …` does. */
import { type PlayerUuid, SessionId } from "@garrison/core/kernel/Identifier"
import { formatTimestamp, type Timestamp } from "@garrison/core/kernel/Timestamp"
import type { SessionsToEnd } from "@garrison/core/player/endSessions"
import { Players } from "@garrison/core/player/Players"
import { isOpen } from "@garrison/core/token/rules/sessions"
import { type SessionView, SessionStore } from "@garrison/core/token/SessionStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { withDatabase } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "../output/counted.ts"
import { type InputNames, noSuchPlayer, wrongInput } from "../output/explain.ts"
import { present, printMessage } from "../output/print.ts"
import { facts, moment, table } from "../output/table.ts"
import { clientNames } from "./clientNames.ts"
import { playerUuid } from "./identifiers.ts"
import { type ActInput, actOf, sayDryRun } from "./operator.ts"

type Names = ReadonlyMap<string, string>

const stateOf = (session: SessionView, now: Timestamp): string => {
  if (session.ended !== undefined) return `ended: ${session.ended.reason}`
  if (session.clientEnded) return "ended: client"
  return isOpen(session, now) ? "open" : "expired"
}

const wire = (session: SessionView, names: Names, now: Timestamp) => ({
  session_id: session.sessionId,
  player_uuid: session.playerUuid,
  platform: session.platform,
  client_uuid: session.clientUuid,
  client_id: names.get(session.clientUuid),
  open: isOpen(session, now),
  refreshable: session.isRefreshable,
  created: formatTimestamp(session.createdAt),
  expires: formatTimestamp(session.expiresAt),
  ended: session.ended === undefined ? null : formatTimestamp(session.ended.at),
  ended_for: session.ended?.reason ?? (session.clientEnded ? "client" : null),
})

const forPeople = (sessions: ReadonlyArray<SessionView>, names: Names, now: Timestamp): string =>
  table<SessionView>(
    [
      { heading: "SESSION_ID", text: ({ sessionId }) => sessionId },
      { heading: "STATE", text: (session) => stateOf(session, now) },
      { heading: "PLATFORM", text: ({ platform }) => platform },
      { heading: "CLIENT", text: ({ clientUuid }) => names.get(clientUuid) ?? "-", cuttable: true },
      { heading: "BEGAN", text: ({ createdAt }) => moment(createdAt) },
      { heading: "ENDS", text: ({ ended, expiresAt }) => moment(ended?.at ?? expiresAt) },
    ],
    sessions,
  )

/** Lists the sessions of the person of a player. */
export const listSessions = Effect.fn("Session.list")(function* (input: {
  readonly player: string
  readonly json: boolean
}) {
  const player = yield* playerUuid(input.player)
  const { names, sessions } = yield* withDatabase(
    "read",
    Effect.gen(function* () {
      const { personId } = yield* (yield* Players).find(player)
      return { sessions: yield* (yield* SessionStore).ofPerson(personId), names: yield* clientNames }
    }),
  ).pipe(Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))))
  const now = yield* Clock.currentTimeMillis
  if (sessions.length === 0 && !input.json) return yield* printMessage("This player has no session.")
  const data = { player_uuid: player, sessions: sessions.map((session) => wire(session, names, now)) }
  yield* present(input.json, data, () => forPeople(sessions, names, now))
})

interface EndInput extends ActInput {
  readonly player: string
  readonly session: Option.Option<string>
  readonly token: Option.Option<string>
  readonly json: boolean
}

/** The fields of what ends, as they are given on the command line. */
const flags: InputNames = { token_id: "--token" }

const decodeSession = Schema.decodeUnknownOption(SessionId)

const usage = (sentence: string) => Effect.fail(new CommandFailure({ kind: "usage", sentence }))

const whichOf = ({ session, token }: EndInput): Effect.Effect<SessionsToEnd, CommandFailure> => {
  if (Option.isSome(session) && Option.isSome(token)) return usage("Give --session or --token, not both.")
  if (Option.isSome(token)) return Effect.succeed({ tokenId: token.value })
  if (Option.isNone(session)) return Effect.succeed("all")
  return Option.match(decodeSession(session.value), {
    onNone: () => usage(`--session must be a session id, not "${session.value}".`),
    onSome: (sessionId) => Effect.succeed({ sessionId }),
  })
}

const noSession = (player: PlayerUuid, which: SessionsToEnd): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence:
      typeof which === "object" && "sessionId" in which
        ? `The player ${player} has no open session ${which.sessionId}.`
        : `The player ${player} has no open session.`,
    next: "garrison session list shows the sessions.",
  })

const endedText = (which: SessionsToEnd, count: number): string =>
  typeof which === "object" && "tokenId" in which ? `the access token ${which.tokenId}` : counted(count, "session")

/** Ends sessions of the person of a player, or one access token. */
export const endSessions = Effect.fn("Session.end")(function* (input: EndInput) {
  const player = yield* playerUuid(input.player)
  const act = yield* actOf(input)
  const which = yield* whichOf(input)
  const count = yield* withDatabase(
    "upgrade",
    Players.use((players) => players.endSessions(player, which, act)),
  ).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
    Effect.catchTag("InvalidInput", (error) => Effect.fail(wrongInput(error, flags))),
  )
  if (count === 0) return yield* noSession(player, which)
  const isToken = typeof which === "object" && "tokenId" in which
  const data = { player_uuid: player, ended_sessions: isToken ? 0 : count, ended_tokens: isToken ? 1 : 0 }
  yield* present(input.json, data, () =>
    facts([
      ["player_uuid", player],
      ["ended", endedText(which, count)],
    ]),
  )
  yield* sayDryRun(input)
})
