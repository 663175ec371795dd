/**
 * Puts the demo world into a database, whole or not at all: catalog, clients, players with loot and notifications. It
 * is one unit of work that begins with the game client, whose name is unique: of several processes that begin at once
 * one makes the world, and the others wait for it and make nothing.
 */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { prepareCatalog } from "@garrison/core/catalog/authoring"
import { Clients } from "@garrison/core/client/Clients"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Logins } from "@garrison/core/login/Logins"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { Notifications } from "@garrison/core/notification/Notifications"
import { Orders } from "@garrison/core/order/Orders"
import { isLocked } from "@garrison/sql/SqlTransaction"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Effect from "effect/Effect"
import { localOperator, operatorAct } from "../action/operator.ts"
import type { SettingValues } from "../settings/definitions.ts"
import { DemoDocument, killIn } from "./catalog.ts"
import { DEMO_GAME, DEMO_PLAYERS, DEMO_SERVER, type DemoPlayerName } from "./names.ts"

/** What is known about the demo world only right after it was made. */
export interface Prepared {
  readonly machineSecret: string
  /** `USERNAME:PASSWORD` of each user of the grant basic; none when that grant is off. */
  readonly basicUsers: ReadonlyArray<string>
}

/** The settings under which the demo's players log in, which makes them, whatever the settings refuse to others. */
export const demoSettings = (values: SettingValues): SettingValues => ({
  ...values,
  defaultClientId: DEMO_GAME,
  userAuthEnabled: true,
  grantsEnabled: [...values.grantsEnabled, "anon"],
  authenticationLimited: false,
  authenticationLocked: false,
  agreements: {},
})

const createGame = Clients.use((clients) =>
  clients.create(
    {
      clientId: DEMO_GAME,
      kind: "game",
      public: true,
      permissions: [],
      description: "The demo's game: players log in through it without client credentials",
    },
    operatorAct(),
  ),
)

const demoLogin = {
  portal_parent_access_token: "",
  portal_parent_display_name: "",
}

/** Logs a demo player in, which makes the player, and answers with its uuid. */
const logIn = ({ name, token }: DemoPlayerName) =>
  Logins.use((logins) =>
    logins.login(
      { ...demoLogin, grant_type: "anon", portal_access_token: token, portal_display_name: name },
      { credentials: undefined, credentialsMalformed: false, address: "127.0.0.1", userAgent: "garrison demo" },
    ),
  ).pipe(Effect.map((result) => result.active_player_uuid))

const welcome = (name: string) => [
  { message: `Welcome, ${name}. Goblins were seen near the village.`, custom_data: { kind: "welcome" } },
  { message: "The shop has new stock.", rh_url: "/inventory/v1/catalog/vendor", custom_data: { kind: "shop" } },
]

/** A first kill and two notifications. */
const settleIn = Effect.fnUntraced(function* (player: PlayerUuid, name: string) {
  const kill = killIn((yield* (yield* Catalogs).current).body)
  if (kill !== undefined) {
    const entries = [{ type: "fill_loot" as const, loot_id: kill.lootId, quantity: 1 }]
    yield* (yield* Orders).submit(player, { source: "REWARDS" as const, entries }, localOperator)
  }
  for (const notification of welcome(name)) yield* (yield* Notifications).append(player, notification)
})

const createBasicUser = Effect.fnUntraced(function* ({ name }: DemoPlayerName) {
  const random = yield* SecureRandom.SecureRandom
  const username = name.toLowerCase()
  const password = Base64Url.encode(yield* random.randomBytes(12))
  return yield* (yield* Passwords).create({ username, password, displayName: name }, operatorAct()).pipe(
    Effect.as([`${username}:${password}`]),
    // The operator has a user of this name, who keeps it.
    Effect.catchTag("AccountRefused", () => Effect.succeed([])),
  )
})

const createServer = Clients.use((clients) =>
  clients.create(
    {
      clientId: DEMO_SERVER,
      kind: "machine",
      permissions: ["*"],
      description: "The demo's game server: may do anything",
    },
    operatorAct(),
  ),
)

/**
 * Units of work that try to begin, each as long as storage waits for a lock. The one that makes the world holds the
 * lock of a SQLite file while it hashes passwords, which takes many seconds on a busy machine.
 */
const ATTEMPTS = 6

/** Waits for the lock again, which another process may hold to make the same world. */
const whileLocked = <A, E, R>(unit: Effect.Effect<A, E, R>, attempts = ATTEMPTS): Effect.Effect<A, E, R> =>
  Effect.catchCauseIf(
    unit,
    (cause) => attempts > 1 && isLocked(cause),
    () => whileLocked(unit, attempts - 1),
  )

/**
 * Makes the demo world in an empty database, with the catalog of `DemoDocument`. Undefined when another process has
 * made it meanwhile. Dies when it cannot be made: its parts are ours.
 */
export const prepareDemo = (basicEnabled: boolean) =>
  Effect.gen(function* () {
    const catalogs = yield* Catalogs
    // Takes its time, for which no unit of work should hold storage.
    const catalog = yield* prepareCatalog(yield* yield* DemoDocument)
    const make = Effect.gen(function* () {
      yield* createGame
      yield* catalogs.publishChecked(catalog, {}, operatorAct())
      for (const player of DEMO_PLAYERS) {
        const uuid = yield* logIn(player)
        if (uuid !== undefined) yield* settleIn(uuid, player.name)
      }
      const basicUsers = basicEnabled ? (yield* Effect.forEach(DEMO_PLAYERS, createBasicUser)).flat() : []
      const { secret } = yield* createServer
      const prepared: Prepared = { machineSecret: secret ?? "", basicUsers }
      return prepared
    })
    return yield* whileLocked((yield* Transaction).run(make))
  }).pipe(
    Effect.catchTag("ClientConflict", () => Effect.succeed(undefined)),
    Effect.orDie,
  )
