import { open } from "@garrison/core"
import { toFetchHandler } from "@garrison/http"
import { createClient } from "@garrison/http/client"
import { sqlite } from "@garrison/sql"

const garrison = await open(sqlite(":memory:"))
const answer = toFetchHandler(garrison)
const client = createClient({ baseUrl: "http://in.process", fetch: (url, init) => answer(new Request(url, init)) })

const player = await client.login({ grant_type: "anon", portal_access_token: "a-secret-of-this-device" })
await garrison.notify(player.active_player_uuid, { message: "hello" })
for await (const { message } of client.notifications({ from: "earliest" })) {
  console.log(message)
  break
}
await garrison.close()
