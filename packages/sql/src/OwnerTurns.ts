/**
 * Turns on Postgres: those of players and persons, and those of what many units lock. A write that meets a locked row
 * waits for it on a connection. Without turns, the requests of one player would hold every connection as long as one
 * row of that player is locked, and everybody's as long as a lock is that many need (guarantees R66). Turns are those
 * of one process.
 */
import { type Place, RequestPlace } from "@garrison/core/kernel/input/RequestPlace"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Restore } from "./SqliteLine.ts"

/** How many works may run at once and wait, and the word for these limits in logs. */
export interface TurnLimits {
  readonly limit: string
  /** Works of this owner that run at once. */
  readonly atOnce: (owner: string) => number
  /** Most works of one owner that may wait; a further one is refused. */
  readonly waitingMax: number
}

/** Of a player or a person. */
export const ofOneOwner: TurnLimits = { limit: "writesPerPlayer", atOnce: () => 2, waitingMax: 100 }

/** Units that share the log of broadcasts do not wait for each other, so more of them run: half of a usual pool. */
const SHARING_LOG = 5

/** Of a lock or row that many need. */
export const ofSharedLock: TurnLimits = {
  limit: "writesPerSharedRow",
  atOnce: (lock) => (lock === "broadcast_log" ? SHARING_LOG : 2),
  waitingMax: 1000,
}

/** How long work waits that is not part of a request, in ms: as long as for a connection. */
const WAIT_MILLIS_MAX = 5000

interface Waiter {
  readonly resume: (turn: Effect.Effect<void>) => void
  timer: NodeJS.Timeout | undefined
  hasTurn: boolean
}

interface Owner {
  running: number
  /** First come, first served. */
  readonly waiting: Set<Waiter>
}

/** Lets few works of each owner run at once. */
export class OwnerTurns {
  readonly #limits: TurnLimits
  /** Whether the fiber has a turn. Work within it takes no other, because two works could wait for each other's. */
  readonly #hasTurn: Context.Reference<boolean>
  readonly #crowded: Effect.Effect<never>
  /** Those whose work runs. */
  readonly #owners = new Map<string, Owner>()

  constructor(limits: TurnLimits = ofOneOwner) {
    const { limit } = limits
    this.#limits = limits
    this.#hasTurn = Context.Reference<boolean>(`@garrison/sql/OwnerTurns/${limit}`, { defaultValue: () => false })
    this.#crowded = Effect.suspend(() =>
      Effect.die(new StorageUnavailable("too many requests write to the same rows", { trouble: "busy", limit })),
    )
  }

  /**
   * Runs `work` when it is its turn, with every owner that it has. A request that waits for it has no place meanwhile.
   */
  readonly run = <A, E, R>(owners: ReadonlyArray<string>, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      if (fiber.getRef(this.#hasTurn)) return work
      const place = fiber.getRef(RequestPlace)
      const inTurn = Effect.provideService(work, this.#hasTurn, true)
      // In one order, so that two works never wait for each other's.
      return owners.toSorted().reduceRight((inner, owner) => this.#one(owner, inner, place), inTurn)
    })

  #one<A, E, R>(owner: string, work: Effect.Effect<A, E, R>, place: Place | undefined): Effect.Effect<A, E, R> {
    return Effect.uninterruptibleMask((restore) => {
      const waits = this.#begin(owner)
      if (waits === undefined) return Effect.onExitPrimitive(restore(work), () => this.#leave(owner))
      const withPlace = place === undefined ? work : Effect.andThen(place.takeAgain, work)
      return Effect.flatMap(this.#wait(owner, waits, restore, place), () =>
        Effect.onExitPrimitive(restore(withPlace), () => this.#leave(owner)),
      )
    })
  }

  /** Takes a turn. Answers with the owner if it has no turn left. */
  #begin(id: string): Owner | undefined {
    const owner = this.#owners.get(id)
    if (owner === undefined) {
      this.#owners.set(id, { running: 1, waiting: new Set() })
      return undefined
    }
    if (owner.running === this.#limits.atOnce(id)) return owner
    owner.running++
    return undefined
  }

  /** Waits for a turn, which the one that leaves hands over. */
  #wait(id: string, { waiting }: Owner, restore: Restore, place: Place | undefined): Effect.Effect<void> {
    if (waiting.size >= this.#limits.waitingMax) return this.#crowded
    place?.giveBack()
    let waiter: Waiter | undefined
    const turn = Effect.callback<void>((resume) => {
      const made: Waiter = { resume, hasTurn: false, timer: undefined }
      made.timer = setTimeout(() => {
        waiting.delete(made)
        resume(this.#crowded)
      }, place?.waitMillisMax ?? WAIT_MILLIS_MAX)
      waiting.add(made)
      waiter = made
    })
    return Effect.onExitPrimitive(restore(turn), (exit) => {
      if (Exit.isSuccess(exit) || waiter === undefined) return undefined
      if (waiter.hasTurn) return this.#leave(id)
      waiting.delete(waiter)
      clearTimeout(waiter.timer)
      return undefined
    })
  }

  #leave(id: string): undefined {
    const owner = this.#owners.get(id)
    if (owner === undefined) return undefined
    const [next] = owner.waiting
    if (next !== undefined) {
      owner.waiting.delete(next)
      clearTimeout(next.timer)
      next.hasTurn = true
      queueMicrotask(() => next.resume(Effect.void))
    } else if (--owner.running === 0) this.#owners.delete(id)
    return undefined
  }
}
