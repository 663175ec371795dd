/** Every route by every kind of caller: the declared answer and no other (guarantees R26). */
import { DEFAULT_PLAYER_PERMISSIONS } from "@garrison/core/permission/rules"
import { access } from "@garrison/http/contract/access"
import { operationRoutes } from "@garrison/http/contract/Api"
import { mayCall } from "@garrison/http/request/authorize"
import { assert, describe, it } from "@effect/vitest"
import { useServer } from "../support/server.ts"
import { codeOf, samples } from "./samples.ts"

const server = useServer()
const bearer = operationRoutes.filter(({ id }) => access[id].kind === "bearer")
/** Those that ask for a permission; logging out is for everybody who is logged in. */
const guarded = bearer.filter(({ id }) => id !== "logout")
const AUTHENTICATION = /^(?:auth_.*|insufficient_permissions)$/

const call = async (id: keyof typeof access, token: string | undefined) => {
  const { playerUuid } = await server.current.player("the player that routes are about")
  const { body, method, path } = samples(playerUuid)[id]
  return server.current.call(method, path, { token, ...(body !== undefined && { body }) })
}

describe("access", () => {
  it.each(bearer)("$id refuses who brings no token", async ({ id }) => {
    const reply = await call(id, undefined)
    assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "auth_token_format"])
    assert.propertyVal(reply.json, "auth_success", false)
    assert.strictEqual(reply.headers["cache-control"], "no-store")
  })

  it.each(bearer)("$id refuses a broken token", async ({ id }) => {
    const reply = await call(id, "broken")
    assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "auth_not_jwt"])
  })

  it.each(guarded)("$id refuses a machine without permissions", async ({ id }) => {
    const reply = await call(id, await server.current.machine())
    assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "insufficient_permissions"])
    assert.propertyVal(reply.json, "auth_success", false)
  })

  it.each(guarded)("$id refuses a player without permissions", async ({ id }) => {
    const { token } = await server.current.playerWith()
    const reply = await call(id, token)
    assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "insufficient_permissions"])
  })

  it.each(bearer)("$id lets an ordinary player in exactly where the rules say so", async ({ id }) => {
    const rule = access[id]
    const { token } = await server.current.player()
    const caller = { kind: "player", permissions: DEFAULT_PLAYER_PERMISSIONS } as never
    const expected = rule.kind === "bearer" && mayCall(rule, caller)
    const reply = await call(id, token)
    assert.strictEqual(reply.status !== 403, expected, reply.text)
    if (!expected) assert.strictEqual(codeOf(reply), "insufficient_permissions")
  })

  it.each(bearer)("$id lets the operator in, except where only a player is somebody", async ({ id }) => {
    const rule = access[id]
    const reply = await call(id, await server.current.machine("*"))
    const expected = rule.kind === "bearer" && rule.subject !== "player"
    assert.strictEqual(reply.status < 300, expected, reply.text)
    if (!expected) assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "insufficient_permissions"])
  })

  it.each(bearer)("$id is enough for each permission that it names, alone", async ({ id }) => {
    const rule = access[id]
    if (rule.kind !== "bearer") return
    for (const permission of rule.anyOf) {
      const token =
        rule.subject === "player"
          ? (await server.current.playerWith(permission)).token
          : await server.current.machine(permission)
      const reply = await call(id, token)
      assert.isBelow(reply.status, 300, `${permission}: ${reply.text}`)
    }
  })

  it("keeps a player from acting on another with what it holds for itself", async () => {
    const { token } = await server.current.player()
    for (const id of ["submitOrder", "createNotification"] as const) {
      assert.strictEqual(codeOf(await call(id, token)), "insufficient_permissions")
    }
  })

  it.each(operationRoutes.filter(({ id }) => access[id].kind === "open"))(
    "$id asks nobody for anything",
    async (route) => {
      for (const token of [undefined, "broken", await server.current.machine()]) {
        assert.strictEqual((await call(route.id, token)).status, 200)
      }
    },
  )

  it.each(operationRoutes.filter(({ id }) => access[id].kind === "client"))(
    "$id takes no access token for the client's credentials",
    async ({ id }) => {
      assert.notMatch(codeOf(await call(id, undefined)) ?? "", AUTHENTICATION)
      for (const token of ["broken", await server.current.machine("*")]) {
        const reply = await call(id, token)
        assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "client_credentials_invalid"])
      }
    },
  )

  it("looks at authentication, then permission, then input, then existence", async () => {
    const { call, machine } = server.current
    const broken = { raw: "{", headers: { "content-type": "text/plain" } }
    const path = "/notification/v1/playerid/1/notification"
    const nobody = "/notification/v1/playerid/00000000-0000-4000-8000-000000000000/notification"
    const order = [
      await call("POST", path, broken),
      await call("POST", path, { ...broken, token: await machine() }),
      await call("POST", path, { ...broken, token: await machine("*") }),
      await call("POST", path, { raw: "{}", token: await machine("*") }),
      await call("POST", nobody, { raw: "{}", token: await machine("*") }),
      await call("POST", nobody, { body: { message: "" }, token: await machine("*") }),
    ]
    assert.deepStrictEqual(
      order.map(({ status }) => status),
      [403, 403, 415, 422, 422, 404],
    )
  })
})
