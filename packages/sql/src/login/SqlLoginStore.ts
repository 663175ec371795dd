/**
 * What logins read and write, in SQL. Who logs in is looked up by a statement of its own, by the key that the request
 * presents, and remembered. Everything else is read by the key of the person, and proves what is remembered: a portal
 * user that has moved is not among the person's rows any more.
 */
import type { ByKind } from "@garrison/core/agreement/schema"
import type { Client } from "@garrison/core/client/schema"
import { PersonId } from "@garrison/core/kernel/Identifier"
import { type LoginQuestion, LoginStore, type LoginState } from "@garrison/core/login/storing/LoginStore"
import { PLAYER_ROLE_ID, type Role } from "@garrison/core/permission/schema"
import type { PortalUserKey } from "@garrison/core/player/schema"
import type { RestrictionType } from "@garrison/core/restriction/schema"
import type { RefreshTokenPlace } from "@garrison/core/token/SessionStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AccessSeals } from "../audit/AccessSeals.ts"
import { clientColumns, clientOf } from "../client/SqlClientStore.ts"
import { flag, integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import {
  isPortalUser,
  knownOf,
  makePersonOf,
  PLAYER_LENGTH,
  portalUserColumns,
  portalUserJoins,
  portalUserParameters,
} from "../player/SqlPlayerStore.ts"
import { PersonLookup } from "../player/PersonLookup.ts"
import { makePreparedRead } from "../preparedRead.ts"
import { Remembered } from "../Remembered.ts"
import { refreshTokenOf, sessionColumns } from "../token/SqlSessionStore.ts"
import { uuidOrUndefined, uuids } from "../uuid.ts"
import { nameOf, RecalledLogins } from "./RecalledLogins.ts"
import { makeStore } from "./storeLogin.ts"

/** How each database makes JSON of rows. */
interface Json {
  readonly array: string
  readonly listOf: string
  readonly mapOf: string
}
const ofPostgres: Json = { array: "json_build_array", listOf: "json_agg", mapOf: "json_object_agg" }
const ofSqlite: Json = { array: "json_array", listOf: "json_group_array", mapOf: "json_group_object" }

const roleColumns =
  "r.role_id AS held_role_id, r.name AS role_name, r.permissions AS role_permissions, r.bypasses_lock, " +
  "r.revision AS role_revision"

/** A statement that makes a player gets the number as a parameter: so it names tables of one key alone. */
const broadcastsColumn = "(SELECT last_position FROM broadcast_head) AS broadcasts"

const clientJoin = "client AS c ON c.client_id = CAST(? AS TEXT) AND c.is_public = 1 AND c.is_disabled = 0"

/** Who logs in, with what small tables have for a portal user that nobody has logged in as. */
const lookup = `SELECT ${clientColumns("c")}, ${roleColumns}, ${broadcastsColumn}, who.person_id AS found_person_id
  FROM (SELECT 1 AS one) AS asked
  LEFT JOIN ${clientJoin}
  LEFT JOIN portal_user AS who ON who.portal_user_id = ? AND who.platform = ? AND who.environment = ?
  LEFT JOIN role AS r ON r.role_id = ${PLAYER_ROLE_ID}`

/** The person's rows. The parameters before those of the FROM clause are the person, the time and the person. */
const columnsOf = ({ array, listOf, mapOf }: Json) =>
  `${clientColumns("c")}, ${portalUserColumns}, ${roleColumns}, ${broadcastsColumn}, i.revision AS person_revision, i.logins,
    i.players,
    (SELECT CAST(${listOf}(${array}(x.type, x.reason, x.expires_at) ORDER BY x.restriction_id DESC) AS TEXT)
      FROM restriction AS x WHERE x.person_id = ? AND x.lifted_at IS NULL
        AND (x.expires_at IS NULL OR x.expires_at > ?)) AS restrictions,
    (SELECT CAST(${mapOf}(newest.kind, newest.version) AS TEXT) FROM (SELECT g.kind, MAX(g.version) AS version
      FROM agreement_receipt AS g WHERE g.person_id = ? GROUP BY g.kind) AS newest) AS latest_versions`

const joins = `${portalUserJoins}
  LEFT JOIN role AS r ON r.role_id = p.role_id
  LEFT JOIN ${clientJoin}`

const ofPerson = (json: Json) => `SELECT ${columnsOf(json)} FROM person_portal_user AS u
  JOIN person AS i ON i.person_id = u.person_id
  ${joins} WHERE ${isPortalUser}`

const ofRefreshToken = (json: Json) =>
  `SELECT ${columnsOf(json)}, ${sessionColumns},
    CASE WHEN s.token_hash = ? OR e.token_hash IS NOT NULL THEN 1 ELSE 0 END AS is_token_known
  FROM login_session AS s
  JOIN person AS i ON i.person_id = s.person_id
  LEFT JOIN refresh_exchange AS e ON e.person_id = s.person_id AND e.session_id = s.session_id AND e.token_hash = ?
  LEFT JOIN person_portal_user AS u ON u.person_id = s.person_id AND u.platform = s.platform
    AND u.portal_user_id = s.portal_user_id AND u.environment = s.environment
  ${joins} WHERE s.person_id = ? AND s.session_id = ?`

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

const clientIn = (row: Row): Client | undefined =>
  uuidOrUndefined(row.client_uuid) === undefined ? undefined : clientOf(row)

const roleIn = (row: Row): Role | undefined =>
  integerOrUndefined(row.held_role_id) === undefined ? undefined : roleOf(row)

/** Of a portal user that nobody has logged in as. */
const strangerOf = (row: Row): LoginState => ({
  client: clientIn(row),
  token: undefined,
  known: undefined,
  revision: 0,
  logins: 0,
  players: 0,
  broadcasts: integer(row.broadcasts),
  role: roleIn(row),
  restrictions: [],
  latestVersions: {},
})

const stateOf = (row: Row): LoginState => ({
  client: clientIn(row),
  token: integerOrUndefined(row.is_token_known) === 1 ? refreshTokenOf(row) : undefined,
  known: uuidOrUndefined(row.person_id) === undefined ? undefined : knownOf(row),
  revision: integer(row.person_revision),
  logins: integer(row.logins),
  players: text(row.players).length / PLAYER_LENGTH,
  broadcasts: integer(row.broadcasts),
  role: roleIn(row),
  restrictions: restrictionsOf(row.restrictions),
  latestVersions: JSON.parse(textOrUndefined(row.latest_versions) ?? "{}") as ByKind<number>,
})

/** A state, with the revision of its role. */
interface Read {
  readonly state: LoginState
  readonly roleRevision: number
}

const firstRead = ([row]: ReadonlyArray<Row>): Read | undefined =>
  row === undefined ? undefined : { state: stateOf(row), roleRevision: integerOrUndefined(row.role_revision) ?? 0 }

/** What is looked up of a portal user. */
interface Found {
  readonly personId: PersonId | undefined
  readonly stranger: LoginState
}

const foundOf = ([row = {}]: ReadonlyArray<Row>): Found => {
  const personId = uuidOrUndefined(row.found_person_id)
  return { personId: personId === undefined ? undefined : PersonId.make(personId), stranger: strangerOf(row) }
}

const makeRead = Effect.fnUntraced(function* (remembered: Remembered<PersonId>, recalled: RecalledLogins) {
  const sql = yield* SqlClient.SqlClient
  const preparedRead = yield* makePreparedRead
  const { id } = uuids(sql)
  const json = sql.onDialectOrElse({ pg: () => ofPostgres, orElse: () => ofSqlite })
  const [lookUp, readPerson] = [preparedRead(lookup, foundOf), preparedRead(ofPerson(json), firstRead)]
  const readToken = preparedRead(ofRefreshToken(json), firstRead)

  const stateOfUser = (personId: PersonId, user: PortalUserKey, question: LoginQuestion) => {
    const [person, clientId] = [id(personId), question.publicClientId ?? null]
    const read = readPerson(person, question.now, person, clientId, ...portalUserParameters(person, user))
    return Effect.map(read, (found) => {
      if (found !== undefined) recalled.remember(user, question, found.state, found.roleRevision)
      return found?.state
    })
  }

  const ofUser = Effect.fnUntraced(function* (user: PortalUserKey, question: LoginQuestion) {
    const name = nameOf(user)
    const before = remembered.get(name)
    const known = before && (yield* stateOfUser(before, user, question))
    if (known !== undefined) return known
    const { environment = "", platform, portalUserId } = user
    const clientId = question.publicClientId ?? null
    const { personId, stranger } = yield* lookUp(clientId, portalUserId, platform, environment)
    if (personId === undefined) {
      remembered.delete(name)
      return stranger
    }
    remembered.set(name, personId)
    // If it moves between the statements, the login finds it taken when it stores, and begins again.
    return (yield* stateOfUser(personId, user, question)) ?? stranger
  })

  const ofToken = Effect.fnUntraced(function* (
    { hash, personId, sessionId }: RefreshTokenPlace,
    { now, publicClientId }: LoginQuestion,
  ) {
    const [person, clientId] = [id(personId), publicClientId ?? null]
    const found = yield* readToken(person, now, person, hash, hash, clientId, person, id(sessionId))
    return found?.state ?? (yield* lookUp(clientId, "", "", "")).stranger
  })

  return (question: LoginQuestion) =>
    "portalUserId" in question.subject ? ofUser(question.subject, question) : ofToken(question.subject, question)
})

/** {@link LoginStore} on either database. */
export const layer = Layer.effect(
  LoginStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const remembered = new Remembered<PersonId>()
    const recalled = new RecalledLogins()
    const persons = yield* PersonLookup
    const storeLogin = yield* makeStore
    return LoginStore.of({
      personOf: yield* makePersonOf,
      // Where a statement costs no round trip, it is as well to read.
      recall: sql.onDialectOrElse({
        pg: () => (question: LoginQuestion) => recalled.recall(question),
        orElse: () => () => undefined,
      }),
      read: yield* makeRead(remembered, recalled),
      store: (login, inLoginUnit) =>
        Effect.tap(storeLogin(login, inLoginUnit), ({ is }) => {
          if (is !== "stored") return Effect.void
          const { personId, playerUuid } = login.entry.player
          remembered.set(nameOf(login.user), personId)
          persons.remember(playerUuid, personId)
          return Effect.void
        }),
    })
  }),
).pipe(Layer.provide([PersonLookup.layer, AccessSeals.layer]))
