/** What is played on a database before its schema is kept as a file: rows in most tables, by the interface of hosts. */
import { type EmbeddedGarrison, Garrison, localActor, open } from "@garrison/core"
import { Clients } from "@garrison/core/client/Clients"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Broadcasts } from "@garrison/core/notification/Broadcasts"
import { PLAYER_ROLE_ID } from "@garrison/core/permission/schema"
import { Players } from "@garrison/core/player/Players"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import type { sqlite } from "@garrison/sql"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** A catalog with what orders can leave behind: changes, draws, orders that orders make, claims, levels. */
const catalog = {
  items: {
    1: { type: "unit" },
    2: { type: "unit", level_xp_table_id: 1, level_vendor_id: 3 },
    3: { type: "entitlement", entitled_loot_id: 4 },
  },
  xp_tables: { 1: { levels: { 1: 10, 2: 20 } } },
  vendors: {
    1: {
      type: "recipe",
      loot: {
        1: { item_id: 1, quantity: 100 },
        2: { item_id: 2, quantity: 15 },
        3: { item_id: 3, quantity: 1 },
        4: { item_id: 1, quantity: 5, inventory_selector_type: "own_transient" },
        5: { sub_vendor_id: 2, quantity: 1 },
      },
    },
    2: {
      type: "randomly_sampled",
      loot: {
        6: { item_id: 1, quantity: 7, fill_in_new_order: true },
        7: { item_id: 1, quantity: 9, fill_in_new_order: true },
      },
    },
    3: { type: "recipe", loot: { 8: { item_id: 1, quantity: 3, sort_order: 1 } } },
  },
  promotions: { WELCOME: { loot_id: 1, quantity: 2, uses_maximum: 10 } },
}

/** The secret of a device, from which the test logs in again. */
export const DEVICE = "device-of-a-player-who-stays"

/** The reference of the order whose answer must stay the same. */
export const REFERENCE = "0190a6b4-0000-7000-8000-000000000001"

const played = async (garrison: EmbeddedGarrison): Promise<string> => {
  await garrison.publishCatalog(catalog)
  const credential = { grant_type: "anon", portal_access_token: DEVICE, include_refresh: true }
  const { active_player_uuid: player, refresh_token = "" } = await garrison.login(credential)
  await garrison.login({ grant_type: "refresh", portal_access_token: refresh_token, include_refresh: true })
  await garrison.submitOrder(player, {
    client_order_ref_id: REFERENCE,
    entries: [1, 2, 3, 4, 5].map((loot_id) => ({ type: "fill_loot", loot_id, quantity: loot_id === 3 ? 1 : 2 })),
  })
  await garrison.submitOrder(player, {
    entries: [{ type: "promotion_code", external_tran_id: "WELCOME", quantity: 1 }],
  })
  await garrison.submitOrder(player, {
    entries: [{ type: "create_new_transient_inventory", item_id: 1, quantity: 4, custom_data: { from: "a drop" } }],
  })
  await garrison.beginSession(player)
  await garrison.notify(player, { message: "Welcome" })
  await garrison.reportPresence(player, { status: "away", message: "in the lobby" })
  await garrison.linkPortalUser(player, { grant_type: "anon", portal_access_token: "another-device-of-the-player" })
  await garrison.close()
  return player
}

const operated = (player: string) =>
  Effect.gen(function* () {
    const act = { actor: localActor("landed"), reason: "kept as a file" }
    yield* (yield* Clients).create({ clientId: "a-machine", kind: "machine", permissions: ["catalog:read"] }, act)
    const { personId } = yield* (yield* Players).find(PlayerUuid.make(player))
    const { publish } = yield* Broadcasts
    yield* publish({ is: "all" }, { message: "The season begins" })
    yield* (yield* Players).giveRole(PlayerUuid.make(player), PLAYER_ROLE_ID, act)
    yield* publish({ is: "role", roleId: PLAYER_ROLE_ID }, { message: "To players" })
    yield* publish({ is: "players", players: [PlayerUuid.make(player)] }, { message: "To some" })
    yield* (yield* Restrictions).add({ personId, type: "account_pending_deletion" }, act)
  })

/** Plays on the database of `storage`. Its rows are there when this ends. */
export const play = async (storage: ReturnType<typeof sqlite>) => {
  const player = await played(await open(storage))
  const layer = Garrison.layer.pipe(Layer.provide(storage), Layer.provide(settingsInForce(defaultSettings)))
  await Effect.runPromise(Effect.provide(operated(player), layer))
}
