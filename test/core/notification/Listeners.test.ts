import { assert, describe, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Listeners } from "@garrison/core/notification/Listeners"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"

const player = (number: number) => `00000000-0000-4000-8000-${`${number}`.padStart(12, "0")}` as PlayerUuid

const withLimits = (perPlayer: number, perProcess: number) =>
  Effect.provide(
    Listeners.layer.pipe(
      Layer.provide(
        settingsInForce({
          ...defaultSettings,
          listenersPerPlayerMax: perPlayer,
          listenersPerProcessMax: perProcess,
        }),
      ),
    ),
  )

/** Listeners that stay until `leave`. */
const occupy = Effect.fnUntraced(function* (who: ReadonlyArray<PlayerUuid>) {
  const listeners = yield* Listeners
  const gate = yield* Deferred.make<void>()
  const fibers = yield* Effect.forEach(who, (one) => Effect.forkChild(listeners.hold(one, Deferred.await(gate))))
  yield* Effect.yieldNow
  return {
    fibers,
    leave: Effect.andThen(Deferred.succeed(gate, undefined), Effect.forEach(fibers, Fiber.await, { discard: true })),
  }
})

const attempt = Effect.fnUntraced(function* (who: PlayerUuid) {
  const listeners = yield* Listeners
  return yield* Effect.match(listeners.hold(who, Effect.void), {
    onSuccess: () => "served" as const,
    onFailure: (refused) => refused,
  })
})

const count = Effect.flatMap(Listeners, (listeners) => listeners.count)

describe("Listeners", () => {
  it("are 5 per player and 10,000 per process unless set otherwise", () => {
    assert.strictEqual(defaultSettings.listenersPerPlayerMax, 5)
    assert.strictEqual(defaultSettings.listenersPerProcessMax, 10_000)
  })

  it.effect("a listener over the limit of a player is refused, and another player's is not", () =>
    Effect.gen(function* () {
      const { leave } = yield* occupy(Array.from({ length: 5 }, () => player(1)))
      assert.strictEqual(yield* count, 5)
      assert.deepInclude(yield* attempt(player(1)), {
        _tag: "NotificationRefused",
        code: "too_many_listening_to_single_client",
      })
      assert.strictEqual(yield* attempt(player(2)), "served")
      assert.strictEqual(yield* count, 5)
      yield* leave
      assert.strictEqual(yield* count, 0)
      assert.strictEqual(yield* attempt(player(1)), "served")
    }).pipe(withLimits(5, 10_000)),
  )

  it.effect("a listener over the limit of the process gets Retry-After in whole seconds, which differ", () =>
    Effect.gen(function* () {
      const { leave } = yield* occupy([1, 2, 3].map(player))
      const waits = new Set<number>()
      for (let tries = 0; tries < 100; tries++) {
        const refused = yield* attempt(player(4))
        assert.deepInclude(refused, { _tag: "NotificationBusy", code: "connection_limit_reached" })
        const wait =
          typeof refused === "object" && "retryAfterSeconds" in refused ? (refused.retryAfterSeconds ?? 0) : 0
        assert.isTrue(Number.isInteger(wait) && wait >= 1)
        waits.add(wait)
      }
      assert.isAbove(waits.size, 1)
      yield* leave
      assert.strictEqual(yield* attempt(player(4)), "served")
    }).pipe(withLimits(5, 3)),
  )

  it.effect("a refused listener takes no place", () =>
    Effect.gen(function* () {
      const { leave } = yield* occupy([player(1)])
      for (let tries = 0; tries < 10; tries++) yield* attempt(player(1))
      assert.strictEqual(yield* count, 1)
      yield* leave
      assert.strictEqual(yield* count, 0)
    }).pipe(withLimits(1, 10)),
  )

  it.effect("a place is given back however serving ends", () =>
    Effect.gen(function* () {
      const listeners = yield* Listeners
      yield* Effect.exit(listeners.hold(player(1), Effect.fail("refused")))
      yield* Effect.exit(listeners.hold(player(1), Effect.die("broken")))
      yield* Effect.exit(listeners.hold(player(1), Effect.interrupt))
      const { fibers } = yield* occupy([player(1)])
      assert.strictEqual(yield* count, 1)
      yield* Effect.forEach(fibers, Fiber.interrupt)
      assert.strictEqual(yield* count, 0)
      assert.strictEqual(yield* attempt(player(1)), "served")
    }).pipe(withLimits(1, 1)),
  )

  it.effect("an interruption at any moment loses no place", () =>
    Effect.gen(function* () {
      const listeners = yield* Listeners
      for (let delay = 0; delay < 30; delay++) {
        const fiber = yield* Effect.forkChild(
          Effect.forEach(Array.from({ length: 20 }), () => listeners.hold(player(1), Effect.yieldNow)),
        )
        for (let turn = 0; turn < delay; turn++) yield* Effect.yieldNow
        yield* Fiber.interrupt(fiber)
        assert.strictEqual(yield* count, 0)
      }
    }).pipe(withLimits(1, 1)),
  )
})
