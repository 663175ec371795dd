/**
 * Puts the demo world into a database: catalog, players with loot and notifications, and last of all the machine
 * client, so that a start that was cut short is finished by the next one. Every step leaves alone what is there.
 */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Logins } from "@garrison/core/login/Logins"
import { Passwords } from "@garrison/core/login/Passwords"
import { Notifications } from "@garrison/core/notification/Notifications"
import { Orders } from "@garrison/core/order/Orders"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Effect from "effect/Effect"
import { localOperator } from "../action/operator.ts"
import { demoDocument, killIn } from "./catalog.ts"
import { DEMO_GAME, DEMO_PLAYERS, DEMO_SERVER, type DemoPlayerName } from "./names.ts"

/** What can be told about the demo world only right after it was made. */
interface Prepared {
  readonly machineSecret: string
  /** `USERNAME:PASSWORD` of each user of the grant basic; none when that grant is off. */
  readonly basicUsers: ReadonlyArray<string>
}

const createGame = Clients.use((clients) =>
  clients.create({
    clientId: DEMO_GAME,
    kind: "game",
    public: true,
    permissions: [],
    description: "The demo's game: players log in through it without client credentials",
  }),
).pipe(Effect.catchTag("ClientConflict", () => Effect.void))

const publishCatalog = Effect.gen(function* () {
  const catalogs = yield* Catalogs
  const current = yield* Effect.option(catalogs.current)
  if (current._tag === "None") yield* catalogs.publish(yield* demoDocument)
})

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

/** A first kill and two notifications, unless the player has had them. */
const settleIn = Effect.fnUntraced(function* (player: PlayerUuid, name: string, reference: string) {
  const notifications = yield* Notifications
  const page = yield* notifications.page(player, { page_size: 1 })
  if (page.wires.length > 0) return
  const kill = killIn((yield* (yield* Catalogs).current).body)
  if (kill !== undefined) {
    const entries = [{ type: "fill_loot" as const, loot_id: kill.lootId, quantity: 1 }]
    const order = { source: "REWARDS" as const, client_order_ref_id: reference, entries }
    yield* (yield* Orders).submit(player, order, localOperator)
  }
  for (const notification of welcome(name)) yield* notifications.append(player, notification)
})

const createBasicUser = Effect.fnUntraced(function* ({ name }: DemoPlayerName) {
  const random = yield* SecureRandom.SecureRandom
  const username = name.toLowerCase()
  const password = Base64Url.encode(yield* random.randomBytes(12))
  return yield* (yield* Passwords).create({ username, password, displayName: name }).pipe(
    Effect.as([`${username}:${password}`]),
    // Made by a start that was cut short: the password is not known any more.
    Effect.catchTag("AccountRefused", () => Effect.succeed([])),
  )
})

/** Order references of the demo, one a player: a first kill is never given twice. */
const reference = (index: number): string => `00000000-0000-7000-8000-00000000000${index + 1}`

const populate = Effect.gen(function* () {
  yield* createGame
  yield* publishCatalog
  for (const [index, player] of DEMO_PLAYERS.entries()) {
    const uuid = yield* logIn(player)
    if (uuid !== undefined) yield* settleIn(uuid, player.name, reference(index))
  }
})

const createServer = Clients.use((clients) =>
  clients.create({
    clientId: DEMO_SERVER,
    kind: "machine",
    permissions: ["*"],
    description: "The demo's game server: may do anything",
  }),
)

/**
 * Makes the demo world. Dies when it cannot: its parts are ours. Another process that makes it too gets `undefined`.
 */
export const prepareDemo = (basicEnabled: boolean) =>
  Effect.gen(function* () {
    yield* populate
    const basicUsers = basicEnabled ? (yield* Effect.forEach(DEMO_PLAYERS, createBasicUser)).flat() : []
    const { secret } = yield* createServer
    const prepared: Prepared = { machineSecret: secret ?? "", basicUsers }
    return prepared
  }).pipe(
    Effect.catchTag("ClientConflict", () => Effect.succeed(undefined)),
    Effect.orDie,
  )
