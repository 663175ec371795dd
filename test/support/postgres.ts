/**
 * One Postgres for the whole test run, started when the first test asks for it. Vitest's main process owns it; workers
 * ask over a local socket for its url. It ends with that process, however that ends: a shell between the two waits for
 * the end of its input, which the kernel sends when the owner is gone, and then stops Postgres and removes its files.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { rmSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { closedPort, LOOPBACK, LOOPBACK_HOST } from "./loopback.ts"
import { place, type Placed, unprivileged } from "./postgresBinaries.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Port of the socket that answers with the urls of the run's Postgres, a line each, or with `error: …`. */
    readonly postgresBroker: number
  }
}

/**
 * Settings of a database that may lose everything when the machine stops: fast, and with room for many tests. They
 * stand in its file and not on its command line, which no `ALTER SYSTEM` could change.
 */
const settings = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "max_connections=300",
  "shared_buffers=64MB",
]

/** Makes a cluster in `$FOLDER`, serves it until its own input ends, then stops and removes all of it. */
const keeper = `
  "$NATIVE/bin/initdb" -D "$FOLDER/data" -U garrison -A trust -E UTF8 --no-locale --no-sync </dev/null >&2 &&
  echo "$SETTINGS" >> "$FOLDER/data/postgresql.conf" &&
  { "$NATIVE/bin/postgres" -D "$FOLDER/data" "$@" </dev/null & child=$!; cat >/dev/null; kill -INT $child; wait $child; }
  rm -rf "$FOLDER"
`

/** A Postgres that runs. */
export interface Running {
  readonly url: string
  /** The same by a socket in a folder, which takes less time, where the folder's name is short enough for one. */
  readonly localUrl: string
  /** Stops it and removes its files. */
  readonly stop: () => Promise<void>
}

/** Characters of a folder in which a socket can be: the system's limit, less the name of the socket. */
const SOCKET_FOLDER_LENGTH_MAX = 90

/** Ports that are tried: between being found free and being bound by Postgres one may go to somebody else. */
const ATTEMPTS_MAX = 5

/** Starts a Postgres with a cluster of its own, in a place that `find` found for this attempt. */
export const startPostgres = async (find: () => Placed = place, attempt = 1): Promise<Running> => {
  const { folder, native } = find()
  const port = await closedPort()
  const hasSocket = folder.length <= SOCKET_FOLDER_LENGTH_MAX
  const options = ["-h", LOOPBACK, "-p", `${port}`, "-k", hasSocket ? folder : ""]
  const child = spawn("sh", ["-c", keeper, "keeper", ...options], {
    ...unprivileged,
    env: {
      PATH: process.env.PATH,
      LC_ALL: "C",
      LD_LIBRARY_PATH: join(native, "lib"),
      NATIVE: native,
      FOLDER: folder,
      SETTINGS: settings.join("\n"),
    },
    cwd: folder,
    // Out of reach of the terminal's Ctrl-C, which ends the owner and thereby this.
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  })
  const closed = once(child, "close")
  let log = ""
  const isReady = await new Promise<boolean>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      if (log.length > 10_000) return
      log += chunk
      if (log.includes("ready to accept connections")) resolve(true)
      // Postgres gave up while its keeper waits.
      if (log.includes("database system is shut down") || log.includes("could not create any TCP/IP sockets")) {
        child.stdin.end()
      }
    })
    child.once("error", reject)
    child.once("close", () => resolve(false))
  })
  if (!isReady) {
    rmSync(folder, { recursive: true, force: true })
    if (attempt < ATTEMPTS_MAX && log.includes("could not bind")) return startPostgres(find, attempt + 1)
    throw new Error(`Postgres did not start: ${log}`)
  }
  const url = `postgres://garrison@${LOOPBACK_HOST}:${port}/postgres`
  return {
    url,
    localUrl: hasSocket ? `${url}?host=${encodeURIComponent(folder)}` : url,
    stop: async () => {
      child.stdin.end()
      await closed
      // Empty by now, but the keeper may not remove it where the folder around it belongs to somebody else.
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Vitest's global setup. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  let running: Promise<Running> | undefined
  const broker = createServer((socket) => {
    running ??= startPostgres()
    running.then(
      ({ localUrl, url }) => socket.end(`${url}\n${localUrl}`),
      (error: unknown) => socket.end(`error: ${String(error)}`),
    )
  }).listen(0, LOOPBACK)
  await once(broker, "listening")
  const address = broker.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  project.provide("postgresBroker", address.port)
  return async () => {
    broker.close()
    // One that did not start has told the tests why.
    await running?.then(
      ({ stop }) => stop(),
      () => undefined,
    )
  }
}
