/** Fills a database for the bench through the core's own services: the demo catalog, players, clients, history. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { localActor } from "@garrison/core/operation/Act"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { SWITCHES } from "@garrison/core/kernel/GrantType"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Logins } from "@garrison/core/login/Logins"
import { Notifications } from "@garrison/core/notification/Notifications"
import { OauthGateway, type OauthPortals } from "@garrison/core/login/portal/OauthGateway"
import { Oauth } from "@garrison/core/oauth/Oauth"
import { Orders } from "@garrison/core/order/Orders"
import { Presences } from "@garrison/core/presence/Presences"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { hostCaller } from "@garrison/core/kernel/Caller"
import { storage } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The public game client that the players log in through. */
export const GAME_CLIENT_ID = "bench-game"
/** The machine client that submits orders. */
export const MACHINE_CLIENT_ID = "bench-machine"
/** Loot of the demo catalog that gives one item and nothing else, and the item: what the floor can do by hand. */
export const SIMPLE_LOOT = { loot_id: 2_000_391, item_id: 534, quantity: 1 } as const

/** Codes that are exchanged in a round, each of another player. */
export const EXCHANGES_PER_ROUND = 1000

/** Enough players that none comes near the 60 entries in 10 seconds that one may submit. */
const PLAYERS = 4000
const NOTIFICATIONS = 50
const ORDERS = 50
/** So many players, but for the reader, have reported their presence. */
const REPORTED = 200

/** What the load generator needs to know of the database. */
export interface Seeded {
  readonly machineSecret: string
  readonly credentials: ReadonlyArray<string>
  readonly players: ReadonlyArray<string>
  /** Authorization codes of the game client, good for an hour. */
  readonly codes: ReadonlyArray<string>
}

const demoCatalog = (): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../examples/demo/catalog.json"), "utf8"))

const credentialOf = (index: number): string => `bench-device-secret-${String(index).padStart(6, "0")}`

const caller = { credentials: undefined, credentialsMalformed: false, address: "127.0.0.1", userAgent: "bench" }

const seedAct = { actor: localActor("bench") }

/** A portal at which the code is the id of the user. */
const portals: OauthPortals = {
  alpha: {
    authorizeUrl: ({ state }) => Effect.succeed(`https://portal.example/authorize?state=${state}`),
    prove: ({ code }) =>
      Effect.succeed({ platform: "Alpha", portalUserId: code, displayName: undefined, parent: undefined }),
  },
}

/** Where the logins by redirect return to. */
const REDIRECT = "http://127.0.0.1:9/callback"

const parameterOf = (address: string, name: string): string => new URL(address).searchParams.get(name) ?? ""

/** Logs as many users in by redirect as a round has exchanges, again and again, up to the code. */
const issueCodes = Effect.fnUntraced(function* (count: number) {
  const oauth = yield* Oauth
  const issue = Effect.fnUntraced(function* (user: string) {
    const begun = yield* oauth.begin({
      portal: "alpha",
      request: { redirect_uri: REDIRECT },
      origin: "http://127.0.0.1",
      responsePath: "/response",
    })
    const returned = yield* oauth.respond(
      "alpha",
      { state: parameterOf(begun.address, "state"), code: user },
      "127.0.0.1",
    )
    return parameterOf(returned.address, "code")
  })
  const users = Array.from({ length: count }, (_, index) => `bench-user-${index % EXCHANGES_PER_ROUND}`)
  return yield* Effect.forEach(users, issue, { concurrency: 64 })
})

const fill = Effect.fnUntraced(function* (codes: number) {
  const clients = yield* Clients
  yield* clients.create(
    {
      clientId: GAME_CLIENT_ID,
      kind: "game",
      permissions: [],
      public: true,
      redirectUris: [REDIRECT],
      pkceExempt: true,
    },
    seedAct,
  )
  const machine = yield* clients.create({ clientId: MACHINE_CLIENT_ID, kind: "machine", permissions: ["*"] }, seedAct)
  yield* (yield* Catalogs).publish(demoCatalog(), {}, seedAct)
  const logins = yield* Logins
  const credentials = Array.from({ length: PLAYERS }, (_, index) => credentialOf(index))
  const request = { grant_type: "anon", portal_display_name: "", portal_parent_access_token: "" }
  const players = yield* Effect.forEach(
    credentials,
    (credential) =>
      logins
        .login({ ...request, portal_access_token: credential, portal_parent_display_name: "" }, caller)
        .pipe(Effect.map((result) => PlayerUuid.make(String(result.active_player_uuid)))),
    { concurrency: 64 },
  )
  const reader = players[0] ?? PlayerUuid.make("")
  yield* fillHistory(reader)
  const presences = yield* Presences
  yield* Effect.forEach(players.slice(1, REPORTED), (player) => presences.report(player, {}), { concurrency: 64 })
  return { machineSecret: machine.secret ?? "", credentials, players, codes: yield* issueCodes(codes) }
})

const fillHistory = Effect.fnUntraced(function* (player: PlayerUuid) {
  const notifications = yield* Notifications
  const orders = yield* Orders
  const by = hostCaller(MACHINE_CLIENT_ID)
  for (let index = 0; index < NOTIFICATIONS; index++) {
    const custom_data = { quest: "The lost caravan", reward: String(index) }
    yield* notifications.append(player, {
      message: `The guild bank changed (${index})`,
      rh_url: "/guild/7",
      custom_data,
    })
  }
  for (let index = 0; index < ORDERS; index++) {
    const { loot_id } = SIMPLE_LOOT
    yield* orders.submit(player, { source: "IN_GAME", entries: [{ type: "fill_loot", loot_id, quantity: 1 }] }, by)
  }
})

/** Fills the new database at this address, `sqlite:FILE` or `postgres://…`, with so many authorization codes. */
export const seed = (address: string, codes = 0): Promise<Seeded> => {
  const settings = {
    ...defaultSettings,
    defaultClientId: GAME_CLIENT_ID,
    grantsEnabled: SWITCHES,
    orderEntriesPerWindowMax: Number.MAX_SAFE_INTEGER,
    authorizationRequestsPerAddress: Number.MAX_SAFE_INTEGER,
    authorizationRequestsMax: Number.MAX_SAFE_INTEGER,
    authorizationCodeSeconds: 3600,
    authorizationLoginSeconds: 3600,
  }
  const services = Garrison.layer.pipe(
    Layer.provideMerge(storage(address)),
    Layer.provideMerge(Layer.succeed(OauthGateway, portals)),
  )
  return Effect.runPromise(
    fill(codes).pipe(Effect.provide(services.pipe(Layer.provideMerge(settingsInForce(settings)))), Effect.orDie),
  )
}
