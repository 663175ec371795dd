/** Submitting an order again until the rate of its player has room for it (decisions, section 12). */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { parseJson } from "../kernel/wire/Json.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import { ORDER_WINDOWS_MAX } from "./rules/submission.ts"
import { OrderSettings } from "./settings.ts"

/** How long a wait is at most before the order is tried again, in ms. */
const PAUSE_MILLIS_MAX = 1000

const resultOf = (entry: unknown): unknown =>
  typeof entry === "object" && entry !== null ? Reflect.get(entry, "result") : undefined

/** Whether the order was beyond the rate: then none of its entries had an effect, and it is not stored. */
const isBeyondRate = (wire: WireJson): boolean => {
  const order = Result.getOrThrow(parseJson(wire, Number.POSITIVE_INFINITY))
  const entries: unknown = typeof order === "object" && order !== null ? Reflect.get(order, "entries") : undefined
  return (
    Array.isArray(entries) && entries.length > 0 && entries.every((entry) => resultOf(entry) === "too_many_requests")
  )
}

/**
 * The order with `entryCount` entries as `submit` answers it, submitted again while it is beyond the rate. An order
 * that no rate has room for is answered at once, and any other after the time in which all that an order stores is paid
 * off. `onWait` is told before each pause. Only a pause can be interrupted: an order that began is answered.
 */
export const submitWaiting = <E, R>(
  submit: Effect.Effect<{ readonly wire: WireJson }, E, R>,
  entryCount: number,
  onWait: () => void,
) =>
  Effect.gen(function* () {
    const { orderEntriesPerWindowMax, orderEntriesWindowSeconds } = yield* OrderSettings
    const windowMillis = orderEntriesWindowSeconds * 1000
    const pause = Math.min(windowMillis, PAUSE_MILLIS_MAX)
    let left = entryCount > orderEntriesPerWindowMax ? 0 : (ORDER_WINDOWS_MAX + 1) * windowMillis
    for (;;) {
      const answered = yield* Effect.uninterruptible(submit)
      if (left <= 0 || !isBeyondRate(answered.wire)) return answered
      onWait()
      yield* Effect.sleep(pause)
      left -= pause
    }
  })
