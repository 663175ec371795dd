/**
 * The whole server over a real socket: a fresh database, a small catalog, a public game client, machine clients as they
 * are asked for. Every answer is held against the OpenAPI document before a test sees it.
 */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { RoleStore } from "@garrison/core/permission/RoleStore"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import { defaultSettings, type DomainSettings, settingsInForce, type SettingsRefused } from "@garrison/core/settings"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Sessions } from "@garrison/core/token/Sessions"
import { Lifecycle } from "@garrison/http/Lifecycle"
import { Readiness } from "@garrison/http/Readiness"
import { HttpServer } from "@garrison/http/Server"
import type { ServerOptions } from "@garrison/http/server/settings"
import * as Stores from "@garrison/sql/Stores"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { randomBytes } from "node:crypto"
import { afterAll, assert, beforeAll } from "@effect/vitest"
import { smallCatalog } from "./catalog.ts"
import { type DatabaseServices, sqliteLayer } from "./databases.ts"
import { caller, type Caller } from "./httpCaller.ts"
import { countingKdf } from "./kdf.ts"
import { LOOPBACK } from "./loopback.ts"
import { type MountName, mountedLayer } from "./mounted.ts"
import { shiftedClock, type SleepMillis } from "./shiftedClock.ts"
import { testAct } from "./acts.ts"

/** `client_id` of the public game client that serves logins without credentials. */
export const GAME_CLIENT = "test-game"

/** What a test server may differ in. */
export interface TestServerOptions {
  readonly database?: Layer.Layer<DatabaseServices>
  readonly settings?: Partial<DomainSettings>
  readonly server?: Partial<ServerOptions>
  /** The portals that logins may ask; without them none. */
  readonly portals?: Layer.Layer<never, SettingsRefused>
  readonly sleepMillis?: SleepMillis
  /** False: nothing is published. */
  readonly catalog?: boolean
  /** Addresses of the game client, whose logins by redirect then need no PKCE challenge; without them none. */
  readonly redirectUris?: ReadonlyArray<string>
  /** True: another server has prepared the database. */
  readonly isPrepared?: boolean
  /**
   * What hashing a password takes besides a moment. `argon2id`: as in the product, which is fifty milliseconds of a
   * processor for each.
   */
  readonly hashing?: "argon2id" | Parameters<typeof countingKdf>[0]
  /** Wraps the services, for example to make one of them fail. */
  readonly disturb?: <Out, E, R>(services: Layer.Layer<Out, E, R>) => Layer.Layer<Out, E, R>
  /** The handler that a server of a host answers with; without it the server of Garrison. */
  readonly mount?: MountName | undefined
}

/** What runs behind the server. */
export type Services =
  | Garrison.GarrisonServices
  | Layer.Success<typeof Stores.layer>
  | DatabaseServices
  | Lifecycle
  | Readiness

/** A player that has logged in. */
export interface LoggedIn {
  readonly playerUuid: string
  readonly token: string
  readonly refreshToken: string
}

/** A server that runs. */
export interface TestServer {
  readonly url: string
  readonly port: number
  /** Calls the server; the answer was held against the document. */
  readonly call: Caller
  /** What was logged so far. */
  readonly log: { access: string; defects: string }
  /** Moves the clock of the service; nothing else. */
  readonly advanceSeconds: (seconds: number) => void
  /** Runs something with the services behind the server. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>
  /** Logs a new player in, or the one with this device secret. */
  readonly player: (secret?: string) => Promise<LoggedIn>
  /** The access token of a new machine client that holds these permissions. */
  readonly machine: (...permissions: ReadonlyArray<string>) => Promise<string>
  /** A token of a player that exists, whose role and token have these permissions instead of a player's. */
  readonly playerWith: (...permissions: ReadonlyArray<string>) => Promise<LoggedIn>
  readonly stop: () => Promise<void>
}

const prepare = Effect.fnUntraced(function* (withCatalog: boolean, redirectUris: ReadonlyArray<string>) {
  const clients = yield* Clients
  const game = { clientId: GAME_CLIENT, kind: "game", permissions: [], public: true } as const
  yield* clients.create({ ...game, pkceExempt: redirectUris.length > 0, redirectUris }, testAct)
  if (withCatalog) yield* (yield* Catalogs).publish(smallCatalog, {}, testAct)
})

const machineToken = Effect.fnUntraced(function* (permissions: ReadonlyArray<string>) {
  const { client } = yield* (yield* Clients).create({ kind: "machine", permissions }, testAct)
  const { clientUuid, generation: clientGeneration } = client
  const at = yield* Clock.currentTimeMillis
  const sessions = yield* Sessions
  const opening = { clientUuid, clientGeneration, owner: undefined, includeRefresh: false, at }
  const opened = yield* (yield* Transaction).run(sessions.open(opening))
  if (opened === "restricted") return yield* Effect.die("a machine cannot be restricted")
  const { token } = yield* (yield* AccessTokens).issue({
    subject: client.clientUuid,
    kind: "machine",
    clientId: client.clientId,
    permissions,
    sessionId: opened.sessionId,
    platform: "",
    portalUserId: "",
  })
  return token
})

/** A role of its own with these permissions for the player, and a token of the session that another one belongs to. */
const playerToken = Effect.fnUntraced(function* ({ playerUuid, token }: LoggedIn, permissions: ReadonlyArray<string>) {
  const roles = yield* RoleStore
  const players = yield* PlayerStore
  const giving = Effect.gen(function* () {
    const roleId = 1 + Math.max(...(yield* roles.list).map((role) => role.roleId))
    yield* roles.put({ roleId, name: `role ${roleId}`, permissions, bypassesLock: false })
    yield* players.setRole(PlayerUuid.make(playerUuid), roleId)
  })
  yield* (yield* Transaction).run(giving)
  return yield* (yield* AccessTokens).issue({
    subject: playerUuid,
    kind: "player",
    clientId: GAME_CLIENT,
    permissions,
    sessionId: JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sid,
    platform: "Anon",
    portalUserId: "test",
  })
})

const servicesOf = (options: TestServerOptions) => {
  const settings: DomainSettings = { ...defaultSettings, defaultClientId: GAME_CLIENT, ...options.settings }
  const disturb = options.disturb ?? (<Out, E, R>(services: Layer.Layer<Out, E, R>) => services)
  const { database = sqliteLayer, hashing } = options
  return disturb(Layer.mergeAll(Garrison.layer, Lifecycle.layer, Readiness.layer)).pipe(
    Layer.provide(options.portals ?? Layer.empty),
    Layer.provideMerge(Stores.layer),
    Layer.provideMerge(hashing === "argon2id" ? database : Layer.merge(database, countingKdf(hashing).layer)),
    Layer.provideMerge(settingsInForce(settings)),
  )
}

/** No balancer is in front that would have to notice that the server stops. */
const ALONE = { unreadySeconds: 0 }

/** How long a request waits is what tests of the admission are about; others must not depend on a fast machine. */
const PATIENCE = { queueBurstMillis: 60_000, queueMillis: 60_000 }

/** Starts a server; the caller stops it. */
export const startServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const clock = shiftedClock(options.sleepMillis)
  const log = { access: "", defects: "" }
  const sink = {
    access: (lines: string) => void (log.access += lines),
    defect: (lines: string) => void (log.defects += lines),
  }
  const served = { host: LOOPBACK, port: 0, sink, ...PATIENCE, ...ALONE, ...options.server }
  const serving = options.mount === undefined ? HttpServer.layer(served) : mountedLayer(options.mount, served)
  const runtime = ManagedRuntime.make(
    serving.pipe(Layer.provideMerge(servicesOf(options)), Layer.provideMerge(clock.layer)),
  )
  const { port, url } = await runtime.runPromise(HttpServer)
  const call = caller(port)
  const run = <A, E>(effect: Effect.Effect<A, E, Services>) => runtime.runPromise(effect)
  if (options.isPrepared !== true) await run(prepare(options.catalog !== false, options.redirectUris ?? []))
  const player = async (secret: string = randomBytes(24).toString("hex")): Promise<LoggedIn> => {
    const body = { grant_type: "anon", portal_access_token: secret, include_refresh: true }
    const reply = await call("POST", "/users/v1/login", { body })
    assert.strictEqual(reply.status, 200, reply.text)
    const { access_token, active_player_uuid, refresh_token } = reply.json as Readonly<Record<string, string>>
    return { playerUuid: active_player_uuid ?? "", token: access_token ?? "", refreshToken: refresh_token ?? "" }
  }
  return {
    url,
    port,
    call,
    log,
    advanceSeconds: clock.advanceSeconds,
    run,
    player,
    machine: (...permissions) => run(machineToken(permissions)),
    playerWith: async (...permissions) => {
      const loggedIn = await player()
      return { ...loggedIn, token: (await run(playerToken(loggedIn, permissions))).token }
    },
    stop: async () => {
      call.close()
      await runtime.dispose()
    },
  }
}

/** A server for all tests of a file; read it inside the tests. */
export const useServer = (options: TestServerOptions = {}): { readonly current: TestServer } => {
  const holder: { current: TestServer } = { current: undefined as unknown as TestServer }
  beforeAll(async () => {
    holder.current = await startServer(options)
  })
  afterAll(() => holder.current.stop())
  return holder
}
