/** Heads that are meant to overwhelm: each has its declared answer, and costs bounded memory (guarantees R28). */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { LOOPBACK } from "../../support/loopback.ts"
import { answerIn, rawSocket } from "../../support/rawSocket.ts"
import { serverProcess } from "../../support/serverProcess.ts"
import { useServer } from "../../support/server.ts"

const GET = "GET /livez HTTP/1.1\r\nHost: x\r\n"
const END = "\r\n"
const POST =
  "POST /users/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"

const fields = (count: number): string => Array.from({ length: count }, (_, index) => `x${index}: y\r\n`).join("")

const TOO_LARGE = [431, "request_headers_too_large"]
const MALFORMED = [400, "malformed_request"]

const codeIn = (text: string): ReadonlyArray<unknown> => {
  const { body, status } = answerIn(text)
  const { error_code: code } = JSON.parse(body) as { readonly error_code?: string }
  return code === undefined ? [status] : [status, code]
}

const answerOf = async (port: number, request: string): Promise<ReadonlyArray<unknown>> => {
  const connection = await rawSocket(port)
  await connection.write(request)
  const text = await connection.until(/\r\n\r\n\{.*\}$/s)
  connection.socket.destroy()
  return codeIn(text)
}

describe("a head with", () => {
  const server = useServer()
  const proxied = useServer({ server: { trustedProxies: [LOOPBACK] } })
  // So large that thousands of fields have room in it.
  const roomy = useServer({ server: { headerBytesMax: 128 * 1024 } })

  it.each<[string, string, ReadonlyArray<unknown>]>([
    ["300 fields", GET + fields(300) + END, [200]],
    ["3,000 short fields", GET + "a:\r\n".repeat(3000) + END, TOO_LARGE],
    ["100,000 short fields", GET + "a:\r\n".repeat(100_000) + END, TOO_LARGE],
    ["a field twice, thousands of times", GET + "Accept: a\r\n".repeat(5000) + END, TOO_LARGE],
    ["100 cookies", GET + "Cookie: a=b\r\n".repeat(100) + END, [200]],
    ["5,000 cookies", GET + "Cookie: a=b\r\n".repeat(5000) + END, TOO_LARGE],
    ["a name of 20 KB", `${GET}${"n".repeat(20_000)}: v\r\n\r\n`, TOO_LARGE],
    ["a value of 20 KB", `${GET}n: ${"v".repeat(20_000)}\r\n\r\n`, TOO_LARGE],
    ["a target of 20 KB", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, TOO_LARGE],
    ["a query of 15 KB", `GET /livez?${"a=b&".repeat(3800)} HTTP/1.1\r\nHost: x\r\n\r\n`, [422]],
    ["500 hosts", `GET /livez HTTP/1.1\r\n${"Host: x\r\n".repeat(500)}\r\n`, MALFORMED],
    [
      "500 lengths",
      `${POST.replace("Transfer-Encoding: chunked\r\n\r\n", "Content-Length: 2\r\n".repeat(500))}\r\n{}`,
      MALFORMED,
    ],
    [
      "500 tokens",
      `GET /inventory/v1/catalog/vendor HTTP/1.1\r\nHost: x\r\n${"Authorization: Bearer x\r\n".repeat(500)}\r\n`,
      [403, "auth_token_format"],
    ],
    ["5,000 fields behind the body", `${POST}2\r\n{}\r\n0\r\n${"t: v\r\n".repeat(5000)}\r\n`, TOO_LARGE],
    ["20 KB of extensions of a chunk", `${POST}2;${"x".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, [413, "request_too_large"]],
  ])("%s is answered as declared", async (_, request, expected) => {
    assert.deepStrictEqual(await answerOf(server.current.port, request), expected)
    assert.strictEqual((await server.current.call("GET", "/livez")).status, 200)
  })

  it("a megabyte of spaces in the request line is malformed from a proxy, and else one of the spaces counts", async () => {
    const spaced = `GET ${" ".repeat(1e6)}/livez HTTP/1.1\r\nHost: x\r\n\r\n`
    assert.deepStrictEqual(await answerOf(proxied.current.port, spaced), MALFORMED)
    assert.deepStrictEqual(await answerOf(server.current.port, spaced), [200])
  })

  it("more fields than Node reads hides none of them: it is refused, however large a head may be", async () => {
    const { port } = roomy.current
    assert.deepStrictEqual(await answerOf(port, GET + "a: b\r\n".repeat(900) + END), [200])
    assert.deepStrictEqual(await answerOf(port, GET + "a: b\r\n".repeat(900) + "Host: y\r\n\r\n"), MALFORMED)
    assert.deepStrictEqual(await answerOf(port, GET + "a: b\r\n".repeat(3000) + "Host: y\r\n\r\n"), TOO_LARGE)
  })
})

describe("heads that never end", () => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-floods-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("take no more memory the longer they get, also from a proxy, whose bytes are watched", async () => {
    const { child, exited, port, keptBytes } = await serverProcess(join(folder, "floods.db"), {
      trustedProxies: [LOOPBACK],
    })
    const piece = 64 * 1024
    /** Beginnings of heads, and what each connection sends again and again after its own. */
    const endless = [
      [`${GET}x:`, " ".repeat(piece)],
      [`${GET}x: y`, " ".repeat(piece)],
      [`${GET}x:`, "\t".repeat(piece)],
      ["", "\r\n".repeat(piece / 2)],
      ["GET ", " ".repeat(piece)],
    ] as const
    const flood = async (count: number) => {
      const connections = await Promise.all(Array.from({ length: count }, () => rawSocket(port)))
      for (const [index, connection] of connections.entries()) {
        const [head, more] = endless[index % endless.length] ?? ["", ""]
        await connection.write(head)
        for (let pieces = 0; pieces < 10; pieces++) await connection.write(more)
      }
      // What was sent is read by the time that this is answered.
      assert.deepStrictEqual(await answerOf(port, GET + END), [200])
      return connections
    }
    for (const { socket } of await flood(20)) socket.destroy()
    const before = await keptBytes()
    const connections = await flood(80)
    // 50 MB were sent. A connection may keep as much of a line as a head may have, which is 1.3 MB in all; a watch
    // without a bound keeps 24 MB.
    assert.isBelow((await keptBytes()) - before, 3_000_000)
    for (const { socket } of connections) socket.destroy()
    child.kill("SIGTERM")
    assert.strictEqual(await exited, 0)
  })
})
