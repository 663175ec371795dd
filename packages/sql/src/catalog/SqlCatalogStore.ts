/** Catalog versions in SQL. */
import {
  type CatalogHead,
  CatalogStore,
  type CatalogTexts,
  type ServedTexts,
  STORED_FORM,
} from "@garrison/core/catalog/CatalogStore"
import { fromUtf8, utf8 } from "@garrison/core/kernel/Utf8"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { flag, integer, type Row, text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"

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

const storedOf = (row: Row) => ({
  version: integer(row.version),
  form: integer(row.form),
  etag: text(row.etag),
  published: utf8(text(row.prepared)),
  body: utf8(text(row.body)),
})

const reads = (sql: SqlClient.SqlClient) => ({
  head: sql`SELECT p.publication, v.version, v.etag, v.document_etag
    FROM catalog_publication p JOIN catalog_version v ON v.version = p.version
    ORDER BY p.publication DESC LIMIT 1`.pipe(
    Effect.map(([row]) => (row === undefined ? undefined : headOf(row))),
    orUnavailable,
  ),
  load: (version: number) =>
    sql`SELECT version, form, etag, prepared, body FROM catalog_version WHERE version = ${version}`.pipe(
      Effect.map(([row]) => (row === undefined ? undefined : storedOf(row))),
      orUnavailable,
    ),
  document: (version: number) =>
    sql`SELECT document FROM catalog_version WHERE version = ${version}`.pipe(
      Effect.map(([row]) => (row === undefined ? undefined : utf8(text(row.document)))),
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

/** {@link CatalogStore} on either database. */
export const layer = Layer.effect(
  CatalogStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    // A new version's number is one above all others. Once this row is inserted, no other unit can publish until this
    // one ends, so the version row afterwards takes the same number.
    const claimNew = (after: number, now: number) =>
      sql`INSERT INTO catalog_publication (publication, version, published)
        SELECT CAST(${after + 1} AS BIGINT), COALESCE(MAX(version), 0) + 1, CAST(${now} AS BIGINT)
        FROM catalog_version WHERE true
        ON CONFLICT (publication) DO NOTHING
        RETURNING publication, version`

    const publish = Effect.fnUntraced(function* (after: number, texts: CatalogTexts, now: number) {
      const [claimed] = yield* claimNew(after, now)
      if (claimed === undefined) return "superseded" as const
      const { etag, documentEtag } = texts
      const head = { publication: integer(claimed.publication), version: integer(claimed.version), etag, documentEtag }
      yield* sql`INSERT INTO catalog_version (version, form, etag, document_etag, created, body, prepared, document)
        VALUES (${head.version}, ${STORED_FORM}, ${etag}, ${documentEtag}, ${now}, ${fromUtf8(texts.body)},
          ${fromUtf8(texts.published)}, ${fromUtf8(texts.document)})`
      return head
    })

    const republish = Effect.fnUntraced(function* (after: number, version: number, now: number) {
      const [found] = yield* sql`SELECT etag, document_etag FROM catalog_version WHERE version = ${version}`
      if (found === undefined) return "not_found" as const
      const [claimed] = yield* sql`INSERT INTO catalog_publication (publication, version, published)
        VALUES (${after + 1}, ${version}, ${now})
        ON CONFLICT (publication) DO NOTHING
        RETURNING publication, version`
      return claimed === undefined ? ("superseded" as const) : headOf({ ...found, ...claimed })
    })

    const renew = (version: number, { body, etag, published }: ServedTexts) =>
      sql`UPDATE catalog_version SET form = ${STORED_FORM}, etag = ${etag}, prepared = ${fromUtf8(published)},
          body = ${fromUtf8(body)} WHERE version = ${version} AND form < ${STORED_FORM}`.pipe(
        Effect.asVoid,
        orUnavailable,
      )

    return CatalogStore.of({
      ...reads(sql),
      renew,
      publish: (after, texts, now) => orUnavailable(publish(after, texts, now)),
      republish: (after, version, now) => orUnavailable(republish(after, version, now)),
    })
  }),
)
