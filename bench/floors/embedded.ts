/** A host that serves the Garrison it has opened by a server of its own: `node embedded.ts FILE CLIENT`. */
import { open } from "@garrison/core"
import { SWITCHES } from "@garrison/core/kernel/GrantType"
import { toNodeHandler } from "@garrison/http"
import { sqlite } from "@garrison/sql"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const [file = "", defaultClientId = ""] = process.argv.slice(2)
const garrison = await open(sqlite(file), { defaultClientId, grantsEnabled: SWITCHES })
// As the server beside it is given: requests wait, also on a busy machine.
const handler = toNodeHandler(garrison, { queueMillis: 10_000, queueBurstMillis: 10_000 })
const server = createServer(handler).listen(0, "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once("SIGTERM", () => {
  server.close().closeAllConnections()
  void garrison.close()
})
