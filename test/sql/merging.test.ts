/** What moves with a player from person to person: every table of persons that names one, with every column. */
import { assert, describe, it } from "@effect/vitest"
import { tables } from "@garrison/sql/schema/tables"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { sqliteLayer } from "../support/databases.ts"

const source = readFileSync(join(import.meta.dirname, "../../packages/sql/src/merging/SqlMergeStore.ts"), "utf8")

/** The columns that the store of merges moves, by table. */
const moved = new Map(
  Array.from(source.matchAll(/\["?(\w+)",\s+"([\w, ]+)",?\s*\]|\[\s+"(\w+)",\s+"([\w, ]+)",\s+\]/g), (found) => {
    const [, first, columns, second, others] = found
    return [first ?? second ?? "", (columns ?? others ?? "").split(", ").toSorted()] as const
  }),
)

describe("a merge of persons", () => {
  it.effect("moves every column of every table of persons that has rows of a player", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const declared = new Map<string, ReadonlyArray<string>>()
      for (const { key, name } of tables) {
        if (key !== "person_id") continue
        // Generated columns are hidden there.
        const rows = yield* sql`SELECT name FROM ${sql.literal(`pragma_table_info('${name}')`)}`
        const columns = rows.map((row) => String(row["name"]))
        if (columns.includes("player_uuid")) declared.set(name, columns.filter((one) => one !== "person_id").toSorted())
      }
      assert.isAbove(declared.size, 4)
      assert.deepStrictEqual(Object.fromEntries(moved), Object.fromEntries(declared))
    }).pipe(Effect.provide(sqliteLayer)),
  )
})
