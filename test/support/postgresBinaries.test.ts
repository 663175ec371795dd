/** The suite's Postgres starts on machines where its binaries cannot be run where npm put them. */
import { assert, describe, it } from "@effect/vitest"
import * as PostgresClient from "@garrison/sql/PostgresClient"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startPostgres } from "./postgres.ts"
import { installed, place, unprivileged } from "./postgresBinaries.ts"

const one = (url: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1 AS one`).pipe(
    Effect.provide(PostgresClient.layer({ url, connectionMillis: 120_000, statementMillis: 120_000 })),
  )

/** Postgres' binaries in a folder that only its owner may enter; what holds it all is removed by the test. */
const closedBinaries = () => {
  const closed = mkdtempSync(join(tmpdir(), "garrison-closed-"))
  chmodSync(closed, 0o700)
  const source = join(closed, "native")
  cpSync(installed(), source, { recursive: true, verbatimSymlinks: true })
  return { closed, source }
}

describe("Postgres' binaries in a folder that only its owner may enter", () => {
  it("run as a copy that needs nothing of the folder, and in place only for its owner", async () => {
    const { closed, source } = closedBinaries()
    const usual = place({ source })
    rmSync(usual.folder, { recursive: true, force: true })
    const copy = place({ source, inPlace: false })
    rmSync(closed, { recursive: true, force: true })
    const { stop, url } = await startPostgres(() => copy)
    assert.deepStrictEqual(await Effect.runPromise(one(url)), [{ one: 1 }])
    await stop()
    assert.isFalse(existsSync(copy.folder))
    assert.strictEqual(usual.native === source, unprivileged === undefined)
  })
})
