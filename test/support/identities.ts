/** Identities for conformance suites: made straight in the tables, without a login. */
import { ClientUuid, PersonId, PlayerUuid, SessionId } from "@garrison/core/kernel/Identifier"
import type { Platform } from "@garrison/core/kernel/Platform"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import type { PortalUser } from "@garrison/core/player/schema"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"

/** A person nobody has heard of. */
export const newPersonId = (): PersonId => PersonId.make(randomUUID())
/** A player nobody has heard of. */
export const newPlayerUuid = (): PlayerUuid => PlayerUuid.make(randomUUID())
/** A session nobody has heard of. */
export const newSessionId = (): SessionId => SessionId.make(randomUUID())
/** A client nobody has heard of. */
export const newClientUuid = (): ClientUuid => ClientUuid.make(randomUUID())

/** A portal user with its player, and with its parent where it has one. */
export interface MadeUser {
  readonly user: PortalUser
  readonly parent: PortalUser | undefined
  readonly personId: PersonId
  readonly playerUuid: PlayerUuid
  readonly at: number
}

/** A portal user nobody has heard of, with everything that is to be created for it. */
export const newPortalUser = (given: Partial<MadeUser> = {}): MadeUser => ({
  user: { platform: "Anon", portalUserId: randomUUID(), displayName: "Ada" },
  parent: undefined,
  personId: newPersonId(),
  playerUuid: newPlayerUuid(),
  at: 1000,
  ...given,
})

/** Runs a unit of work. */
export const inUnit = <A, E, R>(unit: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.run(unit))

/** Creates a person with a player for a portal user, which has logged in once. Answers with what was asked for. */
export const createPlayer = Effect.fnUntraced(function* (given: Partial<MadeUser> = {}) {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const wanted = newPortalUser(given)
  const { at, parent, user } = wanted
  const [person, player] = [id(wanted.personId), id(wanted.playerUuid)]
  const add = Effect.fnUntraced(function* (one: PortalUser, above: PortalUser | undefined) {
    const { displayName, environment = "", platform, portalUserId } = one
    yield* sql`INSERT INTO portal_user (portal_user_id, platform, environment, person_id)
      VALUES (${portalUserId}, ${platform}, ${environment}, ${person})`
    yield* sql`INSERT INTO person_portal_user (person_id, platform, portal_user_id, environment, player_uuid, display_name,
        parent_platform, parent_portal_user_id, parent_environment, created_at)
      VALUES (${person}, ${platform}, ${portalUserId}, ${environment}, ${player}, ${displayName},
        ${above?.platform ?? null}, ${above?.portalUserId ?? null}, ${above?.environment ?? ""}, ${at})`
  })
  const unit = Effect.gen(function* () {
    yield* sql`INSERT INTO person (person_id, created_at, last_login_at, logins, players)
      VALUES (${person}, ${at}, ${at}, 1, ${`${wanted.playerUuid} `})`
    yield* sql`INSERT INTO player (player_uuid, person_id, created_at) VALUES (${player}, ${person}, ${at})`
    yield* sql`INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active, display_name, platform,
        created_at) VALUES (${person}, ${player}, 1, 1, 1, ${user.displayName}, ${user.platform}, ${at})`
    yield* add(user, parent)
    if (parent !== undefined) yield* add(parent, undefined)
  })
  yield* inUnit(Effect.orDie(unit))
  return { wanted }
})

/** The owner of a session: a player that exists. */
export const newOwner = Effect.map(createPlayer(), ({ wanted }) => ({
  personId: wanted.personId,
  playerUuid: wanted.playerUuid,
  platform: wanted.user.platform satisfies Platform,
  portalUserId: wanted.user.portalUserId,
}))
