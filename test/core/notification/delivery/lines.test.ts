/**
 * The lines of those who wait for a look or a read (decisions, section 9): one look runs at a time, a few reads do, and
 * who comes at the very moment when they end is not left standing.
 */
import { assert, describe, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Audience } from "@garrison/core/notification/delivery/Audience"
import { CatchUp } from "@garrison/core/notification/delivery/CatchUp"
import { Listening } from "@garrison/core/notification/delivery/Listening"
import { Look } from "@garrison/core/notification/delivery/Look"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { MaxOpsBeforeYield } from "effect/Scheduler"

type Fork = (work: Effect.Effect<void>) => void

/** Runs work so that other work gets a turn after so many of its steps. */
const inSteps = (count: number): Fork => {
  const run = Effect.runForkWith(Context.make(MaxOpsBeforeYield, count))
  return (work) => void run(work)
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

/** More turns than one of these works takes. */
const TURNS_MAX = 100

const [first, second] = ["first" as PlayerUuid, "second" as PlayerUuid]

const listeningOf = (player: PlayerUuid, taken: Array<string> = []): Listening => {
  const host = { ready: () => undefined, leave: () => undefined, broken: () => assert.fail("nothing throws") }
  const listening = new Listening({ player, caller: undefined, face: host, kind: "stream" }, host)
  listening.open({
    take: ({ id }) => {
      taken.push(id)
      return true
    },
    settled: () => undefined,
    beat: () => true,
    ended: () => undefined,
    queuedBytes: 0,
  })
  return listening
}

/** Has one begin and another come after each number of turns. Says after which numbers the other is never served. */
const unserved = async (make: (fork: Fork) => { begin: () => void; come: () => void; isServed: () => boolean }) => {
  const cases = [3, 4, 5, 6, 7].flatMap((steps) =>
    Array.from({ length: TURNS_MAX }, async (_, after) => {
      const { begin, come, isServed } = make(inSteps(steps))
      begin()
      await turns(after)
      come()
      await turns(TURNS_MAX)
      return isServed() ? [] : [`${after} turns of ${steps} steps`]
    }),
  )
  return (await Promise.all(cases)).flat()
}

describe("who comes while", () => {
  it("a look ends is looked at", async () => {
    const make = (fork: Fork) => {
      const asked = new Set<PlayerUuid>()
      const look = new Look({
        store: {
          heads: (players) => {
            for (const player of players) asked.add(player)
            return Effect.succeed(new Map<PlayerUuid, number>())
          },
        },
        broadcasts: {
          head: Effect.succeed(0),
          after: () => Effect.succeed([]),
          readersAmong: () => Effect.succeed(new Set<PlayerUuid>()),
        },
        wake: () => assert.fail("nobody is behind"),
        fork,
      })
      return {
        begin: () => look.at([listeningOf(first)]),
        come: () => look.at([listeningOf(second)]),
        isServed: () => asked.has(second),
      }
    }
    assert.deepStrictEqual(await unserved(make), [])
  })

  it("a read ends is read for", async () => {
    const make = (fork: Fork) => {
      const read = new Set<PlayerUuid>()
      const audience = new Audience()
      for (const player of [first, second]) audience.add(listeningOf(player))
      const catchUp = new CatchUp({
        audience,
        notifications: {
          newer: (player) => {
            read.add(player)
            return Effect.succeed({ placed: [], upTo: { broadcast: 0, position: 0 } })
          },
        },
        fork,
      })
      return {
        begin: () => catchUp.wake(first),
        come: () => catchUp.wake(second),
        isServed: () => read.has(second),
      }
    }
    assert.deepStrictEqual(await unserved(make), [])
  })
})

describe("a read for a listener", () => {
  const placedAt = (position: number) => ({ moment: { broadcast: 0, position }, id: `${position}`, wire: "{}" })
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

  /** A list of so many, of which the first reads fail; and what looks at it without a hint. */
  const reading = (length: number, failing = 0) => {
    const taken: Array<string> = []
    const audience = new Audience()
    const listening = listeningOf(first, taken)
    audience.add(listening)
    let failuresLeft = failing
    const fork = inSteps(1000)
    const catchUp = new CatchUp({
      audience,
      notifications: {
        newer: (_, { position }, limit) => {
          if (failuresLeft-- > 0) return Effect.die(new Error("storage is away"))
          const placed = numbers(length)
            .slice(position, position + limit)
            .map(placedAt)
          return Effect.succeed({ placed, upTo: placed.at(-1)?.moment ?? { broadcast: 0, position } })
        },
      },
      fork,
    })
    const look = new Look({
      store: { heads: () => Effect.succeed(new Map([[first, listening.position]])) },
      broadcasts: {
        head: Effect.succeed(listening.broadcast + 1),
        after: () => Effect.succeed([]),
        readersAmong: () => Effect.succeed(new Set<PlayerUuid>()),
      },
      wake: (player) => catchUp.wake(player),
      fork,
    })
    return { taken, catchUp, look, listening }
  }

  it("goes on until all is read, however many pages that are", async () => {
    for (const length of [99, 100, 101, 250]) {
      const { catchUp, taken } = reading(length)
      catchUp.wake(first)
      await turns(TURNS_MAX)
      assert.deepStrictEqual(taken, numbers(length).map(String))
    }
  })

  it("that failed is made again by the next look, though nothing else has come", async () => {
    const { catchUp, listening, look, taken } = reading(3, 1)
    catchUp.wake(first)
    await turns(TURNS_MAX)
    assert.deepStrictEqual(taken, [])
    look.at([listening])
    await turns(TURNS_MAX)
    assert.deepStrictEqual(taken, ["1", "2", "3"])
  })
})
