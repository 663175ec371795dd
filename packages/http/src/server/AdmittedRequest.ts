/**
 * A request on its way through the admission: it enters once and leaves once. In between it may give its place back,
 * and wait in line for a place again.
 */
import type { Place } from "@garrison/core/kernel/input/RequestPlace"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import * as Effect from "effect/Effect"
import type { Lane as AnyLane } from "../contract/route.ts"
import type { Admission, Lane } from "./Admission.ts"
import type { Entrant, SheddingLimit } from "./Line.ts"

const noRoom = (limit: SheddingLimit) =>
  Effect.die(new StorageUnavailable("there is no place for the rest of the request", { trouble: "busy", limit }))

/** A request that enters the admission, and leaves it. */
export abstract class AdmittedRequest implements Place, Entrant {
  readonly #admission: Admission
  /** Undefined: the request needs no place, and never waits. */
  readonly #lane: Lane | undefined
  #holdsPlace = false
  #hasLeft = false
  /** Whether it has given its place back, and waits for something else than a place. */
  #isAside = false

  constructor(admission: Admission, lane: AnyLane | undefined) {
    this.#admission = admission
    this.#lane = lane === "none" ? undefined : lane
  }

  /** Begins the work. */
  protected abstract begin(): void

  /** Called with the milliseconds that a part of the work took, during which nothing else ran. */
  protected abstract worked(millis: number): void

  /** Refuses the request for lack of room. */
  abstract shed(limit: SheddingLimit): void

  /** Begins the work at once, makes the request wait, or sheds it. */
  enter(): void {
    if (this.#lane === undefined) this.begin()
    else this.#admission.enter(this.#lane, this)
  }

  start(): void {
    this.#holdsPlace = true
    const begun = performance.now()
    this.begin()
    this.worked(performance.now() - begun)
  }

  /** Gives the place back for good. */
  leave(): void {
    this.#hasLeft = true
    this.giveBack()
  }

  /** Whether the request waits for a place, or has one. */
  get isUnderWay(): boolean {
    return !this.#hasLeft && !this.#isAside
  }

  giveBack(): void {
    this.#isAside = true
    if (!this.#holdsPlace || this.#lane === undefined) return
    this.#holdsPlace = false
    this.#admission.leave(this.#lane)
  }

  get waitMillisMax(): number {
    return this.#admission.burstMillis
  }

  /** Of several works of one request that wait, the first takes the place for all. */
  get takeAgain(): Effect.Effect<void> {
    return Effect.callback((resume) => {
      if (this.#holdsPlace || this.#hasLeft) return resume(Effect.void)
      this.waitAgain({ start: () => resume(Effect.void), shed: (limit) => resume(noRoom(limit)) })
    })
  }

  /** Takes a place again for the rest of the work, in line with other requests. */
  protected waitAgain(rest: Entrant): void {
    this.#isAside = false
    const lane = this.#lane
    if (lane === undefined) return rest.start()
    this.#admission.enter(lane, {
      start: () => {
        // Meanwhile another work of the request has taken the place, or the request was interrupted.
        if (this.#holdsPlace || this.#hasLeft) this.#admission.leave(lane)
        else this.#holdsPlace = true
        const begun = performance.now()
        rest.start()
        this.worked(performance.now() - begun)
      },
      shed: rest.shed,
    })
  }
}
