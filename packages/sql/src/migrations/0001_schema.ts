/** The schema of Garrison, whole. */
import type { Migration } from "../Migration.ts"
import { tables } from "../schema/tables.ts"

/** A sequence is a row that no two writers wait for; SQLite, which has none, has one writer. */
const playerIds = { pg: "CREATE SEQUENCE player_id_sequence" } as const

/** Every table with its indexes, in the order of their references. */
export const migration: Migration = {
  id: 1,
  name: "schema",
  statements: [...tables.flatMap(({ statements }) => statements), playerIds],
}
