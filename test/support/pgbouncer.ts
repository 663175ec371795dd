/** Debian's PgBouncer in front of a database of the tests, where the machine has it. */
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { closedPort, LOOPBACK } from "./loopback.ts"

const places = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"]

/** The program; undefined: this machine has none. */
export const pgbouncer: string | undefined = places.find((place) => existsSync(place))

/** What it calls itself, with its version. */
export const pgbouncerVersion = (): string =>
  pgbouncer === undefined
    ? "PgBouncer (SKIPPED: not on this machine)"
    : (execFileSync(pgbouncer, ["--version"], { encoding: "utf8" }).split("\n")[0] ?? "")

/** It refuses to run as root, as Postgres does. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

const settingsOf = (url: URL, port: number, more: string): string => `
[databases]
* = host=${url.hostname} port=${url.port} user=${url.username}
[pgbouncer]
listen_addr = ${LOOPBACK}
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
${more}
`

/** Serves until its own input ends, which the kernel sees to when the tests are gone. */
const keeper = `"$1" "$2" </dev/null & child=$!; cat >/dev/null; kill -INT $child; wait $child`

const start = async (target: string, more: string) => {
  if (pgbouncer === undefined) throw new Error("there is no pgbouncer")
  const url = new URL(target)
  const folder = mkdtempSync(join(tmpdir(), "garrison-pgbouncer-"))
  const port = await closedPort()
  const file = join(folder, "pgbouncer.ini")
  writeFileSync(file, settingsOf(url, port, more))
  if (unprivileged !== undefined) for (const path of [folder, file]) chownSync(path, unprivileged.uid, unprivileged.gid)
  const child = spawn("sh", ["-c", keeper, "keeper", pgbouncer, file], {
    ...unprivileged,
    cwd: folder,
    stdio: ["pipe", "ignore", "pipe"],
  })
  const closed = once(child, "close")
  let log = ""
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      if (log.length < 10_000) log += chunk
      if (log.includes("process up")) resolve()
    })
    child.once("error", reject)
    child.once("close", () => reject(new Error(`pgbouncer ended: ${log}`)))
  })
  url.port = String(port)
  return {
    url: url.href,
    stop: async () => {
      child.stdin.end()
      await closed
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The url of the database at `target` behind a PgBouncer in transaction mode, with `more` settings of it. */
export const behindPgbouncer = (target: string, more: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => start(target, more)),
      ({ stop }) => Effect.promise(stop),
    ),
    ({ url }) => url,
  )
