/** Players as operators handle them (decisions, sections 1 and 7). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { isActive } from "../restriction/rules.ts"
import { RestrictionStore } from "../restriction/RestrictionStore.ts"
import { Sessions } from "../token/Sessions.ts"
import { PlayerNotFound } from "./errors.ts"
import { PlayerStore } from "./PlayerStore.ts"
import type { PlayerProfile } from "./schema.ts"

/** Looks players up, and changes what logging in does not. */
export class Players extends Context.Service<
  Players,
  {
    /** The player with portal users, sibling players, restrictions in force and past, and the last login. */
    readonly find: (player: PlayerUuid) => Effect.Effect<PlayerProfile, PlayerNotFound>
    /** Gives the player another role; tokens already issued keep what they say until they expire. */
    readonly setRole: (player: PlayerUuid, roleId: number) => Effect.Effect<void, PlayerNotFound>
    /** Deletes the person that owns the player: no login reaches it again, and its sessions end. */
    readonly deletePerson: (player: PlayerUuid) => Effect.Effect<void, PlayerNotFound>
  }
>()("@garrison/core/player/Players") {
  static readonly layer = Layer.effect(
    Players,
    Effect.gen(function* () {
      const store = yield* PlayerStore
      const restrictions = yield* RestrictionStore
      const sessions = yield* Sessions
      const transaction = yield* Transaction

      const stored = Effect.fnUntraced(function* (player: PlayerUuid) {
        const profile = yield* store.findProfile(player)
        return profile ?? (yield* new PlayerNotFound({ code: "resource_not_found" }))
      })

      const find = Effect.fn("Players.find")(function* (player: PlayerUuid) {
        const profile = yield* stored(player)
        const now = yield* Clock.currentTimeMillis
        const history = yield* restrictions.ofPerson(profile.personId)
        return {
          ...profile,
          restrictions: history.map((record) => Object.assign({ active: isActive(record, now) }, record)),
        }
      })

      const setRole = Effect.fn("Players.setRole")(function* (player: PlayerUuid, roleId: number) {
        const found = yield* transaction.run(store.setRole(player, roleId))
        if (!found) yield* new PlayerNotFound({ code: "resource_not_found" })
      })

      const deletePerson = Effect.fn("Players.deletePerson")(function* (player: PlayerUuid) {
        const { personId } = yield* stored(player)
        const now = yield* Clock.currentTimeMillis
        yield* transaction.run(
          Effect.andThen(store.deletePerson(personId, now), sessions.endInUnit({ personId }, "deletion", now)),
        )
      })

      return { find, setRole, deletePerson }
    }),
  )
}
