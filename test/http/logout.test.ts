/** POST /users/v1/logout over a real socket (decisions, section 14). */
import { assert, describe, it } from "@effect/vitest"
import { useServer } from "../support/server.ts"
import { codeOf } from "./samples.ts"

const server = useServer()
const path = "/users/v1/logout"

describe(`POST ${path}`, () => {
  it("stops the refresh token at once and the access token within a minute", async () => {
    const { call, player } = server.current
    const { refreshToken, token } = await player()
    const other = await player()
    const reply = await call("POST", path, { token })
    assert.deepStrictEqual([reply.status, reply.json], [200, { sessions_ended: 1 }])
    const body = { grant_type: "refresh", portal_access_token: refreshToken }
    assert.strictEqual(codeOf(await call("POST", "/users/v1/login", { body })), "refresh_token_not_found")
    server.current.advanceSeconds(60)
    assert.strictEqual(codeOf(await call("POST", path, { token })), "auth_token_expired")
    assert.deepStrictEqual((await call("POST", path, { token: other.token })).json, { sessions_ended: 1 })
  })
})
