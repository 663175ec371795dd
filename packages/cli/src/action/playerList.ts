/** What `garrison player list` does. */
import { listPlayers } from "@garrison/core/player/operations/listPlayers"
import type { FoundPlayerView } from "@garrison/core/player/view"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { operate, showAnswer } from "../operate.ts"
import { printMessage } from "../output/print.ts"
import { moment, table } from "../output/table.ts"
import { givenOnly } from "./givenOnly.ts"
import { limitOf } from "./limit.ts"

const stateOf = ({ active, deleted }: FoundPlayerView): string =>
  deleted !== undefined ? "deleted" : active ? "active" : "inactive"

const forPeople = (players: ReadonlyArray<FoundPlayerView>): string =>
  table<FoundPlayerView>(
    [
      { heading: "DISPLAY_NAME", text: (player) => player.display_name },
      { heading: "PLAYER_UUID", text: (player) => player.player_uuid },
      { heading: "PLATFORM", text: ({ platform }) => platform },
      { heading: "ROLE", text: (player) => String(player.role_id) },
      { heading: "STATE", text: stateOf },
      { heading: "CREATED", text: ({ created }) => moment(created) },
    ],
    players,
  )

/** Lists players by display name, a page at a time. */
export const showPlayers = Effect.fn("Player.list")(function* (input: {
  readonly name: Option.Option<string>
  readonly limit: Option.Option<number>
  readonly after: Option.Option<string>
  readonly json: boolean
}) {
  const limit = yield* limitOf(input.limit)
  const wanted = { ...givenOnly({ name: input.name, after: input.after }), limit }
  const found = yield* operate(listPlayers, wanted)
  if (found.players.length === 0 && !input.json) {
    const names = Option.match(input.name, { onNone: () => "", onSome: (name) => ` whose name begins with "${name}"` })
    return yield* printMessage(`There are no${input.after._tag === "Some" ? " more" : ""} players${names}.`)
  }
  yield* showAnswer(listPlayers, input.json, found, () => forPeople(found.players))
  if (found.next !== null && !input.json) {
    yield* printMessage(`There are more: the same command with --after ${found.next}`)
  }
})
