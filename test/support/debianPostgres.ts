/** Debian's Postgres with the programs that come with it, where the machine has them. */
import { chownSync, existsSync, globSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { type Running, startPostgres } from "./postgres.ts"
import { unprivileged } from "./postgresBinaries.ts"

/** The programs that the tests need: a machine may have the clients alone. */
const programs = ["initdb", "postgres", "psql", "pg_dump", "pg_restore"]

/** The folder of its newest version; undefined: this machine has none, or not the whole. */
const installed = globSync("/usr/lib/postgresql/*")
  .toSorted((left, right) => Number(basename(right)) - Number(basename(left)))
  .find((folder) => programs.every((name) => existsSync(join(folder, "bin", name))))

/** The folder of its programs; undefined: this machine has none. */
export const debianPostgres: string | undefined = installed && join(installed, "bin")

/** Starts a server of its own. */
export const startDebianPostgres = (): Promise<Running> =>
  startPostgres(() => {
    const folder = mkdtempSync(join(tmpdir(), "garrison-debian-"))
    if (unprivileged !== undefined) chownSync(folder, unprivileged.uid, unprivileged.gid)
    return { folder, native: installed ?? "" }
  })
