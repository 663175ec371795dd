/**
 * The limits on new identities: per address and in all, across nodes and restarts (decisions, section 4, step 13;
 * guarantees R43).
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import { makeKeyOf } from "./buckets.ts"
import { LoginBusy } from "./errors.ts"
import { FailureStore } from "./FailureStore.ts"
import { addressScope } from "../kernel/Address.ts"
import { flowLimit, stripesOf } from "./rules/throttle.ts"
import { LoginSettings } from "./settings.ts"

/** Lets new identities in, a few at a time. */
export class NewIdentities extends Context.Service<
  NewIdentities,
  {
    /**
     * Counts a new identity from `address`, in the caller's unit of work. An empty address is unknown, and counts only
     * towards the limit in all. Fails with `too_many_attempts` when there are too many; the unit then stores nothing.
     */
    readonly admit: (address: string) => Effect.Effect<void, LoginBusy>
  }
>()("@garrison/core/login/NewIdentities") {
  static readonly layer = Layer.effect(
    NewIdentities,
    Effect.gen(function* () {
      const store = yield* FailureStore
      const settings = yield* LoginSettings
      const keyOf = yield* makeKeyOf
      const ofAddress = flowLimit(settings.newIdentitiesPerAddressBurst, settings.newIdentitiesPerAddressPerMinute)
      const { newIdentitiesBurst, newIdentitiesPerMinute } = settings
      const ofAll = flowLimit(newIdentitiesBurst, newIdentitiesPerMinute)
      const stripes = stripesOf(newIdentitiesBurst, newIdentitiesPerMinute).map((limit, bucket) => ({
        key: { subject: "new_in_all", bucket } as const,
        limit,
      }))
      // One that is full does not send on to another: rows locked in an order of chance would wait for each other.
      const oneStripe = Random.nextIntBetween(0, stripes.length, { halfOpen: true }).pipe(
        Effect.map((bucket) => stripes.slice(bucket, bucket + 1)),
      )

      const admit = Effect.fnUntraced(function* (address: string) {
        const scope = addressScope(address)
        const own = scope === "" ? [] : [{ key: yield* keyOf("new_at_address", scope), limit: ofAddress }]
        const full = yield* store.take([...own, ...(yield* oneStripe)], yield* Clock.currentTimeMillis)
        if (full === undefined) return
        const { leakMillis } = full === ofAddress ? ofAddress : ofAll
        yield* new LoginBusy({ code: "too_many_attempts", retryAfterSeconds: Math.ceil(leakMillis / 1000) })
      })

      return { admit }
    }),
  )
}
