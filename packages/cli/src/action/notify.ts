/** What `garrison notify` does: one player is told, or many at once. */
import { broadcastNotification } from "@garrison/core/notification/operations/broadcastNotification"
import { sendNotification } from "@garrison/core/notification/operations/sendNotification"
import { encodeNotification } from "@garrison/core/notification/rules"
import { sentFacts } from "@garrison/core/notification/show"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readInput } from "../document/textFile.ts"
import { jsonOf, operate } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "@garrison/core/operation/show/counted"
import { printJson } from "../output/print.ts"
import type { Said } from "../row/Code.ts"
import { showAnswer } from "../row/show.ts"
import { playerMeant, playerUuid } from "./identifiers.ts"
import { actOf, confirmAct, sayDryRun } from "./operator.ts"

interface NotifyInput {
  /** The player, or the message to many. */
  readonly player_uuid?: string
  readonly message?: string
  readonly all?: boolean
  readonly role_id?: number
  /** A file with a list of them. */
  readonly players?: string
  readonly player_uuids?: ReadonlyArray<string>
  readonly rh_url?: string
  readonly etag?: string
  readonly custom_data?: Readonly<Record<string, string>>
}

const usage = (sentence: string, next?: string) =>
  Effect.fail(new CommandFailure({ kind: "usage", sentence, ...(next !== undefined && { next }) }))

/** Nothing stands where the text should. */
const noMessage = usage("<message> is missing.", "See garrison notify --help.")

const contentOf = ({ custom_data, etag, rh_url }: NotifyInput) => ({ rh_url, etag, custom_data })

/** The uuids of a file, one a line. Empty lines are left out, and so is what stands behind a `#`. */
const listIn = Effect.fnUntraced(function* (path: string) {
  const text = yield* readInput(path, "list of players")
  const wrong: Array<string> = []
  const players: Array<string> = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const given = line.replace(/#.*$/, "").trim()
    if (given === "") continue
    const decoded = yield* Effect.option(playerUuid(given))
    if (Option.isNone(decoded)) wrong.push(`line ${index + 1}: "${given.slice(0, 80)}" is not a player_uuid`)
    else players.push(decoded.value)
  }
  if (wrong.length === 0) return players
  const sentence = "The list of players is wrong; nothing was sent."
  return yield* new CommandFailure({ kind: "usage", sentence, details: wrong })
})

/** The players that the flags name, as fields of the operation. Undefined: an argument names the player. */
const segmentOf = Effect.fnUntraced(function* ({ all, player_uuids: listed = [], players, role_id }: NotifyInput) {
  const isList = players !== undefined || listed.length > 0
  const named = [all, role_id !== undefined, isList].filter(Boolean).length
  if (named > 1) return yield* usage("Give one of --all, --role and --players, not several.")
  if (all === true) return { all }
  if (role_id !== undefined) return { role_id }
  if (!isList) return undefined
  const inFlags = yield* Effect.forEach(listed, playerMeant)
  return { player_uuids: [...inFlags, ...(players === undefined ? [] : yield* listIn(players))] }
})

type Segment = Exclude<Effect.Success<ReturnType<typeof segmentOf>>, undefined>

const wordsOf = (segment: Segment): string => {
  if ("all" in segment) return "all players"
  return "role_id" in segment
    ? `the players with role ${segment.role_id}`
    : counted(new Set(segment.player_uuids).size, "player")
}

const notifyMany = Effect.fnUntraced(function* (segment: Segment, input: NotifyInput, said: Said) {
  // The one argument is the message.
  if (input.message !== undefined) {
    return yield* usage("With --all, --role or --players no player is named.", "Give the message alone.")
  }
  if (input.player_uuid === undefined) return yield* noMessage
  if (said.ifRevision !== undefined && Option.isSome(said.ifRevision)) {
    return yield* usage("--if-revision is for one player: many players have no revision together.")
  }
  yield* confirmAct(said, `This sends a notification to ${wordsOf(segment)}, and cannot be taken back.`)
  const wanted = { ...segment, message: input.player_uuid, ...contentOf(input) }
  const sent = yield* operate(broadcastNotification, wanted, yield* actOf(said))
  yield* showAnswer(sentFacts, said, jsonOf(broadcastNotification, sent))
})

const notifyOne = Effect.fnUntraced(function* (input: NotifyInput, said: Said) {
  if (input.player_uuid === undefined) {
    return yield* usage("<player_uuid> is missing.", "Name a player, or give --all, --role or --players.")
  }
  if (input.message === undefined) return yield* noMessage
  const player = yield* playerMeant(input.player_uuid)
  const wanted = { player_uuid: player, message: input.message, ...contentOf(input) }
  const sent = yield* operate(sendNotification, wanted, yield* actOf(said))
  yield* said.json
    ? printJson(JSON.parse(encodeNotification(sent.notification)))
    : showAnswer(sentFacts, said, jsonOf(sendNotification, sent))
})

/** Appends a notification to a player's list, or to the log that many read. */
export const notifyPlayers = Effect.fn("Notify")(function* (input: NotifyInput, said: Said) {
  const segment = yield* segmentOf(input)
  yield* segment === undefined ? notifyOne(input, said) : notifyMany(segment, input, said)
  yield* sayDryRun(said)
})
