/** What `garrison session …` does. */
import { type PlayerUuid, SessionId } from "@garrison/core/kernel/Identifier"
import { endSessions } from "@garrison/core/player/operations/endSessions"
import { listSessions } from "@garrison/core/token/operations/listSessions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { isForPeople, type ListForm, type OperationAnswer, operate, showAnswer, showList } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "../output/counted.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { printMessage } from "../output/print.ts"
import { facts, moment, table } from "../output/table.ts"
import { playerUuid } from "./identifiers.ts"
import { type ActInput, actOf, sayDryRun } from "./operator.ts"

type Session = OperationAnswer<typeof listSessions>["sessions"][number]

const stateOf = ({ ended_for: reason, open }: Session): string => {
  if (reason !== null) return `ended: ${reason}`
  return open ? "open" : "expired"
}

const forPeople = (sessions: ReadonlyArray<Session>): string =>
  table<Session>(
    [
      { heading: "SESSION_ID", text: (session) => session.session_id },
      { heading: "STATE", text: stateOf },
      { heading: "PLATFORM", text: ({ platform }) => platform },
      { heading: "CLIENT", text: (session) => session.client_id ?? "-", cuttable: true },
      { heading: "BEGAN", text: ({ created }) => moment(created) },
      { heading: "ENDS", text: ({ ended, expires }) => moment(ended ?? expires) },
    ],
    sessions,
  )

/** Lists the sessions of the person of a player. */
export const showSessions = Effect.fn("Session.list")(function* (input: ListForm & { readonly player: string }) {
  const player = yield* playerUuid(input.player)
  const answered = yield* operate(listSessions, { player_uuid: player }).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
  )
  if (answered.sessions.length === 0 && isForPeople(input)) return yield* printMessage("This player has no session.")
  yield* showList(listSessions, input, answered, "sessions", () => forPeople(answered.sessions))
})

interface EndInput extends ActInput {
  readonly player: string
  readonly session: Option.Option<string>
  readonly token: Option.Option<string>
  readonly json: boolean
}

const decodeSession = Schema.decodeUnknownOption(SessionId)

const usage = (sentence: string) => Effect.fail(new CommandFailure({ kind: "usage", sentence }))

/** What ends, as fields of the operation. */
const whichOf = ({ session, token }: EndInput): Effect.Effect<Which, CommandFailure> => {
  if (Option.isSome(session) && Option.isSome(token)) return usage("Give --session or --token, not both.")
  if (Option.isSome(token)) return Effect.succeed({ token_id: token.value })
  if (Option.isNone(session)) return Effect.succeed({})
  return Option.match(decodeSession(session.value), {
    onNone: () => usage(`--session must be a session id, not "${session.value}".`),
    onSome: (sessionId) => Effect.succeed({ session_id: sessionId }),
  })
}

interface Which {
  readonly session_id?: SessionId
  readonly token_id?: string
}

const noSession = (player: PlayerUuid, { session_id: session }: Which): CommandFailure =>
  new CommandFailure({
    kind: "notFound",
    sentence:
      session === undefined
        ? `The player ${player} has no open session.`
        : `The player ${player} has no open session ${session}.`,
    next: "garrison session list shows the sessions.",
  })

/** Ends sessions of the person of a player, or one access token. */
export const endSome = Effect.fn("Session.end")(function* (input: EndInput) {
  const player = yield* playerUuid(input.player)
  const act = yield* actOf(input)
  const which = yield* whichOf(input)
  const ended = yield* operate(endSessions, { player_uuid: player, ...which }, act).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
  )
  if (ended.ended_sessions + ended.ended_tokens === 0) return yield* noSession(player, which)
  yield* showAnswer(endSessions, input.json, ended, () =>
    facts([
      ["player_uuid", player],
      [
        "ended",
        which.token_id === undefined ? counted(ended.ended_sessions, "session") : `the access token ${which.token_id}`,
      ],
    ]),
  )
  yield* sayDryRun(input)
})
