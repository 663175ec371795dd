/**
 * One time for all nodes of a database. Each node asks the database for its time, and from then on counts with its own
 * monotonic clock, which cannot be set. So a time that one node wrote means the same to every other node, whatever
 * their clocks say: the end of a code, of a refresh token and its grace, of a restriction, of a heartbeat (guarantees
 * R65).
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { runEvery, warningOf } from "../work/Background.ts"
import { logWarning } from "../work/logWarning.ts"
import { type StorageClock, StorageTime } from "./StorageTime.ts"

/** The time of storage, at one moment of the monotonic clock of this process. */
interface Reading {
  readonly monotonicNanos: bigint
  readonly timeMillis: number
  /** How far the reading may be off: half of the time that the answer took. */
  readonly errorMillis: number
}

/** How many answers are compared: the one that came fastest is the most exact. */
const READINGS = 3

/** How often storage is asked again. Two monotonic clocks drift apart by less than a millisecond meanwhile. */
const READING_INTERVAL = "30 seconds"

/** A clock that is off by less is not worth a warning. */
const OFF_MILLIS_MAX = 1000

/** Between two warnings of the same clock. */
const WARNING_INTERVAL_NANOS = 3_600_000_000_000n

const readOnce = Effect.fnUntraced(function* (own: Clock.Clock, storage: StorageClock) {
  const asked = own.monotonicTimeNanosUnsafe()
  const timeMillis = yield* storage.now
  const took = own.monotonicTimeNanosUnsafe() - asked
  const reading: Reading = { monotonicNanos: asked + took / 2n, timeMillis, errorMillis: Number(took) / 2e6 }
  return reading
})

const readBest = (own: Clock.Clock, storage: StorageClock) =>
  Effect.map(Effect.replicateEffect(readOnce(own, storage), READINGS), (readings) =>
    readings.reduce((best, reading) => (reading.errorMillis < best.errorMillis ? reading : best)),
  )

/** The clock of this process with the time of storage. `latest` answers with the newest reading. */
const sharedClock = (own: Clock.Clock, latest: () => Reading): Clock.Clock => {
  const millis = () => {
    const { monotonicNanos, timeMillis } = latest()
    return timeMillis + Number(own.monotonicTimeNanosUnsafe() - monotonicNanos) / 1e6
  }
  const currentTimeMillisUnsafe = () => Math.floor(millis())
  const currentTimeNanosUnsafe = () => BigInt(Math.floor(millis() * 1000)) * 1000n
  return {
    currentTimeMillisUnsafe,
    currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
    currentTimeNanosUnsafe,
    currentTimeNanos: Effect.sync(currentTimeNanosUnsafe),
    monotonicTimeNanosUnsafe: () => own.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: own.monotonicTimeNanos,
    sleep: (duration) => own.sleep(duration),
  }
}

/** Makes the function that warns when the machine's clock is off, at most once an hour. */
const makeWarnOfDifference = (own: Clock.Clock, shared: Clock.Clock) => {
  let warnedAt: bigint | undefined
  return ({ errorMillis }: Reading) => {
    const aheadMillis = own.currentTimeMillisUnsafe() - shared.currentTimeMillisUnsafe()
    const now = own.monotonicTimeNanosUnsafe()
    const isQuiet = warnedAt !== undefined && now - warnedAt < WARNING_INTERVAL_NANOS
    if (isQuiet || Math.abs(aheadMillis) - errorMillis <= OFF_MILLIS_MAX) return Effect.void
    warnedAt = now
    const off = `${(Math.abs(aheadMillis) / 1000).toFixed(1)} s ${aheadMillis > 0 ? "ahead of" : "behind"}`
    return logWarning(
      `the clock of this machine is ${off} that of the database. Garrison goes by the database; set this clock`,
    )
  }
}

/**
 * Puts the time of storage in force for whatever is built on this layer or runs with it. Without a clock of storage
 * (`StorageTime`) the clock in context stays.
 */
export const layer: Layer.Layer<never> = Layer.effectContext(
  Effect.gen(function* () {
    const storage = yield* StorageTime
    if (storage === undefined) return Context.empty()
    const own = yield* Clock.Clock
    let latest = yield* readBest(own, storage)
    const shared = sharedClock(own, () => latest)
    const warnOfDifference = makeWarnOfDifference(own, shared)
    yield* warnOfDifference(latest)
    const readAgain = Effect.gen(function* () {
      latest = yield* readBest(own, storage)
      yield* warnOfDifference(latest)
    })
    yield* runEvery(READING_INTERVAL)(warningOf("the time of the database was not read")(readAgain))
    return Context.make(Clock.Clock, shared)
  }),
)

/**
 * By how much a time in a signed token may differ from the time here, in milliseconds: nothing where one clock writes
 * and reads it.
 */
export const leewayMillis = (clockSkewSeconds: number): Effect.Effect<number> =>
  Effect.map(StorageTime, (storage) => (storage === undefined ? 0 : clockSkewSeconds * 1000))
