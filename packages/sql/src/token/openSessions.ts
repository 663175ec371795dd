/** The sessions of many callers in a few statements, each of one table by the keys of all (architecture, section 5). */
import type { ByKind } from "@garrison/core/agreement/schema"
import type { SessionStore } from "@garrison/core/token/SessionStore"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { flag, integer, integerOrUndefined, type Row, text } from "../columns.ts"
import { inParts, padded } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { type UuidParameter, uuid, uuids } from "../uuid.ts"

type Named = Parameters<SessionStore["Service"]["rolesOfOpen"]>[0][number]

const pairOf = (one: string, other: string): string => `${one} ${other}`

/** The versions that are required, by kind. */
const requiredIn = (required: ByKind<number> | undefined): ReadonlyArray<readonly [kind: string, version: number]> =>
  Object.entries(required ?? {}).filter(([, version]) => version > 0)

/** What the rows say, by a text of their keys. */
const asked = <A>(rows: Effect.Effect<ReadonlyArray<Row>, SqlError>, key: (row: Row) => string, of: (row: Row) => A) =>
  orUnavailable(Effect.map(rows, (found) => new Map(found.map((row) => [key(row), of(row)]))))

/** Makes the statements. Each answers with what it knows of the keys that are given. */
const statements = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  const ids = (texts: Iterable<string>): ReadonlyArray<UuidParameter> =>
    padded(Array.from(new Set(texts), (one) => id(one)))

  return {
    personsOf: (players: Iterable<string>) =>
      asked(
        sql`SELECT player_uuid, person_id FROM player WHERE player_uuid IN ${sql.in(ids(players))}`,
        (row) => uuid(row.player_uuid),
        (row) => uuid(row.person_id),
      ),
    rolesOf: (persons: Iterable<string>) =>
      asked(
        sql`SELECT person_id, player_uuid, role_id FROM person_player WHERE person_id IN ${sql.in(ids(persons))}`,
        (row) => pairOf(uuid(row.person_id), uuid(row.player_uuid)),
        (row) => integer(row.role_id),
      ),
    sessionsOf: (persons: Iterable<string>, sessions: Iterable<string>) =>
      asked(
        sql`SELECT person_id, session_id, client_uuid, client_generation FROM login_session
          WHERE person_id IN ${sql.in(ids(persons))} AND session_id IN ${sql.in(ids(sessions))} AND revoked_at IS NULL`,
        (row) => pairOf(uuid(row.person_id), uuid(row.session_id)),
        (row) => ({ clientUuid: uuid(row.client_uuid), generation: integerOrUndefined(row.client_generation) }),
      ),
    generationsOf: (clients: Iterable<string>) =>
      asked(
        sql`SELECT client_uuid, generation, is_disabled FROM client WHERE client_uuid IN ${sql.in(ids(clients))}`,
        (row) => uuid(row.client_uuid),
        (row) => (flag(row.is_disabled) ? undefined : integer(row.generation)),
      ),
    revokedAmong: (tokens: Iterable<string>) =>
      asked(
        sql`SELECT token_id FROM revoked_token WHERE token_id IN ${sql.in(ids(tokens))}`,
        (row) => uuid(row.token_id),
        () => true,
      ),
    acceptedBy: (persons: Iterable<string>) =>
      asked(
        sql`SELECT person_id, kind, version FROM agreement_receipt WHERE person_id IN ${sql.in(ids(persons))}
          ORDER BY version`,
        (row) => pairOf(uuid(row.person_id), text(row.kind)),
        (row) => integer(row.version),
      ),
  }
}

/** Makes `SessionStore.rolesOfOpen`. */
export const makeRolesOfOpen = Effect.gen(function* () {
  const ask = statements(yield* SqlClient.SqlClient)

  const ofPart = Effect.fnUntraced(function* (callers: ReadonlyArray<Named>, required: ByKind<number> | undefined) {
    const persons = yield* ask.personsOf(callers.map(({ subject }) => subject))
    if (persons.size === 0) return callers.map(() => undefined)
    const [people, needed] = [[...persons.values()], requiredIn(required)]
    const sessions = yield* ask.sessionsOf(
      people,
      callers.map(({ sessionId }) => sessionId),
    )
    if (sessions.size === 0) return callers.map(() => undefined)
    const clients = yield* ask.generationsOf(Array.from(sessions.values(), ({ clientUuid }) => clientUuid))
    const revoked = yield* ask.revokedAmong(callers.map(({ tokenId }) => tokenId))
    const roles = yield* ask.rolesOf(people)
    const accepted = needed.length === 0 ? new Map<string, number>() : yield* ask.acceptedBy(people)
    return callers.map(({ sessionId, subject, tokenId }) => {
      const person = persons.get(subject)
      const session = person === undefined ? undefined : sessions.get(pairOf(person, sessionId))
      if (person === undefined || session === undefined || revoked.has(tokenId)) return undefined
      const { clientUuid, generation } = session
      if (generation !== undefined && clients.get(clientUuid) !== generation) return undefined
      const lacks = needed.some(([kind, version]) => (accepted.get(pairOf(person, kind)) ?? 0) < version)
      return lacks ? undefined : roles.get(pairOf(person, subject))
    })
  })

  const rolesOfOpen: SessionStore["Service"]["rolesOfOpen"] = (callers, required) =>
    Effect.map(
      Effect.forEach(inParts(callers), (part) => ofPart(part, required)),
      (parts) => parts.flat(),
    )
  return rolesOfOpen
})
