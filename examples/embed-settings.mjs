import { GarrisonError, open } from "@garrison/core"
import { sqlite } from "@garrison/sql"

const garrison = await open(sqlite(process.argv[2] ?? "game.db"), { accessSecondsPlayer: 5 * 60 })
const credential = { grant_type: "anon", portal_access_token: "a-secret-of-this-device" }
const { access_token, expires_in } = await garrison.login(credential)
console.log(`logged in for ${expires_in} seconds`)

// Later a message comes with the token: whose is it?
const { subject: player } = await garrison.authenticate(access_token)
try {
  await garrison.submitOrder(player, { entries: [{ type: "fill_loot", loot_id: 1, quantity: 4 }] })
} catch (error) {
  if (!(error instanceof GarrisonError)) throw error
  console.log(error.code === "resource_not_found" ? error.message : error.details)
}
await garrison.close()
