/** Fills a database for the bench through the core's own services: the demo catalog, players, clients, history. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { localActor } from "@garrison/core/audit/Actor"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Logins } from "@garrison/core/login/Logins"
import { Notifications } from "@garrison/core/notification/Notifications"
import { Orders } from "@garrison/core/order/Orders"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { hostCaller } from "@garrison/core/token/rules/claims"
import { storage } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The public game client that the players log in through. */
export const GAME_CLIENT_ID = "bench-game"
/** The machine client that submits orders. */
export const MACHINE_CLIENT_ID = "bench-machine"
/** Loot of the demo catalog that gives one item and nothing else, and the item: what the floor can do by hand. */
export const SIMPLE_LOOT = { loot_id: 2_000_391, item_id: 534, quantity: 1 } as const

/** Enough players that none comes near the 60 entries in 10 seconds that one may submit. */
const PLAYERS = 4000
const NOTIFICATIONS = 50
const ORDERS = 50

/** What the load generator needs to know of the database. */
export interface Seeded {
  readonly machineSecret: string
  readonly credentials: ReadonlyArray<string>
  readonly players: ReadonlyArray<string>
}

const demoCatalog = (): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../examples/demo/catalog.json"), "utf8"))

const credentialOf = (index: number): string => `bench-device-secret-${String(index).padStart(6, "0")}`

const caller = { credentials: undefined, credentialsMalformed: false, address: "127.0.0.1", userAgent: "bench" }

const seedAct = { actor: localActor("bench") }

const fill = Effect.gen(function* () {
  const clients = yield* Clients
  yield* clients.create({ clientId: GAME_CLIENT_ID, kind: "game", permissions: [], public: true }, seedAct)
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
  return { machineSecret: machine.secret ?? "", credentials, players }
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

/** Fills the new database at this address: `sqlite:FILE` or `postgres://…`. */
export const seed = (address: string): Promise<Seeded> => {
  const settings = {
    ...defaultSettings,
    defaultClientId: GAME_CLIENT_ID,
    orderEntriesPerWindowMax: Number.MAX_SAFE_INTEGER,
  }
  const services = Garrison.layer.pipe(Layer.provideMerge(storage(address)))
  return Effect.runPromise(
    fill.pipe(Effect.provide(services.pipe(Layer.provideMerge(settingsInForce(settings)))), Effect.orDie),
  )
}
