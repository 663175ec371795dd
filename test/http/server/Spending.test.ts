/** Max-min shares of what is spent, and for how long it counts (decisions, section 15; guarantees R80). */
import { maxMinLevel, SPENDERS_MAX, Spending } from "@garrison/http/server/Spending"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"

describe("the max-min level", () => {
  it("uses all there is, gives nobody more than it wants, and nobody less than another gets who wants as much", () => {
    const amount = fc.double({ min: 0, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 1 }),
        fc.double({ min: 1, max: 1e6, noNaN: true }),
        (amounts, capacity) => {
          const level = maxMinLevel(amounts, capacity)
          const wanted = amounts.reduce((sum, one) => sum + one, 0)
          const given = amounts.reduce((sum, one) => sum + Math.min(one, level), 0)
          if (level === Number.POSITIVE_INFINITY) assert.isAtMost(wanted, capacity * (1 + 1e-9))
          else {
            assert.closeTo(given, capacity, capacity * 1e-9)
            assert.isAbove(Math.max(...amounts), level)
          }
        },
      ),
    )
  })
})

/** Over two seconds, the time for which what was spent counts, there are 200 to spend. */
const spending = () => new Spending({ perSecond: 100 })

describe("what senders spend", () => {
  it("is too much for the greedy alone, however many they are", () => {
    const shared = spending()
    for (const [sender, amount] of [
      ["modest", 40],
      ["greedy", 500],
      ["greedier", 5000],
    ] as const) {
      shared.spend(sender, "", amount, 0)
    }
    const over = ["modest", "greedy", "greedier", "unknown"].filter((sender) => shared.isOver(sender, "", 0))
    assert.deepStrictEqual(over, ["greedy", "greedier"])
  })

  it("is too much for nobody while there is enough", () => {
    const shared = spending()
    shared.spend("one", "", 150, 0)
    shared.spend("other", "", 49, 0)
    assert.isFalse(shared.isOver("one", "", 0))
    shared.spend("other", "", 60, 100)
    assert.isTrue(shared.isOver("one", "", 100))
    assert.isTrue(shared.isOver("other", "", 100))
  })

  it("is forgotten in time: who spends no more than a share for long is never over", () => {
    const shared = spending()
    shared.spend("once", "", 1000, 0)
    assert.isTrue(shared.isOver("once", "", 0))
    assert.isTrue(shared.isOver("once", "", 3000))
    assert.isFalse(shared.isOver("once", "", 3500))
    for (let second = 0; second < 100; second += 0.25) {
      shared.spend("steady", "", 23, 10_000 + second * 1000)
      assert.isFalse(shared.isOver("steady", "", 10_000 + second * 1000))
    }
  })

  it("is too much for the greedy parts of a greedy sender alone, which have one share together", () => {
    const shared = spending()
    for (let part = 0; part < 50; part++) shared.spend("crowd", `greedy ${part}`, 100, 0)
    shared.spend("crowd", "modest", 1, 0)
    shared.spend("other", "", 90, 0)
    assert.isTrue(shared.isOver("crowd", "greedy 7", 0))
    for (const part of ["modest", "new"]) assert.isFalse(shared.isOver("crowd", part, 0), part)
    assert.isFalse(shared.isOver("other", "", 0))
  })

  it("is counted of the greedy, however many others keep the room of those who are remembered", () => {
    for (const crowd of ["senders", "parts"]) {
      const shared = spending()
      const spendLittle = (index: number, now: number) =>
        crowd === "senders" ? shared.spend(`${index}`, "", 1, now) : shared.spend("crowd", `${index}`, 1, now)
      for (let index = 0; index < 3 * SPENDERS_MAX; index++) {
        spendLittle(index, index / 10)
        if (index > SPENDERS_MAX && index % 100 === 0) shared.spend("greedy", "", 100, index / 10)
        assert.isAtMost(shared.size, SPENDERS_MAX)
      }
      assert.isTrue(shared.isOver("greedy", "", (3 * SPENDERS_MAX) / 10), crowd)
    }
  })

  it("takes bounded memory, and room again when it is forgotten", () => {
    const shared = spending()
    for (let sender = 0; sender < 2 * SPENDERS_MAX; sender++) shared.spend(`${sender}`, "", 1, 0)
    for (let part = 0; part < 2 * SPENDERS_MAX; part++) shared.spend("0", `${part}`, 1, 0)
    assert.isAtMost(shared.size, SPENDERS_MAX)
    shared.spend("late", "", 1000, 60_000)
    assert.isTrue(shared.isOver("late", "", 60_000))
    assert.isBelow(shared.size, 10)
  })
})
