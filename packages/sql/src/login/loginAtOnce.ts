/**
 * A login as one statement, for Postgres: each statement there is a round trip, and a unit of work has two more for
 * BEGIN and COMMIT. All conditions stand in the first part; the other parts write only where the first found a row. A
 * login that does not meet them stores nothing.
 */
import type { CountedPlace } from "@garrison/core/login/FailureStore"
import type { KnownLogin, LoginEntry, NewLogin, SessionEntry } from "@garrison/core/login/LoginStore"
import { SessionId } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { integerOrUndefined, type Row, textOrUndefined } from "../columns.ts"
import { numberedNames } from "../preparedRead.ts"
import { isUndone, orUnavailable } from "../SqlTransaction.ts"
import { clientStays } from "../token/standing.ts"
import { SKEW_MILLIS } from "./SqlFailureStore.ts"

type Value = string | number | Uint8Array | null

const opened = `opened AS (INSERT INTO login_session (person_id, session_id, client_uuid, client_generation, player_uuid,
    platform, portal_user_id, environment, token_hash, token_expires_at, created_at, expires_at)
  SELECT CAST(:person AS UUID), CAST(:session AS UUID), CAST(:client AS UUID), CAST(:generation AS BIGINT),
    CAST(:player AS UUID), CAST(:platform AS TEXT), CAST(:user AS TEXT), CAST(:environment AS TEXT), CAST(:token AS BYTEA),
    CAST(:tokenEnd AS BIGINT), CAST(:at AS BIGINT), CAST(:end AS BIGINT) FROM admitted)`

const logged = `logged AS (INSERT INTO login_history (person_id, login_id, at, player_uuid, session_id, grant_type,
    platform, client_uuid, address, user_agent)
  SELECT CAST(:person AS UUID), CAST(:login AS UUID), CAST(:at AS BIGINT), CAST(:player AS UUID),
    CAST(:session AS UUID), CAST(:grant AS TEXT), CAST(:platform AS TEXT), CAST(:client AS UUID),
    CAST(:address AS TEXT), CAST(:agent AS TEXT) FROM admitted)`

/** At which logins of a person its history is trimmed: at each so many. */
const TRIMMED_EVERY = 10

/** The oldest entries, at some logins: then the history has room until the next of them. */
const trimmedIn = (part: string) => `trimmed AS (DELETE FROM login_history WHERE person_id = :person
    AND (SELECT logins FROM ${part}) % ${TRIMMED_EVERY} = 0
    AND login_id <= (SELECT h.login_id FROM login_history AS h WHERE h.person_id = :person
      ORDER BY h.login_id DESC LIMIT 1 OFFSET :historyRoom))`

/**
 * What a login of a known player needs. An act on the person waits for its row, or this statement waits for the act
 * and then finds another revision: a ban is such an act. Conditions on other tables would be as they were when the
 * statement began, and miss it.
 */
const unchanged = "person_id = :person AND deleted_at IS NULL AND revision = :revision"

/** No session and no entry of the person has to go. After a wait the row is read again, with every login before. */
const hasRoom = "logins < :room"

const known = (condition: string) => `admitted AS (UPDATE person SET last_login_at = :at, logins = logins + 1
  WHERE ${condition} RETURNING person_id, logins)`

const earlyLogin = `WITH ${known(`${unchanged} AND ${hasRoom}`)},
${opened},
${logged}
SELECT COUNT(*) AS stored FROM admitted`

const laterLogin = `WITH ${known(unchanged)},
${opened},
${logged},
${trimmedIn("admitted")},
surplus AS (DELETE FROM login_session WHERE person_id = :person AND player_uuid = :player
    AND EXISTS (SELECT 1 FROM admitted)
    AND (SELECT COUNT(*) FROM login_session AS c WHERE c.person_id = :person AND c.player_uuid = :player) > :sessionRoom
    AND (revoked_at IS NOT NULL OR session_id <= (SELECT o.session_id FROM login_session AS o
      WHERE o.person_id = :person AND o.player_uuid = :player AND o.revoked_at IS NULL AND o.expires_at > :at
      ORDER BY o.session_id DESC LIMIT 1 OFFSET :sessionRoom))
  RETURNING session_id),
forgotten AS (DELETE FROM refresh_exchange WHERE person_id = :person
  AND session_id IN (SELECT session_id FROM surplus))
SELECT (SELECT COUNT(*) FROM admitted) AS stored,
  (SELECT CAST(json_agg(session_id) AS TEXT) FROM surplus) AS surplus`

/** The person is locked before its session, as everywhere. */
const exchanged = (condition: string) => `locked AS (SELECT person_id FROM person WHERE ${condition} FOR NO KEY UPDATE),
admitted AS (UPDATE login_session AS s
  SET token_hash = :successor, token_expires_at = :tokenEnd, exchanges = exchanges + 1
  WHERE s.person_id = :person AND s.session_id = :session AND s.token_hash = :token AND s.token_expires_at > :at
    AND s.expires_at > :at AND s.revoked_at IS NULL AND s.client_uuid = :client AND s.exchanges < :exchangesMax
    AND ${clientStays} AND EXISTS (SELECT 1 FROM locked)
  RETURNING person_id),
touched AS (UPDATE person SET last_login_at = :at, logins = logins + 1
  WHERE person_id = :person AND EXISTS (SELECT 1 FROM admitted) RETURNING logins),
exchanged AS (INSERT INTO refresh_exchange (person_id, session_id, token_hash, successor_seed, rotated_at)
  SELECT CAST(:person AS UUID), CAST(:session AS UUID), CAST(:token AS BYTEA), CAST(:seed AS BYTEA),
    CAST(:at AS BIGINT) FROM admitted)`

const earlyExchange = `WITH ${exchanged(`${unchanged} AND ${hasRoom}`)},
${logged}
SELECT COUNT(*) AS stored FROM admitted`

const laterExchange = `WITH ${exchanged(unchanged)},
${logged},
${trimmedIn("touched")}
SELECT COUNT(*) AS stored FROM admitted`

/** That the second bucket had no room for another one when the statement began. */
const wasFull = `EXISTS (SELECT 1 FROM login_failure AS f WHERE f.bucket = :secondBucket AND f.subject = :secondSubject
    AND f.forgotten_at + :secondLeak > CAST(:at AS BIGINT) + :secondCapacity
    AND f.forgotten_at <= CAST(:at AS BIGINT) + :secondLate)`

const counted = (name: string, of: string) => `${name} AS (INSERT INTO login_failure (bucket, subject, at, forgotten_at)
  SELECT CAST(:${name}Bucket AS BIGINT), CAST(:${name}Subject AS TEXT), CAST(:at AS BIGINT),
    CAST(:${name}End AS BIGINT) ${of}
  ON CONFLICT (bucket, subject) DO UPDATE SET at = excluded.at, forgotten_at = CASE
      WHEN login_failure.forgotten_at <= excluded.at THEN excluded.forgotten_at
      WHEN login_failure.forgotten_at > excluded.at + :${name}Late THEN excluded.at + :${name}Capacity
      ELSE login_failure.forgotten_at + :${name}Leak END
    WHERE login_failure.forgotten_at + :${name}Leak <= excluded.at + :${name}Capacity
      OR login_failure.forgotten_at > excluded.at + :${name}Late
  RETURNING bucket)`

/**
 * Nothing is counted where a bucket is full. Another login may fill one, or take the portal user, while this one waits
 * for it. Then the count that was taken is undone with the whole statement: the cast fails, and says why in the log.
 */
const newLogin = `WITH ${counted("first", `WHERE NOT ${wasFull}`)},
${counted("second", "FROM first")},
admitted AS (INSERT INTO portal_user (portal_user_id, platform, environment, person_id)
  SELECT CAST(:user AS TEXT), CAST(:platform AS TEXT), CAST(:environment AS TEXT), CAST(:person AS UUID) FROM second
  ON CONFLICT (portal_user_id, platform, environment) DO NOTHING RETURNING person_id),
person_made AS (INSERT INTO person (person_id, created_at, last_login_at, logins, players)
  SELECT CAST(:person AS UUID), CAST(:at AS BIGINT), CAST(:at AS BIGINT), 1, CAST(:players AS TEXT) FROM admitted),
player_made AS (INSERT INTO player (player_uuid, person_id, created_at)
  SELECT CAST(:player AS UUID), CAST(:person AS UUID), CAST(:at AS BIGINT) FROM admitted),
owned AS (INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active, display_name, platform,
    created_at)
  SELECT CAST(:person AS UUID), CAST(:player AS UUID), nextval('player_id_sequence'), CAST(:role AS BIGINT), 1,
    CAST(:name AS TEXT), CAST(:platform AS TEXT), CAST(:at AS BIGINT) FROM admitted RETURNING player_id),
user_made AS (INSERT INTO person_portal_user (person_id, platform, portal_user_id, environment, player_uuid,
    display_name, created_at)
  SELECT CAST(:person AS UUID), CAST(:platform AS TEXT), CAST(:user AS TEXT), CAST(:environment AS TEXT),
    CAST(:player AS UUID), CAST(:name AS TEXT), CAST(:at AS BIGINT) FROM admitted),
${opened},
${logged}
SELECT (SELECT player_id FROM owned) AS player_id,
  CASE WHEN EXISTS (SELECT 1 FROM first) AND NOT EXISTS (SELECT 1 FROM admitted)
    THEN CAST((SELECT 'undone: another login was faster, bucket ' || bucket FROM first) AS BIGINT) END AS undone`

const notStored = Effect.succeed("not_stored" as const)

/** Makes the function that runs a constant statement with values for its names. Each connection parses it once. */
const makeRun =
  (sql: SqlClient.SqlClient) =>
  <Name extends string>(text: string) => {
    const { names, statement } = numberedNames(text, "$")
    return (values: Readonly<Record<Name, Value>>) =>
      sql.unsafe<Row>(
        statement,
        names.map((name) => values[name as Name]),
      )
  }

const ofEntry = ({ login, historyMax }: LoginEntry) => ({
  person: login.player.personId,
  player: login.player.playerUuid,
  platform: login.player.platform,
  session: login.sessionId,
  client: login.clientUuid,
  login: login.loginId,
  grant: login.grantType,
  address: login.address,
  agent: login.userAgent,
  at: login.at,
  historyRoom: Math.max(0, historyMax - TRIMMED_EVERY),
})

const ofSession = ({ session, sessionsMax, token }: SessionEntry) => ({
  generation: session.clientGeneration ?? null,
  user: session.owner?.portalUserId ?? null,
  environment: session.owner?.environment ?? "",
  token: token?.hash ?? null,
  tokenEnd: token?.expiresAt ?? null,
  end: session.expiresAt,
  sessionRoom: sessionsMax - 1,
})

const ofPlace = (name: string, { key, limit }: CountedPlace, at: number) => ({
  [`${name}Bucket`]: key.bucket,
  [`${name}Subject`]: key.subject,
  [`${name}End`]: at + limit.leakMillis,
  [`${name}Capacity`]: limit.capacityMillis,
  [`${name}Leak`]: limit.leakMillis,
  [`${name}Late`]: limit.capacityMillis + SKEW_MILLIS,
})

/** The writes of {@link LoginStore}, each in one statement of Postgres. */
export const loginAtOnce = (sql: SqlClient.SqlClient) => {
  const run = makeRun(sql)
  const [runEarly, runLater] = [run(earlyLogin), run(laterLogin)]
  const [runEarlyExchange, runLaterExchange] = [run(earlyExchange), run(laterExchange)]
  const runNew = run(newLogin)

  const storeKnown = Effect.fnUntraced(
    function* ({ opens, ...entry }: KnownLogin) {
      const { historyMax, logins, revision } = entry
      if ("rotation" in opens) {
        const { exchangesMax, hash, successor, successorSeed } = opens.rotation
        const token = { token: hash, successor: successor.hash, tokenEnd: successor.expiresAt, seed: successorSeed }
        const values = { ...ofEntry(entry), ...token, exchangesMax, revision, room: historyMax }
        const [row] = yield* (logins < historyMax ? runEarlyExchange : runLaterExchange)(values)
        return integerOrUndefined(row?.["stored"]) === 1 ? [] : ("not_stored" as const)
      }
      const room = Math.min(historyMax, opens.sessionsMax)
      const values = { ...ofEntry(entry), ...ofSession(opens), revision, room }
      const [row] = yield* (logins < room ? runEarly : runLater)(values)
      if (integerOrUndefined(row?.["stored"]) !== 1) return "not_stored" as const
      const surplus = JSON.parse(textOrUndefined(row?.["surplus"]) ?? "[]") as ReadonlyArray<string>
      return surplus.map((sessionId) => SessionId.make(sessionId))
    },
    Effect.catchIf(isUndone, () => notStored),
    orUnavailable,
  )

  const storeNew = ({ opens, places, player, ...entry }: NewLogin) => {
    const [first, second] = places
    return runNew({
      ...ofEntry(entry),
      ...ofSession(opens),
      ...ofPlace("first", first, entry.login.at),
      ...ofPlace("second", second, entry.login.at),
      role: player.roleId,
      players: `${player.playerUuid} `,
      name: player.user.displayName,
    }).pipe(
      Effect.map(([row]) => {
        const playerId = integerOrUndefined(row?.["player_id"])
        return playerId === undefined ? ("not_stored" as const) : { playerId }
      }),
      Effect.catchIf(isUndone, () => notStored),
      orUnavailable,
    )
  }

  return { storeKnown, storeNew }
}
