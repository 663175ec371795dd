/** The table of docs/mounting.md: which guarantees hold by which function. Each row is measured by each of them. */
import type { EmbeddedGarrison } from "@garrison/core"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { readEvents } from "../../support/eventStream.ts"
import { caller, type Caller } from "../../support/httpCaller.ts"
import { LOOPBACK } from "../../support/loopback.ts"
import { answerIn, rawSocket } from "../../support/rawSocket.ts"
import { codeOf } from "../samples.ts"
import { type Face, type FaceOptions, faces } from "./faces.ts"
import { credential, Gate, openShop, order, ORDER, type Shop } from "./lent.ts"

const silent = { sink: { access: () => {}, defect: () => {} } }
const GAME = "https://game.example"
const NOTIFICATIONS = "/notification/v1/playerid/me"

const garrisons: Array<EmbeddedGarrison> = []
const shops: Array<Shop> = []
afterAll(async () => {
  for (const garrison of garrisons) await garrison.close()
  for (const shop of shops) shop.remove()
})

const opened = async (gate = new Gate()) => {
  const made = await openShop(gate)
  garrisons.push(made.garrison)
  shops.push(made.shop)
  return made.garrison
}

let shared: EmbeddedGarrison
let token: string
beforeAll(async () => {
  shared = await opened()
  token = (await shared.login(credential)).access_token
})

type Show = (typeof faces)[number]["show"]

/** Whether something holds of a face with these options. A face that refuses an option does not have what it is for. */
const shown =
  (options: FaceOptions, look: (call: Caller, face: Face) => Promise<boolean>) =>
  async (show: Show): Promise<boolean> => {
    let face: Face
    try {
      face = await show(shared, { ...silent, ...options })
    } catch (error) {
      assert.include(String(error), "is a setting of serve")
      return false
    }
    const call = caller(face.port)
    const holds = await look(call, face)
    call.close()
    await face.end()
    return holds
  }

/** What a connection gets for these bytes, until it is closed. */
const told = async ({ port }: Face, bytes: string) => {
  const socket = await rawSocket(port)
  await socket.write(bytes)
  await socket.closed
  return answerIn(socket.received())
}

const HEAD = `POST ${ORDER} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
const isOurs = (body: string) => body.startsWith('{"auth_success"')

/** Each row of the table, and how it is measured. */
const rows: Readonly<Record<string, (show: Show) => Promise<boolean>>> = {
  "every refusal has the error body and the code of the interface": shown({}, async (call) => {
    const refused = [
      await call("GET", "/nothing"),
      await call("POST", ORDER, { body: order }),
      await call("PUT", ORDER),
    ]
    return refused.map(codeOf).join() === "resource_not_found,auth_token_format,method_not_allowed"
  }),
  "ETags and 304, content codings": shown({}, async (call) => {
    const headers = { "accept-encoding": "br" }
    const path = "/inventory/v1/catalog/vendor"
    const coded = await call("GET", path, { token, headers })
    const etag = String(coded.headers["etag"])
    const same = await call("GET", path, { token, headers: { ...headers, "if-none-match": etag } })
    return coded.headers["content-encoding"] === "br" && same.status === 304
  }),
  "a body larger than `bodyBytesMax` is 413": shown({ bodyBytesMax: 1024 }, async (call) => {
    const large = { ...order, instance_id: "x".repeat(2000) }
    return (await call("POST", ORDER, { token, body: large })).status === 413
  }),
  "a body slower than `bodyBytesPerSecondMin` is 408": shown(
    { bodyGraceSeconds: 0, bodyBytesPerSecondMin: 1024 * 1024, checkSeconds: 1 },
    async (_, face) => {
      const socket = await rawSocket(face.port)
      await socket.write(`${HEAD}Authorization: Bearer ${token}\r\nContent-Length: 100\r\n\r\n{`)
      await socket.until(/\r\n\r\n/)
      socket.socket.destroy()
      return answerIn(socket.received()).status === 408
    },
  ),
  "503 where `requestsInFlightMax` work and `requestsQueuedMax` wait": async (show) => {
    const gate = new Gate()
    const garrison = await opened(gate)
    const face = await show(garrison, { ...silent, requestsInFlightMax: 1, requestsQueuedMax: 1 })
    const { access_token } = await garrison.login(credential)
    const call = caller(face.port)
    const reached = gate.shut()
    const send = () => call("POST", ORDER, { token: access_token, body: order })
    const first = send()
    await reached
    const others = await Promise.all([send(), send(), send()])
    gate.open()
    await first
    call.close()
    await face.end()
    return others.some(({ status }) => status === 503)
  },
  "a header that comes twice counts as both values": shown({}, async (_, face) => {
    const twice = `Authorization: Bearer ${token}\r\nAuthorization: Bearer other\r\n`
    const { status } = await told(face, `GET ${ORDER} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${twice}\r\n`)
    return status === 403
  }),
  "pages of `corsOrigins` may read every answer": shown({ corsOrigins: [GAME] }, async (call) => {
    const { headers } = await call("GET", "/nothing", { headers: { origin: GAME } })
    return headers["access-control-allow-origin"] === GAME
  }),
  "`garrison.close()` finishes the requests under way": async (show) => {
    const gate = new Gate()
    const garrison = await opened(gate)
    const face = await show(garrison, silent)
    const { access_token } = await garrison.login(credential)
    const call = caller(face.port)
    const reached = gate.shut()
    const answer = call("POST", ORDER, { token: access_token, body: order })
    await reached
    const closing = garrison.close()
    gate.open()
    const { status } = await answer
    await closing
    call.close()
    await face.end()
    return status === 200
  },
  "`garrison.close()` ends streams with a `retry`, and polls with their cursor": async (show) => {
    const garrison = await opened()
    const face = await show(garrison, silent)
    const { access_token } = await garrison.login(credential)
    const call = caller(face.port)
    const get = (path: string) => call("GET", `${NOTIFICATIONS}/${path}`, { token: access_token })
    const { cursor } = (await get("stream/notification/lp?deadline=0")).json as { readonly cursor: string }
    const address = `http://${LOOPBACK}:${face.port}${NOTIFICATIONS}/stream/notification/sse`
    const stream = await readEvents(address, { token: access_token })
    const poll = get(`stream/notification/lp?deadline=900&exclude_before=${cursor}`)
    // It is answered after the poll has begun to wait.
    await get("notification")
    await garrison.close()
    const ended = await stream.ended
    const answer = await poll
    call.close()
    await face.end()
    const isHinted = ended === "whole" && /\n\nretry: \d+\n\n$/.test(stream.text())
    return isHinted && answer.text === JSON.stringify({ notifications: [], cursor })
  },
  "a refusal for good closes its connection": shown({ bodyBytesMax: 1024 }, async (_, face) => {
    const socket = await rawSocket(face.port)
    await socket.write(`${HEAD}Authorization: Bearer ${token}\r\nContent-Length: 2000\r\n\r\n`)
    await socket.until(/\r\n\r\n/)
    socket.socket.destroy()
    return answerIn(socket.received()).headers["connection"] === "close"
  }),
  "a head larger than `headerBytesMax` is 431, with the error body": shown({}, async (_, face) => {
    const { body, status } = await told(face, `GET /livez HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`)
    return status === 431 && isOurs(body)
  }),
  "a head later than `headersSeconds` is 408, with the error body": shown(
    { headersSeconds: 1, checkSeconds: 1 },
    async (_, face) => {
      const { body, status } = await told(face, "GET /livez HTTP/1.1\r\n")
      return status === 408 && isOurs(body)
    },
  ),
  "at most `connectionsMax` connections": shown({ connectionsMax: 1 }, async (_, face) => {
    const first = await rawSocket(face.port)
    await first.write("GET /livez HTTP/1.1\r\nHost: x\r\n")
    const second = await rawSocket(face.port)
    await second.write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
    await Promise.race([first.closed, second.closed])
    first.socket.destroy()
    second.socket.destroy()
    return true
  }),
  "request lines from `trustedProxies` that Node lets through, and HTTP/1.1 does not, are 400": shown(
    { trustedProxies: [LOOPBACK] },
    async (_, face) => {
      const { status } = await told(face, "GET  /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      return status === 400
    },
  ),
  "a stopping server stays for `unreadySeconds`, in which `/readyz` is 503": shown(
    { unreadySeconds: 0 },
    async () => true,
  ),
}

const cellsOf = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim())

const page = readFileSync(join(import.meta.dirname, "../../../docs/mounting.md"), "utf8")
const [head = [], , ...table] = (/^\| what holds .*\n(?:\|.*\n)+/m.exec(page)?.[0] ?? "")
  .trimEnd()
  .split("\n")
  .map(cellsOf)

describe("the table of docs/mounting.md", () => {
  it("has the rows that are measured", () => {
    assert.deepStrictEqual(head.slice(1), ["`serve`", "`toNodeHandler`", "`toFetchHandler`"])
    assert.sameMembers(
      table.map(([what = ""]) => what),
      Object.keys(rows),
    )
  })

  it.concurrent.each(Object.keys(rows))("says of each function whether %s", async (what) => {
    const cells = table.find(([first]) => first === what) ?? []
    const held = await Promise.all(faces.map(async ({ name, show }) => [name, await rows[what]?.(show)] as const))
    for (const [name, holds] of held) {
      const cell = cells[head.indexOf(`\`${name}\``)] ?? ""
      assert.match(cell, holds === true ? /^yes/ : /^(?:no|of your server)/, name)
    }
  })
})
