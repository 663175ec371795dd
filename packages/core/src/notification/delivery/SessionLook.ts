/**
 * Looks up whether those who listen may still do so, many at a time, and ends those that may not: each now and then,
 * and at once after a signal that sessions have ended (decisions, section 9).
 */
import * as Effect from "effect/Effect"
import type { Caller } from "../../kernel/Caller.ts"
import { warningOf } from "../../kernel/work/Background.ts"
import { ANYBODY, type Standing } from "../../kernel/work/Signals.ts"
import type { FeedEnd } from "../../operation/Feed.ts"
import type { Attendance } from "./Attendance.ts"
import type { Listening } from "./Listening.ts"
import { isAbout } from "./rules.ts"
import { CALLERS_AT_ONCE } from "./SessionWatch.ts"

/** What it works with. */
interface SessionLookOptions {
  readonly attendance: Pick<Attendance, "audience" | "end">
  /** Says of each of these callers why it may not listen; undefined: it may. */
  readonly watch: (callers: ReadonlyArray<Caller>) => Effect.Effect<ReadonlyArray<FeedEnd | undefined>>
  /** Runs work in the background until the process ends. */
  readonly fork: (work: Effect.Effect<void>) => void
}

type WithCaller = Listening & { readonly caller: Caller }

const hasCaller = (listening: Listening): listening is WithCaller => listening.caller !== undefined

/** The line of listeners to look up. One look runs at a time, and takes all who came meanwhile. */
export class SessionLook {
  readonly #options: SessionLookOptions
  readonly #waiting = new Set<WithCaller>()
  /** Whose listeners have not been searched for yet. */
  readonly #said = new Set<Standing>()
  #isLooking = false
  readonly #warn = warningOf("the sessions of those who listen could not be looked up")

  constructor(options: SessionLookOptions) {
    this.#options = options
  }

  /** Looks up the sessions of these listeners. */
  at(listeners: ReadonlyArray<Listening>): void {
    for (const listening of listeners) if (hasCaller(listening)) this.#waiting.add(listening)
    this.#begin()
  }

  /** Looks up the sessions of those whom this is about. All that is said in one turn costs one search. */
  about(whose: Standing): void {
    this.#said.add(whose)
    this.#begin()
  }

  #begin(): void {
    if (this.#isLooking) return
    this.#isLooking = true
    this.#options.fork(this.#warn(Effect.onError(Effect.andThen(Effect.yieldNow, this.#all), () => this.#giveUp)))
  }

  /** Storage does not answer: the next round of each looks again. */
  readonly #giveUp = Effect.sync(() => {
    this.#waiting.clear()
    this.#isLooking = false
  })

  readonly #all: Effect.Effect<void> = Effect.suspend(() => {
    this.#search()
    const part = [...this.#waiting].slice(0, CALLERS_AT_ONCE)
    if (part.length === 0) {
      this.#isLooking = false
      return Effect.void
    }
    for (const listening of part) this.#waiting.delete(listening)
    return Effect.flatMap(this.#part(part), () => this.#all)
  })

  #search(): void {
    if (this.#said.size === 0) return
    const said = new Set(this.#said)
    this.#said.clear()
    const isMeant = (caller: Caller) => said.has(ANYBODY) || isAbout(caller, said)
    this.#options.attendance.audience.forEach((listening) => {
      if (hasCaller(listening) && isMeant(listening.caller)) this.#waiting.add(listening)
    })
  }

  #part(part: ReadonlyArray<WithCaller>): Effect.Effect<void> {
    const { attendance, watch } = this.#options
    return Effect.map(watch(part.map(({ caller }) => caller)), (verdicts) => {
      part.forEach((listening, index) => {
        const why = verdicts[index]
        if (why !== undefined) attendance.end(listening, why)
      })
    })
  }
}
