/**
 * What a server counts of itself in the last 15 minutes, second by second: an observer of the server, and the tally of
 * the domain. Names come from closed lists (operations, statuses, codes, grants, results, portals), and there is a
 * limit on them besides, so that the memory has one. Nothing here names a player, a client or a path.
 */
import type { ServerFigures } from "@garrison/core/figures/schema"
import { orderFacts } from "@garrison/core/happening/rules"
import type { Tally } from "@garrison/core/kernel/work/Tally"
import type { Answered, Observer } from "../server/Observer.ts"
import { Latencies } from "./Latencies.ts"
import { Rings, type Series } from "./Rings.ts"

/** Seconds that are kept. */
const SECONDS = 15 * 60
const MINUTES = 15
const SECOND_MILLIS = 1000
/** Names of one kind that are counted apart; further ones are counted together. */
const NAMES_MAX = 100
const OTHERS = "others"
/** Requests to an operation that does not exist. */
const NO_OPERATION = "none"

/** The operation that answers with the figures. A console that asks every two seconds is no load worth a figure. */
export const FIGURES_OPERATION = "figures"

const lastStatus = (status: number | undefined) => (status === undefined ? {} : { last_status: status })

/** Counts by name. */
class Named {
  readonly #series = new Map<string, Series>()
  readonly #rings: Rings

  constructor(rings: Rings) {
    this.#rings = rings
  }

  add(name: string): void {
    const known = this.#series.get(name)
    if (known !== undefined) return this.#rings.add(known)
    if (this.#series.size >= NAMES_MAX && name !== OTHERS) return this.add(OTHERS)
    const made = this.#rings.open()
    this.#series.set(name, made)
    return this.#rings.add(made)
  }

  get names(): ReadonlyArray<string> {
    return [...this.#series.keys()]
  }

  /** How many in the last 15 minutes, or in the last so many seconds. */
  count(name: string, seconds = SECONDS): number {
    const series = this.#series.get(name)
    return series === undefined ? 0 : this.#rings.sum(series, seconds)
  }

  /** All of them, the most frequent first. */
  list() {
    return this.names
      .map((name) => ({ name, count: this.count(name), last_minute: this.count(name, 60) }))
      .filter(({ count }) => count > 0)
      .toSorted((left, right) => right.count - left.count)
  }
}

/** What is asked of the server when the figures are. */
export interface Gauges {
  readonly version: string
  readonly started: number
  readonly time: number
  readonly unready: ReadonlyArray<string>
  readonly lanes: ServerFigures["lanes"]
}

/** The figures of one server. */
export class Figures {
  readonly #now: () => number
  readonly #seconds: Rings
  readonly #minutes: Rings
  readonly #requests: Series
  readonly #refused: Series
  readonly #failed: Series
  readonly #logins: Series
  readonly #loginsRefused: Series
  readonly #orders: Series
  /** The longest delay, in tenths of a millisecond and one more: 0 means not measured. */
  readonly #eventLoop: Series
  readonly #latencies: Latencies
  readonly #byOperation = new Map<string, Latencies>()
  readonly #operations: Named
  readonly #operationsRefused: Named
  readonly #operationsFailed: Named
  readonly #statuses: Named
  readonly #codes: Named
  readonly #grants: Named
  readonly #grantsRefused: Named
  readonly #results: Named
  readonly #portals: Named
  readonly #portalsFailed: Named
  readonly #portalStatuses = new Map<string, number | undefined>()
  /** The kinds of requests for which a portal counts as down. */
  readonly #down = new Map<string, Set<string>>()

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now
    const seconds = new Rings(SECONDS, Math.floor(now() / SECOND_MILLIS))
    this.#seconds = seconds
    this.#minutes = new Rings(MINUTES, Math.floor(now() / (60 * SECOND_MILLIS)))
    this.#requests = seconds.open()
    this.#refused = seconds.open()
    this.#failed = seconds.open()
    this.#logins = seconds.open()
    this.#loginsRefused = seconds.open()
    this.#orders = seconds.open()
    this.#eventLoop = seconds.open()
    this.#latencies = new Latencies(seconds)
    this.#operations = new Named(seconds)
    this.#operationsRefused = new Named(seconds)
    this.#operationsFailed = new Named(seconds)
    this.#statuses = new Named(seconds)
    this.#codes = new Named(seconds)
    this.#grants = new Named(seconds)
    this.#grantsRefused = new Named(seconds)
    this.#results = new Named(seconds)
    this.#portals = new Named(seconds)
    this.#portalsFailed = new Named(seconds)
  }

  #move(): void {
    const now = this.#now()
    this.#seconds.move(Math.floor(now / SECOND_MILLIS))
    this.#minutes.move(Math.floor(now / (60 * SECOND_MILLIS)))
  }

  readonly #answered = ({ errorCode, milliseconds, operation = NO_OPERATION, status }: Answered): void => {
    if (operation === FIGURES_OPERATION) return
    this.#move()
    const seconds = this.#seconds
    seconds.add(this.#requests)
    this.#latencies.add(milliseconds)
    this.#latenciesOf(operation).add(milliseconds)
    this.#operations.add(operation)
    this.#statuses.add(String(status))
    if (errorCode !== undefined) this.#codes.add(errorCode)
    if (status >= 500) {
      seconds.add(this.#failed)
      this.#operationsFailed.add(operation)
    } else if (status >= 400) {
      seconds.add(this.#refused)
      this.#operationsRefused.add(operation)
    }
  }

  #latenciesOf(operation: string): Latencies {
    const known = this.#byOperation.get(operation)
    if (known !== undefined) return known
    if (this.#byOperation.size >= NAMES_MAX && operation !== OTHERS) return this.#latenciesOf(OTHERS)
    const made = new Latencies(this.#minutes)
    this.#byOperation.set(operation, made)
    return made
  }

  /** Counts the answers of the server. */
  readonly observer: Observer = { answered: this.#answered }

  /** Counts what the domain does. */
  readonly tally: Tally = {
    loggedIn: (grant, isDone) => {
      this.#move()
      this.#seconds.add(isDone ? this.#logins : this.#loginsRefused)
      const named = isDone ? this.#grants : this.#grantsRefused
      named.add(grant)
    },
    ordered: (wire) => {
      this.#move()
      this.#seconds.add(this.#orders)
      for (const result of orderFacts(wire).results) this.#results.add(result)
    },
    askedPortal: (portal, isAnswered, status) => {
      this.#move()
      this.#portalStatuses.set(portal, status)
      this.#portals.add(portal)
      if (!isAnswered) this.#portalsFailed.add(portal)
    },
    portalDown: (portal, endpoint, isDown) => {
      const endpoints = this.#down.get(portal) ?? new Set()
      this.#down.set(portal, endpoints)
      if (isDown) endpoints.add(endpoint)
      else endpoints.delete(endpoint)
    },
  }

  /** Notes the longest delay of the event loop since the last note, in ms. */
  delayed(millis: number): void {
    this.#move()
    this.#seconds.raise(this.#eventLoop, Math.max(0, Math.round(millis * 10)) + 1)
  }

  #operationsList(): ServerFigures["operations"] {
    return this.#operations.list().map(({ count, name }) => ({
      operation: name,
      requests: count,
      refused: this.#operationsRefused.count(name),
      failed: this.#operationsFailed.count(name),
      ...this.#latenciesOf(name).quantiles(),
    }))
  }

  #portalsList(): ServerFigures["portals"] {
    return [...new Set([...this.#portals.names, ...this.#down.keys()])].map((portal) => ({
      portal,
      calls: this.#portals.count(portal),
      failures: this.#portalsFailed.count(portal),
      failures_last_minute: this.#portalsFailed.count(portal, 60),
      ...lastStatus(this.#portalStatuses.get(portal)),
      down: (this.#down.get(portal)?.size ?? 0) > 0,
    }))
  }

  /** The figures now. */
  show({ lanes, started, time, unready, version }: Gauges): ServerFigures {
    this.#move()
    const seconds = this.#seconds
    return {
      version,
      started,
      time,
      seconds: seconds.complete,
      unready,
      per_second: {
        requests: seconds.list(this.#requests),
        refused: seconds.list(this.#refused),
        failed: seconds.list(this.#failed),
        logins: seconds.list(this.#logins),
        logins_refused: seconds.list(this.#loginsRefused),
        orders: seconds.list(this.#orders),
        p95_ms: this.#latencies.p95ByUnit(),
        event_loop_ms: seconds.list(this.#eventLoop).map((tenths) => (tenths === 0 ? null : (tenths - 1) / 10)),
      },
      latency: this.#latencies.quantiles(),
      operations: this.#operationsList(),
      statuses: this.#statuses.list(),
      codes: this.#codes.list(),
      logins: [...new Set([...this.#grants.names, ...this.#grantsRefused.names])].map((grant) => ({
        grant,
        done: this.#grants.count(grant),
        refused: this.#grantsRefused.count(grant),
      })),
      order_results: this.#results.list(),
      portals: this.#portalsList(),
      lanes,
    }
  }
}
