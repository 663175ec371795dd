/**
 * The addresses from which a portal has proved a credential. They need not wait behind strangers for a portal
 * (decisions, section 4; guarantees R62).
 */
import * as Cache from "effect/Cache"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { addressScope } from "../../kernel/input/Address.ts"
import { Transaction } from "../../kernel/work/Transaction.ts"
import { makeKeyOf } from "./buckets.ts"
import { type FailureKey, FailureStore } from "./FailureStore.ts"
import { FAMILIAR_MILLIS } from "../rules/throttle.ts"

/**
 * Known addresses share so many rows. One account of a portal can be used from as many addresses as its owner has, so
 * the rows must be limited.
 */
const ROWS_MAX = 2 ** 24

/** Addresses that a process remembers, so that it need not ask storage. */
const REMEMBERED_MAX = 10_000

/** How long it remembers that an address is known, in ms. So a row is written once a day for each address. */
const KNOWN_MILLIS = 24 * 60 * 60 * 1000

/** How long it remembers that an address is not, in ms: a flood from there asks storage no more often. */
const STRANGE_MILLIS = 5000

/** Remembers from where portals have proved credentials, for 30 days, for all nodes. */
export class KnownAddresses extends Context.Service<
  KnownAddresses,
  {
    /** Whether a portal has proved a credential from this address. No, where storage cannot say. */
    readonly isKnown: (address: string) => Effect.Effect<boolean>
    /** Remembers that a portal has proved a credential from this address, in a unit of work of its own, if it can. */
    readonly remember: (address: string) => Effect.Effect<void>
  }
>()("@garrison/core/login/throttle/KnownAddresses") {
  static readonly layer = Layer.effect(
    KnownAddresses,
    Effect.gen(function* () {
      const store = yield* FailureStore
      const transaction = yield* Transaction
      const bucketOf = yield* makeKeyOf

      const keyOf = (scope: string) =>
        Effect.map(bucketOf("familiar", `portal|${scope}`), ({ bucket }): FailureKey => ({
          subject: "familiar",
          bucket: bucket % ROWS_MAX,
        }))

      const lookUp = Effect.fnUntraced(function* (scope: string) {
        const [known] = yield* store.read([yield* keyOf(scope)])
        return known !== undefined && (yield* Clock.currentTimeMillis) < known.forgottenAt
      })
      const remembered = yield* Cache.makeWith(lookUp, {
        capacity: REMEMBERED_MAX,
        timeToLive: Exit.match({ onFailure: () => 0, onSuccess: (known) => (known ? KNOWN_MILLIS : STRANGE_MILLIS) }),
      })

      const isKnown = (address: string) => {
        const scope = addressScope(address)
        if (scope === "") return Effect.succeed(false)
        return Effect.catchCause(Cache.get(remembered, scope), () => Effect.succeed(false))
      }

      const write = Effect.fnUntraced(function* (scope: string) {
        const now = yield* Clock.currentTimeMillis
        yield* transaction.run(store.remember(yield* keyOf(scope), now, now + FAMILIAR_MILLIS))
        yield* Cache.set(remembered, scope, true)
      })

      const remember = Effect.fnUntraced(function* (address: string) {
        const scope = addressScope(address)
        if (scope === "" || Option.contains(yield* Cache.getOption(remembered, scope), true)) return
        yield* Effect.ignoreCause(write(scope))
      })

      return { isKnown, remember }
    }),
  )
}
