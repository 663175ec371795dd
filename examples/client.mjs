import { createClient, GarrisonError } from "@garrison/http/client"

const client = createClient({ baseUrl: process.argv[2] ?? "http://127.0.0.1:8080" })
await client.login({ grant_type: "anon", portal_access_token: "a-secret-of-this-device" })
await client.reportPresence({ status: "online" })

const { vendors } = await client.vendors()
const loot = Object.values(vendors).flatMap((vendor) => Object.values(vendor.loot ?? {}))
const gift = loot.find(({ is_claimable_by_client }) => is_claimable_by_client)
try {
  const order = await client.submitOwnOrder({ entries: [{ type: "fill_loot", loot_id: gift?.loot_id, quantity: 1 }] })
  console.log(order.entries[0]?.result)
} catch (error) {
  if (!(error instanceof GarrisonError)) throw error
  console.log(error.code, error.details)
}
await client.logout()
