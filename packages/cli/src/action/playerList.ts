/** What `garrison player list` and `garrison player search` do. */
import { listPlayers } from "@garrison/core/player/operations/listPlayers"
import { searchPlayers } from "@garrison/core/player/operations/searchPlayers"
import type { FoundPlayerView } from "@garrison/core/player/view"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isForPeople, type ListForm, operate, sayNext, showList } from "../operate.ts"
import { printMessage } from "../output/print.ts"
import { moment, table } from "../output/table.ts"
import { catalogIdIfGiven } from "./catalogIds.ts"
import { givenOnly } from "./givenOnly.ts"
import { limitOf } from "./limit.ts"

const stateOf = ({ active, deleted }: FoundPlayerView): string =>
  deleted !== undefined ? "deleted" : active ? "active" : "inactive"

const forPeople = (players: ReadonlyArray<FoundPlayerView>): string =>
  table<FoundPlayerView>(
    [
      { heading: "DISPLAY_NAME", text: (player) => player.display_name, cuttable: true },
      { heading: "PLAYER_UUID", text: (player) => player.player_uuid },
      { heading: "PLATFORM", text: ({ platform }) => platform, cuttable: true },
      { heading: "ROLE", text: (player) => String(player.role_id) },
      { heading: "STATE", text: stateOf },
      { heading: "CREATED", text: ({ created }) => moment(created), cuttable: true },
    ],
    players,
  )

interface ListInput extends ListForm {
  readonly name: Option.Option<string>
  readonly limit: Option.Option<number>
  readonly after: Option.Option<string>
}

/** Lists players by display name, a page at a time. */
export const showPlayers = Effect.fn("Player.list")(function* (input: ListInput) {
  const limit = yield* limitOf(input.limit)
  const wanted = { ...givenOnly({ name: input.name, after: input.after }), limit }
  const found = yield* operate(listPlayers, wanted)
  if (found.players.length === 0 && isForPeople(input)) {
    const names = Option.match(input.name, { onNone: () => "", onSome: (name) => ` whose name begins with "${name}"` })
    return yield* printMessage(`There are no${input.after._tag === "Some" ? " more" : ""} players${names}.`)
  }
  yield* showList(listPlayers, input, found, "players", () => forPeople(found.players))
  return yield* sayNext(input, found.next)
})

interface SearchInput extends ListInput {
  readonly uuid: Option.Option<string>
  readonly id: Option.Option<number>
  readonly platform: Option.Option<string>
  readonly portalUser: Option.Option<string>
  readonly environment: Option.Option<string>
  readonly item: Option.Option<string>
  readonly restriction: Option.Option<string>
  readonly online: boolean
}

/** Finds players by what an operator knows of them. */
export const findPlayers = Effect.fn("Player.search")(function* (input: SearchInput) {
  const limit = yield* limitOf(input.limit)
  const { after, environment, id, item, name, platform, portalUser, restriction, uuid } = input
  const given = givenOnly({
    name,
    player_uuid: uuid,
    player_id: id,
    platform,
    portal_user_id: portalUser,
    environment,
    item_id: yield* catalogIdIfGiven("item", item),
    restriction,
    after,
  })
  const found = yield* operate(searchPlayers, { ...given, ...(input.online ? { online: true } : {}), limit })
  if (found.players.length === 0 && isForPeople(input)) {
    yield* printMessage(found.next === null ? "There is no such player." : "This page has no such player.")
  } else yield* showList(searchPlayers, input, found, "players", () => forPeople(found.players))
  return yield* sayNext(input, found.next)
})
