/**
 * Admission of requests on an event loop that the tests turn by hand: how much work starts in a turn, how long a
 * request may wait, and which requests are refused (guarantees R30 and R42).
 */
import { assert, describe, it } from "@effect/vitest"
import { Admission, type AdmissionLimits } from "@garrison/http/server/Admission"
import type { SheddingLimit } from "@garrison/http/server/Line"

const BURST = 500
const QUEUE = 50

const limits = (given: Partial<AdmissionLimits> = {}): AdmissionLimits => ({
  places: { memory: 100, storage: 100, login: 100 },
  queuedMax: 10_000,
  burstMillis: BURST,
  queueMillis: QUEUE,
  ...given,
})

/** What became of a request. */
interface Fate {
  readonly arrivedAt: number
  startedAt?: number
  shedAt?: number
  shedBy?: SheddingLimit
}

/** An event loop whose time passes only by what is done in it, and an admission on it. */
const world = (given: Partial<AdmissionLimits> = {}) => {
  let now = 1000
  let next: Array<() => void> = []
  const timers: Array<{ readonly at: number; readonly work: () => void }> = []
  const admission = new Admission(limits(given), {
    now: () => now,
    nextTurn: (work) => next.push(work),
    after: (millis, work) => timers.push({ at: now + millis, work }),
  })
  const clock = () => now
  const pass = (millis: number) => {
    now += millis
  }
  /** A request that takes so many milliseconds to start, and gives its place back at once unless it is `held`. */
  const request = (
    millis: number,
    options: { readonly lane?: "memory" | "storage" | "login"; held?: boolean } = {},
  ) => {
    const { held = false, lane = "storage" } = options
    const fate: Fate = { arrivedAt: now }
    admission.enter(lane, {
      start: () => {
        fate.startedAt = now
        pass(millis)
        if (!held) admission.leave(lane)
      },
      shed: (limit) => {
        fate.shedAt = now
        fate.shedBy = limit
        pass(0.03)
      },
    })
    return fate
  }
  /** One turn: what was due is done. Answers whether there was something. */
  const turn = (): boolean => {
    const due = timers.filter(({ at }) => at <= now)
    for (const timer of due) timers.splice(timers.indexOf(timer), 1)
    const works = next
    next = []
    for (const { work } of due) work()
    for (const work of works) work()
    return works.length > 0 || due.length > 0
  }
  /** Turns until nothing is due, or the time has come; nothing to do lets time pass. */
  const runUntil = (at: number, meanwhile: () => void = () => undefined) => {
    while (clock() < at) {
      meanwhile()
      if (!turn()) pass(1)
    }
  }
  return { admission, request, pass, turn, runUntil, now: clock, pending: () => next.length }
}

const started = (fates: ReadonlyArray<Fate>) => fates.filter(({ startedAt }) => startedAt !== undefined)
const shed = (fates: ReadonlyArray<Fate>) => fates.filter(({ shedAt }) => shedAt !== undefined)
const waits = (fates: ReadonlyArray<Fate>) =>
  fates.map(({ arrivedAt, shedAt, startedAt }) => (startedAt ?? shedAt ?? Number.NaN) - arrivedAt)

describe("an idle server", () => {
  it("starts a request at once, and asks for no turn of its own", () => {
    const { pending, request } = world()
    for (let count = 0; count < 5; count++) assert.isDefined(request(0.1).startedAt)
    assert.strictEqual(pending(), 0)
  })
})

describe("one turn of the event loop", () => {
  it("starts so much work and no more; the rest follows turn by turn, first come, first served", () => {
    const { pass, request, turn } = world()
    const fates = Array.from({ length: 40 }, () => request(1))
    assert.isBelow(started(fates).length, 12)
    const order: Array<number> = []
    while (started(fates).length < 40) {
      const before = started(fates).length
      pass(2)
      turn()
      const count = started(fates).length - before
      assert.isAtLeast(count, 1)
      assert.isAtMost(count, 12)
      order.push(count)
    }
    const times = fates.map(({ startedAt }) => startedAt ?? 0)
    assert.deepStrictEqual(
      times,
      times.toSorted((left, right) => left - right),
    )
    assert.isAbove(order.length, 2)
  })

  it("gives to what it starts as much time as the rest of the turn took, within bounds", () => {
    const { pass, request, turn } = world({ burstMillis: 100_000 })
    const fates = Array.from({ length: 300 }, () => request(1))
    const startedAfter = (millis: number) => {
      const before = started(fates).length
      pass(millis)
      turn()
      return started(fates).length - before
    }
    assert.strictEqual(startedAfter(1), 8)
    assert.strictEqual(startedAfter(15), 15)
    assert.strictEqual(startedAfter(300), 25)
  })

  it("starts at least one request, however long each takes", () => {
    const { request, runUntil, now } = world()
    const fates: Array<Fate> = []
    runUntil(now() + 5000, () => fates.push(request(200), request(200)))
    // Every turn takes longer than a request may wait; nobody would be served if those who waited too long went first.
    assert.isAbove(started(fates).length, 20)
  })

  it("leaves the rest of the time to arriving connections, and starts some requests in between", () => {
    const { admission, pass, request, turn } = world({ burstMillis: 100_000 })
    const fates = Array.from({ length: 400 }, () => request(1))
    let working = 0
    let accepting = 0
    for (let count = 0; count < 400; count++) {
      admission.accepted()
      pass(0.2)
      const before = started(fates).length
      turn()
      if (started(fates).length > before) working++
      else accepting++
    }
    assert.isAtLeast(working, 3)
    assert.isAbove(accepting, 10 * working)
  })
})

describe("an overload that lasts", () => {
  /** Requests come as fast as they are answered, each of so many clients waiting for its own answer. */
  const crowd = (clients: number, millis: number, given: Partial<AdmissionLimits> = {}) => {
    const here = world(given)
    const all: Array<Fate> = []
    let open: Array<Fate> = []
    const send = () => {
      open = open.filter(({ shedAt, startedAt }) => shedAt === undefined && startedAt === undefined)
      while (open.length < clients) {
        here.pass(0.02)
        const fate = here.request(millis)
        all.push(fate)
        open.push(fate)
      }
    }
    return { ...here, all, send }
  }

  it("sheds requests that wait too long: served requests have not waited longer, and most of the work is done", () => {
    const { all, now, runUntil, send } = crowd(1000, 0.5)
    const begun = now()
    runUntil(begun + 10_000, send)
    const lasting = all.filter(({ arrivedAt }) => arrivedAt > begun + 2 * BURST && arrivedAt < begun + 9000)
    assert.isAbove(shed(lasting).length, 1000)
    assert.sameMembers([...new Set(shed(lasting).map(({ shedBy }) => shedBy))], ["queueMillis"])
    // A turn and the time between two looks at the line come on top of the limit.
    assert.isBelow(Math.max(...waits(started(lasting))), QUEUE + 100)
    assert.isBelow(Math.max(...waits(shed(lasting))), QUEUE + 100)
    assert.isBelow(Math.max(...waits(started(all))), BURST + 100)
    // 10 s of work would be 20,000 requests.
    assert.isAbove(started(all).length, 10_000)
  })

  it("serves requests in time before late ones, and leaves most of the time to the work", () => {
    const { all, now, request, runUntil, send } = crowd(3000, 0.5)
    const begun = now()
    runUntil(begun + 3000, send)
    // Late ones are in line when this one comes; none of them is served before it.
    const last = request(0.5)
    const late = all.filter(({ arrivedAt, shedAt, startedAt }) => {
      return shedAt === undefined && startedAt === undefined && arrivedAt < now() - QUEUE
    })
    assert.isAbove(late.length, 100)
    runUntil(now() + 2 * QUEUE, () => undefined)
    assert.isDefined(last.startedAt)
    const overtaken = late.filter(({ startedAt }) => startedAt === undefined || startedAt > (last.startedAt ?? 0))
    assert.strictEqual(overtaken.length, late.length)
    // 3 s of work would be 6,000 requests.
    assert.isAbove(started(all).length, 3000)
  })

  it("sheds early the requests that it cannot serve soon, when overload has just begun", () => {
    const { all, now, runUntil, send } = crowd(5000, 0.5)
    const begun = now()
    runUntil(begun + 400, send)
    const early = all.filter(({ arrivedAt }) => arrivedAt < begun + 150)
    assert.isAbove(shed(early).length, 1000)
    assert.isBelow(waits(shed(early)).toSorted((left, right) => left - right)[500] ?? 0, 4 * QUEUE)
  })

  it("drops readiness before the first request is shed, and ends soon after the last one waited", () => {
    const { admission, all, now, pass, request, runUntil, send, turn } = crowd(300, 2)
    let overloadedAt: number | undefined
    let shedAt: number | undefined
    assert.isFalse(admission.isOverloaded)
    runUntil(now() + 3000, () => {
      send()
      if (admission.isOverloaded) overloadedAt ??= now()
      if (shed(all).length > 0) shedAt ??= now()
    })
    assert.isDefined(overloadedAt)
    assert.isTrue(shedAt === undefined || (overloadedAt ?? 0) <= shedAt)
    while (turn()) pass(0.1)
    pass(BURST)
    assert.isFalse(admission.isOverloaded)
    assert.isDefined(request(1).startedAt)
  })
})

describe("a burst", () => {
  it("is served whole when it can be within the time that a burst may wait", () => {
    const { admission, now, request, runUntil } = world()
    const fates = Array.from({ length: 600 }, () => request(0.5))
    runUntil(now() + 450)
    assert.strictEqual(started(fates).length, 600)
    assert.isFalse(admission.isOverloaded)
  })

  it("of more requests than may wait is refused at once, and drops readiness", () => {
    const { admission, request } = world({ queuedMax: 10, places: { memory: 1, storage: 1, login: 1 } })
    request(0, { held: true })
    const fates = Array.from({ length: 12 }, () => request(0))
    assert.strictEqual(shed(fates).length, 2)
    assert.deepStrictEqual(waits(shed(fates)), [0, 0])
    assert.deepStrictEqual(
      shed(fates).map(({ shedBy }) => shedBy),
      ["requestsQueuedMax", "requestsQueuedMax"],
    )
    assert.isTrue(admission.isOverloaded)
  })
})

describe("places", () => {
  const few = { places: { memory: 2, storage: 2, login: Number.POSITIVE_INFINITY } }

  it("are never exceeded, and pass to the next in line when they are given back", () => {
    const { admission, request, turn } = world(few)
    const fates = Array.from({ length: 5 }, () => request(0, { held: true }))
    assert.strictEqual(started(fates).length, 2)
    while (turn()) if (admission.inFlight > 2) assert.fail("more than there are")
    for (let count = 3; count <= 5; count++) {
      admission.leave("storage")
      turn()
      assert.strictEqual(started(fates).length, count)
    }
  })

  it("of one kind of work that hangs do not keep another kind waiting; those in line are shed meanwhile", () => {
    const { now, request, runUntil } = world(few)
    for (let count = 0; count < 2; count++) request(0, { held: true })
    const hanging = Array.from({ length: 20 }, () => request(0))
    const others: Array<Fate> = []
    runUntil(now() + 1000, () => {
      others.push(request(0.01, { lane: "memory" }), request(0.01, { lane: "login" }))
    })
    assert.strictEqual(shed(hanging).length, 20)
    assert.isBelow(Math.max(...waits(hanging)), 3 * QUEUE)
    assert.strictEqual(started(others).length, others.length)
    assert.deepStrictEqual([...new Set(waits(others))], [0])
  })

  it("do not busy the event loop while they are all taken", () => {
    const { now, request, turn, pass } = world(few)
    for (let count = 0; count < 3; count++) request(0, { held: true })
    let turns = 0
    const until = now() + 40
    while (now() < until) {
      if (turn()) turns++
      pass(0.1)
    }
    assert.isBelow(turns, 12)
  })
})
