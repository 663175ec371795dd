import { open } from "@garrison/core"
import { toFetchHandler } from "@garrison/http"
import { sqlite } from "@garrison/sql"
import { serve } from "@hono/node-server"
import { Hono } from "hono"

const garrison = await open(sqlite(process.argv[2] ?? "game.db"))
const answer = toFetchHandler(garrison, {
  prefix: "/garrison",
  // A Request has no address. The server for Node passes its own request beside it.
  addressOf: (_request, { incoming }) => incoming.socket.remoteAddress,
})
const app = new Hono()
app.all("/garrison/*", (context) => answer(context.req.raw, context.env))
app.post("/score", async (context) => context.json({ score: (await context.req.json()).score }))

const port = Number(process.argv[3] ?? 8080)
const server = serve({ fetch: app.fetch, port }, () => console.log(`listening on port ${port}`))
process.once("SIGTERM", async () => {
  server.close()
  await garrison.close()
  // Browsers keep connections in reserve that never send a request.
  server.closeAllConnections()
})
