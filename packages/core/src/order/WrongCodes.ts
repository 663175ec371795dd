/**
 * Slows down who tries promotion codes: wrong ones are counted per player and per address, across nodes and restarts
 * (decisions, section 12; guarantees R24). While one of the counts is full, no code is tried, right or wrong, because a
 * right one would stand out.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { addressScope } from "../kernel/input/Address.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { makeKeyOf } from "../login/throttle/buckets.ts"
import { type CountedPlace, FailureStore, lockOf } from "../login/throttle/FailureStore.ts"
import { flowLimit } from "../login/rules/throttle.ts"

/** Wrong codes of a player: ten at once, and then one each minute. */
const OF_PLAYER = flowLimit(10, 1)
/** Wrong codes from an address, which many players may share: a hundred at once, and then ten each minute. */
const AT_ADDRESS = flowLimit(100, 10)

/** Ends the unit of work that counts, and undoes it. */
class Full extends Data.TaggedError("Full") {}

/** The place where so many are counted at once; undefined: it never has room for as many. */
const placeFor = ({ key, limit }: CountedPlace, count: number): CountedPlace | undefined => {
  const leakMillis = limit.leakMillis * count
  return leakMillis > limit.capacityMillis ? undefined : { key, limit: { ...limit, leakMillis } }
}

/** Counts wrong promotion codes, and refuses further ones. */
export class WrongCodes extends Context.Service<
  WrongCodes,
  {
    /**
     * Whether the player may try codes of which so many are wrong. Then these are counted, in a unit of work of their
     * own; otherwise nothing is. `address`: where the player's request came from; empty: not known, or a server's.
     */
    readonly admits: (player: PlayerUuid, address: string, wrong: number) => Effect.Effect<boolean>
  }
>()("@garrison/core/order/WrongCodes") {
  static readonly layer = Layer.effect(
    WrongCodes,
    Effect.gen(function* () {
      const store = yield* FailureStore
      const transaction = yield* Transaction
      const keyOf = yield* makeKeyOf

      const placesOf = Effect.fnUntraced(function* placesOf(player: PlayerUuid, address: string) {
        const ofPlayer: CountedPlace = { key: yield* keyOf("code_of_player", player), limit: OF_PLAYER }
        const scope = addressScope(address)
        if (scope === "") return [ofPlayer]
        return [ofPlayer, { key: yield* keyOf("code_at_address", scope), limit: AT_ADDRESS }]
      })

      /** Of many at once, no more are counted than there is room for: the condition stands in the statement. */
      const count = Effect.fnUntraced(function* count(places: ReadonlyArray<CountedPlace>, now: number) {
        if ((yield* store.take(places, now)) !== undefined) return yield* new Full()
        return true
      })

      const admits = Effect.fnUntraced(function* admits(player: PlayerUuid, address: string, wrong: number) {
        const places = yield* placesOf(player, address)
        const now = yield* Clock.currentTimeMillis
        if (wrong === 0) return !(yield* store.isFull(places, now))
        const counted = places.flatMap((place) => placeFor(place, wrong) ?? [])
        if (counted.length < places.length) return false
        const locks = counted.map(({ key }) => lockOf(key))
        const counting = transaction.inTurn(locks, transaction.run(count(counted, now)))
        return yield* Effect.catchTag(counting, "Full", () => Effect.succeed(false))
      })

      return WrongCodes.of({ admits })
    }),
  )
}
