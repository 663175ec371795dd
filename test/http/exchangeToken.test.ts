/** POST /users/v1/oauth/token over a real socket (interface, section 4.2). */
import { assert, describe, it } from "@effect/vitest"
import { onEachDatabase } from "../support/databases.ts"
import { useServer } from "../support/server.ts"
import { codeOf, detailsOf } from "./samples.ts"

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

    it("lists every broken field", async () => {
      const reply = await exchange({
        grant_type: "refresh_token",
        code: "",
        accepted_eula: "yes",
        accepted_tos: 1,
        accepted_privacy_policy: {},
      })
      assert.strictEqual(reply.status, 422)
      assert.sameDeepMembers(
        [...detailsOf(reply)],
        [
          ["body.grant_type", "enum"],
          ["body.code", "string_too_short"],
          ["body.accepted_eula", "bool_type"],
          ["body.accepted_tos", "bool_type"],
          ["body.accepted_privacy_policy", "bool_type"],
        ],
      )
      assert.sameDeepMembers(
        [...detailsOf(await exchange({}))],
        [
          ["body.grant_type", "missing"],
          ["body.code", "missing"],
        ],
      )
      assert.sameDeepMembers(
        [...detailsOf(await exchange({ grant_type: 1, code: 1 }))],
        [
          ["body.grant_type", "string_type"],
          ["body.code", "string_type"],
        ],
      )
    })
  })
})
