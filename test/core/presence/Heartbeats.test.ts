/**
 * Heartbeats wait and are stored together; whatever others see is stored before its answer (decisions, section 13). Two
 * processes are two services over one database, each with a memory of its own.
 */
import { assert, describe, it } from "@effect/vitest"
import { jsonEncoder } from "@garrison/core/kernel/wire/encoder"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { BackgroundWorks, Works } from "@garrison/core/kernel/work/BackgroundWorks"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { makeHeartbeats } from "@garrison/core/presence/Heartbeats"
import {
  type Heartbeat,
  hasReported,
  PresenceStore,
  type ReportedPresence,
} from "@garrison/core/presence/PresenceStore"
import { Presences } from "@garrison/core/presence/Presences"
import { type PresencePatch, PresenceRecord, type PresenceStatus } from "@garrison/core/presence/schema"
import { defaultSettings, type DomainSettings, settingsInForce } from "@garrison/core/settings"
import * as SqlPresenceStore from "@garrison/sql/presence/SqlPresenceStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { onEachDatabase, sqliteLayer } from "../../support/databases.ts"
import { deletePersonOf, insertPlayer, moveTo } from "../../support/players.ts"

const START = 1_763_693_160_000
const SELF = { isSelf: true, seesAll: false }
const OTHER = { isSelf: false, seesAll: false }

/** What a process asks of storage, and whether storage answers. */
class Spy {
  reads = 0
  reports = 0
  readonly touches: Array<ReadonlyArray<Heartbeat>> = []
  isAway = false

  readonly layer = Layer.effect(
    PresenceStore,
    Effect.map(PresenceStore, (store) => {
      const away = <A, E, R>(work: Effect.Effect<A, E, R>) =>
        Effect.suspend(() => (this.isAway ? Effect.die(new StorageUnavailable("away")) : work))
      const counted =
        <Given extends ReadonlyArray<unknown>, A>(
          run: (...given: Given) => Effect.Effect<A>,
          count: (...given: Given) => unknown,
        ) =>
        (...given: Given) => {
          count(...given)
          return away(run(...given))
        }
      return PresenceStore.of({
        ...store,
        find: counted(store.find, () => this.reads++),
        findMany: counted(store.findMany, () => this.reads++),
        isUnchanged: counted(store.isUnchanged, () => this.reads++),
        report: counted(store.report, () => this.reports++),
        reportLate: counted(store.reportLate, () => this.reports++),
        touch: counted(store.touch, (heartbeats) => this.touches.push(heartbeats)),
      })
    }),
  ).pipe(Layer.provide(SqlPresenceStore.layer))

  get asked() {
    return [this.reads, this.reports, this.touches.length]
  }
}

/** A process over the database in context, for as long as the scope is open. */
const process = Effect.fnUntraced(function* (settings: Partial<DomainSettings> = {}) {
  const spy = new Spy()
  const scope = yield* Scope.fork(yield* Effect.scope)
  const context = yield* Layer.buildWithScope(
    Layer.fresh(
      Presences.layer.pipe(
        Layer.provide(Layer.fresh(spy.layer)),
        Layer.provide(settingsInForce({ ...defaultSettings, ...settings })),
      ),
    ),
    scope,
  )
  const presences = yield* Effect.provideContext(Presences, context)
  const encode = jsonEncoder(PresenceRecord)
  return {
    spy,
    report: presences.report,
    heartbeat: (player: PlayerUuid, platform?: Platform) => presences.report(player, {}, platform),
    own: (player: PlayerUuid) => presences.view(player, SELF),
    lastSeen: (player: PlayerUuid) => Effect.map(presences.view(player, SELF), ({ last_seen }) => last_seen),
    seen: (player: PlayerUuid) => Effect.map(presences.view(player, OTHER), encode),
    close: Scope.close(scope, Exit.void),
  }
})

type Process = Effect.Success<ReturnType<typeof process>>

/** Advances the clock by parts, as time does, so that what is due in between happens in between. */
const advance = (millis: number) => TestClock.adjust(millis)

onEachDatabase((name, database) => {
  describe(`heartbeats on ${name}`, () => {
    it.effect("are answered without storage, and 1,200 of them are three units of work", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(START)
        const { heartbeat, own, report, spy } = yield* process()
        const players = yield* Effect.forEach(Array.from({ length: 1200 }), () => insertPlayer(), { concurrency: 8 })
        yield* Effect.forEach(players, (player) => report(player, { message: "hi" }), { concurrency: 8 })
        yield* advance(30_000)
        const before = spy.asked
        for (const player of players) {
          assert.deepInclude(yield* heartbeat(player), { message: "hi", last_seen: START + 30_000 })
        }
        assert.deepStrictEqual(spy.asked, before)
        // One that names what stands is compared with storage, and waits, too.
        const [first] = players
        assert.isDefined(first)
        if (first === undefined) return
        yield* report(first, { message: "hi", status: "online", custom_data: null, do_not_disturb: false })
        assert.deepStrictEqual(spy.asked, [(before[0] ?? 0) + 1, before[1], before[2]])
        yield* advance(1000)
        yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 300)))
        assert.deepStrictEqual(
          spy.touches.map(({ length }) => length),
          [500, 500, 200],
        )
        const other = yield* process()
        for (const player of players.slice(0, 20)) {
          assert.deepStrictEqual(yield* other.own(player), yield* own(player))
          assert.strictEqual(yield* other.lastSeen(player), START + 30_000)
        }
      }).pipe(Effect.scoped, Effect.provide(database)),
    )

    it.effect("of a process that closes are stored before the database closes", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(START)
        const closing = yield* process()
        const other = yield* process()
        const player = yield* insertPlayer()
        yield* closing.report(player, {})
        yield* advance(20_000)
        yield* closing.heartbeat(player)
        assert.strictEqual(yield* closing.lastSeen(player), START + 20_000)
        assert.strictEqual(yield* other.lastSeen(player), START)
        yield* closing.close
        assert.strictEqual(yield* other.lastSeen(player), START + 20_000)
      }).pipe(Effect.scoped, Effect.provide(database)),
    )
  })
})

const inWorld = <A, E>(run: Effect.Effect<A, E, Scope.Scope | Layer.Success<typeof sqliteLayer>>) =>
  Effect.andThen(TestClock.setTime(START), run).pipe(Effect.scoped, Effect.provide(sqliteLayer))

/** Lets the flush that is due end: its units of work end in real time. */
const settled = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 30)))

describe("what others see", () => {
  const changes: ReadonlyArray<PresencePatch> = [
    { status: "away" },
    { status: "invisible" },
    { message: "new" },
    { message: null },
    { custom_data: { a: "2" } },
    { custom_data: {} },
    { do_not_disturb: true },
  ]
  it.effect("is stored before its answer, and with the time of heartbeats that waited", () =>
    inWorld(
      Effect.gen(function* () {
        const [here, there] = [yield* process(), yield* process()]
        for (const change of changes) {
          const player = yield* insertPlayer()
          yield* here.report(player, { message: "old", custom_data: { a: "1" } })
          yield* advance(10_000)
          yield* here.heartbeat(player)
          yield* advance(500)
          const answered = yield* here.report(player, change)
          assert.deepStrictEqual(yield* there.own(player), answered, JSON.stringify(change))
          yield* advance(2000)
          yield* settled
          assert.deepStrictEqual(yield* there.own(player), answered)
        }
      }),
    ),
  )

  it.effect("changes at once with the platform of the report, in sight alone", () =>
    inWorld(
      Effect.gen(function* () {
        const [here, there] = [yield* process(), yield* process()]
        const player = yield* insertPlayer()
        yield* here.report(player, {}, "Golf")
        yield* here.heartbeat(player, "Echo")
        assert.include(yield* there.seen(player), `"platform":"Echo"`)
        yield* here.report(player, { status: "invisible" }, "Echo")
        const { reports } = here.spy
        yield* here.heartbeat(player, "Golf")
        assert.strictEqual(here.spy.reports, reports)
        yield* advance(2000)
        yield* settled
        assert.include(yield* there.seen(player), `"platform":"Echo"`)
      }),
    ),
  )

  it.effect("comes back from offline at once, and never flickers while heartbeats come in time", () =>
    inWorld(
      Effect.gen(function* () {
        const [here, there] = [yield* process(), yield* process()]
        const player = yield* insertPlayer()
        yield* here.report(player, {})
        const online = yield* there.seen(player)
        for (const gap of [57_999, 58_000, 58_001, 59_999, 60_000, 30_000, 58_000, 58_000]) {
          yield* advance(gap)
          yield* here.heartbeat(player)
          for (let at = 0; at < 4; at++) {
            assert.strictEqual(yield* there.seen(player), online, `${gap} ms`)
            assert.strictEqual(yield* here.seen(player), online, `${gap} ms`)
            yield* advance(500)
            yield* settled
          }
          yield* advance(-2000)
        }
        yield* advance(60_001)
        assert.include(yield* there.seen(player), "offline")
        yield* here.heartbeat(player)
        assert.strictEqual(yield* there.seen(player), online)
      }),
    ),
  )

  it.effect("is hidden before the answer, also where another process has shown it since", () =>
    inWorld(
      Effect.gen(function* () {
        const [here, there] = [yield* process(), yield* process()]
        const player = yield* insertPlayer()
        yield* here.report(player, { status: "invisible" })
        const hidden = yield* there.seen(player)
        yield* there.report(player, { status: "online" })
        yield* here.report(player, { status: "invisible" })
        assert.strictEqual(yield* there.seen(player), hidden)
      }),
    ),
  )
})

describe("a heartbeat that waits", () => {
  it.effect("is seen in its process, and elsewhere once it is stored", () =>
    inWorld(
      Effect.gen(function* () {
        const [here, there] = [yield* process(), yield* process()]
        const player = yield* insertPlayer()
        yield* here.report(player, {})
        yield* advance(5000)
        yield* here.heartbeat(player)
        assert.deepStrictEqual([yield* here.lastSeen(player), yield* there.lastSeen(player)], [START + 5000, START])
        yield* advance(999)
        yield* settled
        assert.strictEqual(yield* there.lastSeen(player), START)
        yield* advance(1)
        yield* settled
        assert.strictEqual(yield* there.lastSeen(player), START + 5000)
      }),
    ),
  )

  it.effect("outlives storage that is away, and no earlier one takes the place of a later one", () =>
    inWorld(
      Effect.gen(function* () {
        const [here, there] = [yield* process(), yield* process()]
        const players = yield* Effect.forEach(Array.from({ length: 3 }), () => insertPlayer())
        for (const player of players) yield* here.report(player, {})
        const [first, second] = players
        if (first === undefined || second === undefined) return assert.fail()
        yield* advance(500)
        for (const player of players) yield* here.heartbeat(player)
        here.spy.isAway = true
        for (let second = 1; second <= 5; second++) {
          yield* advance(1000)
          yield* settled
          yield* here.heartbeat(first)
        }
        assert.isAbove(here.spy.touches.length, 2)
        here.spy.isAway = false
        assert.strictEqual(yield* here.lastSeen(first), START + 5500)
        yield* advance(1000)
        yield* settled
        assert.strictEqual(yield* there.lastSeen(first), START + 5500)
        assert.strictEqual(yield* there.lastSeen(second), START + 500)
        yield* here.heartbeat(second)
        yield* advance(1000)
        yield* settled
        assert.strictEqual(yield* there.lastSeen(second), START + 6500)
      }),
    ),
  )

  it.effect("moves no time back that another process has stored", () =>
    inWorld(
      Effect.gen(function* () {
        const [here, there] = [yield* process(), yield* process()]
        const player = yield* insertPlayer()
        yield* here.report(player, {})
        yield* there.report(player, {})
        yield* here.heartbeat(player)
        yield* advance(900)
        yield* there.report(player, { message: "later" })
        assert.strictEqual(yield* here.lastSeen(player), START + 900)
        yield* advance(100)
        yield* settled
        assert.deepInclude(yield* here.own(player), { message: "later", last_seen: START + 900 })
      }),
    ),
  )

  it.effect("keeps no player online when the clock was ahead", () =>
    inWorld(
      Effect.gen(function* () {
        const [here, there] = [yield* process(), yield* process()]
        const player = yield* insertPlayer()
        yield* TestClock.setTime(START + 3_600_000)
        yield* here.report(player, {})
        yield* here.heartbeat(player)
        yield* TestClock.setTime(START)
        assert.include(yield* here.seen(player), "offline")
        yield* here.heartbeat(player)
        yield* advance(60_001)
        yield* settled
        for (const one of [here, there]) {
          assert.include(yield* one.seen(player), "offline")
          assert.strictEqual(yield* one.lastSeen(player), START)
        }
      }),
    ),
  )

  it.effect("of a player who was deleted meanwhile is dropped, and the next is refused", () =>
    inWorld(
      Effect.gen(function* () {
        const { heartbeat, report } = yield* process()
        const player = yield* insertPlayer()
        yield* report(player, {})
        yield* heartbeat(player)
        yield* deletePersonOf(player)
        yield* advance(1000)
        yield* settled
        assert.deepInclude(yield* Effect.flip(heartbeat(player)), { code: "resource_not_found" })
      }),
    ),
  )

  it.effect("shows what another process has changed from the flush on, and the name of the last login", () =>
    inWorld(
      Effect.gen(function* () {
        const [here, there] = [yield* process(), yield* process()]
        const player = yield* insertPlayer()
        yield* here.report(player, { message: "old" }, "Anon")
        yield* there.report(player, { message: "new" }, "Anon")
        yield* moveTo(player, "Golf", "Lin")
        yield* advance(1)
        yield* here.heartbeat(player, "Anon")
        yield* advance(1000)
        yield* settled
        const answer = yield* here.heartbeat(player, "Anon")
        assert.deepInclude(answer, { message: "new", display_name: "Lin", platform: "Anon" })
        // A host names no platform: it is that of the last login when the heartbeat is stored.
        yield* here.heartbeat(player)
        yield* advance(1000)
        yield* settled
        assert.include(yield* there.seen(player), `"platform":"Golf"`)
      }),
    ),
  )
})

describe("the bounds", () => {
  it.effect("without a flush interval every report is stored before its answer", () =>
    inWorld(
      Effect.gen(function* () {
        const here = yield* process({ presenceFlushSeconds: 0 })
        const player = yield* insertPlayer()
        yield* here.report(player, {})
        yield* here.heartbeat(player)
        assert.deepStrictEqual([here.spy.reports, here.spy.touches.length], [2, 0])
      }),
    ),
  )

  it.effect("so it is in a host that is started per request, in which nothing goes on between requests", () =>
    inWorld(
      Effect.gen(function* () {
        const works = new Works(false, yield* Clock.Clock)
        const here = yield* Effect.provideService(process(), BackgroundWorks, works)
        const player = yield* insertPlayer()
        yield* here.report(player, {})
        yield* here.heartbeat(player)
        assert.deepStrictEqual([here.spy.reports, here.spy.touches.length], [2, 0])
      }),
    ),
  )

  it.effect("a heartbeat that finds no place is not taken, another one of the same player is", () =>
    inWorld(
      Effect.gen(function* () {
        const bounds = { waitingMax: 2, playersMax: 2, charactersMax: 1000 }
        const heartbeats = yield* makeHeartbeats(bounds)
        const store = yield* PresenceStore
        const { run } = yield* Transaction
        const players = yield* Effect.forEach(Array.from({ length: 3 }), () =>
          Effect.flatMap(insertPlayer(), (player) =>
            Effect.map(run(store.report(player, { ...unchanged, message: "m".repeat(256) }, START)), (stored) =>
              stored !== "not_found" && hasReported(stored) ? stored : assert.fail(),
            ),
          ),
        )
        const [first, second, third] = players as unknown as readonly [
          ReportedPresence,
          ReportedPresence,
          ReportedPresence,
        ]
        for (const one of players) heartbeats.noteReport(one)
        assert.isUndefined(heartbeats.known(first.playerUuid))
        assert.deepStrictEqual(heartbeats.known(third.playerUuid), third)
        assert.deepStrictEqual(
          players.map((one) => heartbeats.take(one, undefined, START + 1)),
          [true, true, false],
        )
        assert.isTrue(heartbeats.take(second, undefined, START + 2))
        assert.deepStrictEqual(
          [first, second, third].map(({ playerUuid }) => heartbeats.waitingSince(playerUuid)),
          [START + 1, START + 2, undefined],
        )
        heartbeats.noteReport({ ...third, report: { ...third.report, message: "m".repeat(1001) } })
        assert.isUndefined(heartbeats.known(third.playerUuid))
        yield* heartbeats.flush
        assert.isUndefined(heartbeats.waitingSince(first.playerUuid))
        assert.isTrue(heartbeats.take(third, undefined, START + 3))
      }).pipe(Effect.provide(Layer.fresh(SqlPresenceStore.layer))),
    ),
  )
})

const unchanged = {
  status: undefined,
  message: undefined,
  customData: undefined,
  doNotDisturb: undefined,
  platform: undefined,
}

describe("two processes that report for one player", () => {
  const patch: fc.Arbitrary<PresencePatch> = fc.record(
    {
      status: fc.constantFrom<PresenceStatus>("online", "away", "invisible", "offline"),
      message: fc.constantFrom("a", "b", null),
      custom_data: fc.constantFrom({ a: "1" }, { a: "2" }, null),
      do_not_disturb: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ by: fc.nat(1), patch: fc.oneof(fc.constant<PresencePatch>({}), patch) }) },
    fc.record({ millis: fc.constantFrom(1, 500, 1000, 2000, 5000, 29_000, 57_000, 58_000, 59_000, 60_000, 60_001) }),
  )

  /** The player as one who is told of every report at once. */
  class Model {
    status: PresenceStatus = "online"
    message: string | null = null
    data: object | null = null
    lastSeen = START
    readonly take = (given: PresencePatch, now: number): void => {
      this.status = given.status ?? this.status
      if (given.message !== undefined) this.message = given.message
      if (given.custom_data !== undefined) this.data = given.custom_data
      this.lastSeen = now
    }
    shown(now: number) {
      const isThere = now - this.lastSeen <= 60_000 && (this.status === "online" || this.status === "away")
      if (!isThere) return { status: "offline" }
      return {
        status: this.status,
        ...(this.message && { message: this.message }),
        ...(this.data && { custom_data: this.data }),
      }
    }
  }

  const shownIn = (text: string) => {
    const { custom_data, message, status } = JSON.parse(text) as Record<string, unknown>
    return { status, ...(message !== undefined && { message }), ...(custom_data !== undefined && { custom_data }) }
  }

  it.effect("show others, in either process and at any time, what one that knows all would show", () =>
    inWorld(
      Effect.gen(function* () {
        const run = Effect.runPromiseWith(yield* Effect.context<Scope.Scope | Layer.Success<typeof sqliteLayer>>())
        const life = Effect.fnUntraced(function* (
          steps: ReadonlyArray<fc.Arbitrary<never> | (typeof step extends fc.Arbitrary<infer T> ? T : never)>,
        ) {
          let now = START
          yield* TestClock.setTime(START)
          const both: ReadonlyArray<Process> = [yield* process(), yield* process()]
          const player = yield* insertPlayer()
          const model = new Model()
          yield* (both[0] ?? assert.fail()).report(player, {}, "Anon")
          for (const one of steps) {
            if ("millis" in one) {
              now += one.millis
              yield* advance(one.millis)
              yield* settled
            } else if ("by" in one) {
              model.take(one.patch, now)
              const answer = yield* (both[one.by] ?? assert.fail()).report(player, one.patch, "Anon")
              assert.strictEqual(answer.last_seen, now)
            }
            for (const each of both) assert.deepStrictEqual(shownIn(yield* each.seen(player)), model.shown(now))
          }
          for (const each of both) yield* each.close
          const after = yield* process()
          assert.strictEqual(yield* after.lastSeen(player), model.lastSeen)
        })
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(fc.array(step, { maxLength: 14 }), (steps) => run(life(steps))),
            { numRuns: Number(globalThis.process.env["GARRISON_PRESENCE_RUNS"] ?? 25) },
          ),
        )
      }),
    ),
  )
})
