import { createClient } from "@garrison/http/client"

const [baseUrl = "http://127.0.0.1:8080", credentials = "CLIENT_ID:SECRET", player = "", loot] = process.argv.slice(2)
const machine = createClient({
  baseUrl,
  login: () => ({ grant_type: "client_credentials", portal_access_token: credentials }),
})

const order = await machine.submitOrder(player, {
  source: "REWARDS",
  match_id: "match-7",
  entries: [{ type: "fill_loot", loot_id: Number(loot), quantity: 4 }],
})
const sent = await machine.createNotification(player, { message: `A reward: ${order.entries[0]?.result}` })
console.log(sent.message)
