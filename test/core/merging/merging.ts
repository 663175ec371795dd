/** Persons for the tests of merges, and what is stored of them. */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { LoginResult } from "@garrison/core/login/schema"
import { Merges } from "@garrison/core/merging/Merges"
import { MergeStore } from "@garrison/core/merging/MergeStore"
import { PersonStore } from "@garrison/core/person/PersonStore"
import { isActive } from "@garrison/core/restriction/rules"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { testAct } from "../../support/acts.ts"
import { whoIs } from "../../support/logins.ts"

/** The player of a login. */
export const playerIn = (result: LoginResult): PlayerUuid => whoIs(result).playerUuid

/** Merges the person of the second login into that of the first one. */
export const merge = (one: LoginResult, other: LoginResult, active?: LoginResult) =>
  Merges.use((merges) =>
    merges.merge({ player: playerIn(one), other: playerIn(other), active: active && playerIn(active) }, testAct),
  )

/** Undoes a merge of the person of the login. */
export const unmerge = (one: LoginResult, mergeId?: string) =>
  Merges.use((merges) => merges.unmerge({ player: playerIn(one), mergeId }, testAct))

/** What a person has, in short and in one order. */
export const has = Effect.fnUntraced(function* (player: PlayerUuid) {
  const personId = yield* (yield* PersonStore).ofPlayer(player)
  if (personId === undefined) return undefined
  const person = yield* (yield* MergeStore).person(personId)
  const now = yield* Clock.currentTimeMillis
  return {
    personId,
    players: person?.players.map(({ playerUuid, roleId }) => `${playerUuid} ${roleId}`),
    portalUsers: person?.portalUsers
      .map(({ platform, playerUuid, portalUserId }) => `${platform} ${portalUserId} ${playerUuid}`)
      .toSorted(),
    inForce: person?.restrictions
      .filter((one) => isActive(one, now))
      .map(({ restrictionId, type }) => `${type} ${restrictionId}`)
      .toSorted(),
  }
})

/**
 * What is wrong with the identities: portal users and players whose lookup leads elsewhere, persons whose list of
 * players is not theirs, persons that stand without a way in, and those with none or several active players.
 */
export const faults = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const users = yield* sql`SELECT o.portal_user_id FROM person_portal_user AS o
    LEFT JOIN portal_user AS l ON l.portal_user_id = o.portal_user_id AND l.platform = o.platform
      AND l.environment = o.environment AND l.person_id = o.person_id WHERE l.person_id IS NULL`
  const lost = yield* sql`SELECT l.portal_user_id FROM portal_user AS l
    LEFT JOIN person_portal_user AS o ON l.portal_user_id = o.portal_user_id AND l.platform = o.platform
      AND l.environment = o.environment AND l.person_id = o.person_id WHERE o.person_id IS NULL`
  const players = yield* sql`SELECT p.player_uuid FROM person_player AS p
    LEFT JOIN player AS l ON l.player_uuid = p.player_uuid AND l.person_id = p.person_id WHERE l.person_id IS NULL`
  const lists = yield* sql`SELECT person.person_id FROM person
    WHERE length(players) <> 37 * (SELECT COUNT(*) FROM person_player AS p WHERE p.person_id = person.person_id)`
  const standing = yield* sql`SELECT person.person_id FROM person WHERE deleted_at IS NULL
    AND (NOT EXISTS (SELECT 1 FROM person_portal_user AS u WHERE u.person_id = person.person_id)
      OR 1 <> (SELECT COUNT(*) FROM person_player AS p WHERE p.person_id = person.person_id AND p.active = 1))`
  const gone = yield* sql`SELECT person.person_id FROM person WHERE deleted_at IS NOT NULL
    AND EXISTS (SELECT 1 FROM person_portal_user AS u WHERE u.person_id = person.person_id)`
  const [entries] = yield* sql`SELECT COUNT(*) AS counted FROM person WHERE logins <
    (SELECT COUNT(*) FROM login_history AS h WHERE h.person_id = person.person_id
      AND h.grant_type NOT IN ('link', 'unlink'))`
  return {
    users: users.length + lost.length,
    players: players.length,
    lists: lists.length,
    standing: standing.length + gone.length,
    uncounted: Number(entries?.counted),
  }
})

/** Nothing is wrong. */
export const none = { users: 0, players: 0, lists: 0, standing: 0, uncounted: 0 }
