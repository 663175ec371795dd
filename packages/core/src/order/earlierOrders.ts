/**
 * Enters orders into the lookup that were stored before there was one, while Garrison is open. A process that ends
 * leaves the rest as it was, and the next one goes on; processes share the work.
 */
import * as Effect from "effect/Effect"
import { pruning } from "../kernel/work/Background.ts"
import { OrderLookupStore } from "./OrderLookupStore.ts"

/** Orders of one unit of work. */
const ENTERED_AT_ONCE = 500

const enterAll = Effect.gen(function* () {
  const store = yield* OrderLookupStore
  for (let place = yield* store.left; place !== undefined; place = yield* store.left) {
    yield* store.enterBefore(place, ENTERED_AT_ONCE)
  }
  // No row was pruned.
  return 0
}).pipe(Effect.withSpan("order.enterEarlier"))

/** Enters them beside everything else: a start does not wait for it. */
export const layer = pruning("Earlier orders are not found by their id alone yet", enterAll)
