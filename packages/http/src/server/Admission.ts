/**
 * Admission of requests: which request runs now, which waits in line, which is refused (guarantees R30, R42).
 *
 * An idle server starts a request at once. Under load one turn of the event loop starts a limited amount of work. Other
 * requests wait, first come, first served, so that new connections, probes and answers get their share of every turn.
 * A request that has waited too long is shed. A burst may wait longer than a request behind a line that has not been
 * empty for a while, because such a line only delays (RFC 8289 calls it a standing queue).
 */
import type { Lane as AnyLane } from "../contract/route.ts"
import { type Entrant, Line, type Patience } from "./Line.ts"

/** A lane in which requests wait. */
export type Lane = Exclude<AnyLane, "none">

/** Bounds of the admission. */
export interface AdmissionLimits extends Patience {
  /** Most requests of each lane that run at once. */
  readonly places: Readonly<Record<Lane, number>>
  /** Requests that may wait, in all lines together. */
  readonly queuedMax: number
}

/** The functions of the process that admission needs. */
export interface AdmissionHost {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Runs `work` once in the next turn of the event loop, after what had arrived was read. */
  readonly nextTurn: (work: () => void) => void
  /** Runs `work` once after so many milliseconds. */
  readonly after: (millis: number, work: () => void) => void
}

/** The event loop of this process. */
const eventLoop: AdmissionHost = {
  now: () => performance.now(),
  nextTurn: (work) => void setImmediate(work),
  after: (millis, work) => void setTimeout(work, millis),
}

/** A turn of the event loop starts work for at least so long, in ms. */
const TURN_MILLIS = 8
/** A turn starts work for so long at the most, in ms. A probe on a new connection waits for two turns. */
const TURN_MILLIS_MAX = 25
/** Work below this, in ms, does not track turns of the event loop, so that an idle server pays nothing for them. */
const SLACK_MILLIS = 1
/** How often requests that wait too long are looked for, in ms. */
const SHEDDING_INTERVAL_MILLIS = 20
/**
 * After all late requests were shed, none is shed for this many times the time that it took; at most as long as a burst
 * may wait. Clients that return at once would otherwise keep the server busy with refusals, and work with many trips to
 * the database would stand still.
 */
const SHEDDING_REST = 6
/** Time that one turn spends on shedding, in ms. */
const SHEDDING_MILLIS = 8
/** Requests that are shed between two looks at the clock. */
const SHED_AT_ONCE = 16

const clamped = (value: number, minimum: number, maximum: number): number => Math.max(minimum, Math.min(maximum, value))

/** Admits requests to their places. */
export class Admission {
  readonly #limits: AdmissionLimits
  readonly #host: AdmissionHost
  readonly #lines: Readonly<Record<Lane, Line>>
  readonly #all: ReadonlyArray<Line>
  /** Milliseconds of work started in this turn of the event loop. */
  #spent = 0
  /** Whether {@link #turn} is called in the next turn of the event loop. */
  #isArmed = false
  /** Whether {@link #turn} is called after a while. */
  #isTimed = false
  /** When the present turn began to read requests, as far as known. */
  #turnBeganAt = 0
  /** Since when each turn has had work at its end. */
  #armedAt = 0
  /** When work was last started. */
  #workedUntil = 0
  /** Whether a request waits that could have a place. */
  #isBehind = false
  #hasAccepted = false
  /** While connections arrive, no request is started or shed before this time. */
  #restsUntil = 0
  /** No request is shed before this time. */
  #shedsFrom = 0
  /** When shedding the late ones began; undefined when it is done. */
  #shedsSince: number | undefined
  /** The server counts as overloaded until then. */
  #overloadedUntil = Number.NEGATIVE_INFINITY

  constructor(limits: AdmissionLimits, host: AdmissionHost = eventLoop) {
    this.#limits = limits
    this.#host = host
    const { login, memory, storage } = limits.places
    this.#lines = {
      memory: new Line(memory, limits),
      storage: new Line(storage, limits),
      login: new Line(login, limits),
    }
    this.#all = Object.values(this.#lines)
  }

  /** Starts the request, makes it wait, or sheds it at once when too many wait. */
  enter(lane: Lane, entrant: Entrant): void {
    const line = this.#lines[lane]
    if (this.#isBehind || this.#spent >= TURN_MILLIS || line.length > 0 || !line.hasPlace) {
      this.#wait(line, entrant)
      return
    }
    const begun = this.#host.now()
    line.inFlight++
    entrant.start()
    this.#spent += this.#host.now() - begun
    if (this.#spent > SLACK_MILLIS) this.#arm()
  }

  /** Gives back the place of a request that has ended, or that waits without needing a place. */
  leave(lane: Lane): void {
    const line = this.#lines[lane]
    line.inFlight--
    if (line.length === 0) return
    this.#isBehind = true
    this.#arm()
  }

  /** Called for every new connection. */
  accepted(): void {
    this.#hasAccepted = true
  }

  /** How long a request may wait when few others do, in ms. */
  get burstMillis(): number {
    return this.#limits.burstMillis
  }

  /** The places of each lane, for figures; null places: as many as are asked for. */
  get lanes() {
    const { places } = this.#limits
    return (Object.keys(this.#lines) as ReadonlyArray<Lane>).map((lane) => ({
      lane,
      in_flight: this.#lines[lane].inFlight,
      places: Number.isFinite(places[lane]) ? places[lane] : null,
      queued: this.#lines[lane].length,
    }))
  }

  /** Requests worked on. */
  get inFlight(): number {
    return this.#all.reduce((sum, line) => sum + line.inFlight, 0)
  }

  /**
   * Whether new requests should go to another process. True when a request was shed, or a line has not been empty for
   * longer than a burst may wait; stays true until that time has passed again.
   */
  get isOverloaded(): boolean {
    const now = this.#host.now()
    for (const line of this.#all) this.#noteStanding(line, now)
    return now < this.#overloadedUntil
  }

  #noteStanding({ standingSince }: Line, now: number): void {
    const { burstMillis } = this.#limits
    if (standingSince !== undefined && now - standingSince >= burstMillis) this.#overloadedUntil = now + burstMillis
  }

  #wait(line: Line, entrant: Entrant): void {
    const { burstMillis, queueMillis, queuedMax } = this.#limits
    const now = this.#host.now()
    if (this.#all.reduce((sum, { length }) => sum + length, 0) >= queuedMax) {
      this.#overloadedUntil = now + burstMillis
      entrant.shed("requestsQueuedMax")
      return
    }
    if (line.hasPlace) this.#isBehind = true
    this.#arm()
    // The request may have waited in the socket since the turn began. A process that was stopped sheds none for that.
    line.add(entrant, Math.max(this.#turnBeganAt, now - queueMillis / 2))
  }

  /** Schedules {@link #turn} at the end of the present turn, which begins now as far as known. */
  #arm(): void {
    if (this.#isArmed) return
    this.#isArmed = true
    this.#armedAt = this.#host.now()
    this.#armAgain(this.#armedAt)
  }

  /** Schedules {@link #turn} at the end of the next turn as well. */
  #armAgain(began: number): void {
    this.#turnBeganAt = began
    this.#host.nextTurn(this.#turn)
  }

  /** Runs once in a turn of the event loop, after what had arrived was read, as long as there is something to do. */
  readonly #turn = (): void => {
    this.#spent = 0
    const begun = this.#host.now()
    const isAccepting = this.#hasAccepted
    this.#hasAccepted = false
    if (isAccepting && begun < this.#restsUntil) {
      this.#armAgain(begun)
      return
    }
    // Started work gets as much of the processor as shedding, reading and answering have used since the last time.
    const rest = begun - Math.max(this.#workedUntil, this.#armedAt)
    const worked = this.#work(begun, clamped(rest, TURN_MILLIS, TURN_MILLIS_MAX))
    this.#workedUntil = worked
    const hasMore = this.#shedLate(worked)
    const ended = this.#host.now()
    // New connections, if there are any, get the same time; one is accepted per turn. While no request is answered, no
    // client sends its next request, and turns are short.
    this.#restsUntil = ended + Math.min(ended - this.#turnBeganAt, TURN_MILLIS_MAX)
    if (this.#isBehind || hasMore) this.#armAgain(ended)
    else {
      this.#isArmed = false
      if (this.#all.some(({ length }) => length > 0)) this.#lookAgain()
    }
  }

  /** Starts requests from the front of the line until the budget is used, at least one. Answers with the end time. */
  #work(begun: number, budgetMillis: number): number {
    let now = begun
    for (let line = this.#next(); line !== undefined; line = this.#next()) {
      if (now - begun >= budgetMillis) break
      this.#noteStanding(line, now)
      const entrant = line.take(now)
      line.inFlight++
      entrant?.start()
      now = this.#host.now()
    }
    this.#isBehind = this.#next() !== undefined
    return now
  }

  /** Of the lines with a free place, the line whose first request is the oldest. */
  #next(): Line | undefined {
    let next: Line | undefined
    for (const line of this.#all) {
      const at = line.firstArrivedAt
      if (at === undefined || !line.hasPlace) continue
      if (next === undefined || at < (next.firstArrivedAt ?? at)) next = line
    }
    return next
  }

  /**
   * Sheds requests that have waited too long, many at a time. Says whether there may be more. A refused client may send
   * its next request at once, so the turn after a shedding is long. All turns until the next shedding are short, as
   * work with many trips to the database needs.
   */
  #shedLate(begun: number): boolean {
    if (begun < this.#shedsFrom) return false
    this.#shedsSince ??= begun
    let now = begun
    for (const line of this.#all) {
      this.#noteStanding(line, now)
      for (;;) {
        const late = line.takeLate(now, SHED_AT_ONCE)
        if (late.length > 0) this.#overloadedUntil = now + this.#limits.burstMillis
        for (const { entrant, limit } of late) entrant.shed(limit)
        if (late.length < SHED_AT_ONCE) break
        now = this.#host.now()
        if (now - begun >= SHEDDING_MILLIS) return true
      }
    }
    const rest = (now - this.#shedsSince) * SHEDDING_REST
    this.#shedsFrom = now + clamped(rest, SHEDDING_INTERVAL_MILLIS, this.#limits.burstMillis)
    this.#shedsSince = undefined
    return false
  }

  /** Checks the lines again after a while, because places may stay taken for longer than requests may wait. */
  #lookAgain(): void {
    if (this.#isTimed) return
    this.#isTimed = true
    this.#host.after(SHEDDING_INTERVAL_MILLIS, () => {
      this.#isTimed = false
      this.#arm()
    })
  }
}
