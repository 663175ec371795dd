/** No secret reaches the log, whatever part of a request it is in (guarantees R32). */
import { CLIENT_SECRET_PREFIX } from "@garrison/core/client/rules"
import { assert, describe, it } from "@effect/vitest"
import type { Reply } from "../../support/httpCaller.ts"
import { LOOPBACK } from "../../support/loopback.ts"
import { rawSocket } from "../../support/rawSocket.ts"
import { useServer } from "../../support/server.ts"

const CANARY = "CANARY0123456789abcdefghijklmnop"

describe.each(["json", "text"] as const)("the %s log", (format) => {
  const server = useServer({ server: { log: format } })

  it("has a line for every answer and no secret in any", async () => {
    const { call, log, port } = server.current
    const basic = `Basic ${Buffer.from(`${CANARY}:${CANARY}`).toString("base64")}`
    const machine = await server.current.machine("*")
    const replies = [
      await call("POST", "/users/v1/login", {
        body: { grant_type: "anon", portal_access_token: CANARY, portal_display_name: CANARY },
      }),
      await call("POST", "/users/v1/login", { body: { grant_type: CANARY }, headers: { authorization: basic } }),
      await call("POST", "/users/v1/oauth/token", { body: { grant_type: "authorization_code", code: CANARY } }),
      await call("PUT", "/v2/account/me/m2m-credentials", { body: { client_secret: CANARY }, token: machine }),
      await call("GET", `/livez?access_token=${CANARY}&start_at=${CANARY}`),
      await call("GET", "/inventory/v1/catalog/vendor", { token: `${CANARY}.${CANARY}.${CANARY}` }),
      await call("GET", "/inventory/v1/catalog/vendor", { headers: { cookie: CANARY, "x-api-key": CANARY } }),
      await call("GET", `/nothing/token=${CANARY}`),
      await call("GET", `/nothing/eyJ${CANARY}.${CANARY}.${CANARY}`),
      await call("GET", "/livez", { headers: { "user-agent": `game Bearer ${CANARY}` } }),
      await call("GET", "/livez", { headers: { "x-request-id": `${CLIENT_SECRET_PREFIX}${CANARY}` } }),
      await call("GET", `/nothing/token%3D${CANARY}`),
      await call("GET", `/nothing/${encodeURIComponent(`Bearer ${CANARY}`).replaceAll("%", "%25")}`),
      await call("GET", `/nothing/%67%61%72%5f${CANARY}%zz`),
      await call("GET", `/notification/v1/playerid/me/notification?page_size=${CANARY}`, {
        token: (await server.current.player()).token,
      }),
    ]
    const connection = await rawSocket(port)
    await connection.write(
      "GET /\u001b[2J\u009b HTTP/1.1\r\nHost: x\r\nConnection: close\r\nUser-Agent: a\u009bb\r\n\r\n",
    )
    await connection.closed
    await call("GET", "/livez")
    const lines = log.access.trimEnd().split("\n")
    for (const reply of replies) {
      const id = String(reply.headers["x-request-id"])
      assert.lengthOf(
        lines.filter((line) => line.includes(id)),
        1,
      )
    }
    assert.notInclude(log.access, "CANARY")
    assert.notInclude(log.access, basic.slice(6))
    assert.notInclude(log.access, machine)
    // oxlint-disable-next-line no-control-regex
    assert.notMatch(log.access, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    assert.strictEqual(log.defects, "")
  })
})

describe("a line of the log", () => {
  const server = useServer()

  it("names the player and the client of the token, and the code of a refusal", async () => {
    const { call, log, machine, player } = server.current
    const ada = await player()
    const lineOf = async (reply: Promise<Reply>) => {
      const id = String((await reply).headers["x-request-id"])
      await new Promise(setImmediate)
      const line = log.access.split("\n").find((text) => text.includes(id)) ?? "{}"
      return JSON.parse(line) as Readonly<Record<string, unknown>>
    }
    const vendors = "/inventory/v1/catalog/vendor"
    assert.deepInclude(await lineOf(call("GET", vendors, { token: ada.token })), {
      status: 200,
      player: ada.playerUuid,
      client: "test-game",
    })
    const denied = await lineOf(call("GET", vendors, { token: await machine("presence:read") }))
    assert.deepInclude(denied, { status: 403, error_code: "insufficient_permissions" })
    assert.isString(denied["client"])
    assert.notProperty(denied, "player")
    const unknown = await lineOf(call("GET", vendors, { token: "a.b.c" }))
    assert.deepInclude(unknown, { status: 403, error_code: "auth_not_jwt" })
    for (const name of ["player", "client"]) assert.notProperty(unknown, name)
    assert.deepInclude(await lineOf(call("POST", "/users/v1/login", { body: {} })), { error_code: "invalid_input" })
    assert.deepInclude(await lineOf(call("GET", "/nothing")), { error_code: "resource_not_found" })
    assert.notProperty(await lineOf(call("GET", "/livez")), "error_code")
  })
})

describe("the log", () => {
  const proxied = useServer({ server: { trustedProxies: [LOOPBACK] } })
  const direct = useServer()

  it("has the address that a trusted proxy names, and no other", async () => {
    const headers = { "x-forwarded-for": "6.6.6.6, 203.0.113.7" }
    for (const [server, expected] of [
      [proxied, "203.0.113.7"],
      [direct, LOOPBACK],
    ] as const) {
      const id = String((await server.current.call("GET", "/livez", { headers })).headers["x-request-id"])
      await new Promise(setImmediate)
      const line = server.current.log.access.split("\n").find((text) => text.includes(id)) ?? "{}"
      assert.include(JSON.parse(line), { address: expected, operation: "livez", status: 200 })
    }
  })
})
