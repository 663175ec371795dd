/** Every table of the schema, with the column that it is keyed by. */
import { lookupTables } from "./lookup.ts"
import { personTables } from "./person.ts"
import { playedTables } from "./played.ts"
import { smallTables } from "./small.ts"
import type { Table } from "./Table.ts"

/** In the order in which they are created. */
export const tables: ReadonlyArray<Table> = [...smallTables, ...personTables, ...lookupTables, ...playedTables]
