/** Who gets the next place at a portal, and who loses one in line (decisions, section 4; guarantees R62). */
import { assert, describe, it } from "@effect/vitest"
import { Shares } from "@garrison/core/login/rules/shares"
import * as fc from "fast-check"

/** A caller as the model has it. */
interface Caller {
  readonly scope: string
  state: "place" | "line" | "out"
}

/** Shares beside a list of all callers, by which each answer is judged. */
class Judged {
  readonly shares: Shares<Caller>
  readonly callers: Array<Caller> = []
  readonly placesMax: number
  readonly waitingMax: number
  readonly #known = new Map<string, boolean>()

  constructor(placesMax: number, waitingMax: number) {
    this.placesMax = placesMax
    this.waitingMax = waitingMax
    this.shares = new Shares({ placesMax, waitingMax })
  }

  count(state: Caller["state"], wanted: (caller: Caller) => boolean = () => true): number {
    return this.callers.filter((caller) => caller.state === state && wanted(caller)).length
  }

  isKnown(scope: string): boolean {
    return this.#known.get(scope) ?? false
  }

  placesOf(scope: string): number {
    return this.count("place", (caller) => caller.scope === scope)
  }

  demandOf(scope: string): number {
    return this.placesOf(scope) + this.count("line", (caller) => caller.scope === scope)
  }

  /** What every address asks for, counted once. */
  #demands(): ReadonlyMap<string, number> {
    const demands = new Map<string, number>()
    for (const { scope, state } of this.callers) if (state !== "out") demands.set(scope, (demands.get(scope) ?? 0) + 1)
    return demands
  }

  enter(scope: string, isKnown: boolean): Caller {
    const caller: Caller = { scope, state: "out" }
    if (this.count("place") === this.placesMax) this.#known.set(scope, isKnown)
    const wasFull = this.count("line") === this.waitingMax
    const entered = this.shares.enter(scope, isKnown, caller)
    if (entered === "refused") {
      assert.isTrue(wasFull, "nobody is refused while there is room in line")
      const demands = this.#demands()
      const most = (demands.get(scope) ?? 0) + 1
      for (const { scope: other, state } of this.callers) {
        if (state !== "line" || this.isKnown(other) !== this.isKnown(scope)) continue
        assert.isAtMost(demands.get(other) ?? 0, most, "nor for one that asks for more")
      }
    } else if (entered === "has_place") caller.state = "place"
    else {
      const { waitsInSteadOf } = entered
      if (waitsInSteadOf !== undefined) this.#pushOut(waitsInSteadOf, scope, wasFull)
      caller.state = "line"
    }
    this.callers.push(caller)
    this.#check()
    return caller
  }

  #pushOut(caller: Caller, scope: string, wasFull: boolean): void {
    assert.isTrue(wasFull && caller.state === "line")
    const isOfOther = this.isKnown(caller.scope) !== this.isKnown(scope)
    const line = this.count("line", (one) => this.isKnown(one.scope) === this.isKnown(caller.scope))
    if (isOfOther) assert.isAbove(line, Math.floor(this.waitingMax / 2), "it has more than its half")
    else assert.isAbove(this.demandOf(caller.scope), this.demandOf(scope) + 1, "it asks for more")
    const last = this.callers.findLast((one) => one.scope === caller.scope && one.state === "line")
    assert.strictEqual(caller, last, "the newest of its address")
    caller.state = "out"
  }

  leave(caller: Caller): Caller | undefined {
    caller.state = "out"
    const next = this.shares.leave(caller.scope)
    if (next === undefined) assert.strictEqual(this.count("line"), 0, "no place is free while one waits")
    else this.#judge(next)
    this.#check()
    return next
  }

  #judge(next: Caller): void {
    assert.strictEqual(next.state, "line")
    const isKnown = this.isKnown(next.scope)
    const rivals = this.callers.filter(({ scope, state }) => state === "line" && this.isKnown(scope) === isKnown)
    for (const { scope } of rivals) assert.isAtMost(this.placesOf(next.scope), this.placesOf(scope))
    const first = rivals.find(({ scope }) => this.placesOf(scope) === this.placesOf(next.scope))
    assert.strictEqual(first, next, "of those with the fewest places, who came first")
    const others = this.count("line", ({ scope }) => this.isKnown(scope) !== isKnown)
    if (others > 0) {
      const half = Math.floor(this.placesMax / 2)
      const places = this.count("place", ({ scope }) => this.isKnown(scope) === isKnown)
      assert.isBelow(places, isKnown ? half : this.placesMax - half, "neither takes the half of the other")
    }
    next.state = "place"
  }

  withdraw(caller: Caller): void {
    this.shares.withdraw(caller.scope, caller)
    if (caller.state === "line") caller.state = "out"
    this.#check()
  }

  #check(): void {
    assert.strictEqual(this.shares.taken, this.count("place"))
    assert.strictEqual(this.shares.waiting, this.count("line"))
    assert.isAtMost(this.shares.taken, this.placesMax)
    assert.isAtMost(this.shares.waiting, this.waitingMax)
    if (this.shares.waiting > 0) assert.strictEqual(this.shares.taken, this.placesMax, "no place is free in vain")
  }
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ is: fc.constant("enter" as const), scope: fc.nat(6), isKnown: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant("leave" as const), at: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("withdraw" as const), at: fc.nat(50) }) },
)

describe("shares", () => {
  it("are limited, waste no place, favour who has the fewest, and leave nobody behind", () => {
    const limits = fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 10 }))
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 120 }), ([placesMax, waitingMax], steps) => {
        const judged = new Judged(placesMax, waitingMax)
        for (const one of steps) {
          if (one.is === "enter") {
            // Most addresses are known all the time, or never; one becomes known and is forgotten.
            judged.enter(`address ${one.scope}`, one.scope === 0 ? one.isKnown : one.scope % 2 === 0)
            continue
          }
          const callers = judged.callers.filter(({ state }) => state === (one.is === "leave" ? "place" : "line"))
          const caller = callers[one.at % Math.max(1, callers.length)]
          if (caller === undefined) continue
          if (one.is === "leave") judged.leave(caller)
          else judged.withdraw(caller)
        }
        for (;;) {
          const caller = judged.callers.find(({ state }) => state === "place")
          if (caller === undefined) break
          judged.leave(caller)
        }
        assert.strictEqual(judged.count("line"), 0, "everyone in line had a place")
      }),
      { numRuns: 500, seed: 62 },
    )
  })

  it("bind only while other addresses wait: one address may have all places and the whole line", () => {
    const judged = new Judged(64, 256)
    const callers = Array.from({ length: 320 }, () => judged.enter("a proxy", true))
    assert.deepStrictEqual([judged.count("place"), judged.count("line")], [64, 256])
    assert.strictEqual(judged.enter("a proxy", true).state, "out")
    for (const caller of callers) judged.leave(caller)
    assert.strictEqual(judged.count("place"), 0)
  })

  it("give an address that came late its place before the second one of any other", () => {
    const judged = new Judged(64, 256)
    const flood = Array.from({ length: 400 }, () => judged.enter("a flood", false))
    const late = Array.from({ length: 15 }, (_, number) => judged.enter(`late ${number}`, false))
    for (const caller of flood.slice(0, 15)) judged.leave(caller)
    assert.deepStrictEqual(new Set(late.map(({ state }) => state)), new Set(["place"]))
  })

  it("keep half for known addresses, however many strangers there are", () => {
    const judged = new Judged(64, 256)
    const strangers = Array.from({ length: 600 }, (_, number) => judged.enter(`stranger ${number}`, false))
    assert.strictEqual(judged.enter("one more", false).state, "out", "each has but one")
    const known = Array.from({ length: 60 }, (_, number) => judged.enter(`known ${number}`, true))
    for (const caller of strangers.slice(0, 64)) judged.leave(caller)
    const count = (state: Caller["state"]) => known.filter((caller) => caller.state === state).length
    assert.deepStrictEqual([count("place"), count("line")], [32, 28])
  })
})
