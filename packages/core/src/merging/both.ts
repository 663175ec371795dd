/** What a merge and its undo share: both persons locked in one order, and what the change leaves behind. */
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import type { SecurityEventKind } from "../audit/schema.ts"
import { SecurityEventStore } from "../audit/SecurityEventStore.ts"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { LinkNotices } from "../linking/LinkNotices.ts"
import type { Act } from "../operation/Act.ts"
import { PersonMoved } from "../person/personMoved.ts"
import { makeNextRevision } from "../person/personRevision.ts"
import { PersonStore } from "../person/PersonStore.ts"
import { PlayerNotFound } from "../player/errors.ts"
import { isActive } from "../restriction/rules.ts"
import type { RestrictionRecord } from "../restriction/schema.ts"
import { passPersonHeld } from "../role/holder.ts"
import { Sessions } from "../token/Sessions.ts"
import { inLockOrder } from "./rules.ts"

/** Refuses a player that does not exist, or whose person was deleted. */
export const noSuchPlayer = () => new PlayerNotFound({ code: "resource_not_found" })

/** The person that owns the player. */
export const ownerOf = Effect.fnUntraced(function* (player: PlayerUuid) {
  return (yield* (yield* PersonStore).ofPlayer(player)) ?? (yield* noSuchPlayer())
})

/** The revisions that two persons have by this unit of work. */
export interface Locked {
  readonly kept: number
  readonly other: number
}

/**
 * Locks two persons until the unit of work ends, and counts their revisions up. All units that lock two persons lock
 * them in one order, so that none waits for another in a circle. Nobody joins or parts a person with a permission that
 * the actor lacks.
 */
export const lockBoth = Effect.fnUntraced(function* (kept: PersonId, other: PersonId, act: Act) {
  const nextRevision = yield* makeNextRevision
  const persons = yield* PersonStore
  const revisions = new Map<PersonId, number>()
  for (const person of inLockOrder(kept, other)) {
    const revision = yield* person === kept ? nextRevision(person, act) : persons.nextRevision(person, undefined)
    revisions.set(person, revision ?? (yield* noSuchPlayer()))
  }
  yield* passPersonHeld(act, kept)
  yield* passPersonHeld(act, other)
  return { kept: revisions.get(kept) ?? 0, other: revisions.get(other) ?? 0 } satisfies Locked
})

/** Fails when another unit of work has given the player to another person, or deleted its person. */
export const confirmOwner = Effect.fnUntraced(function* (player: PlayerUuid, personId: PersonId) {
  if ((yield* ownerOf(player)) !== personId) return yield* new PersonMoved()
})

/** Ends all sessions of both persons. Answers with their number. */
export const endSessionsOfBoth = Effect.fnUntraced(function* (one: PersonId, other: PersonId, at: Timestamp) {
  const sessions = yield* Sessions
  return (
    (yield* sessions.endInUnit({ personId: one }, "operator", at)) +
    (yield* sessions.endInUnit({ personId: other }, "operator", at))
  )
})

const kinds = {
  merge: "persons_merged",
  unmerge: "persons_unmerged",
} as const satisfies Readonly<Record<string, SecurityEventKind>>

/** Records the change as a security event of both persons, and notifies the players when it is stored. */
export const recordOfBoth = Effect.fnUntraced(function* (change: {
  readonly is: "merge" | "unmerge"
  readonly persons: readonly [PersonId, PersonId]
  readonly players: ReadonlyArray<PlayerUuid>
  readonly act: Act
  readonly at: Timestamp
}) {
  const { act, at, is, persons, players } = change
  const random = yield* SecureRandom.SecureRandom
  const events = yield* SecurityEventStore
  const notices = yield* LinkNotices
  const transaction = yield* Transaction
  const { address } = act.actor
  for (const personId of persons) {
    const eventId = yield* random.uuidV7()
    yield* events.record({
      eventId,
      at,
      kind: kinds[is],
      personId,
      sessionId: undefined,
      clientUuid: undefined,
      address,
    })
  }
  for (const playerUuid of players) yield* transaction.afterCommit(notices.notify({ is, playerUuid, at }))
})

/** Those of the restrictions that are in force. */
export const inForceAt = (restrictions: ReadonlyArray<RestrictionRecord>, at: Timestamp) =>
  restrictions.filter((restriction) => isActive(restriction, at))
