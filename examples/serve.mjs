import { open } from "@garrison/core"
import { serve } from "@garrison/http"
import { sqlite } from "@garrison/sql"

const garrison = await open(sqlite(process.argv[2] ?? "game.db"))
const loot = { 1: { item_id: 995, quantity: 25, is_claimable_by_client: true } }
await garrison.publishCatalog({ items: { 995: { type: "unit" } }, vendors: { 1: { type: "recipe", loot } } })

const { url } = await serve(garrison, { port: Number(process.argv[3] ?? 8080) })
console.log(`listening on ${url}`)
process.once("SIGTERM", () => garrison.close()) // finishes the requests under way first
