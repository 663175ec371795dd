/** A server in a process of its own (child/server.ts), for tests that stop it, measure it or load it. */
import type { DomainSettings } from "@garrison/core/settings"
import type { ServerOptions } from "@garrison/http/server/settings"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { bundleOf, withCompiled } from "./bundled.ts"

const program = join(import.meta.dirname, "child/server.ts")

/** A running process. */
export interface ServerProcess {
  readonly port: number
  /** The port for probes, if the options ask for one. */
  readonly probePort: number | undefined
  readonly child: ChildProcess
  /** Resident memory in bytes, garbage included: for what a process must not take even for a moment. */
  readonly residentBytes: () => Promise<number>
  /** Memory in bytes that is still in use after a garbage collection: for what a process must not keep. */
  readonly keptBytes: () => Promise<number>
  /** Has the process publish a version of the catalog. Resolves when it serves that. */
  readonly publish: (document: unknown) => Promise<void>
  /** Moves the clocks of the process, which must have been started with `sweepMillis`. Resolves when it has done so. */
  readonly advanceSeconds: (seconds: number) => Promise<void>
  /** Resolves with the exit code, or the signal that killed it. */
  readonly exited: Promise<number | string>
}

/** What a process may differ in. */
export interface ProcessOptions extends Partial<ServerOptions> {
  readonly settings?: Partial<DomainSettings>
  /** `pipe`: the test reads the log, or does not. */
  readonly stderr?: "inherit" | "pipe"
  /** By how much the wall clock of the process is ahead of the machine's; its monotonic clock is not. */
  readonly clockAheadMillis?: number
  /** Whether the process goes by the clock of its database, as the product does. Default: by its own. */
  readonly hasStorageTime?: boolean
  /** How often the process looks after listeners. With it, the clocks of the process advance when the test says so. */
  readonly sweepMillis?: number
}

/** A module that sets the wall clock of a process before anything else runs. */
const clockModule = (aheadMillis: number): string =>
  `data:text/javascript,const now = Date.now; Date.now = () => now() + ${aheadMillis}`

/** Starts a server on this SQLite file, or on the Postgres at this url. */
export const serverProcess = async (storage: string, options: ProcessOptions = {}): Promise<ServerProcess> => {
  const address = storage.startsWith("postgres:") ? storage : `sqlite:${storage}`
  const {
    settings = {},
    stderr = "inherit",
    clockAheadMillis = 0,
    hasStorageTime = false,
    sweepMillis,
    ...server
  } = options
  const clock = clockAheadMillis === 0 ? [] : ["--import", clockModule(clockAheadMillis)]
  const clocks = JSON.stringify({ hasStorageTime, sweepMillis })
  const args = [bundleOf(program), address, JSON.stringify(server), JSON.stringify(settings), clocks]
  // Young objects have all their room from the start: what the memory grows by later is what is kept.
  const heap = ["--min-semi-space-size=16", "--max-semi-space-size=16"]
  const child = spawn(process.execPath, ["--conditions=source", "--no-warnings", ...clock, ...heap, ...args], {
    env: withCompiled(process.env),
    stdio: ["ignore", "inherit", stderr, "ipc"],
  })
  const exited = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | string)
  const [{ port, probePort }] = (await Promise.race([
    once(child, "message"),
    exited.then((code) => Promise.reject(new Error(`the server ended with ${code}`))),
  ])) as [Pick<ServerProcess, "port" | "probePort">]
  const bytesOf = async (which: "resident" | "kept") => {
    child.send(which)
    const [{ bytes }] = (await once(child, "message")) as [{ readonly bytes: number }]
    return bytes
  }
  const [residentBytes, keptBytes] = [() => bytesOf("resident"), () => bytesOf("kept")]
  const tell = async (asked: object) => {
    child.send(asked)
    const [answer] = (await once(child, "message")) as [unknown]
    if (answer !== "done") throw new Error(`the server answered ${JSON.stringify(answer)}`)
  }
  const publish = (document: unknown) => tell({ publish: document })
  const advanceSeconds = (seconds: number) => tell({ advanceSeconds: seconds })
  return { port, probePort, child, residentBytes, keptBytes, publish, advanceSeconds, exited }
}
