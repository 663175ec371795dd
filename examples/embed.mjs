import { open } from "@garrison/core"
import { sqlite } from "@garrison/sql"

const garrison = await open(sqlite(process.argv[2] ?? "game.db"))
const kills = { loot: { imp: { item: "coins", quantity: 25 } } }
await garrison.publishCatalog({ items: { coins: {} }, vendors: { kills } })
const credential = { grant_type: "anon", portal_access_token: "a-secret-of-this-device" }
const { active_player_uuid: player } = await garrison.login(credential)
const order = await garrison.submitOrder(player, { entries: [{ type: "fill_loot", loot: "kills/imp", quantity: 4 }] })
await garrison.notify(player, { message: `${order.entries[0]?.result}: 100 coins` })
console.log((await garrison.notifications(player)).notifications[0]?.message)
await garrison.close()
