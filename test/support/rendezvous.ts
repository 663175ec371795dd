/** A place where fibers wait for each other, for controls that must fail whichever fiber is faster. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"

/** Lets nobody through before `count` are there; from then on it holds nobody up. */
export const rendezvous = (count: number): Effect.Effect<Effect.Effect<void>> =>
  Effect.map(Deferred.make<void>(), (everybody) => {
    let arrived = 0
    return Effect.suspend(() =>
      ++arrived < count ? Deferred.await(everybody) : Effect.asVoid(Deferred.succeed(everybody, undefined)),
    )
  })
