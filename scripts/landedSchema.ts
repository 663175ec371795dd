/**
 * Keeps the schema of this version as files, one for each database, with rows that were played. Later versions are
 * tested on them (test/sql/landed.test.ts). A file that is there stays: it is what databases have.
 */
import { postgres, sqlite } from "@garrison/sql"
import { client } from "@garrison/sql/Database"
import { migrations } from "@garrison/sql/migrations/all"
import * as Effect from "effect/Effect"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { startPostgres } from "../test/support/postgres.ts"
import { dump } from "./landed/dump.ts"
import { play } from "./landed/play.ts"

const number = `${migrations.at(-1)?.id ?? 0}`.padStart(4, "0")

const keep = async (database: string, storage: ReturnType<typeof sqlite>, url: string): Promise<void> => {
  const file = resolve(import.meta.dirname, `../test/sql/landed/${number}.${database}.sql`)
  if (existsSync(file)) return console.error(`${file} is there, and stays as it is`)
  await play(storage)
  writeFileSync(file, await Effect.runPromise(Effect.provide(dump, client(url))))
  console.error(`wrote ${file}`)
}

const folder = mkdtempSync(join(tmpdir(), "garrison-landed-"))
const server = await startPostgres()
try {
  const file = join(folder, "landed.db")
  await keep("sqlite", sqlite(file), `sqlite:${file}`)
  await keep("postgres", postgres(server.url), server.url)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true })
}
