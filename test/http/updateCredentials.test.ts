/** PUT /v2/account/me/m2m-credentials over a real socket (interface, section 4.3; decisions, section 8). */
import { Clients } from "@garrison/core/client/Clients"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onEachDatabase } from "../support/databases.ts"
import { useServer } from "../support/server.ts"
import { codeOf, detailsOf } from "./samples.ts"

const path = "/v2/account/me/m2m-credentials"

onEachDatabase((name, database) => {
  describe(`PUT ${path} on ${name}`, () => {
    const server = useServer({ database })

    /** A machine client, its secret, and a token that it got by logging in with it. */
    const account = async () => {
      const { client, secret = "" } = await server.current.run(
        Effect.flatMap(Clients, (clients) =>
          clients.create({ kind: "machine", permissions: ["account:config:edit"], description: "before" }),
        ),
      )
      const login = (presented: string) =>
        server.current.call("POST", "/users/v1/login", {
          body: { grant_type: "client_credentials", portal_access_token: `${client.clientId}:${presented}` },
        })
      const { access_token: token } = (await login(secret)).json as { readonly access_token: string }
      const put = (query: string, body?: unknown) =>
        server.current.call("PUT", `${path}${query}`, { token, ...(body !== undefined && { body }) })
      return { client, secret, login, put }
    }

    it("takes a chosen secret at once and stops the old one", async () => {
      const { client, login, put, secret } = await account()
      const chosen = "a secret of thirty-two characters"
      const reply = await put("", { client_secret: chosen })
      assert.strictEqual(reply.status, 200)
      assert.deepStrictEqual(reply.json, {
        account_id: client.clientUuid,
        client_secret: chosen,
        description: "before",
      })
      assert.strictEqual(reply.headers["cache-control"], "no-store")
      assert.strictEqual((await login(chosen)).status, 200)
      assert.strictEqual(codeOf(await login(secret)), "client_credentials_invalid")
    })

    it("makes a secret with rotate_secret and lets the old one live on", async () => {
      const { login, put, secret } = await account()
      for (const body of [undefined, {}, { client_secret: null }]) {
        const reply = await put("?rotate_secret=true", body)
        assert.strictEqual(reply.status, 200)
        const { client_secret: made } = reply.json as { readonly client_secret: string }
        assert.match(made, /^gar_/)
        assert.strictEqual((await login(made)).status, 200)
        if (body === undefined) assert.strictEqual((await login(secret)).status, 200)
      }
    })

    it("changes nothing for an empty object, an empty body, or rotate_secret=false, and masks the secret", async () => {
      const { login, put, secret } = await account()
      for (const reply of [
        await put(""),
        await put("", {}),
        await put("?rotate_secret=false"),
        await put("?rotate_secret=0"),
      ]) {
        assert.strictEqual(reply.status, 200)
        assert.include(reply.json, { client_secret: `****${secret.slice(-4)}`, description: "before" })
      }
      assert.strictEqual((await login(secret)).status, 200)
    })

    it("changes the description alone", async () => {
      const { login, put, secret } = await account()
      assert.propertyVal((await put("", { description: "after" })).json, "description", "after")
      assert.propertyVal((await put("")).json, "description", "after")
      assert.strictEqual((await login(secret)).status, 200)
    })

    it("refuses a short secret, both ways at once, and wrong types", async () => {
      const { login, put, secret } = await account()
      const chosen = "x".repeat(32)
      assert.deepStrictEqual(detailsOf(await put("", { client_secret: "x".repeat(31) })), [
        ["body.client_secret", "string_too_short"],
      ])
      assert.strictEqual((await put("?rotate_secret=true", { client_secret: chosen })).status, 422)
      assert.sameDeepMembers(
        [...detailsOf(await put("?rotate_secret=maybe", { client_secret: 1, description: [] }))],
        [
          ["query.rotate_secret", "bool_type"],
          ["body.client_secret", "string_type"],
          ["body.description", "string_type"],
        ],
      )
      assert.strictEqual((await login(secret)).status, 200)
    })

    it("is for machine clients only", async () => {
      const { token } = await server.current.playerWith("account:config:edit")
      const reply = await server.current.call("PUT", path, { token, body: {} })
      assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "insufficient_permissions"])
    })
  })
})
