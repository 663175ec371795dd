/**
 * The limits on new identities: per address and in all, across nodes and restarts (decisions, section 4, step 13;
 * guarantees R43).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { LoginBusy } from "../errors.ts"
import type { CountedPlace } from "./FailureStore.ts"
import { makeFlow } from "./flow.ts"
import { type FlowLimit, flowLimit } from "../rules/throttle.ts"
import { LoginSettings } from "../settings.ts"

/** Lets new identities in, a few at a time. */
export class NewIdentities extends Context.Service<
  NewIdentities,
  {
    /** Where a new identity from `address` is counted. An unknown address has no place of its own. */
    readonly placesOf: (address: string) => Effect.Effect<ReadonlyArray<CountedPlace>>
    /** The refusal where one of these places, of this limit, has no room. */
    readonly busy: (full: FlowLimit) => LoginBusy
  }
>()("@garrison/core/login/throttle/NewIdentities") {
  static readonly layer = Layer.effect(
    NewIdentities,
    Effect.gen(function* () {
      const settings = yield* LoginSettings
      const { busy, placesOf } = yield* makeFlow({
        ofAddress: "new_at_address",
        inAll: "new_in_all",
        addressLimit: flowLimit(settings.newIdentitiesPerAddressBurst, settings.newIdentitiesPerAddressPerMinute),
        burst: settings.newIdentitiesBurst,
        perMinute: settings.newIdentitiesPerMinute,
        setting: "newIdentitiesPerMinute",
      })
      return { busy, placesOf }
    }),
  )
}
