/** How sessions stand, in SQL: one statement, by the key of the session's owner. */
import type { SessionStanding, SessionStore } from "@garrison/core/token/SessionStore"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { flag, integerOrUndefined, textOrUndefined } from "../columns.ts"
import { PersonLookup } from "../player/PersonLookup.ts"
import { makePreparedRead } from "../preparedRead.ts"
import { uuids } from "../uuid.ts"

/** Whether the client of the session `s` is as it was when it opened the session: there, allowed, not cut off since. */
export const clientStays =
  "(s.client_generation IS NULL OR EXISTS (SELECT 1 FROM client c WHERE c.client_uuid = s.client_uuid " +
  "AND c.is_disabled = 0 AND c.generation = s.client_generation))"

/** A machine's session `s`, and what its client holds now. NULL: no such client is stored. */
const ofClient = {
  held: "held.permissions",
  from: "machine_session AS s LEFT JOIN client AS held ON held.client_uuid = s.client_uuid WHERE s.client_uuid = ?",
}

/** A player's session `s`, and what the role of the player holds now: nothing, where the role was withdrawn. */
const ofRole = {
  held: "COALESCE(r.permissions, '[]')",
  from: `login_session AS s
    LEFT JOIN person_player AS p ON p.person_id = s.person_id AND p.player_uuid = s.player_uuid
    LEFT JOIN role AS r ON r.role_id = p.role_id WHERE s.person_id = ? AND s.player_uuid = ?`,
}

/** Whether a person has accepted these versions or later ones: as many kinds as are required. */
const hasAccepted = `(SELECT COUNT(DISTINCT kind) FROM agreement_receipt WHERE person_id = ?
    AND ((kind = 'eula' AND version >= ?) OR (kind = 'tos' AND version >= ?)
      OR (kind = 'privacy_policy' AND version >= ?))) = ?`

/** No receipt is for such a version. */
const NOT_REQUIRED = Number.MAX_SAFE_INTEGER

/** Makes `SessionStore.standing`. */
export const makeStanding = Effect.gen(function* () {
  const { id } = uuids(yield* SqlClient.SqlClient)
  const preparedRead = yield* makePreparedRead
  const persons = yield* PersonLookup

  const standingIn = ({ from, held }: typeof ofRole, accepted = "1 = 1") =>
    preparedRead(
      `SELECT s.client_generation, CASE WHEN ${clientStays} THEN 1 ELSE 0 END AS is_current, ${held} AS held,
          CASE WHEN ${accepted} THEN 1 ELSE 0 END AS has_accepted
        FROM ${from} AND s.session_id = ? AND s.revoked_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM revoked_token WHERE token_id = ?)
          AND (${clientStays} OR EXISTS (
            SELECT 1 FROM client c JOIN client_secret k ON k.client_uuid = c.client_uuid AND k.slot = 1
            WHERE c.client_uuid = s.client_uuid AND c.is_disabled = 0 AND c.generation = s.client_generation + 1
              AND k.expires > ?))`,
      ([row]): SessionStanding | undefined => {
        if (row === undefined) return undefined
        const is = flag(row.is_current) ? "current" : "former"
        const generation = integerOrUndefined(row.client_generation)
        const held = textOrUndefined(row.held)
        const permissions = held === undefined ? undefined : (JSON.parse(held) as ReadonlyArray<string>)
        const found = { is, generation, permissions } as const
        return flag(row.has_accepted) ? found : { ...found, lacksAgreements: true }
      },
    )
  const ofMachine = standingIn(ofClient)
  const ofPlayer = standingIn(ofRole)
  const ofAcceptingPlayer = standingIn(ofRole, hasAccepted)

  const standing: SessionStore["Service"]["standing"] = ({ kind, subject, sessionId }, tokenId, now, required) => {
    const named = [id(subject), id(sessionId), id(tokenId), now] as const
    const versions = required === undefined ? [] : [required.eula, required.tos, required.privacy_policy]
    const asked = versions.map((version = 0) => (version === 0 ? NOT_REQUIRED : version))
    const count = asked.filter((version) => version !== NOT_REQUIRED).length
    const row =
      kind === "machine"
        ? ofMachine(...named)
        : persons.of(subject, (personId) => {
            const person = id(personId)
            return count === 0
              ? ofPlayer(person, ...named)
              : ofAcceptingPlayer(person, ...asked, count, person, ...named)
          })
    return Effect.map(row, (known) => known ?? "ended")
  }

  return standing
})
