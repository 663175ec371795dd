/**
 * The turns of players and persons on Postgres. A write that meets a locked row waits for it on a connection. Without
 * turns, the requests of one player would hold every connection as long as one row of that player is locked (guarantees
 * R66). Turns are those of one process.
 */
import { type Place, RequestPlace } from "@garrison/core/kernel/input/RequestPlace"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Restore } from "./SqliteLine.ts"

/** Works of one owner that run at once. */
const AT_ONCE = 2
/** Most works of one owner that may wait; a further one is refused. */
const WAITING_MAX = 100
/** The word for these limits, in logs. */
const LIMIT = "writesPerPlayer"
/** How long work waits that is not part of a request, in ms: as long as for a connection. */
const WAIT_MILLIS_MAX = 5000

/** Whether the fiber has a turn. Work within it takes no other, because two works could wait for each other's. */
const HasTurn = Context.Reference<boolean>("@garrison/sql/OwnerTurns/HasTurn", { defaultValue: () => false })

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

const crowded = Effect.suspend(() =>
  Effect.die(
    new StorageUnavailable("too many requests write to one player or person", { trouble: "busy", limit: LIMIT }),
  ),
)

/** Lets two works of each owner run at once. */
export class OwnerTurns {
  /** Those whose work runs. */
  readonly #owners = new Map<string, Owner>()

  /** Runs `work` when it is its turn. A request that waits for it has no place meanwhile. */
  readonly run = <A, E, R>(owner: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      if (fiber.getRef(HasTurn)) return work
      const place = fiber.getRef(RequestPlace)
      const inTurn = Effect.provideService(work, HasTurn, true)
      return Effect.uninterruptibleMask((restore) => {
        const waits = this.#begin(owner)
        if (waits === undefined) return Effect.onExitPrimitive(restore(inTurn), () => this.#leave(owner))
        const withPlace = place === undefined ? inTurn : Effect.andThen(place.takeAgain, inTurn)
        return Effect.flatMap(this.#wait(owner, waits, restore, place), () =>
          Effect.onExitPrimitive(restore(withPlace), () => this.#leave(owner)),
        )
      })
    })

  /** Takes a turn. Answers with the owner if it has no turn left. */
  #begin(id: string): Owner | undefined {
    const owner = this.#owners.get(id)
    if (owner === undefined) {
      this.#owners.set(id, { running: 1, waiting: new Set() })
      return undefined
    }
    if (owner.running === AT_ONCE) return owner
    owner.running++
    return undefined
  }

  /** Waits for a turn, which the one that leaves hands over. */
  #wait(id: string, { waiting }: Owner, restore: Restore, place: Place | undefined): Effect.Effect<void> {
    if (waiting.size >= WAITING_MAX) return crowded
    place?.giveBack()
    let waiter: Waiter | undefined
    const turn = Effect.callback<void>((resume) => {
      const made: Waiter = { resume, hasTurn: false, timer: undefined }
      made.timer = setTimeout(() => {
        waiting.delete(made)
        resume(crowded)
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
