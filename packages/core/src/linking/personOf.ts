/** Finds the person whose links a verb changes. */
import * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { PlayerNotFound } from "../player/errors.ts"
import { LinkStore } from "./LinkStore.ts"

/** Refuses a player that does not exist, or whose person was deleted. */
export const noSuchPlayer = () => new PlayerNotFound({ code: "resource_not_found" })

/** The person that owns the player. */
export const personOf = Effect.fnUntraced(function* (player: PlayerUuid) {
  const person = yield* (yield* LinkStore).ofPlayer(player)
  return person ?? (yield* noSuchPlayer())
})
