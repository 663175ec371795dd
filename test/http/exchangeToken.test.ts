/** POST /users/v1/oauth/token over a real socket (interface, section 4.2). */
import { assert, describe, it } from "@effect/vitest"
import { onEachDatabase } from "../support/databases.ts"
import { useServer } from "../support/server.ts"
import { codeOf } from "./samples.ts"

const path = "/users/v1/oauth/token"
const body = { grant_type: "authorization_code", code: "never issued" }

onEachDatabase((name, database) => {
  describe(`POST ${path} on ${name}`, () => {
    const server = useServer({ database })
    const exchange = (given: unknown, headers: Record<string, string> = {}) =>
      server.current.call("POST", path, { body: given, headers })

    it("refuses a code that was never issued", async () => {
      for (const given of [
        body,
        { ...body, accepted_eula: true, accepted_tos: null, code_verifier: "x", surplus: 1 },
      ]) {
        const reply = await exchange(given)
        assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "authorization_code_not_found"])
        assert.propertyVal(reply.json, "auth_success", false)
        assert.strictEqual(reply.headers["cache-control"], "no-store")
      }
    })

    it("refuses a client that cannot prove itself", async () => {
      const reply = await exchange(body, { authorization: `Basic ${Buffer.from("nobody:x").toString("base64")}` })
      assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "client_credentials_invalid"])
    })
  })
})
