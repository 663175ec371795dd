import { open } from "@garrison/core"
import { toNodeHandler } from "@garrison/http"
import { sqlite } from "@garrison/sql"
import express from "express"

const garrison = await open(sqlite(process.argv[2] ?? "game.db"))
const app = express()
// Before anything that reads bodies. Express takes the path off, and the prefix says what it was.
app.use("/garrison", toNodeHandler(garrison, { prefix: "/garrison" }))
app.use(express.json())
app.post("/score", (request, response) => response.json({ score: request.body.score }))

const server = app.listen(Number(process.argv[3] ?? 8080), () =>
  console.log(`listening on port ${server.address().port}`),
)
process.once("SIGTERM", async () => {
  server.close()
  await garrison.close()
  // Browsers keep connections in reserve that never send a request.
  server.closeAllConnections()
})
