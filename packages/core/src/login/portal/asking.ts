/** Asks a portal for a login (decisions, section 4; guarantees R62). */
import * as Effect from "effect/Effect"
import { addressScope } from "../../kernel/input/Address.ts"
import { LoginPlace } from "../throttle/capacity.ts"
import { KnownAddresses } from "../throttle/KnownAddresses.ts"
import { Asker } from "./sharedPlaces.ts"

/**
 * Asks for a login from this address. A login that waits for a portal is not among those under way, because a slow
 * portal must not take the places of logins that need no portal.
 */
export const askingFrom = Effect.fnUntraced(function* <A, E>(address: string, asking: Effect.Effect<A, E>) {
  const { outside } = yield* LoginPlace
  const addresses = yield* KnownAddresses
  const asker = { scope: addressScope(address), isKnown: addresses.isKnown(address) }
  return yield* outside(Effect.provideService(asking, Asker, asker))
})
