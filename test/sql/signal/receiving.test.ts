/** What hears other processes goes on, whatever it is sent and whatever fails (decisions, section 9). */
import { assert, describe, it } from "@effect/vitest"
import { Signals, type SignalListener } from "@garrison/core/kernel/work/Signals"
import { announcedIn } from "@garrison/sql/signal/channel"
import { makeFileWatch } from "@garrison/sql/signal/fileWatch"
import { layer } from "@garrison/sql/signal/SqlSignals"
import { SqlDriver } from "@garrison/sql/SqlDriver"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { postgresLayer, sqliteLayer } from "../../support/databases.ts"

const me = "00000000-0000-7000-8000-00000000000a"
const other = "00000000-0000-7000-8000-00000000000b"
const [ada, ben] = ["00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002"]

/** A listener that writes down what it is told. */
const listener = (told: Array<string>): SignalListener => ({
  grown: (player) => void told.push(player),
  broadcast: () => void told.push("broadcast"),
  standing: (whose) => void told.push(`standing ${whose}`),
  missed: () => void told.push("missed"),
})

const untilTold = (told: ReadonlyArray<string>, count: number): Effect.Effect<void> =>
  Effect.promise(async () => {
    while (told.length < count) await new Promise(setImmediate)
  })

describe("a message on the channel", () => {
  it.each([
    [`${other} ${ada}`, [ada]],
    [`${other} ${ada},broadcast,${ben}`, [ada, "broadcast", ben]],
    [`${other} standing:${ada},${ben},standing:anybody`, [`standing:${ada}`, ben, "standing:anybody"]],
    [`${other} standing:,standing,standing:everybody,standing:${ada}:x,:${ada}`, []],
    [`${me} ${ada}`, []],
    [`${other} `, []],
    [other, []],
    [`${other} ${ada} ${ben}`, []],
    [`${other} ${ada}x,${ben}`, [ben]],
    [`nobody ${ada}`, []],
    [`{"sender":"${other}","grown":["${ada}"]}`, []],
  ])("%j announces %j", (payload, announced) =>
    assert.deepStrictEqual<ReadonlyArray<string>>(announcedIn(payload, me), announced),
  )

  it("announces what processes announce, and nothing else, whatever it is", () => {
    const known = [ada, ben, other, "broadcast", `standing:${ada}`, `standing:${ben}`, "standing:anybody"]
    const word = fc.oneof(fc.constantFrom(...known, "standing:", ",", " "), fc.string())
    fc.assert(
      fc.property(fc.array(word), (words) => {
        for (const one of announcedIn(words.join(""), me)) assert.include(known, one)
      }),
    )
  })
})

describe("what watches a file", () => {
  it.effect("begins again when the file cannot be read for a moment, and looks at all lists then", () =>
    Effect.gen(function* () {
      const driver = yield* SqlDriver
      const reading = driver.reading ?? assert.fail("a file has a connection for reading")
      let isBroken = false
      const sometimes = new Proxy(reading, {
        get: (target, name) =>
          name === "run"
            ? (...query: Parameters<typeof reading.run>) => {
                if (isBroken) throw new Error("disk I/O error")
                return target.run(...query)
              }
            : undefined,
      })
      const told: Array<string> = []
      const { receive } = yield* makeFileWatch(yield* SqlClient.SqlClient, { ...driver, reading: sometimes })
      yield* Effect.forkChild(receive(listener(told)), { startImmediately: true })
      assert.deepStrictEqual(told, ["missed"])
      isBroken = true
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(told, ["missed"])
      isBroken = false
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(told, ["missed", "missed"])
    }).pipe(Effect.provide(sqliteLayer)),
  )
})

describe("what listens to the channel", () => {
  it.effect("listens again when somebody comes while it ends", () => {
    const connections: Array<Queue.Queue<{ readonly payload: string }, SqlError>> = []
    const closed = Deferred.makeUnsafe<void>()
    const listen = () =>
      Effect.acquireRelease(
        Effect.gen(function* () {
          const heard = yield* Queue.unbounded<{ readonly payload: string }, SqlError>()
          connections.push(heard)
          return heard
        }),
        () => Deferred.await(closed),
      )
    const driver = Layer.effect(
      SqlDriver,
      Effect.map(SqlDriver, (real) => SqlDriver.of({ ...real, listen })),
    )
    return Effect.gen(function* () {
      const signals = yield* Signals
      const [first, second]: [Array<string>, Array<string>] = [[], []]
      const end = signals.subscribe(listener(first))
      yield* untilTold(first, 1)
      end()
      // It lingers for a minute, and then closes its connection, which takes time.
      yield* TestClock.adjust("2 minutes")
      signals.subscribe(listener(second))
      yield* Deferred.succeed(closed, undefined)
      yield* untilTold(second, 1)
      yield* Queue.offer(connections[1] ?? assert.fail("nobody listens"), { payload: `${other} ${ada}` })
      yield* untilTold(second, 2)
      assert.deepStrictEqual([first, second], [["missed"], ["missed", ada]])
    }).pipe(Effect.provide(layer.pipe(Layer.provide(driver), Layer.provide(postgresLayer))))
  })
})
