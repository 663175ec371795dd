/** Tables of the catalog: its versions, and which of them was published when (decisions, section 10). */
import type { Migration } from "../Migration.ts"

/**
 * A version is stored by the publication that first published it, hence the deferred reference. Each publication has
 * the number after the one before, so that the primary key lets one of several racing publishers win. The large texts
 * come last, so that a listing can skip them.
 */
export const migration: Migration = {
  id: 4,
  name: "catalog",
  statements: [
    `CREATE TABLE catalog_version (
      version BIGINT PRIMARY KEY CHECK (version BETWEEN 1 AND 9007199254740991),
      etag TEXT NOT NULL CHECK (length(etag) = 43),
      document_etag TEXT NOT NULL CHECK (length(document_etag) = 43),
      created BIGINT NOT NULL,
      body TEXT NOT NULL,
      prepared TEXT NOT NULL,
      document TEXT NOT NULL
    )`,
    `CREATE TABLE catalog_publication (
      publication BIGINT PRIMARY KEY CHECK (publication BETWEEN 1 AND 9007199254740991),
      version BIGINT NOT NULL REFERENCES catalog_version (version) DEFERRABLE INITIALLY DEFERRED,
      published BIGINT NOT NULL
    )`,
  ],
}
