/**
 * The whole of Garrison on a SQLite file, with a clock that stands where it is set and randomness that is the same in
 * each run: for pictures that are compared byte by byte.
 */
import { ShownSettings } from "@garrison/core/environment/shownSettings"
import * as Garrison from "@garrison/core/Garrison"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { storage } from "@garrison/sql/storage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DEMO_GAME } from "../../packages/cli/src/demo/names.ts"
import { frozenRandomLayer } from "./crypto.ts"

/** A clock that stands where it is set. What waits, waits as ever, because storage does. */
const standingClock = (at: number) => {
  let now = at
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => Clock.Clock.defaultValue().monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: Clock.Clock.defaultValue().monotonicTimeNanos,
    sleep: (duration) => Clock.Clock.defaultValue().sleep(duration),
  }
  return {
    clock,
    pass: (minutes: number) =>
      Effect.sync(() => {
        now += minutes * 60_000
      }),
    set: (millis: number) =>
      Effect.sync(() => {
        now = millis
      }),
  }
}

/** Settings as the command shows them. */
const shownSettings = [
  ["storage", "postgres://garrison:***@db.example/garrison", "GARRISON_STORAGE", "Where everything is kept"],
  ["grantsEnabled", "anon, refresh, client_credentials", "garrison.yaml, line 4", "The grants that may be used"],
  ["accessSecondsPlayer", "3600 s", "default", "How long a player's access token is valid"],
  ["keySecret", "***", "GARRISON_KEY_SECRET", "Seals the secrets in the database"],
  ["port", "8443", "--port", "The port of the server"],
].map(([name = "", value = "", source = "", description = ""]) => {
  const environment = `GARRISON_${name.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`
  return { name, value, source, environment, description }
})

/** Its services, on the database in `file`, and what sets its clock, which stands at `begin` first. */
export const frozenGarrison = Effect.fnUntraced(function* (file: string, seed: string, begin: number) {
  const { clock, pass, set } = standingClock(begin)
  const settings = settingsInForce({
    ...defaultSettings,
    defaultClientId: DEMO_GAME,
    grantsEnabled: ["anon", "client_credentials", "refresh"],
  })
  const services = yield* Layer.build(
    Garrison.layer.pipe(
      Layer.provideMerge(frozenRandomLayer(seed)),
      Layer.provideMerge(storage(`sqlite:${file}`)),
      Layer.provide(settings),
      Layer.provideMerge(Layer.succeed(Clock.Clock, clock)),
      Layer.provideMerge(Layer.succeed(ShownSettings, shownSettings)),
    ),
  )
  return { pass, services, set }
})
