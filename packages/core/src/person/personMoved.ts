/**
 * A merge of two persons, or its undo, gives a player to another person. Whoever looks the person of a player up before
 * locking it confirms afterwards that the player is still there, and begins again if not (decisions, section 14).
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import { StorageUnavailable } from "../kernel/work/Transaction.ts"
import { PersonStore } from "./PersonStore.ts"

/**
 * The player, or the portal user, belongs to another person since it was looked up. The unit of work is undone, and
 * begins again.
 */
export class PersonMoved extends Data.TaggedError("PersonMoved") {}

/** How often a use case begins again before it answers that storage is busy. */
const ATTEMPTS_MAX = 5

/** Fails when the player is of another person by now. In a unit of work that holds the person's row locked. */
export const confirmPerson = Effect.fnUntraced(function* (player: PlayerUuid, personId: PersonId) {
  const now = yield* (yield* PersonStore).ofPlayer(player)
  if (now !== undefined && now !== personId) return yield* new PersonMoved()
})

const isMoved = (error: unknown): boolean => error instanceof PersonMoved

const busy = Effect.suspend(() =>
  Effect.die(new StorageUnavailable("the player moves from person to person", { trouble: "busy" })),
)

/** Runs a use case that looks the person up itself, and again while the player moves. */
export const whilePersonMoves = <A, E, R>(work: Effect.Effect<A, E | PersonMoved, R>): Effect.Effect<A, E, R> =>
  Effect.retry(work, { times: ATTEMPTS_MAX, while: isMoved }).pipe(
    Effect.catch((error) => (error instanceof PersonMoved ? busy : Effect.fail(error))),
  )
