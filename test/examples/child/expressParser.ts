/** Express with a parser of bodies in front of Garrison, and the right way round. Prints what logins get. */
import { open } from "@garrison/core"
import { toNodeHandler } from "@garrison/http"
import { sqlite } from "@garrison/sql"
import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

/** Express, as far as this program uses it. It brings no types. */
interface Express {
  (): { use(...given: ReadonlyArray<unknown>): unknown; listen(port: number, host: string): Server }
  json(): unknown
}

const framework: string = "express"
const { default: express } = (await import(framework)) as { readonly default: Express }
const garrison = await open(sqlite(":memory:"))
const addresses: Array<string> = []
const observer = { answered: ({ address }: { readonly address: string }) => void addresses.push(address) }
const handler = toNodeHandler(garrison, { prefix: "/garrison", observers: [observer] })

const login = async (isParserFirst: boolean): Promise<number> => {
  const app = express()
  if (isParserFirst) app.use(express.json())
  app.use("/garrison", handler)
  const server = app.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const { status } = await fetch(`http://127.0.0.1:${port}/garrison/users/v1/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "anon", portal_access_token: "a-secret-of-this-device" }),
  })
  server.close().closeAllConnections()
  return status
}

console.log(JSON.stringify([await login(true), await login(false), addresses]))
await garrison.close()
