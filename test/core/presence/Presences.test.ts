import { assert, describe, it } from "@effect/vitest"
import { jsonEncoder } from "@garrison/core/kernel/wire/encoder"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import type { PlayerNotFound } from "@garrison/core/player/errors"
import { Presences } from "@garrison/core/presence/Presences"
import { type PresencePatch, PresenceRecord } from "@garrison/core/presence/schema"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import * as SqlPresenceStore from "@garrison/sql/presence/SqlPresenceStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { sqliteLayer } from "../../support/databases.ts"
import { insertPlayer, moveTo, strangerUuid } from "../../support/players.ts"

const withPresences = Effect.provide(
  Presences.layer.pipe(Layer.provide(SqlPresenceStore.layer), Layer.provideMerge(sqliteLayer)),
)

const start = 1_763_693_160_000

const report = Effect.fnUntraced(function* (player: PlayerUuid, patch: PresencePatch = {}, platform?: Platform) {
  return yield* (yield* Presences).report(player, patch, platform)
})

const encodePresence = jsonEncoder(PresenceRecord)

const publicBytes = Effect.fnUntraced(function* (player: PlayerUuid) {
  return encodePresence(yield* (yield* Presences).view(player, { isSelf: false, seesAll: false }))
})

const own = Effect.fnUntraced(function* (player: PlayerUuid) {
  return yield* (yield* Presences).view(player, { isSelf: true, seesAll: false })
})

describe("Presences", () => {
  it.effect("a player that does not exist cannot be seen and cannot report", () =>
    Effect.gen(function* () {
      const attempts: ReadonlyArray<Effect.Effect<unknown, PlayerNotFound, Presences>> = [
        own(strangerUuid),
        publicBytes(strangerUuid),
        report(strangerUuid),
      ]
      for (const attempt of attempts)
        assert.deepInclude(yield* Effect.flip(attempt), { _tag: "PlayerNotFound", code: "resource_not_found" })
    }).pipe(withPresences),
  )

  it.effect("a player that never reported is offline", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer({ displayName: "Lin", platform: "Bravo" })
      assert.deepStrictEqual(JSON.parse(yield* publicBytes(player)), {
        online: false,
        platform: "Bravo",
        display_name: "Lin",
        player_uuid: player,
        status: "offline",
      })
    }).pipe(withPresences),
  )

  it.effect("a report answers with the player's own view", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const player = yield* insertPlayer()
      const record = yield* report(player, { status: "invisible", message: "shh", do_not_disturb: true })
      assert.deepStrictEqual(record, yield* own(player))
      assert.deepInclude(record, { status: "invisible", message: "shh", do_not_disturb: true, last_seen: start })
    }).pipe(withPresences),
  )

  it.effect("heartbeats change neither the bytes that others see nor anything but the time in the player's own", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const player = yield* insertPlayer()
      const { last_seen: first, ...said } = yield* report(player, { message: "hi", custom_data: { b: "2", a: "1" } })
      const seen = yield* publicBytes(player)
      for (let beat = 1; beat <= 10; beat++) {
        yield* TestClock.adjust(29_999)
        assert.strictEqual(yield* publicBytes(player), seen)
        yield* TestClock.adjust(1)
        const { last_seen: last, ...rest } = yield* report(player)
        assert.deepStrictEqual(rest, said)
        assert.strictEqual(last, (first ?? 0) + beat * 30_000)
        assert.strictEqual(yield* publicBytes(player), seen)
      }
    }).pipe(withPresences),
  )

  it.effect(
    "once the last report is older than 60 seconds, to the millisecond, a player is offline; the next brings it all back",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const player = yield* insertPlayer()
        const never = yield* publicBytes(player)
        yield* report(player, { status: "away", message: "lunch" })
        const away = yield* publicBytes(player)
        yield* TestClock.adjust(60_000)
        assert.strictEqual(yield* publicBytes(player), away)
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* publicBytes(player), never)
        yield* report(player)
        assert.strictEqual(yield* publicBytes(player), away)
      }).pipe(withPresences),
  )

  it.effect("a clock that was ahead keeps no player online, and the next report corrects it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start + 3_600_000)
      const player = yield* insertPlayer()
      yield* report(player)
      yield* TestClock.setTime(start)
      assert.deepInclude(JSON.parse(yield* publicBytes(player)), { online: false, status: "offline" })
      yield* report(player)
      assert.deepInclude(JSON.parse(yield* publicBytes(player)), { online: true, status: "online" })
      yield* TestClock.adjust(60_001)
      assert.deepInclude(JSON.parse(yield* publicBytes(player)), { online: false })
    }).pipe(withPresences),
  )

  it.effect("null and an empty text clear the message, and an absent one keeps it", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      const plain = (yield* report(player), yield* publicBytes(player))
      for (const message of [null, ""]) {
        assert.strictEqual((yield* report(player, { message: "hi" })).message, "hi")
        assert.strictEqual((yield* report(player, { status: "online" })).message, "hi")
        assert.notProperty(yield* report(player, { message }), "message")
        assert.strictEqual(yield* publicBytes(player), plain)
      }
    }).pipe(withPresences),
  )

  it.effect("custom data are replaced as a whole, and look the same in whatever order they were sent", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      yield* report(player, { custom_data: { b: "2", "10": "x", a: "1", "9": "y" } })
      const seen = yield* publicBytes(player)
      yield* report(player, { custom_data: { "9": "y", a: "1", "10": "x", b: "2" } })
      assert.strictEqual(yield* publicBytes(player), seen)
      assert.deepStrictEqual((yield* report(player, { custom_data: { c: "3" } })).custom_data, { c: "3" })
      assert.notProperty(yield* report(player, { custom_data: {} }), "custom_data")
    }).pipe(withPresences),
  )

  it.effect("whatever an invisible player does, others see the same bytes as for an offline player", () =>
    Effect.gen(function* () {
      const platform = fc.constantFrom<Platform>("Alpha", "Bravo", "Golf")
      const patch: fc.Arbitrary<PresencePatch> = fc.record(
        {
          status: fc.constantFrom("invisible" as const, "offline" as const, null),
          message: fc.option(fc.string({ maxLength: 5 })),
          custom_data: fc.option(fc.dictionary(fc.constantFrom("a", "b", "c"), fc.string({ maxLength: 3 }))),
          do_not_disturb: fc.option(fc.boolean()),
        },
        { requiredKeys: [] },
      )
      const step = fc.oneof(
        fc.record({ patch, from: fc.option(platform, { nil: undefined }) }),
        fc.record({ login: platform }),
        fc.record({ seconds: fc.constantFrom(1, 30, 59, 60, 61, 3600, -10, -3600) }),
      )
      type Needs = Effect.Services<ReturnType<typeof report> | ReturnType<typeof insertPlayer>>
      const run = Effect.runPromiseWith(yield* Effect.context<Needs>())
      const life = Effect.fnUntraced(function* (wasOnline: boolean, steps: ReadonlyArray<Parameters<typeof take>[1]>) {
        yield* TestClock.setTime(start)
        const player = yield* insertPlayer({ platform: "Echo" })
        if (wasOnline) {
          yield* report(player, { message: "before" }, "Echo")
          yield* TestClock.adjust(60_001)
        }
        const offline = yield* publicBytes(player)
        yield* report(player, { status: "invisible" }, "Golf")
        for (const one of steps) {
          assert.strictEqual(yield* publicBytes(player), offline)
          yield* take(player, one)
        }
        assert.strictEqual(yield* publicBytes(player), offline)
      })
      const take = Effect.fnUntraced(function* (
        player: PlayerUuid,
        one: typeof step extends fc.Arbitrary<infer T> ? T : never,
      ) {
        if ("patch" in one) yield* report(player, one.patch, one.from)
        else if ("login" in one) yield* moveTo(player, one.login, "Ada")
        else yield* TestClock.adjust(one.seconds * 1000)
      })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 12 }), (wasOnline, steps) =>
            run(life(wasOnline, steps)),
          ),
          { numRuns: 60 },
        ),
      )
    }).pipe(withPresences),
  )

  it.effect("the settings say how often to report and when a player counts as offline", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* Presences).settings, { heartbeat_seconds: 30, offline_seconds: 60 })
    }).pipe(withPresences),
  )

  it.effect("the age that counts as offline is a setting", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      yield* report(player)
      yield* TestClock.adjust(10_000)
      assert.deepInclude(yield* own(player), { online: true })
      yield* TestClock.adjust(1)
      assert.deepInclude(yield* own(player), { online: false })
    }).pipe(
      Effect.provide(
        Presences.layer.pipe(
          Layer.provide(SqlPresenceStore.layer),
          Layer.provide(settingsInForce({ ...defaultSettings, presenceOfflineSeconds: 10 })),
          Layer.provideMerge(sqliteLayer),
        ),
      ),
    ),
  )
})
