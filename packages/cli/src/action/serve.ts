/** What `garrison serve` does: opens the database, prepares the demo world when asked to, listens, and stops well. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { ClientStore } from "@garrison/core/client/ClientStore"
import * as Garrison from "@garrison/core/Garrison"
import { DeviceIdentities } from "@garrison/core/login/DeviceIdentities"
import { PortalGateway } from "@garrison/core/login/portal/PortalGateway"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import { settingsInForce } from "@garrison/core/settings"
import { Lifecycle } from "@garrison/http/Lifecycle"
import { Readiness } from "@garrison/http/Readiness"
import * as Server from "@garrison/http/Server"
import type { LogSink } from "@garrison/http/server/AccessLog"
import { hasPortals } from "@garrison/portals/settings"
import { storage as storageLayer } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { createServer } from "node:net"
import { resolve } from "node:path"
import { killIn } from "../demo/catalog.ts"
import { demoGuide, shellWord } from "../demo/guide.ts"
import { DEMO_GAME, DEMO_PLAYERS } from "../demo/names.ts"
import { demoState } from "../demo/state.ts"
import { tellingStorage } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { warnOfExposure } from "../output/exposedFile.ts"
import { onTerminal, printData, printMessage, printWarning, whileShowing } from "../output/print.ts"
import { serverLog } from "../output/serverLog.ts"
import { stopsWellOnTerm } from "../output/stopping.ts"
import { currentSettings } from "../settings/current.ts"
import { type SettingValues, shownValue } from "../settings/definitions.ts"
import { isReachable } from "../settings/loopback.ts"
import type { ResolvedSettings } from "../settings/resolve.ts"
import { isInMemory } from "../settings/storageAddress.ts"
import { VERSION } from "../version.ts"
import { type DemoSecrets, makeDemoAside } from "./demo.ts"
import { giveBack } from "./giveBack.ts"
import { loginObstacle } from "./loginObstacle.ts"

interface ServeInput {
  readonly host: Option.Option<string>
  readonly port: Option.Option<string>
  readonly log: Option.Option<string>
  readonly demo: Option.Option<boolean>
  readonly demoPublic: boolean
}

const logFormat = ({ log }: SettingValues) => {
  if (log !== "auto") return log
  return onTerminal() ? "text" : "json"
}

/** The player that the guide is about. */
const guidePlayer = Effect.gen(function* () {
  const portalUserId = yield* (yield* DeviceIdentities).portalUserId(DEMO_PLAYERS[0].token)
  const user = yield* (yield* PlayerStore).findPortalUser({ platform: "Anon", portalUserId })
  return user?.player?.playerUuid
})

const ownCommand = (): string =>
  [process.execPath, process.argv[1] ?? "garrison"].map((part) => shellWord(part)).join(" ")

/** The storage as another terminal may name it. The address of a Postgres may hold a password: that is not printed. */
const storageWord = (storage: string): string =>
  storage.startsWith("sqlite:")
    ? shellWord(`sqlite:${resolve(storage.slice("sqlite:".length))}`)
    : '"$GARRISON_STORAGE"'

const printGuide = Effect.fnUntraced(function* (
  url: string,
  { host, storage }: SettingValues,
  secrets: DemoSecrets | undefined,
) {
  const playerUuid = yield* guidePlayer
  if (playerUuid === undefined) return
  const catalog = yield* Effect.option((yield* Catalogs).current)
  yield* printMessage(
    demoGuide({
      url,
      playerUuid,
      kill: Option.isSome(catalog) ? killIn(catalog.value.body) : undefined,
      machineSecret: secrets?.client_secret,
      basicUsers: secrets?.basic_users ?? [],
      command: ownCommand(),
      storage: storageWord(storage),
      isPublic: yield* isReachable(host),
    }),
  )
})

/** After the first requests: compiles the catalog, which takes memory, and gives back what that took. */
const settle = Effect.gen(function* () {
  yield* Effect.sleep("500 millis")
  const catalog = yield* Effect.option((yield* Catalogs).current)
  // The catalog service warns of a catalog that cannot be linked.
  yield* Effect.ignoreCause(Effect.sync(() => Option.map(catalog, ({ linked }) => linked)))
  yield* Effect.sync(giveBack)
})

/** Clients that are looked through for one by which players log in. */
const CLIENTS_MAX = 1000

/** Warns when no player can log in, and says which command mends it. */
const warnOfLogins = Effect.fnUntraced(function* (values: SettingValues, storageFlag: string) {
  const store = yield* ClientStore
  const named = values.defaultClientId === undefined ? undefined : yield* store.findById(values.defaultClientId)
  const deployment = { settings: values, portals: yield* PortalGateway }
  const obstacle = loginObstacle(deployment, named?.client, yield* store.list("", CLIENTS_MAX), storageFlag)
  if (obstacle !== undefined) yield* printWarning(`${obstacle.problem}\n${obstacle.remedy}`)
})

/** Warns when the signing keys are stored unencrypted. */
const warnOfPlainKeys = ({ keySecret, storage }: SettingValues): Effect.Effect<void> =>
  keySecret !== undefined || isInMemory(storage)
    ? Effect.void
    : printWarning(
        "the keys that sign tokens are stored unencrypted: anyone who can read the database can sign tokens for any player.\n" +
          "Set GARRISON_KEY_SECRET to a secret, for example from: openssl rand -base64 48",
      )

const listen = Effect.fnUntraced(function* (values: SettingValues, demo: Demo, storageFlag: string, sink: LogSink) {
  const started = yield* Server.start({ ...values, log: logFormat(values), sink })
  stopsWellOnTerm()
  yield* printData(`listening on ${started.url}`)
  // Without a log nothing is said, except what is never said again.
  if (demo.isThere && (values.log !== "off" || demo.secrets !== undefined)) {
    yield* printGuide(started.url, values, demo.secrets)
    demo.isTold = true
  }
  // A database that does not answer now is no reason to stop: the requests will say so.
  if (values.log !== "off") yield* Effect.ignoreCause(warnOfLogins(values, storageFlag))
  if (values.log !== "off") yield* warnOfPlainKeys(values)
  yield* Effect.forkScoped(settle)
  return yield* Effect.never
  // A scope of its own: the server has finished what it accepted before the services and the database below it close.
}, Effect.scoped)

/** The demo world of this server. */
interface Demo {
  readonly isThere: boolean
  readonly secrets: DemoSecrets | undefined
  /** Whether the guide, with the secret, has been printed. */
  isTold: boolean
}

/** Fails as the server would when its address cannot be listened on. */
const probe = ({ host, port }: SettingValues): Effect.Effect<void, Server.ListenFailed> =>
  Effect.callback((resume) => {
    const server = createServer()
    server.once("error", (error) =>
      resume(Effect.fail(new Server.ListenFailed({ message: `cannot listen on ${host}:${port}: ${error.message}` }))),
    )
    server.listen({ host, port }, () => server.close(() => resume(Effect.void)))
  })

/** Refuses to show the demo world, whose players are public, to other machines, unless that is allowed. */
const checkReach = Effect.fnUntraced(function* ({ sources, values }: ResolvedSettings) {
  if (!values.demo || values.demoPublic || !(yield* isReachable(values.host))) return undefined
  return yield* new CommandFailure({
    kind: "usage",
    sentence: `The demo world (${sources.demo}) is not served on ${values.host}: other machines can reach that address.`,
    next: "Serve without the demo world, listen on 127.0.0.1, or allow it with --demo-public (GARRISON_DEMO_PUBLIC).",
  })
})

const publicWithoutDemo = new CommandFailure({
  kind: "usage",
  sentence: "--demo-public is for the demo world, which was not asked for.",
  next: "Add --demo, or leave out --demo-public.",
})

const noDemo: Demo = { isThere: false, secrets: undefined, isTold: false }

/** Goes on without the demo world, and says why. */
const withoutDemo = (reason: string, next: string): Effect.Effect<Demo> =>
  Effect.as(printWarning(`The demo world is not served: ${reason}.\n${next}`), noDemo)

/**
 * Makes the demo world where it is wanted and missing. Where it cannot be made the server starts without it: a database
 * that has been put to use since must not need another command to start.
 */
const demoOf = Effect.fnUntraced(function* (resolved: ResolvedSettings) {
  const { values } = resolved
  if (!values.demo) return noDemo
  if (isInMemory(values.storage)) {
    const next = "Name a file with --storage to have it."
    return yield* withoutDemo("a process of its own makes it, which cannot reach a database in memory", next)
  }
  const state = yield* demoState
  if (state === "foreign") {
    const next = "To have it, name a new database, for example --storage sqlite:demo.db. Otherwise leave out --demo."
    return yield* withoutDemo("it is put only into an empty database, and this one holds something already", next)
  }
  if (state === "ready") return { ...noDemo, isThere: true }
  // The secret is printed once, by a server that listens: do not make it where that fails.
  yield* probe(values)
  const secrets = yield* makeDemoAside(resolved).pipe(whileShowing("preparing the demo world"))
  return { isThere: true, secrets, isTold: false }
})

/** Prints the secret of a demo world that was made by a server which then could not start. */
const tellAnyway = (demo: Demo): Effect.Effect<void> =>
  demo.secrets === undefined || demo.isTold
    ? Effect.void
    : printMessage(`The demo world was made. The secret of ${demo.secrets.client_id} is ${demo.secrets.client_secret}`)

/** The configured portals. The client for HTTP is loaded only where there is one. */
const portalsOf = (values: SettingValues): Layer.Layer<never> => {
  if (!hasPortals(values)) return Layer.empty
  const loaded = Effect.promise(() => import("@garrison/portals/portals"))
  return Layer.orDie(Layer.unwrap(Effect.map(loaded, ({ portals }) => portals({ alpha: values.alpha }))))
}

/** Serves until it is asked to stop. */
export const serve = Effect.fnUntraced(function* (input: ServeInput) {
  const wantsDemo = Option.getOrUndefined(input.demo)
  const resolved = yield* currentSettings({
    host: Option.getOrUndefined(input.host),
    port: Option.getOrUndefined(input.port),
    log: Option.getOrUndefined(input.log),
    demo: wantsDemo === undefined ? undefined : String(wantsDemo),
    demoPublic: input.demoPublic ? "true" : undefined,
  })
  const { sources, values } = resolved
  const { log, logger, sink } = serverLog(logFormat(values), values.logBytesMax)
  if (input.demoPublic && !values.demo) return yield* publicWithoutDemo
  yield* checkReach(resolved)
  log.happened("info", "start", { version: VERSION, storage: shownValue("storage", values.storage) })
  const serving = Effect.gen(function* () {
    yield* warnOfExposure(values.storage)
    const demo: Demo = yield* demoOf(resolved)
    const settings = demo.isThere ? { ...values, defaultClientId: values.defaultClientId ?? DEMO_GAME } : values
    const services = Layer.mergeAll(Garrison.layer, Lifecycle.layer, Readiness.layer).pipe(
      Layer.provideMerge(portalsOf(values)),
    )
    const storageFlag = sources.storage.startsWith("--") ? ` --storage ${storageWord(values.storage)}` : ""
    return yield* listen(settings, demo, storageFlag, sink).pipe(
      Effect.provide(services),
      Effect.provide(settingsInForce(settings)),
      Effect.onError(() => tellAnyway(demo)),
    )
  })
  return yield* Effect.scoped(Effect.provide(serving, storageLayer(values.storage))).pipe(
    tellingStorage(values.storage),
    Effect.provide(logger),
  )
})
