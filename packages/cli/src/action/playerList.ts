/** What `garrison player list` does. */
import { formatTimestamp } from "@garrison/core/kernel/Timestamp"
import { Players } from "@garrison/core/player/Players"
import type { FoundPlayer } from "@garrison/core/player/schema"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withDatabase } from "../local.ts"
import { type InputNames, wrongInput } from "../output/explain.ts"
import { printData, printJson, printMessage } from "../output/print.ts"
import { moment, table } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { limitOf } from "./limit.ts"

/** The fields of a list as they are given on the command line. */
const flags: InputNames = { name: "--name", after: "--after" }

const wire = (player: FoundPlayer) => ({
  player_uuid: player.playerUuid,
  player_id: player.playerId,
  display_name: player.displayName,
  platform: player.platform,
  role_id: player.roleId,
  active: player.active,
  created: formatTimestamp(player.createdAt),
  deleted: player.deletedAt === undefined ? undefined : formatTimestamp(player.deletedAt),
})

const stateOf = ({ active, deletedAt }: FoundPlayer): string =>
  deletedAt !== undefined ? "deleted" : active ? "active" : "inactive"

const forPeople = (players: ReadonlyArray<FoundPlayer>): string =>
  table<FoundPlayer>(
    [
      { heading: "DISPLAY_NAME", text: ({ displayName }) => displayName },
      { heading: "PLAYER_UUID", text: ({ playerUuid }) => playerUuid },
      { heading: "PLATFORM", text: ({ platform }) => platform },
      { heading: "ROLE", text: ({ roleId }) => String(roleId) },
      { heading: "STATE", text: stateOf },
      { heading: "CREATED", text: ({ createdAt }) => moment(createdAt) },
    ],
    players,
  )

/** Lists players by display name, a page at a time. */
export const listPlayers = Effect.fn("Player.list")(function* (input: {
  readonly name: Option.Option<string>
  readonly limit: Option.Option<number>
  readonly after: Option.Option<string>
  readonly json: boolean
}) {
  const limit = yield* limitOf(input.limit)
  const wanted = { ...givenOnly({ name: input.name, after: input.after }), limit }
  const { next, players } = yield* withDatabase(
    "read",
    Players.use((service) => service.list(wanted)),
  ).pipe(Effect.catchTag("InvalidInput", (error) => Effect.fail(wrongInput(error, flags))))
  if (input.json) return yield* printJson({ players: players.map(wire), next: next ?? null })
  if (players.length === 0) {
    const names = Option.match(input.name, { onNone: () => "", onSome: (name) => ` whose name begins with "${name}"` })
    return yield* printMessage(`There are no${input.after._tag === "Some" ? " more" : ""} players${names}.`)
  }
  yield* printData(forPeople(players))
  if (next !== undefined) yield* printMessage(`There are more: the same command with --after ${next}`)
})
