/** What logins read and write, in SQL. */
import type { ByKind } from "@garrison/core/agreement/schema"
import { LoginStore, type LoginState } from "@garrison/core/login/LoginStore"
import { PLAYER_ROLE_ID, type Role } from "@garrison/core/permission/schema"
import type { RestrictionType } from "@garrison/core/restriction/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { clientColumns, clientOf } from "../client/SqlClientStore.ts"
import { flag, integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import { knownOf, portalUserColumns, portalUserJoins } from "../player/SqlPlayerStore.ts"
import { makePreparedRead } from "../preparedRead.ts"
import { refreshTokenOf, sessionColumns } from "../token/SqlSessionStore.ts"
import { uuidOrUndefined, uuids } from "../uuid.ts"
import { loginAtOnce } from "./loginAtOnce.ts"

/** How each database makes JSON of rows. */
interface Json {
  readonly array: string
  readonly listOf: string
  readonly mapOf: string
}
const ofPostgres: Json = { array: "json_build_array", listOf: "json_agg", mapOf: "json_object_agg" }
const ofSqlite: Json = { array: "json_array", listOf: "json_group_array", mapOf: "json_group_object" }

const columnsOf = ({ array, listOf, mapOf }: Json) =>
  `${clientColumns("c")}, ${portalUserColumns}, r.role_id AS held_role_id, r.name AS role_name,
    r.permissions AS role_permissions, r.bypasses_lock, i.revision AS person_revision, i.logins,
    (SELECT CAST(${listOf}(${array}(x.type, x.reason, x.expires_at) ORDER BY x.restriction_id DESC) AS TEXT)
      FROM restriction AS x WHERE x.person_id = u.person_id AND x.lifted_at IS NULL
        AND (x.expires_at IS NULL OR x.expires_at > ?)) AS restrictions,
    (SELECT CAST(${mapOf}(newest.kind, newest.version) AS TEXT) FROM (SELECT g.kind, MAX(g.version) AS version
      FROM agreement_receipt AS g WHERE g.person_id = u.person_id GROUP BY g.kind) AS newest) AS latest_versions`

const client = `(SELECT CAST(? AS TEXT) AS client_id) AS asked
  LEFT JOIN client AS c ON c.client_id = asked.client_id AND c.is_public = 1 AND c.is_disabled = 0`

const player = `${portalUserJoins}
  LEFT JOIN person AS i ON i.person_id = u.person_id
  LEFT JOIN role AS r ON r.role_id = CASE WHEN u.person_id IS NULL THEN ${PLAYER_ROLE_ID} ELSE p.role_id END`

const ofPortalUser = (json: Json) =>
  `SELECT ${columnsOf(json)} FROM ${client}
  LEFT JOIN (SELECT person_id, platform, portal_user_id, environment FROM portal_user
    WHERE portal_user_id = ? AND platform = ? AND environment = ?) AS who ON true
  ${player}`

const ofRefreshToken = (json: Json) =>
  `SELECT ${columnsOf(json)}, ${sessionColumns},
    CASE WHEN s.token_hash = ? OR e.token_hash IS NOT NULL THEN 1 ELSE 0 END AS is_token_known
  FROM ${client}
  LEFT JOIN login_session AS s ON s.person_id = ? AND s.session_id = ?
  LEFT JOIN person AS o ON o.person_id = s.person_id
  LEFT JOIN refresh_exchange AS e ON e.person_id = s.person_id AND e.session_id = s.session_id AND e.token_hash = ?
  LEFT JOIN portal_user AS who ON who.portal_user_id = s.portal_user_id AND who.platform = s.platform
    AND who.environment = s.environment
  ${player}`

const roleOf = (row: Row): Role => ({
  roleId: integer(row.held_role_id),
  name: text(row.role_name),
  permissions: JSON.parse(text(row.role_permissions)) as ReadonlyArray<string>,
  bypassesLock: flag(row.bypasses_lock),
})

type RestrictionJson = readonly [RestrictionType, string | null, number | null]

const restrictionsOf = (value: unknown): LoginState["restrictions"] => {
  const found = JSON.parse(textOrUndefined(value) ?? "[]") as ReadonlyArray<RestrictionJson>
  return found.map(([type, reason, expiresAt]) => ({
    type,
    reason: reason ?? undefined,
    expiresAt: expiresAt ?? undefined,
  }))
}

/** Of the one row that each read answers with. */
const stateOf = ([row = {}]: ReadonlyArray<Row>): LoginState => ({
  client: uuidOrUndefined(row.client_uuid) === undefined ? undefined : clientOf(row),
  token: integerOrUndefined(row.is_token_known) === 1 ? refreshTokenOf(row) : undefined,
  known: uuidOrUndefined(row.person_id) === undefined ? undefined : knownOf(row),
  revision: integerOrUndefined(row.person_revision) ?? 0,
  logins: integerOrUndefined(row.logins) ?? 0,
  role: integerOrUndefined(row.held_role_id) === undefined ? undefined : roleOf(row),
  restrictions: restrictionsOf(row.restrictions),
  latestVersions: JSON.parse(textOrUndefined(row.latest_versions) ?? "{}") as ByKind<number>,
})

/** {@link LoginStore} on either database. */
export const layer = Layer.effect(
  LoginStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const preparedRead = yield* makePreparedRead
    const { id } = uuids(sql)
    const json = sql.onDialectOrElse({ pg: () => ofPostgres, orElse: () => ofSqlite })
    const byPortalUser = preparedRead(ofPortalUser(json), stateOf)
    const byRefreshToken = preparedRead(ofRefreshToken(json), stateOf)
    return LoginStore.of({
      atOnce: sql.onDialectOrElse({ pg: () => loginAtOnce(sql), orElse: () => undefined }),
      read: ({ publicClientId = null, subject, now }) =>
        "portalUserId" in subject
          ? byPortalUser(now, publicClientId, subject.portalUserId, subject.platform, subject.environment ?? "")
          : byRefreshToken(
              now,
              subject.hash,
              publicClientId,
              id(subject.personId),
              id(subject.sessionId),
              subject.hash,
            ),
    })
  }),
)
