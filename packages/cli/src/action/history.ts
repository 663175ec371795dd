/**
 * What `garrison player history` and `garrison client history` do: logins, refused logins, security events and acts of
 * operators, in one list.
 */
import { kindOfLogin } from "@garrison/core/audit/operations/history"
import { showClientHistory } from "@garrison/core/client/operations/showClientHistory"
import type { Timestamp } from "@garrison/core/kernel/time/Timestamp"
import { showPlayerHistory } from "@garrison/core/player/operations/showPlayerHistory"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { isForPeople, type ListForm, type OperationAnswer, operate, showAnswer } from "../operate.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { printLines, printMessage } from "../output/print.ts"
import { moment, table } from "../output/table.ts"
import { noSuchClient } from "./client.ts"
import { givenOnly } from "./givenOnly.ts"
import { playerUuid } from "./identifiers.ts"
import { limitOf } from "./limit.ts"

type History = Omit<OperationAnswer<typeof showPlayerHistory>, "player_uuid">

/** One thing that happened. */
interface Happened {
  readonly at: Timestamp
  readonly what: string
  readonly detail: string
  readonly by: string
  readonly address: string
}

/** All of it in the order of time, the newest first. */
const inOrder = ({ acts, events, logins }: History, limit: number): ReadonlyArray<Happened> => {
  const happened: ReadonlyArray<Happened> = [
    ...logins.map(({ address, client_id: by = "-", grant_type: grant, platform, time: at }) => {
      // A changed way to log in is in the history of logins, too, and is none.
      const what = kindOfLogin(grant)
      return { at, what, detail: what === "login" ? grant : (platform ?? "-"), by, address }
    }),
    ...events.map(({ address, client_id: by = "-", error_code: code, grant_type: grant, kind, time: at }) => {
      const detail = code === undefined ? "-" : `${grant}: ${code}`
      return { at, what: kind, detail, by, address }
    }),
    ...acts.map(({ actor, address, operation, reason, time: at }) => {
      return { at, what: operation, detail: reason ?? "-", by: actor, address }
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

interface HistoryInput extends ListForm {
  readonly kind: Option.Option<string>
  readonly actor: Option.Option<string>
  readonly from: Option.Option<string>
  readonly to: Option.Option<string>
  readonly limit: Option.Option<number>
}

const conditionsOf = ({ actor, from, kind, to }: HistoryInput) => givenOnly({ actor, from, kind, to })

type EncodedHistory = Readonly<Record<"acts" | "events" | "logins", ReadonlyArray<{ readonly time: string }>>>

/** What happened as rows of one list, the newest first: each says in `list` which list of the answer it is from. */
const rowsOf = ({ acts, events, logins }: EncodedHistory, limit: number): ReadonlyArray<unknown> =>
  [
    ...logins.map((row) => ({ list: "logins", ...row })),
    ...events.map((row) => ({ list: "events", ...row })),
    ...acts.map((row) => ({ list: "acts", ...row })),
  ]
    .toSorted((one, other) => Date.parse(other.time) - Date.parse(one.time))
    .slice(0, limit)

const nothingKept = (input: HistoryInput): string =>
  Object.keys(conditionsOf(input)).length === 0
    ? "Nothing is kept: no login, no event and no change."
    : "Nothing like that is kept."

/** Shows what happened to the person of a player. */
export const showHistoryOfPlayer = Effect.fn("Player.history")(function* (
  input: HistoryInput & { readonly player: string },
) {
  const player = yield* playerUuid(input.player)
  const limit = yield* limitOf(input.limit)
  const history = yield* operate(showPlayerHistory, { player_uuid: player, ...conditionsOf(input), limit }).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
  )
  const happened = inOrder(history, limit)
  if (happened.length === 0 && isForPeople(input)) return yield* printMessage(nothingKept(input))
  if (input.ndjson) {
    return yield* printLines(rowsOf(Schema.encodeSync(showPlayerHistory.answer.schema)(history), limit))
  }
  return yield* showAnswer(showPlayerHistory, input.json, history, () => forPeople(happened))
})

/** Shows the logins of a machine client for itself, and what operators changed of a client. */
export const showHistoryOfClient = Effect.fn("Client.history")(function* (
  input: HistoryInput & { readonly clientId: string },
) {
  const limit = yield* limitOf(input.limit)
  const history = yield* operate(showClientHistory, { client_id: input.clientId, ...conditionsOf(input), limit }).pipe(
    Effect.catchTag("ClientNotFound", () => Effect.fail(noSuchClient(input.clientId))),
  )
  const happened = inOrder(history, limit)
  if (happened.length === 0 && isForPeople(input)) return yield* printMessage(nothingKept(input))
  if (input.ndjson) {
    return yield* printLines(rowsOf(Schema.encodeSync(showClientHistory.answer.schema)(history), limit))
  }
  return yield* showAnswer(showClientHistory, input.json, history, () => forPeople(happened))
})
