/**
 * Every table of the schema, with the column that it is keyed by: what the steps in `migrations` lead to. No database
 * is made of these declarations. `test/sql/declaredSchema.test.ts` holds the steps to them.
 */
import { lookupTables } from "./lookup.ts"
import { personTables } from "./person.ts"
import { playedTables } from "./played.ts"
import { smallTables } from "./small.ts"
import type { Table } from "./Table.ts"

/** In the order in which they are created. */
export const tables: ReadonlyArray<Table> = [...smallTables, ...personTables, ...lookupTables, ...playedTables]

/** The sequences on Postgres: writers do not wait for each other there. SQLite uses the numbers of rows. */
export const sequences: ReadonlyArray<string> = ["player_id_sequence"]
