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

const listeningOf = (player: PlayerUuid): Listening => {
  const host = { ready: () => undefined, leave: () => undefined, broken: () => assert.fail("nothing throws") }
  const listening = new Listening({ player, caller: undefined, face: host, kind: "stream" }, host)
  listening.open({
    take: () => true,
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
