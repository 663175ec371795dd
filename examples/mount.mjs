import { open } from "@garrison/core"
import { toNodeHandler } from "@garrison/http"
import { sqlite } from "@garrison/sql"
import { createServer } from "node:http"

const garrison = await open(sqlite(process.argv[2] ?? "game.db"))
const answer = toNodeHandler(garrison, { trustedProxies: ["10.0.0.0/8"] })
const server = createServer((request, response) => {
  if (request.url === "/") response.end("the game's own page\n")
  else answer(request, response)
})

const port = Number(process.argv[3] ?? 8080)
server.listen(port, () => console.log(`listening on port ${port}`))
process.once("SIGTERM", async () => {
  server.close()
  await garrison.close()
})
