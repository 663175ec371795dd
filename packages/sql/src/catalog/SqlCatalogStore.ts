/** Catalog versions in SQL. Their texts are stored in parts (texts.ts). */
import {
  type CatalogHead,
  CatalogStore,
  type CatalogTexts,
  type ServedTexts,
  STORED_FORM,
} from "@garrison/core/catalog/CatalogStore"
import type { Timestamp } from "@garrison/core/kernel/time/Timestamp"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { flag, integer, type Row, text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { uuid, uuids } from "../uuid.ts"
import { makeTexts, type NamedText } from "./texts.ts"

const headOf = (row: Row): CatalogHead => ({
  publication: integer(row.publication),
  version: integer(row.version),
  etag: text(row.etag),
  documentEtag: text(row.document_etag),
})

const versionOf = (row: Row) => ({
  version: integer(row.version),
  etag: text(row.etag),
  document_etag: text(row.document_etag),
  created: integer(row.created),
  current: flag(row.current),
})

const reads = (sql: SqlClient.SqlClient) => ({
  head: sql`SELECT p.publication, v.version, v.etag, v.document_etag
    FROM catalog_publication p JOIN catalog_version v ON v.version = p.version
    ORDER BY p.publication DESC LIMIT 1`.pipe(
    Effect.map(([row]) => (row === undefined ? undefined : headOf(row))),
    orUnavailable,
  ),
  versions: ({ before, limit }: { readonly before: number | undefined; readonly limit: number }) =>
    sql`SELECT version, etag, document_etag, created,
        CASE WHEN version = (SELECT version FROM catalog_publication ORDER BY publication DESC LIMIT 1)
          THEN 1 ELSE 0 END AS current
      FROM catalog_version WHERE version < ${before ?? Number.MAX_SAFE_INTEGER}
      ORDER BY version DESC LIMIT ${limit}`.pipe(
      Effect.map((rows) => rows.map(versionOf)),
      orUnavailable,
    ),
})

type ReadText = (text: NamedText) => Effect.Effect<Uint8Array, SqlError>

/** Reads of a version with texts: first its row, which names them. */
const textReads = (sql: SqlClient.SqlClient, read: ReadText) => ({
  load: Effect.fnUntraced(function* (version: number) {
    const [row] = yield* sql`SELECT v.form, v.etag, v.prepared, p.byte_count AS prepared_bytes, v.body,
        b.byte_count AS body_bytes
      FROM catalog_version v JOIN catalog_text p ON p.text_id = v.prepared JOIN catalog_text b ON b.text_id = v.body
      WHERE v.version = ${version}`
    if (row === undefined) return undefined
    const published = yield* read({
      textId: uuid(row.prepared),
      byteCount: integer(row.prepared_bytes),
      name: `the normal form of version ${version} of the catalog`,
    })
    const body = yield* read({
      textId: uuid(row.body),
      byteCount: integer(row.body_bytes),
      name: `the vendor collection of version ${version} of the catalog`,
    })
    return { version, form: integer(row.form), etag: text(row.etag), published, body }
  }, orUnavailable),
  document: Effect.fnUntraced(function* (version: number) {
    const [row] = yield* sql`SELECT v.document, d.byte_count
      FROM catalog_version v JOIN catalog_text d ON d.text_id = v.document WHERE v.version = ${version}`
    if (row === undefined) return undefined
    return yield* read({
      textId: uuid(row.document),
      byteCount: integer(row.byte_count),
      name: `the document of version ${version} of the catalog`,
    })
  }, orUnavailable),
})

/** {@link CatalogStore} on either database. */
export const layer = Layer.effect(
  CatalogStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transaction = yield* Transaction
    const texts = yield* makeTexts
    const { id } = uuids(sql)

    // A new version's number is one above all others. Once this row is inserted, no other unit can publish until this
    // one ends, so the version row afterwards takes the same number.
    const claimNew = (after: number, now: number) =>
      sql`INSERT INTO catalog_publication (publication, version, published)
        SELECT CAST(${after + 1} AS BIGINT), COALESCE(MAX(version), 0) + 1, CAST(${now} AS BIGINT)
        FROM catalog_version WHERE true
        ON CONFLICT (publication) DO NOTHING
        RETURNING publication, version`

    const stage = Effect.fnUntraced(function* (given: CatalogTexts, now: Timestamp) {
      const { documentEtag, etag } = given
      const { finish, ids } = yield* texts.stage([given.document, given.published, given.body], now)
      const [document, prepared, body] = ids
      const publish = Effect.fnUntraced(function* (after: number) {
        const [claimed] = yield* claimNew(after, now)
        if (claimed === undefined) return "superseded" as const
        const version = integer(claimed.version)
        yield* finish
        yield* sql`INSERT INTO catalog_version (version, form, etag, document_etag, created, body, prepared, document)
          VALUES (${version}, ${STORED_FORM}, ${etag}, ${documentEtag}, ${now}, ${id(body)}, ${id(prepared)},
            ${id(document)})`
        return { publication: integer(claimed.publication), version, etag, documentEtag }
      }, orUnavailable)
      return { publish }
    }, orUnavailable)

    const republish = Effect.fnUntraced(function* (after: number, version: number, now: number) {
      const [found] = yield* sql`SELECT etag, document_etag FROM catalog_version WHERE version = ${version}`
      if (found === undefined) return "not_found" as const
      const [claimed] = yield* sql`INSERT INTO catalog_publication (publication, version, published)
        VALUES (${after + 1}, ${version}, ${now})
        ON CONFLICT (publication) DO NOTHING
        RETURNING publication, version`
      return claimed === undefined ? ("superseded" as const) : headOf({ ...found, ...claimed })
    })

    // Other processes may be reading the former texts, so these are not deleted: they are swept later.
    const renew = Effect.fnUntraced(function* (version: number, given: ServedTexts, now: Timestamp) {
      const { discard, finish, ids } = yield* texts.stage([given.published, given.body], now)
      const [prepared, body] = ids
      const older = sql`FROM catalog_version WHERE version = ${version} AND form < ${STORED_FORM}`
      const unit = Effect.gen(function* () {
        yield* finish
        yield* sql`UPDATE catalog_text SET unnamed_since = ${now}
          WHERE text_id IN (SELECT prepared ${older} UNION SELECT body ${older})`
        return yield* sql`UPDATE catalog_version SET form = ${STORED_FORM}, etag = ${given.etag},
            prepared = ${id(prepared)}, body = ${id(body)}
          WHERE version = ${version} AND form < ${STORED_FORM} RETURNING version`
      })
      const renewed = yield* transaction.run(unit)
      if (renewed.length === 0) yield* discard
    })

    return CatalogStore.of({
      ...reads(sql),
      ...textReads(sql, texts.read),
      stage,
      renew: (...given) => orUnavailable(Effect.scoped(renew(...given))),
      republish: (after, version, now) => orUnavailable(republish(after, version, now)),
      prune: texts.prune,
    })
  }),
)
