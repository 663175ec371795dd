/**
 * How the command stops while requests are under way (guarantees R31): the process that people run, not only its
 * server.
 */
import { assert, describe, it } from "@effect/vitest"
import { answerIn, rawSocket, type RawSocket } from "../support/rawSocket.ts"
import { serve, type Served, temporaryDirectory } from "./support/garrison.ts"

const body = JSON.stringify({ grant_type: "anon", portal_access_token: "a-device-secret-of-a-test" })
const head =
  "POST /users/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" +
  `Authorization: Basic ${btoa("nobody:nothing")}\r\n` +
  `Content-Length: ${body.length}\r\n\r\n`

/** What the database has to say about that login: it knows no such client. */
const REFUSED = 403

/**
 * A server with a login of which half has arrived, and an idle connection that closes when the server begins to stop.
 */
const halfway = async (): Promise<{ served: Served; login: RawSocket; idle: RawSocket }> => {
  const served = await serve([], { cwd: temporaryDirectory(), env: { GARRISON_LOG: "json" } })
  const port = Number(new URL(served.url).port)
  const login = await rawSocket(port)
  await login.write(head + body.slice(0, 10))
  const idle = await rawSocket(port)
  await idle.write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
  await idle.until(/alive/)
  return { served, login, idle }
}

describe("garrison serve, asked to stop", () => {
  it("by SIGTERM finishes a login that needs the database, and ends with 0", async () => {
    const { idle, login, served } = await halfway()
    const ended = served.stop("SIGTERM")
    await idle.closed
    await login.write(body.slice(10))
    await login.closed
    const { body: answer, headers, status } = answerIn(login.received())
    assert.deepStrictEqual([status, headers["connection"]], [REFUSED, "close"], answer)
    assert.strictEqual(await ended, 0)
    assert.notInclude(served.stderr(), '"level":"error"')
    // Its line is written before the process ends.
    assert.match(served.stderr(), /"operation":"login","status":403/)
  })

  it("by another SIGTERM ends at once, and says by its status that it did not finish", async () => {
    const { idle, login, served } = await halfway()
    const ended = served.stop("SIGTERM")
    await idle.closed
    // One that comes right after the first may be an echo of it, so it is said until it is heard.
    while (served.child.exitCode === null) {
      served.child.kill("SIGTERM")
      await new Promise(setImmediate)
    }
    assert.strictEqual(await ended, 143)
    await login.closed
    assert.strictEqual(login.received(), "")
  })

  it("by SIGINT finishes as well, and ends with 130", async () => {
    const { idle, login, served } = await halfway()
    const ended = served.stop("SIGINT")
    await idle.closed
    await login.write(body.slice(10))
    await login.closed
    assert.strictEqual(answerIn(login.received()).status, REFUSED)
    assert.strictEqual(await ended, 130)
  })

  it("by a signal without a terminal stays unready first, for a balancer to notice", async () => {
    const served = await serve([], { cwd: temporaryDirectory(), env: { GARRISON_UNREADY_SECONDS: "3600" } })
    const ended = served.stop("SIGINT")
    let ready = await fetch(`${served.url}/readyz`)
    while (ready.status === 200) ready = await fetch(`${served.url}/readyz`)
    assert.include(await ready.text(), "the server is stopping")
    assert.strictEqual((await fetch(`${served.url}/livez`)).status, 200)
    served.child.kill("SIGKILL")
    await ended
  })
})
