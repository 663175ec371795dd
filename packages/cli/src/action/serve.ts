/** What `garrison serve` does: opens the database, prepares the demo world when asked to, listens, and stops well. */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import type { CatalogStore } from "@garrison/core/catalog/CatalogStore"
import { ClientStore } from "@garrison/core/client/ClientStore"
import * as Garrison from "@garrison/core/Garrison"
import { DeviceIdentities } from "@garrison/core/login/grant/DeviceIdentities"
import { OauthGateway } from "@garrison/core/login/portal/OauthGateway"
import { PortalGateway } from "@garrison/core/login/portal/PortalGateway"
import { findSwitchedOff, switchedOffSentence } from "@garrison/core/login/portal/switchedOff"
import { SharedRedirects } from "@garrison/core/oauth/redirection"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import { settingsInForce } from "@garrison/core/settings"
import { Lifecycle } from "@garrison/http/Lifecycle"
import { Readiness } from "@garrison/http/Readiness"
import * as Server from "@garrison/http/Server"
import { BeforeBinding, StartingProbes } from "@garrison/http/server/StartingProbes"
import type { LogSink } from "@garrison/http/server/AccessLog"
import { hasPortals, portalsIn } from "@garrison/portals/settings"
import { BeforeUpgrade } from "@garrison/sql/Migrations"
import { storage as storageLayer } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { resolve } from "node:path"
import { killIn } from "../demo/catalog.ts"
import { demoGuide, shellWord } from "../demo/guide.ts"
import { DEMO_GAME, DEMO_PLAYERS, DEMO_SERVER } from "../demo/names.ts"
import { demoSettings, type Prepared, prepareDemo } from "../demo/prepare.ts"
import { demoState } from "../demo/state.ts"
import { allowedUse, located, migrateFirst, tellingStorage } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { warnOfExposure } from "../output/exposedFile.ts"
import { onTerminal, printData, printMessage, printWarning, whileShowing } from "../output/print.ts"
import { serverLog } from "../output/serverLog.ts"
import { isStoppedByHand, stopsWellOnTerm } from "../output/stopping.ts"
import { joinServer, type Sandboxed, sharedRedirects, withSandbox } from "../sandbox/besideServer.ts"
import { currentSettings } from "../settings/current.ts"
import { type SettingValues, shownValue } from "../settings/definitions.ts"
import { isReachable } from "../settings/loopback.ts"
import type { ResolvedSettings } from "../settings/resolve.ts"
import { isInMemory } from "../settings/storageAddress.ts"
import { VERSION } from "../version.ts"
import { loginObstacle } from "./loginObstacle.ts"
import { redirectWarnings } from "./redirectWarnings.ts"

interface ServeInput {
  readonly host: Option.Option<string>
  readonly port: Option.Option<string>
  readonly log: Option.Option<string>
  readonly demo: Option.Option<boolean>
  readonly sandbox: Option.Option<boolean>
  readonly sandboxPort: Option.Option<string>
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

/** Prints the guide to people as a message. Where messages are JSON, it goes to stdout, so that its lines are lines. */
const printGuide = Effect.fnUntraced(function* (
  url: string,
  values: SettingValues,
  made: Prepared | undefined,
  sandboxUrl: string | undefined,
) {
  const { host, storage } = values
  const playerUuid = yield* guidePlayer
  if (playerUuid === undefined) return
  const catalog = yield* Effect.option((yield* Catalogs).current)
  const print = logFormat(values) === "json" ? printData : printMessage
  yield* print(
    demoGuide({
      url,
      playerUuid,
      kill: Option.isSome(catalog) ? killIn(catalog.value.body) : undefined,
      machineSecret: made?.machineSecret,
      basicUsers: made?.basicUsers ?? [],
      command: ownCommand(),
      storage: storageWord(storage),
      isPublic: yield* isReachable(host),
      sandboxUrl,
    }),
  )
})

/** Clients that are looked through for one by which players log in. */
const CLIENTS_MAX = 1000

/** Warns when no player can log in, and says which command mends it. */
const warnOfLogins = Effect.fnUntraced(function* (values: SettingValues, storageFlag: string) {
  const store = yield* ClientStore
  const named = values.defaultClientId === undefined ? undefined : yield* store.findById(values.defaultClientId)
  const deployment = { settings: values, portals: yield* PortalGateway, byRedirect: yield* OauthGateway }
  const obstacle = loginObstacle(deployment, named?.client, yield* store.list("", CLIENTS_MAX), storageFlag)
  if (obstacle !== undefined) yield* printWarning(`${obstacle.problem}\n${obstacle.remedy}`)
})

/** Warns of portals that are configured and switched off, and says which setting switches them on. */
const warnOfPortals = Effect.gen(function* () {
  const off = yield* findSwitchedOff
  if (off === undefined) return
  const setting = `--set grantsEnabled=${off.wanted.join(",")} (GARRISON_GRANTS_ENABLED)`
  yield* printWarning(`${switchedOffSentence(off)}\nTo switch it on, start with ${setting}.`)
})

/** Warns of clients whose logins by redirect go on as in former versions. */
const warnOfRedirects = Effect.fnUntraced(function* (values: SettingValues, storageFlag: string) {
  const clients = yield* (yield* ClientStore).list("", CLIENTS_MAX)
  for (const warning of redirectWarnings(values, clients, storageFlag)) yield* printWarning(warning)
})

/** Warns when the signing keys are stored unencrypted. */
const warnOfPlainKeys = ({ keySecret, storage }: SettingValues): Effect.Effect<void> =>
  keySecret !== undefined || isInMemory(storage)
    ? Effect.void
    : printWarning(
        "the keys that sign tokens are stored unencrypted: anyone who can read the database can sign tokens for any player.\n" +
          "Set GARRISON_KEY_SECRET to a secret, for example from: openssl rand -base64 48",
      )

/** What the demo world is to this server: not served, there already, or to be made once the server listens. */
type DemoPlan = "absent" | "ready" | "missing"

/**
 * Makes the demo world, by services with settings of their own. Undefined when another server made it at the same time.
 */
const makeDemo = (values: SettingValues) =>
  prepareDemo(values.grantsEnabled.includes("basic")).pipe(
    Effect.provide(Layer.provide(Garrison.layer, settingsInForce(demoSettings(values))), { local: true }),
    whileShowing("preparing the demo world"),
    // The services of the server look for a new catalog every second, and the guide is printed now.
    Effect.tap(Catalogs.use((catalogs) => catalogs.refresh)),
  )

/** Prints the secret of a demo world whose guide cannot be printed: it is stored only as a hash. */
const printSecret = (made: Prepared | undefined): Effect.Effect<void> =>
  made === undefined
    ? Effect.void
    : printMessage(`The demo world was made. The secret of ${DEMO_SERVER} is ${made.machineSecret}`)

const listen = Effect.fnUntraced(function* (
  { sandbox, settings: values }: Sandboxed,
  demo: DemoPlan,
  storageFlag: string,
  sink: LogSink,
) {
  const { missing, whileStarting } = yield* Readiness
  const starting = Effect.gen(function* () {
    const started = yield* Server.start({
      ...values,
      version: VERSION,
      log: logFormat(values),
      sink,
      awaitsBalancer: () => !isStoppedByHand(),
    })
    stopsWellOnTerm()
    // Made only after the port is bound, because its secret is printed once.
    return { started, made: demo === "missing" ? yield* makeDemo(values) : undefined }
  })
  const { made, started } = yield* whileStarting(starting)
  // A clock that is behind is told at the start, also where no probe comes.
  yield* Effect.forkScoped(missing)
  if (sandbox !== undefined) yield* joinServer(started.url, values, sandbox)
  // Both at once: a program that has read one line need not wait for the other.
  yield* printData([`listening on ${started.url}`, ...(sandbox ? [`sandbox on ${sandbox.url}`] : [])].join("\n"))
  // Without a log the guide is printed only when it has the secret.
  if (demo !== "absent" && (values.log !== "off" || made !== undefined)) {
    yield* Effect.onError(printGuide(started.url, values, made, sandbox?.url), () => printSecret(made))
  }
  // A database that does not answer now is no reason to stop: the requests will say so.
  if (values.log !== "off") yield* Effect.ignoreCause(warnOfLogins(values, storageFlag))
  if (values.log !== "off") yield* Effect.ignoreCause(warnOfRedirects(values, storageFlag))
  if (values.log !== "off") yield* warnOfPlainKeys(values)
  // Beside a sandbox every portal is configured, and the settings choose among them.
  if (values.log !== "off" && sandbox === undefined) yield* warnOfPortals
  return yield* Effect.never
  // A scope of its own: the server has finished what it accepted before the services and the database below it close.
}, Effect.scoped)

const reached = (what: string, source: string, { host }: SettingValues, next: string): CommandFailure =>
  new CommandFailure({
    kind: "usage",
    sentence: `The ${what} (${source}) is not served on ${host}: other machines can reach that address.`,
    next,
  })

/**
 * Refuses to show the demo world, whose players are public, to other machines, unless that is allowed. Refuses the
 * sandbox there too, which lets anyone in.
 */
const checkReach = Effect.fnUntraced(function* ({ sources, values }: ResolvedSettings) {
  const { demo, demoPublic, host, sandbox } = values
  if (!sandbox && (!demo || demoPublic)) return
  if (!(yield* isReachable(host))) return
  if (sandbox) yield* reached("sandbox", sources.sandbox, values, "Serve without the sandbox, or listen on 127.0.0.1.")
  yield* reached(
    "demo world",
    sources.demo,
    values,
    "Serve without the demo world, listen on 127.0.0.1, or allow it with --demo-public (GARRISON_DEMO_PUBLIC).",
  )
})

const publicWithoutDemo = new CommandFailure({
  kind: "usage",
  sentence: "--demo-public is for the demo world, which was not asked for.",
  next: "Add --demo, or leave out --demo-public.",
})

/**
 * Whether the demo world is served. A server that cannot have it starts without it, and says why: a database that has
 * been put to use since must not need another command to start.
 */
const demoPlan = Effect.fnUntraced(function* ({
  demo,
}: SettingValues): Effect.fn.Return<DemoPlan, never, ClientStore | CatalogStore> {
  if (!demo) return "absent"
  const state = yield* demoState
  if (state === "empty") return "missing"
  if (state === "ready") return "ready"
  yield* printWarning(
    "The demo world is not served: it is put only into an empty database, and this one holds something already.\n" +
      "To have it, name a new database, for example --storage sqlite:demo.db. Otherwise leave out --demo.",
  )
  return "absent"
})

/** The configured portals. The client for HTTP is loaded only where there is one. */
const portalsOf = (values: SettingValues): Layer.Layer<never> => {
  if (!hasPortals(values)) return Layer.empty
  const loaded = Effect.promise(() => Promise.all([import("@garrison/portals/portals"), import("./portalClient.ts")]))
  const made = Effect.map(loaded, ([{ portalsOver }, { portalClient }]) =>
    Layer.provide(portalsOver(portalsIn(values)), portalClient),
  )
  return Layer.orDie(Layer.unwrap(made))
}

/** Before the schema of a database in use changes: probes are answered meanwhile, and a missing backup is told. */
const beforeUpgrade = Effect.fnUntraced(function* (probes: StartingProbes) {
  yield* probes.answer
  const { warnOfBackup } = yield* Effect.promise(() => import("./warnOfBackup.ts"))
  yield* warnOfBackup("the schema changes now; with the setting migrate manual, a backup can be taken before")
})

/** Serves until it is asked to stop. */
export const serve = Effect.fnUntraced(function* (input: ServeInput) {
  const wantsDemo = Option.getOrUndefined(input.demo)
  const wantsSandbox = Option.getOrUndefined(input.sandbox)
  const resolved = yield* currentSettings({
    host: Option.getOrUndefined(input.host),
    port: Option.getOrUndefined(input.port),
    log: Option.getOrUndefined(input.log),
    demo: wantsDemo === undefined ? undefined : String(wantsDemo),
    sandbox: wantsSandbox === undefined ? undefined : String(wantsSandbox),
    sandboxPort: Option.getOrUndefined(input.sandboxPort),
    demoPublic: input.demoPublic ? "true" : undefined,
  })
  const { sources, values } = resolved
  const { log, logger, sink } = serverLog(logFormat(values), values.logBytesMax)
  if (input.demoPublic && !values.demo) return yield* publicWithoutDemo
  yield* checkReach(resolved)
  log.happened("info", "start", { version: VERSION, storage: shownValue("storage", values.storage) })
  const serving = Effect.gen(function* () {
    yield* warnOfExposure(values.storage)
    const demo = yield* demoPlan(values)
    const sandboxed = yield* withSandbox(resolved, demo === "absent" ? undefined : DEMO_GAME)
    const { settings } = sandboxed
    const services = Layer.mergeAll(Garrison.layer, Lifecycle.layer, Readiness.layer).pipe(
      Layer.provideMerge(portalsOf(settings)),
    )
    const storageFlag = sources.storage.startsWith("--") ? ` --storage ${storageWord(values.storage)}` : ""
    return yield* listen(sandboxed, demo, storageFlag, sink).pipe(
      Effect.provide(services),
      Effect.provide(settingsInForce(settings)),
      Effect.provideService(SharedRedirects, sharedRedirects(sandboxed.sandbox)),
    )
  })
  const storage = yield* located(values.storage)
  const probes = new StartingProbes(values)
  return yield* Effect.scoped(Effect.provide(serving, storageLayer(storage, allowedUse(values, "create")))).pipe(
    Effect.catchTag("SchemaNotReady", (error) =>
      Effect.fail(migrateFirst(shownValue("storage", values.storage), error)),
    ),
    tellingStorage(storage),
    Effect.provideService(BeforeUpgrade, beforeUpgrade(probes)),
    Effect.provideService(BeforeBinding, probes.release),
    Effect.ensuring(probes.release),
    Effect.provide(logger),
  )
})
