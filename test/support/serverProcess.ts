/**
 * A server in a process of its own, for tests that stop it, measure it or load it. Run as a program it is that process;
 * imported it starts one.
 */
import { Clients } from "@garrison/core/client/Clients"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import * as Garrison from "@garrison/core/Garrison"
import { defaultSettings, type DomainSettings, settingsInForce } from "@garrison/core/settings"
import { Lifecycle } from "@garrison/http/Lifecycle"
import { Readiness } from "@garrison/http/Readiness"
import { start } from "@garrison/http/Server"
import type { ServerOptions } from "@garrison/http/server/settings"
import * as Database from "@garrison/sql/Database"
import * as SqlStorageTime from "@garrison/sql/SqlStorageTime"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { smallCatalog } from "./catalog.ts"
import { cryptoLayer } from "./crypto.ts"
import { LOOPBACK } from "./loopback.ts"
import { testAct } from "./acts.ts"

const GAME_CLIENT = "test-game"

/** Waits for SIGTERM. */
const stopSignal: Effect.Effect<void> = Effect.callback((resume) => {
  process.once("SIGTERM", () => resume(Effect.void))
})

const serve = Effect.fnUntraced(function* (options: Partial<ServerOptions>) {
  const clients = yield* Clients
  yield* clients
    .create({ clientId: GAME_CLIENT, kind: "game", permissions: [], public: true }, testAct)
    .pipe(Effect.ignore)
  yield* (yield* Catalogs).publish(smallCatalog, {}, testAct)
  const stopping = yield* Effect.forkChild(stopSignal, { startImmediately: true })
  const { port, probeUrl } = yield* start({ host: LOOPBACK, port: 0, log: "off", unreadySeconds: 0, ...options })
  process.send?.({ port, probePort: probeUrl === undefined ? undefined : Number(new URL(probeUrl).port) })
  yield* Fiber.join(stopping)
}, Effect.scoped)

const services = (storage: string, settings: Partial<DomainSettings>, hasStorageTime: boolean) =>
  Layer.mergeAll(Garrison.layer, Lifecycle.layer, Readiness.layer).pipe(
    Layer.provideMerge(hasStorageTime ? Layer.merge(Stores.layer, SqlStorageTime.layer) : Stores.layer),
    Layer.provideMerge(Layer.merge(Database.layer(storage), cryptoLayer)),
    Layer.provideMerge(settingsInForce({ ...defaultSettings, defaultClientId: GAME_CLIENT, ...settings })),
  )

/** A running process. */
export interface ServerProcess {
  readonly port: number
  /** The port for probes, if the options ask for one. */
  readonly probePort: number | undefined
  readonly child: ChildProcess
  /** Resident memory in bytes. */
  readonly residentBytes: () => Promise<number>
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
}

/** A module that sets the wall clock of a process before anything else runs. */
const clockModule = (aheadMillis: number): string =>
  `data:text/javascript,const now = Date.now; Date.now = () => now() + ${aheadMillis}`

/** Starts a server on this SQLite file, or on the Postgres at this url. */
export const serverProcess = async (storage: string, options: ProcessOptions = {}): Promise<ServerProcess> => {
  const address = storage.startsWith("postgres:") ? storage : `sqlite:${storage}`
  const { settings = {}, stderr = "inherit", clockAheadMillis = 0, hasStorageTime = false, ...server } = options
  const clock = clockAheadMillis === 0 ? [] : ["--import", clockModule(clockAheadMillis)]
  const args = [import.meta.filename, address, JSON.stringify(server), JSON.stringify(settings), `${hasStorageTime}`]
  // Young objects have all their room from the start: what the memory grows by later is what is kept.
  const heap = ["--min-semi-space-size=16", "--max-semi-space-size=16"]
  const child = spawn(process.execPath, ["--conditions=source", ...clock, ...heap, ...args], {
    stdio: ["ignore", "inherit", stderr, "ipc"],
  })
  const exited = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | string)
  const [{ port, probePort }] = (await Promise.race([
    once(child, "message"),
    exited.then((code) => Promise.reject(new Error(`the server ended with ${code}`))),
  ])) as [Pick<ServerProcess, "port" | "probePort">]
  const residentBytes = async () => {
    child.send("memory")
    const [{ bytes }] = (await once(child, "message")) as [{ readonly bytes: number }]
    return bytes
  }
  return { port, probePort, child, residentBytes, exited }
}

if (process.argv[1] === import.meta.filename) {
  const [, , storage = "", options = "{}", settings = "{}", hasStorageTime] = process.argv
  process.on("message", () => process.send?.({ bytes: process.memoryUsage.rss() }))
  // A test that fails half-way leaves no server behind: whoever started it is gone.
  const orphaned = () => process.exit(1)
  process.once("disconnect", orphaned)
  const disconnect = () => process.off("disconnect", orphaned).disconnect()
  const layer = services(storage, JSON.parse(settings) as Partial<DomainSettings>, hasStorageTime === "true")
  const program = serve(JSON.parse(options) as Partial<ServerOptions>).pipe(Effect.provide(layer))
  Effect.runPromise(program).then(disconnect, (error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    process.exitCode = 1
    disconnect()
  })
}
