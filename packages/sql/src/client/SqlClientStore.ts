/** Clients and their secrets in SQL. */
import { type ClientChange, ClientStore, type SecretReplacement } from "@garrison/core/client/ClientStore"
import type { Client, ClientKind, ClientSecret, ClientWithSecrets } from "@garrison/core/client/schema"
import { ClientUuid } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AccessSeals } from "../audit/AccessSeals.ts"
import { bytes, flag, fromFlag, integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import { makePreparedRead, type PreparedRead } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { NIL, uuid, uuidOrUndefined, uuids } from "../uuid.ts"

const listOf = (value: unknown): ReadonlyArray<string> => JSON.parse(text(value)) as ReadonlyArray<string>

const jsonOrNull = (list: ReadonlyArray<string> | undefined) => (list === undefined ? null : JSON.stringify(list))

const flagOrNull = (value: boolean | undefined) => (value === undefined ? null : fromFlag(value))

const listOrUndefined = (value: unknown): ReadonlyArray<string> | undefined =>
  value === null ? undefined : listOf(value)

/** The client in {@link clientColumns}. */
export const clientOf = (row: Row): Client => ({
  clientUuid: ClientUuid.make(uuid(row.client_uuid)),
  clientId: text(row.client_id),
  kind: text(row.kind) as ClientKind,
  description: textOrUndefined(row.description),
  orgId: uuidOrUndefined(row.org_id),
  permissions: listOf(row.permissions),
  grants: listOf(row.grants),
  public: flag(row.is_public),
  disabled: flag(row.is_disabled),
  created: integer(row.created),
  generation: integer(row.generation),
  revision: integer(row.revision),
  redirectUris: listOrUndefined(row.redirect_uris),
  pkceExempt: flag(row.is_pkce_exempt),
})

/** The client as it was before the change that `row` answers with. */
const formerOf = (client: Client, row: Row): Client => ({
  ...client,
  description: textOrUndefined(row.former_description),
  orgId: uuidOrUndefined(row.former_org_id),
  grants: listOf(row.former_grants),
  permissions: listOf(row.former_permissions),
  disabled: flag(row.former_disabled),
  generation: integer(row.former_generation),
  revision: client.revision - 1,
  redirectUris: listOrUndefined(row.former_redirect_uris),
  pkceExempt: flag(row.former_pkce_exempt),
})

const secretOf = (row: Row): ClientSecret => ({
  secretId: uuid(row.secret_id),
  hash: bytes(row.hash),
  lastFour: text(row.last_four),
  created: integer(row.secret_created),
  expires: integerOrUndefined(row.expires),
  lastUsed: integerOrUndefined(row.last_used),
})

/** The rows of one client, one per secret or a single one without any. */
const clientIn = (rows: readonly [Row, ...ReadonlyArray<Row>]): ClientWithSecrets => {
  const secrets = rows.filter((candidate) => candidate.secret_id !== null)
  return { client: clientOf(rows[0]), secrets: secrets.map(secretOf) }
}

const withSecrets = ([first, ...others]: ReadonlyArray<Row>): ClientWithSecrets | undefined =>
  first === undefined ? undefined : clientIn([first, ...others])

/** The clients of rows that stand together, one per secret. */
const clientsIn = (rows: ReadonlyArray<Row>): ReadonlyArray<ClientWithSecrets> =>
  Array.from(Map.groupBy(rows, (row) => text(row.client_id)).values(), ([first, ...others]) =>
    clientIn([first as Row, ...others]),
  )

/** The generation before the current one counts while its secret does: disabling leaves that one behind as well. */
const GENERATIONS_OF_DISABLING = 2

/** Stands for the secret of an unknown client: no known text has this SHA-256. */
const unprovable = new Uint8Array(32)

/** The columns of the table of clients that is named `alias`. */
export const clientColumns = (alias: string): string =>
  (
    "client_uuid client_id kind description org_id permissions grants is_public is_disabled created generation revision " +
    "redirect_uris is_pkce_exempt"
  )
    .split(" ")
    .map((column) => `${alias}.${column}`)
    .join(", ")

const columns = clientColumns("client")

const selectWithSecrets =
  `SELECT ${columns}, secret_id, hash, last_four, client_secret.created AS secret_created, expires, last_used, slot ` +
  "FROM client LEFT JOIN client_secret ON client_secret.client_uuid = client.client_uuid"

/** Reads a client with its secrets, the current one first. */
const reads = (sql: SqlClient.SqlClient, preparedRead: PreparedRead) => {
  const { id } = uuids(sql)
  const [bytes, type] = sql.onDialectOrElse({ pg: () => ["BYTEA", "UUID"], orElse: () => ["BLOB", "BLOB"] })
  // A row for any id, so that an unknown id is read, decoded and compared like any other.
  const forProof = preparedRead(
    `${selectWithSecrets} WHERE client_id = ?
      UNION ALL SELECT CAST(? AS ${type}), '', 'machine', '', CAST(NULL AS ${type}), '[]', '["client_credentials"]', 0, 1, 0, 0,
        0, '[]', 0, CAST(? AS ${type}), CAST(? AS ${bytes}), '', 0, NULL, NULL, 0 WHERE NOT EXISTS (SELECT 1 FROM client WHERE client_id = ?)
      ORDER BY slot`,
    ([first, ...others]) => clientIn([first as Row, ...others]),
  )
  const byUuid = preparedRead(`${selectWithSecrets} WHERE client.client_uuid = ? ORDER BY slot`, withSecrets)
  return {
    byId: preparedRead(`${selectWithSecrets} WHERE client_id = ? ORDER BY slot`, withSecrets),
    byUuid: (clientUuid: ClientUuid) => byUuid(id(clientUuid)),
    forProof: (clientId: string) => forProof(clientId, id(NIL), id(NIL), unprovable, clientId),
  }
}

/** What concerns the secrets of one client. */
const secretQueries = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  return {
    // The current secret; one that still stands there is gone.
    putSecret: (clientUuid: ClientUuid, secret: ClientSecret) =>
      sql`INSERT INTO client_secret (client_uuid, slot, secret_id, hash, last_four, created, expires, last_used)
        VALUES (${id(clientUuid)}, 0, ${id(secret.secretId)}, ${secret.hash}, ${secret.lastFour}, ${secret.created},
          ${secret.expires ?? null}, ${secret.lastUsed ?? null})
        ON CONFLICT (client_uuid, slot) DO UPDATE SET secret_id = excluded.secret_id, hash = excluded.hash,
          last_four = excluded.last_four, created = excluded.created, expires = excluded.expires,
          last_used = excluded.last_used`,
    secretsOf: (clientUuid: ClientUuid) =>
      sql`SELECT secret_id, hash, last_four, created AS secret_created, expires, last_used FROM client_secret
        WHERE client_uuid = ${id(clientUuid)} ORDER BY slot`,
    dropFormerSecret: (clientUuid: ClientUuid) =>
      sql`DELETE FROM client_secret WHERE client_uuid = ${id(clientUuid)} AND slot = 1`,
    retireSecret: (clientUuid: ClientUuid, expires: number) =>
      sql`UPDATE client_secret SET slot = 1, expires = ${expires} WHERE client_uuid = ${id(clientUuid)} AND slot = 0`,
    recordUse: (secretId: string, usedAt: number) =>
      sql`UPDATE client_secret SET last_used = ${usedAt}
        WHERE secret_id = ${id(secretId)} AND (last_used IS NULL OR last_used < ${usedAt})`,
  }
}

const queries = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  const allColumns = sql.literal(columns)
  const byBytes = sql.literal(sql.onDialectOrElse({ pg: () => 'client_id COLLATE "C"', orElse: () => "client_id" }))
  const only = (column: "generation" | "revision", value: number | undefined) =>
    value === undefined ? sql`` : sql` AND ${sql(column)} = ${value}`
  const unset = (isAsked: boolean | undefined) => (isAsked === true ? sql` AND redirect_uris IS NULL` : sql``)
  const onPostgres = <A>(there: A, elsewhere: A) => sql.onDialectOrElse({ pg: () => there, orElse: () => elsewhere })
  const former = (clientUuid: ClientUuid) =>
    onPostgres(
      sql`WITH former AS (SELECT description AS former_description, org_id AS former_org_id, grants AS former_grants, permissions AS former_permissions, is_disabled AS former_disabled,
          generation AS former_generation, redirect_uris AS former_redirect_uris,
          is_pkce_exempt AS former_pkce_exempt FROM client WHERE client_uuid = ${id(clientUuid)} FOR UPDATE) `,
      sql``,
    )
  const fromFormer = onPostgres(sql`FROM former `, sql``)
  const formerColumns = onPostgres(
    sql`, former_description, former_org_id, former_grants, former_permissions, former_disabled, former_generation, former_redirect_uris, former_pkce_exempt`,
    sql``,
  )
  const uuidType = sql.literal(onPostgres("UUID", "BLOB"))
  return {
    listWithSecrets: (after: string, limit: number) =>
      sql`SELECT ${allColumns}, secret_id, hash, last_four, client_secret.created AS secret_created, expires, last_used
        FROM (SELECT * FROM client WHERE ${byBytes} > ${after} ORDER BY ${byBytes} LIMIT ${limit}) AS client
        LEFT JOIN client_secret ON client_secret.client_uuid = client.client_uuid ORDER BY ${byBytes}, slot`,
    list: (after: string, limit: number) =>
      sql`SELECT ${allColumns} FROM client WHERE ${byBytes} > ${after} ORDER BY ${byBytes} LIMIT ${limit}`,
    insertClient: (client: Client) =>
      sql`INSERT INTO client (client_uuid, client_id, kind, description, org_id, permissions, grants, is_public,
          is_disabled, created, generation, revision, redirect_uris, is_pkce_exempt)
        VALUES (${id(client.clientUuid)}, ${client.clientId}, ${client.kind}, ${client.description ?? null},
          ${id(client.orgId)}, ${JSON.stringify(client.permissions)}, ${JSON.stringify(client.grants)},
          ${fromFlag(client.public)}, ${fromFlag(client.disabled)}, ${client.created}, ${client.generation},
          ${client.revision}, ${jsonOrNull(client.redirectUris)}, ${fromFlag(client.pkceExempt)})
        ON CONFLICT (client_id) DO NOTHING
        RETURNING client_uuid`,
    // Always writes the row, changed or not, because the revision is incremented. On Postgres it answers with the
    // former fields too, as they are behind the lock that changes of one client wait for. SQLite has one writer at a
    // time.
    changeClient: (
      clientUuid: ClientUuid,
      {
        secret,
        description,
        orgId,
        permissions,
        grants,
        disabled,
        redirectUris,
        pkceExempt,
        ...conditions
      }: ClientChange,
    ) =>
      sql`${former(clientUuid)}UPDATE client SET revision = revision + 1,
          description = CASE CAST(${fromFlag(description !== undefined)} AS BIGINT) WHEN 1
            THEN CAST(${description ?? null} AS TEXT) ELSE description END,
          org_id = CASE CAST(${fromFlag(orgId !== undefined)} AS BIGINT) WHEN 1
            THEN CAST(${id(orgId ?? undefined)} AS ${uuidType}) ELSE org_id END,
          grants = COALESCE(CAST(${jsonOrNull(grants)} AS TEXT), grants),
          permissions = COALESCE(CAST(${jsonOrNull(permissions)} AS TEXT), permissions),
          is_disabled = COALESCE(CAST(${flagOrNull(disabled)} AS BIGINT), is_disabled),
          redirect_uris = COALESCE(CAST(${jsonOrNull(redirectUris)} AS TEXT), redirect_uris),
          is_pkce_exempt = COALESCE(CAST(${flagOrNull(pkceExempt)} AS BIGINT), is_pkce_exempt),
          generation = generation + CAST(${disabled === true ? GENERATIONS_OF_DISABLING : 0} AS BIGINT)
            + CASE kind WHEN 'machine' THEN CAST(${secret === undefined ? 0 : 1} AS BIGINT) ELSE 0 END
        ${fromFormer}WHERE client_uuid = ${id(clientUuid)}${only("generation", conditions.ifGeneration)}
          ${only("revision", conditions.ifRevision)}${unset(conditions.ifRedirectUrisUnset)}
        RETURNING ${allColumns}${formerColumns}`,
    removeClient: (clientUuid: ClientUuid, ifRevision: number | undefined) =>
      sql`DELETE FROM client WHERE client_uuid = ${id(clientUuid)}${only("revision", ifRevision)} RETURNING client_uuid`,
  }
}

/** The change of a client as part of the running unit of work. */
const changing = (sql: SqlClient.SqlClient, preparedRead: PreparedRead) => {
  const query = { ...queries(sql), ...secretQueries(sql) }
  const { byUuid } = reads(sql, preparedRead)

  /** Puts a secret in the place of those that stand, and answers with those that stand then. */
  const replaceSecret = Effect.fnUntraced(function* (
    clientUuid: ClientUuid,
    [current, former]: ReadonlyArray<ClientSecret>,
    { previousExpires, secret }: SecretReplacement,
  ) {
    const retired =
      current === undefined || previousExpires <= secret.created
        ? undefined
        : { ...current, expires: Math.min(current.expires ?? previousExpires, previousExpires) }
    if (former !== undefined) yield* query.dropFormerSecret(clientUuid)
    if (retired !== undefined) yield* query.retireSecret(clientUuid, retired.expires)
    yield* query.putSecret(clientUuid, secret)
    return retired === undefined ? [secret] : [secret, retired]
  })

  /** Changes the row of the client; the client with its secrets as it stood before, and as it stands now. */
  const changeRow = sql.onDialectOrElse({
    pg: () =>
      Effect.fnUntraced(function* (clientUuid: ClientUuid, wanted: ClientChange) {
        const [row] = yield* query.changeClient(clientUuid, wanted)
        if (row === undefined) return undefined
        // Read behind the lock: what a change that was waited for has made of them.
        const secrets = (yield* query.secretsOf(clientUuid)).map(secretOf)
        const client = clientOf(row)
        return { before: { client: formerOf(client, row), secrets }, client }
      }),
    orElse: () =>
      Effect.fnUntraced(function* (clientUuid: ClientUuid, wanted: ClientChange) {
        const before = yield* byUuid(clientUuid)
        const [row] = before === undefined ? [] : yield* query.changeClient(clientUuid, wanted)
        return before === undefined || row === undefined ? undefined : { before, client: clientOf(row) }
      }),
  })

  return Effect.fnUntraced(function* (clientUuid: ClientUuid, wanted: ClientChange) {
    const changed = yield* changeRow(clientUuid, wanted)
    if (changed === undefined) return "not_found" as const
    const { before, client } = changed
    const { endFormer, secret } = wanted
    if (endFormer === true) yield* query.dropFormerSecret(clientUuid)
    const kept = endFormer === true ? before.secrets.slice(0, 1) : before.secrets
    const secrets = secret === undefined ? kept : yield* replaceSecret(clientUuid, kept, secret)
    return { before, after: { client, secrets } }
  })
}

/** {@link ClientStore} on either database. */
export const layer = Layer.effect(
  ClientStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const preparedRead = yield* makePreparedRead
    const query = { ...queries(sql), ...secretQueries(sql) }
    const { byId, forProof } = reads(sql, preparedRead)
    const change = changing(sql, preparedRead)
    const { writing } = yield* AccessSeals

    const insert = Effect.fnUntraced(function* (client: Client, secret: ClientSecret | undefined) {
      const [row] = yield* query.insertClient(client)
      if (row === undefined) return "client_id_taken" as const
      if (secret !== undefined) yield* query.putSecret(client.clientUuid, secret)
      return "stored" as const
    })

    return ClientStore.of({
      insert: (client, secret) => orUnavailable(writing("client", client.clientUuid, insert(client, secret))),
      list: (after, limit) =>
        query.list(after, limit).pipe(
          Effect.map((rows) => rows.map(clientOf)),
          orUnavailable,
        ),
      listWithSecrets: (after, limit) => query.listWithSecrets(after, limit).pipe(Effect.map(clientsIn), orUnavailable),
      findById: (clientId) => byId(clientId),
      findForProof: forProof,
      change: (clientUuid, wanted) => orUnavailable(writing("client", clientUuid, change(clientUuid, wanted))),
      remove: (clientUuid, ifRevision) =>
        query.removeClient(clientUuid, ifRevision).pipe(
          Effect.map((rows) => rows.length > 0),
          orUnavailable,
        ),
      recordUse: (uses) => {
        // In one order on every node, so that two of them never wait for each other.
        const sorted = [...uses].sort(([left], [right]) => (left < right ? -1 : 1))
        return Effect.forEach(sorted, ([secretId, usedAt]) => query.recordUse(secretId, usedAt), {
          discard: true,
        }).pipe(orUnavailable)
      },
    })
  }),
).pipe(Layer.provide(AccessSeals.layer))
