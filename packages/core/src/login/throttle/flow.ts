/**
 * Limits on what anyone may do without a credential: per address and in all, across nodes and restarts (guarantees
 * R43).
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { addressScope } from "../../kernel/input/Address.ts"
import { makeKeyOf } from "./buckets.ts"
import { LoginBusy } from "../errors.ts"
import { type CountedPlace, FailureStore } from "./FailureStore.ts"
import { type FlowLimit, flowLimit, stripesOf } from "../rules/throttle.ts"

/** What is limited, and how. */
export interface Flow {
  readonly ofAddress: "new_at_address" | "oauth_at_address"
  readonly inAll: "new_in_all" | "oauth_in_all"
  readonly addressLimit: FlowLimit
  /** The limit in all: this many at once, and then this many each minute. */
  readonly burst: number
  readonly perMinute: number
  /** The setting of the limit in all. */
  readonly setting: string
}

/**
 * Makes the functions of a limit. `placesOf` says where one from an address is counted; an empty address is unknown,
 * and counts only towards the limit in all. `busy` is the refusal where one of these places is full. `admit` counts one
 * there in the caller's unit of work, or refuses; the unit then stores nothing.
 */
export const makeFlow = Effect.fnUntraced(function* ({
  addressLimit,
  burst,
  inAll,
  ofAddress,
  perMinute,
  setting,
}: Flow) {
  const store = yield* FailureStore
  const keyOf = yield* makeKeyOf
  const ofAll = flowLimit(burst, perMinute)
  const stripes = stripesOf(burst, perMinute).map((limit, bucket) => ({ key: { subject: inAll, bucket }, limit }))
  // One that is full does not send on to another: rows locked in an order of chance would wait for each other.
  const oneStripe = Random.nextIntBetween(0, stripes.length, { halfOpen: true }).pipe(
    Effect.map((bucket) => stripes.slice(bucket, bucket + 1)),
  )

  const placesOf = Effect.fnUntraced(function* (address: string) {
    const scope = addressScope(address)
    const own: ReadonlyArray<CountedPlace> =
      scope === "" ? [] : [{ key: yield* keyOf(ofAddress, scope), limit: addressLimit }]
    return [...own, ...(yield* oneStripe)]
  })

  const busy = (full: FlowLimit): LoginBusy => {
    const { leakMillis } = full === addressLimit ? addressLimit : ofAll
    // That of one address is no lack of room of the service.
    const limit = full === addressLimit ? {} : { limit: setting }
    return new LoginBusy({ code: "too_many_attempts", retryAfterSeconds: Math.ceil(leakMillis / 1000), ...limit })
  }

  const admit = Effect.fnUntraced(function* (places: ReadonlyArray<CountedPlace>) {
    const full = yield* store.take(places, yield* Clock.currentTimeMillis)
    if (full !== undefined) yield* busy(full)
  })

  return { admit, busy, placesOf }
})
