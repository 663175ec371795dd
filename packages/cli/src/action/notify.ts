/** What `garrison notify` does: one player is told, or many at once. */
import { broadcastNotification } from "@garrison/core/notification/operations/broadcastNotification"
import { sendNotification } from "@garrison/core/notification/operations/sendNotification"
import { encodeNotification } from "@garrison/core/notification/rules"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readInput } from "../document/textFile.ts"
import { operate, operateAct, type OperationAnswer } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "../output/counted.ts"
import { noSuchPlayer } from "../output/explain.ts"
import { present } from "../output/print.ts"
import { facts } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { playerUuid } from "./identifiers.ts"
import { type ActInput, actOf, confirmAct, sayDryRun } from "./operator.ts"

interface NotifyInput extends ActInput {
  readonly ifRevision: Option.Option<number>
  readonly player: Option.Option<string>
  readonly message: Option.Option<string>
  readonly all: boolean
  readonly role: Option.Option<number>
  readonly players: Option.Option<string>
  readonly listed: ReadonlyArray<string>
  readonly url: Option.Option<string>
  readonly etag: Option.Option<string>
  readonly data: Readonly<Record<string, string>>
  readonly yes: boolean
  readonly json: boolean
}

const usage = (sentence: string, next?: string) =>
  Effect.fail(new CommandFailure({ kind: "usage", sentence, ...(next !== undefined && { next }) }))

/** Nothing stands where the text should. */
const noMessage = usage("<message> is missing.", "See garrison notify --help.")

const contentOf = ({ data, etag, url }: NotifyInput) => ({
  ...givenOnly({ rh_url: url, etag }),
  ...(Object.keys(data).length > 0 ? { custom_data: data } : {}),
})

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
const segmentOf = Effect.fnUntraced(function* (input: NotifyInput) {
  const isList = Option.isSome(input.players) || input.listed.length > 0
  const named = [input.all, Option.isSome(input.role), isList].filter(Boolean).length
  if (named > 1) return yield* usage("Give one of --all, --role and --players, not several.")
  if (input.all) return { all: true }
  if (Option.isSome(input.role)) return { role_id: input.role.value }
  if (!isList) return undefined
  const inFlags = yield* Effect.forEach(input.listed, playerUuid)
  const listed = Option.isSome(input.players) ? yield* listIn(input.players.value) : []
  return { player_uuids: [...inFlags, ...listed] }
})

type Segment = Exclude<Effect.Success<ReturnType<typeof segmentOf>>, undefined>

const wordsOf = (segment: Segment): string => {
  if ("all" in segment) return "all players"
  return "role_id" in segment
    ? `the players with role ${segment.role_id}`
    : counted(new Set(segment.player_uuids).size, "player", "players")
}

const sentToMany =
  (segment: Segment) =>
  ({ notification }: OperationAnswer<typeof broadcastNotification>) =>
    facts([
      ["sent to", wordsOf(segment)],
      ["notification_id", notification.notification_id],
      ["message", notification.message],
    ])

const notifyMany = Effect.fnUntraced(function* (segment: Segment, input: NotifyInput) {
  // The one argument is the message.
  if (Option.isSome(input.message)) {
    return yield* usage("With --all, --role or --players no player is named.", "Give the message alone.")
  }
  if (Option.isNone(input.player)) return yield* noMessage
  if (Option.isSome(input.ifRevision)) {
    return yield* usage("--if-revision is for one player: many players have no revision together.")
  }
  const wanted = { ...segment, message: input.player.value, ...contentOf(input) }
  yield* confirmAct(input, `This sends a notification to ${wordsOf(segment)}, and cannot be taken back.`)
  yield* operateAct(broadcastNotification, wanted, input, sentToMany(segment))
})

const notifyOne = Effect.fnUntraced(function* (input: NotifyInput) {
  if (Option.isNone(input.player)) {
    return yield* usage("<player_uuid> is missing.", "Name a player, or give --all, --role or --players.")
  }
  if (Option.isNone(input.message)) return yield* noMessage
  const player = yield* playerUuid(input.player.value)
  const wanted = { player_uuid: player, message: input.message.value, ...contentOf(input) }
  const { notification } = yield* operate(sendNotification, wanted, yield* actOf(input)).pipe(
    Effect.catchTag("PlayerNotFound", () => Effect.fail(noSuchPlayer(player))),
  )
  yield* present(input.json, JSON.parse(encodeNotification(notification)), () =>
    facts([
      ["sent to", player],
      ["notification_id", notification.notification_id],
      ["message", notification.message],
    ]),
  )
  yield* sayDryRun(input)
})

/** Appends a notification to a player's list, or to the log that many read. */
export const notifyPlayers = Effect.fn("Notify")(function* (input: NotifyInput) {
  const segment = yield* segmentOf(input)
  yield* segment === undefined ? notifyOne(input) : notifyMany(segment, input)
})
