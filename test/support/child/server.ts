/** A server on the database at a url, until SIGTERM: `STORAGE OPTIONS SETTINGS CLOCKS` (serverProcess.ts). */
import { Clients } from "@garrison/core/client/Clients"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import * as Garrison from "@garrison/core/Garrison"
import { SWEEP_MILLIS } from "@garrison/core/notification/delivery/sweep"
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
import { testAct } from "../acts.ts"
import { smallCatalog } from "../catalog.ts"
import { cryptoLayer } from "../crypto.ts"
import { keptBytes } from "../keptBytes.ts"
import { LOOPBACK } from "../loopback.ts"
import { shiftedClock } from "../shiftedClock.ts"

const GAME_CLIENT = "test-game"

/** Waits for SIGTERM. */
const stopSignal: Effect.Effect<void> = Effect.callback((resume) => {
  process.once("SIGTERM", () => resume(Effect.void))
})

/** What a test asks of the process: how much memory it has, to publish a document, or to advance its clocks. */
type Asked = "resident" | "kept" | { readonly publish: unknown } | { readonly advanceSeconds: number }

/** What the process goes by: the clock of its database, or clocks that the test advances, or neither. */
interface Clocks {
  readonly hasStorageTime?: boolean
  readonly sweepMillis?: number
}

const done = (): void => void process.send?.("done")

/** Publishes what the test asks to have published, as the process's own act. */
const publishWhenAsked = Effect.gen(function* () {
  const { publish } = yield* Catalogs
  const context = yield* Effect.context()
  process.on("message", (asked: Asked) => {
    if (typeof asked === "string" || !("publish" in asked)) return
    const published = Effect.andThen(publish(asked.publish, {}, testAct), Effect.sync(done))
    Effect.runForkWith(context)(Effect.tapCause(published, (cause) => Effect.logError(cause)))
  })
})

const serve = Effect.fnUntraced(function* (options: Partial<ServerOptions>) {
  const clients = yield* Clients
  yield* clients
    .create({ clientId: GAME_CLIENT, kind: "game", permissions: [], public: true }, testAct)
    .pipe(Effect.ignore)
  yield* (yield* Catalogs).publish(smallCatalog, {}, testAct)
  yield* publishWhenAsked
  const stopping = yield* Effect.forkChild(stopSignal, { startImmediately: true })
  const { port, probeUrl } = yield* start({ host: LOOPBACK, port: 0, log: "off", unreadySeconds: 0, ...options })
  process.send?.({ port, probePort: probeUrl === undefined ? undefined : Number(new URL(probeUrl).port) })
  yield* Fiber.join(stopping)
}, Effect.scoped)

/** Clocks that the test advances, if it says how often to look after listeners. */
const turnedClock = (sweepMillis: number | undefined) => {
  if (sweepMillis === undefined) return Layer.empty
  const { advanceSeconds, layer } = shiftedClock((millis) => (millis === SWEEP_MILLIS ? sweepMillis : millis))
  process.on("message", (asked: Asked) => {
    if (typeof asked === "string" || !("advanceSeconds" in asked)) return
    advanceSeconds(asked.advanceSeconds)
    done()
  })
  return layer
}

const services = (storage: string, settings: Partial<DomainSettings>, { hasStorageTime, sweepMillis }: Clocks) =>
  Layer.mergeAll(Garrison.layer, Lifecycle.layer, Readiness.layer).pipe(
    Layer.provideMerge(hasStorageTime === true ? Layer.merge(Stores.layer, SqlStorageTime.layer) : Stores.layer),
    Layer.provideMerge(Layer.merge(Database.layer(storage), cryptoLayer)),
    Layer.provideMerge(settingsInForce({ ...defaultSettings, defaultClientId: GAME_CLIENT, ...settings })),
    Layer.provideMerge(turnedClock(sweepMillis)),
  )

const [storage = "", options = "{}", settings = "{}", clocks = "{}"] = process.argv.slice(2)
process.on("message", (asked: Asked) => {
  if (typeof asked !== "string") return
  process.send?.({ bytes: asked === "kept" ? keptBytes() : process.memoryUsage.rss() })
})
// A test that fails half-way leaves no server behind: whoever started it is gone.
const orphaned = () => process.exit(1)
process.once("disconnect", orphaned)
const disconnect = () => process.off("disconnect", orphaned).disconnect()
const layer = services(storage, JSON.parse(settings) as Partial<DomainSettings>, JSON.parse(clocks) as Clocks)
const program = serve(JSON.parse(options) as Partial<ServerOptions>).pipe(Effect.provide(layer))
Effect.runPromise(program).then(disconnect, (error: unknown) => {
  process.stderr.write(`${String(error)}\n`)
  process.exitCode = 1
  disconnect()
})
