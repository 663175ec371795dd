/** Identities for conformance suites: made straight through the stores, without a login. */
import { ClientUuid, PersonId, PlayerUuid, SessionId } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { Transaction } from "@garrison/core/kernel/Transaction"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import type { NewPortalUser } from "@garrison/core/player/schema"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"

/** A person nobody has heard of. */
export const newPersonId = (): PersonId => PersonId.make(randomUUID())
/** A player nobody has heard of. */
export const newPlayerUuid = (): PlayerUuid => PlayerUuid.make(randomUUID())
/** A session nobody has heard of. */
export const newSessionId = (): SessionId => SessionId.make(randomUUID())
/** A client nobody has heard of. */
export const newClientUuid = (): ClientUuid => ClientUuid.make(randomUUID())

/** A portal user nobody has heard of, with everything that is to be created for it. */
export const newPortalUser = (given: Partial<NewPortalUser> = {}): NewPortalUser => ({
  user: { platform: "Anon", portalUserId: randomUUID(), displayName: "Ada" },
  parent: undefined,
  personId: newPersonId(),
  personRevision: undefined,
  playerUuid: newPlayerUuid(),
  roleId: 1,
  playersMax: 16,
  at: 1000,
  ...given,
})

/** Runs a unit of work. */
export const inUnit = <A, E, R>(unit: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.run(unit))

/** Creates a player for a portal user, and answers with what was asked for and what became of it. */
export const createPlayer = Effect.fnUntraced(function* (given: Partial<NewPortalUser> = {}) {
  const store = yield* PlayerStore
  const wanted = newPortalUser(given)
  const created = yield* inUnit(store.createPlayer(wanted))
  return { wanted, created }
})

/** The owner of a session: a player that exists. */
export const newOwner = Effect.map(createPlayer(), ({ wanted }) => ({
  personId: wanted.personId,
  playerUuid: wanted.playerUuid,
  platform: wanted.user.platform satisfies Platform,
  portalUserId: wanted.user.portalUserId,
}))
