/** Clients and their secrets in SQL. */
import { type ClientChange, ClientStore, type SecretReplacement } from "@garrison/core/client/ClientStore"
import type { Client, ClientKind, ClientSecret, ClientWithSecrets } from "@garrison/core/client/schema"
import { ClientUuid } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { bytes, flag, fromFlag, integer, integerOrUndefined, type Row, text, textOrUndefined } from "../columns.ts"
import { preparedRead } from "../preparedRead.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { NIL, uuid, uuidOrUndefined, uuids } from "../uuid.ts"

const listOf = (value: unknown): ReadonlyArray<string> => JSON.parse(text(value)) as ReadonlyArray<string>

const clientOf = (row: Row): Client => ({
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

/** The generation before the current one counts while its secret does: disabling leaves that one behind as well. */
const GENERATIONS_OF_DISABLING = 2

/** What stands in the place of the secret of an unknown client: the SHA-256 of no text that is known. */
const unprovable = new Uint8Array(32)

const columns =
  "client.client_uuid, client_id, kind, description, org_id, permissions, grants, is_public, is_disabled, " +
  "client.created, generation, revision"

const selectWithSecrets =
  `SELECT ${columns}, secret_id, hash, last_four, client_secret.created AS secret_created, expires, last_used, slot ` +
  "FROM client LEFT JOIN client_secret ON client_secret.client_uuid = client.client_uuid"

/** Reads a client with its secrets, the current one first. */
const reads = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  const [bytes, type] = sql.onDialectOrElse({ pg: () => ["BYTEA", "UUID"], orElse: () => ["BLOB", "BLOB"] })
  // A row for any id, so that an unknown one is read, decoded and compared with like any other.
  const forProof = preparedRead(
    sql,
    `${selectWithSecrets} WHERE client_id = ?
      UNION ALL SELECT CAST(? AS ${type}), '', 'machine', '', CAST(NULL AS ${type}), '[]', '["client_credentials"]', 0, 1, 0, 0,
        0, CAST(? AS ${type}), CAST(? AS ${bytes}), '', 0, NULL, NULL, 0 WHERE NOT EXISTS (SELECT 1 FROM client WHERE client_id = ?)
      ORDER BY slot`,
    ([first, ...others]) => clientIn([first as Row, ...others]),
  )
  return {
    byId: preparedRead(sql, `${selectWithSecrets} WHERE client_id = ? ORDER BY slot`, withSecrets),
    forProof: (clientId: string) => forProof(clientId, id(NIL), id(NIL), unprovable, clientId),
  }
}

const queries = (sql: SqlClient.SqlClient) => {
  const { id } = uuids(sql)
  const clientColumns = sql.literal(columns)
  const byBytes = sql.literal(sql.onDialectOrElse({ pg: () => 'client_id COLLATE "C"', orElse: () => "client_id" }))
  const locking = sql.onDialectOrElse({ pg: () => sql` FOR UPDATE`, orElse: () => sql`` })
  const only = (column: "generation" | "revision", value: number | undefined) =>
    value === undefined ? sql`` : sql` AND ${sql(column)} = ${value}`
  return {
    list: (after: string, limit: number) =>
      sql`SELECT ${clientColumns} FROM client WHERE ${byBytes} > ${after} ORDER BY ${byBytes} LIMIT ${limit}`,
    insertClient: (client: Client) =>
      sql`INSERT INTO client (client_uuid, client_id, kind, description, org_id, permissions, grants, is_public,
          is_disabled, created, generation, revision)
        VALUES (${id(client.clientUuid)}, ${client.clientId}, ${client.kind}, ${client.description ?? null},
          ${id(client.orgId)}, ${JSON.stringify(client.permissions)}, ${JSON.stringify(client.grants)},
          ${fromFlag(client.public)}, ${fromFlag(client.disabled)}, ${client.created}, ${client.generation},
          ${client.revision})
        ON CONFLICT (client_id) DO NOTHING
        RETURNING client_uuid`,
    insertSecret: (clientUuid: ClientUuid, secret: ClientSecret) =>
      sql`INSERT INTO client_secret (client_uuid, slot, secret_id, hash, last_four, created, expires, last_used)
        VALUES (${id(clientUuid)}, 0, ${id(secret.secretId)}, ${secret.hash}, ${secret.lastFour}, ${secret.created},
          ${secret.expires ?? null}, ${secret.lastUsed ?? null})`,
    // What changes of one client wait on. SQLite has one writer at a time, and needs no lock.
    lockClient: (clientUuid: ClientUuid) =>
      sql`SELECT ${clientColumns} FROM client WHERE client_uuid = ${id(clientUuid)}${locking}`,
    secretsOf: (clientUuid: ClientUuid) =>
      sql`SELECT secret_id, hash, last_four, created AS secret_created, expires, last_used FROM client_secret
        WHERE client_uuid = ${id(clientUuid)} ORDER BY slot`,
    // Always writes the row, changed or not: the revision counts up.
    changeClient: (clientUuid: ClientUuid, { secret, description, disabled, ...conditions }: ClientChange) =>
      sql`UPDATE client SET revision = revision + 1,
          description = COALESCE(CAST(${description ?? null} AS TEXT), description),
          is_disabled = COALESCE(CAST(${disabled === undefined ? null : fromFlag(disabled)} AS BIGINT), is_disabled),
          generation = generation + CAST(${disabled === true ? GENERATIONS_OF_DISABLING : 0} AS BIGINT)
            + CASE kind WHEN 'machine' THEN CAST(${secret === undefined ? 0 : 1} AS BIGINT) ELSE 0 END
        WHERE client_uuid = ${id(clientUuid)}${only("generation", conditions.ifGeneration)}
          ${only("revision", conditions.ifRevision)}
        RETURNING ${clientColumns}`,
    removeClient: (clientUuid: ClientUuid, ifRevision: number | undefined) =>
      sql`DELETE FROM client WHERE client_uuid = ${id(clientUuid)}${only("revision", ifRevision)} RETURNING client_uuid`,
    dropSecrets: (clientUuid: ClientUuid, fromSlot: number) =>
      sql`DELETE FROM client_secret WHERE client_uuid = ${id(clientUuid)} AND slot >= ${fromSlot}`,
    retireSecret: (clientUuid: ClientUuid, expires: number) =>
      sql`UPDATE client_secret SET slot = 1,
          expires = CASE WHEN expires < CAST(${expires} AS BIGINT) THEN expires ELSE CAST(${expires} AS BIGINT) END
        WHERE client_uuid = ${id(clientUuid)} AND slot = 0 RETURNING expires`,
    recordUse: (secretId: string, usedAt: number) =>
      sql`UPDATE client_secret SET last_used = ${usedAt}
        WHERE secret_id = ${id(secretId)} AND (last_used IS NULL OR last_used < ${usedAt})`,
  }
}

/** {@link ClientStore} on either database. */
export const layer = Layer.effect(
  ClientStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const query = queries(sql)
    const { byId, forProof } = reads(sql)

    /** Puts a secret in the place of those that stand, and answers with those that stand then. */
    const replaceSecret = Effect.fnUntraced(function* (
      clientUuid: ClientUuid,
      [current]: ReadonlyArray<ClientSecret>,
      { previousExpires, secret }: SecretReplacement,
    ) {
      const isKept = previousExpires > secret.created
      yield* query.dropSecrets(clientUuid, isKept ? 1 : 0)
      const [retired] = isKept ? yield* query.retireSecret(clientUuid, previousExpires) : []
      yield* query.insertSecret(clientUuid, secret)
      if (retired === undefined || current === undefined) return [secret]
      return [secret, { ...current, expires: integer(retired.expires) }]
    })

    const change = Effect.fnUntraced(function* (clientUuid: ClientUuid, wanted: ClientChange) {
      const [former] = yield* query.lockClient(clientUuid)
      const [row] = former === undefined ? [] : yield* query.changeClient(clientUuid, wanted)
      if (former === undefined || row === undefined) return "not_found" as const
      // Read behind the lock: what a change that was waited for has made of them.
      const secrets = (yield* query.secretsOf(clientUuid)).map(secretOf)
      const { secret } = wanted
      return {
        before: { client: clientOf(former), secrets },
        after: {
          client: clientOf(row),
          secrets: secret === undefined ? secrets : yield* replaceSecret(clientUuid, secrets, secret),
        },
      }
    })

    const insert = Effect.fnUntraced(function* (client: Client, secret: ClientSecret | undefined) {
      const [row] = yield* query.insertClient(client)
      if (row === undefined) return "client_id_taken" as const
      if (secret !== undefined) yield* query.insertSecret(client.clientUuid, secret)
      return "stored" as const
    })

    return ClientStore.of({
      insert: (client, secret) => orUnavailable(insert(client, secret)),
      list: (after, limit) =>
        query.list(after, limit).pipe(
          Effect.map((rows) => rows.map(clientOf)),
          orUnavailable,
        ),
      findById: (clientId) => byId(clientId),
      findForProof: forProof,
      change: (clientUuid, wanted) => orUnavailable(change(clientUuid, wanted)),
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
)
