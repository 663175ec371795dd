/** The server that the bench of streams measures: `serve` on a new SQLite file, with a token of a player each. */
import { open } from "@garrison/core"
import { serve } from "@garrison/http"
import { sqlite } from "@garrison/sql"
import { join } from "node:path"

const [folder = "", listeners = "0"] = process.argv.slice(2)
const garrison = await open(sqlite(join(folder, "streams.db")), {
  newIdentitiesPerAddressBurst: 1_000_000,
  newIdentitiesBurst: 1_000_000,
})
const tokens: Array<string> = []
for (let at = 0; at < Number(listeners); at += 50) {
  const logins = Array.from({ length: Math.min(50, Number(listeners) - at) }, (_, index) =>
    garrison.login({ grant_type: "anon", portal_access_token: `a-device-of-the-bench-${at + index}` }),
  )
  tokens.push(...(await Promise.all(logins)).map(({ access_token }) => access_token ?? ""))
}
const served = await serve(garrison, { port: 0, queueMillis: 60_000, queueBurstMillis: 60_000 })

let sent = 0
process.on("message", (what) => {
  if (what === "memory") {
    globalThis.gc?.()
    setTimeout(() => {
      globalThis.gc?.()
      process.send?.(process.memoryUsage.rss())
    }, 500)
    return
  }
  void garrison.broadcast({ all: true, message: `broadcast ${++sent}` }).then(() => process.send?.(sent))
})
process.send?.({ port: served.port, tokens })
