/**
 * Requests that are sent before the answer to the one before is there: answered in sequence, one at a time, so that no
 * connection fills the line that others wait in (guarantees R30).
 */
import { assert, describe, it } from "@effect/vitest"
import { rawSocket, type RawSocket } from "../../support/rawSocket.ts"
import { useServer } from "../../support/server.ts"

const request = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
const LAST = "Connection: close\r\n"

/** The statuses of all answers in their sequence, the last of which closes the connection. */
const statusesOf = async (connection: RawSocket): Promise<ReadonlyArray<number>> => {
  await connection.closed
  return [...connection.received().matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
}

describe("pipelined requests", () => {
  const narrow = useServer({ server: { requestsInFlightMax: 1, requestsQueuedMax: 8 } })
  const server = useServer()

  it("are answered in their sequence", async () => {
    const connection = await rawSocket(server.current.port)
    const paths = ["/livez", "/nothing", "/readyz", "/.well-known/jwks.json", "/users/v1/login"]
    await connection.write(paths.map((path) => request(path)).join("") + request("/livez", LAST))
    assert.deepStrictEqual(await statusesOf(connection), [200, 404, 200, 200, 405, 200])
  })

  it("of few connections do not fill the line of all", async () => {
    const { token } = await narrow.current.player()
    const authorization = `Authorization: Bearer ${token}\r\n`
    const read = (more = "") => request("/inventory/v1/player/me/order", authorization + more)
    const connections = await Promise.all(Array.from({ length: 4 }, () => rawSocket(narrow.current.port)))
    for (const connection of connections) await connection.write(read().repeat(49) + read(LAST))
    for (const connection of connections) {
      const statuses = await statusesOf(connection)
      assert.deepStrictEqual([statuses.length, ...new Set(statuses)], [50, 200])
    }
  })

  it("beyond 256 behind one that is not answered are 503, and cost no more than that", async () => {
    const connection = await rawSocket(server.current.port)
    await connection.write(request("/.well-known/jwks.json").repeat(299) + request("/.well-known/jwks.json", LAST))
    const statuses = await statusesOf(connection)
    assert.strictEqual(statuses.length, 300)
    assert.strictEqual(statuses.filter((status) => status === 200).length, 257)
    assert.deepStrictEqual([...new Set(statuses.slice(257))], [503])
  })

  it("are given up when the client goes", async () => {
    const connection = await rawSocket(server.current.port)
    await connection.write(request("/.well-known/jwks.json").repeat(100))
    connection.socket.destroy()
    assert.strictEqual((await server.current.call("GET", "/readyz")).status, 200)
    assert.strictEqual(server.current.log.defects.includes('"level":"error"'), false)
  })
})
