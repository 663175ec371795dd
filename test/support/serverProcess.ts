/**
 * A server in a process of its own, on a SQLite file, for tests that stop it or measure it. Run as a program it is that
 * process; imported it starts one.
 */
import { Clients } from "@garrison/core/client/Clients"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { defaultSettings, Settings } from "@garrison/core/environment/Settings"
import * as Garrison from "@garrison/core/Garrison"
import { Lifecycle } from "@garrison/http/Lifecycle"
import { Readiness } from "@garrison/http/Readiness"
import { start } from "@garrison/http/Server"
import type { ServerOptions } from "@garrison/http/server/options"
import * as Database from "@garrison/sql/Database"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { smallCatalog } from "./catalog.ts"
import { cryptoLayer } from "./crypto.ts"
import { LOOPBACK } from "./loopback.ts"

const GAME_CLIENT = "test-game"

/** Waits for SIGTERM. */
const stopSignal: Effect.Effect<void> = Effect.callback((resume) => {
  process.once("SIGTERM", () => resume(Effect.void))
})

const serve = Effect.fnUntraced(function* (options: Partial<ServerOptions>) {
  const clients = yield* Clients
  yield* clients.create({ clientId: GAME_CLIENT, kind: "game", permissions: [], public: true }).pipe(Effect.ignore)
  yield* (yield* Catalogs).publish(smallCatalog)
  const stopping = yield* Effect.forkChild(stopSignal, { startImmediately: true })
  const { port } = yield* start({ host: LOOPBACK, port: 0, log: "off", ...options })
  process.send?.({ port })
  yield* Fiber.join(stopping)
}, Effect.scoped)

const services = (file: string) =>
  Layer.mergeAll(Garrison.layer, Lifecycle.layer, Readiness.layer).pipe(
    Layer.provideMerge(Stores.layer),
    Layer.provideMerge(Layer.merge(Database.layer(`sqlite:${file}`), cryptoLayer)),
    Layer.provideMerge(Layer.succeed(Settings, { ...defaultSettings, defaultClientId: GAME_CLIENT })),
  )

/** A running process. */
export interface ServerProcess {
  readonly port: number
  readonly child: ChildProcess
  /** Resident memory in bytes. */
  readonly residentBytes: () => Promise<number>
  /** Resolves with the exit code, or the signal that killed it. */
  readonly exited: Promise<number | string>
}

/** Starts a server on this SQLite file. */
export const serverProcess = async (file: string, options: Partial<ServerOptions> = {}): Promise<ServerProcess> => {
  const child = spawn(process.execPath, ["--conditions=source", import.meta.filename, file, JSON.stringify(options)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  const exited = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | string)
  const [{ port }] = (await Promise.race([
    once(child, "message"),
    exited.then((code) => Promise.reject(new Error(`the server ended with ${code}`))),
  ])) as [{ readonly port: number }]
  const residentBytes = async () => {
    child.send("memory")
    const [{ bytes }] = (await once(child, "message")) as [{ readonly bytes: number }]
    return bytes
  }
  return { port, child, residentBytes, exited }
}

if (process.argv[1] === import.meta.filename) {
  const [, , file = "", options = "{}"] = process.argv
  process.on("message", () => process.send?.({ bytes: process.memoryUsage.rss() }))
  // A test that fails half-way leaves no server behind: whoever started it is gone.
  const orphaned = () => process.exit(1)
  process.once("disconnect", orphaned)
  const disconnect = () => process.off("disconnect", orphaned).disconnect()
  const program = serve(JSON.parse(options) as Partial<ServerOptions>).pipe(Effect.provide(services(file)))
  Effect.runPromise(program).then(disconnect, (error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    process.exitCode = 1
    disconnect()
  })
}
