/** Says in which form a catalog version is stored (decisions, section 10). */
import type { Migration } from "../Migration.ts"

/** What is stored without a form was stored before there were two: it is made anew when it is next served. */
export const migration: Migration = {
  id: 10,
  name: "catalog_form",
  statements: [`ALTER TABLE catalog_version ADD COLUMN form BIGINT NOT NULL DEFAULT 1 CHECK (form >= 1)`],
}
