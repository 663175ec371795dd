/** One of two servers on one database that deliver to each other: `URL`. A message has it send a notification. */
import { open } from "@garrison/core"
import { serve } from "@garrison/http"
import { postgres, sqlite } from "@garrison/sql"

const [url = ""] = process.argv.slice(2)
const storage = url.startsWith("postgres:") ? postgres(url) : sqlite(url)
// Nobody looks without a hint, so that what is measured is the hint.
const garrison = await open(storage, { streamRecheckSeconds: 3600 })
const device = { grant_type: "anon", portal_access_token: "a-device-of-the-bench-of-pairs" }
const { access_token: token, active_player_uuid: player } = await garrison.login(device)
const { port } = await serve(garrison, { port: 0 })

let sent = 0
process.on("message", () => {
  const message = `notification ${++sent}`
  void (sent % 2 === 0 ? garrison.broadcast({ all: true, message }) : garrison.notify(player, { message }))
})
process.send?.({ port, token })
