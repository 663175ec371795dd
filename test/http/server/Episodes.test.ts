/** Bursts of what happens: told once when they begin and once when they are over, with every occurrence counted. */
import { assert, describe, it } from "@effect/vitest"
import { type Episode, Episodes } from "@garrison/http/server/Episodes"
import * as fc from "fast-check"
import { turnedClock } from "../../support/turnedClock.ts"

const watched = () => {
  const clock = turnedClock()
  const ended: Array<Episode> = []
  const episodes = new Episodes((episode) => ended.push(episode), clock.host)
  return { ...clock, ended, episodes }
}

describe("an episode", () => {
  it("begins with what happens first, and is over when nothing happened for five seconds", () => {
    const { ended, episodes, pass, timers } = watched()
    assert.isTrue(episodes.happened("queue"))
    pass(4000)
    assert.isFalse(episodes.happened("bodies"))
    assert.isFalse(episodes.happened("queue"))
    pass(4999)
    assert.deepStrictEqual(ended, [])
    pass(1)
    assert.deepStrictEqual(ended, [{ seconds: 4, count: 3, byName: { queue: 2, bodies: 1 } }])
    assert.strictEqual(timers(), 0)
    assert.isTrue(episodes.happened("queue"), "the next one is another")
  })

  it("that goes on while the server stops is told with what it has", () => {
    const { ended, episodes, pass, timers } = watched()
    episodes.happened("queue")
    episodes.stop()
    assert.deepStrictEqual(ended, [{ seconds: 0, count: 1, byName: { queue: 1 } }])
    assert.strictEqual(timers(), 0)
    pass(60_000)
    episodes.stop()
    assert.lengthOf(ended, 1)
  })

  it("loses no occurrence, whenever they come: beginnings and ends alternate, and the counts add up", () => {
    const steps = fc.array(fc.record({ pause: fc.nat(9000), name: fc.constantFrom("a", "b", "c") }), { maxLength: 60 })
    fc.assert(
      fc.property(steps, (given) => {
        const { ended, episodes, pass } = watched()
        let begun = 0
        let longPauses = 0
        for (const [index, { name, pause }] of given.entries()) {
          pass(pause)
          if (index > 0 && pause >= 5000) longPauses++
          if (episodes.happened(name)) begun++
          assert.strictEqual(begun, ended.length + 1)
        }
        episodes.stop()
        assert.strictEqual(begun, ended.length)
        assert.strictEqual(ended.length, given.length === 0 ? 0 : longPauses + 1)
        const total = ended.reduce((sum, { count }) => sum + count, 0)
        assert.strictEqual(total, given.length)
        for (const { byName, count } of ended) {
          assert.strictEqual(
            Object.values(byName).reduce((sum, each) => sum + each, 0),
            count,
          )
        }
      }),
    )
  })
})
