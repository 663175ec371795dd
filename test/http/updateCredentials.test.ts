/** PUT /v2/account/me/m2m-credentials over a real socket (interface, section 4.3; decisions, section 8). */
import { Clients } from "@garrison/core/client/Clients"
import { assert, describe, it } from "@effect/vitest"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { onEachDatabase } from "../support/databases.ts"
import { write } from "../support/logins.ts"
import { useServer } from "../support/server.ts"
import { codeOf, detailsOf } from "./samples.ts"
import { testAct } from "../support/acts.ts"

const path = "/v2/account/me/m2m-credentials"

onEachDatabase((name, database) => {
  describe(`PUT ${path} on ${name}`, () => {
    const server = useServer({ database })

    /** A machine client, its secret, and a token that it got by logging in with it. */
    const account = async () => {
      const { client, secret = "" } = await server.current.run(
        Effect.flatMap(Clients, (clients) =>
          clients.create({ kind: "machine", permissions: ["account:config:edit"], description: "before" }, testAct),
        ),
      )
      const login = (presented: string) =>
        server.current.call("POST", "/users/v1/login", {
          body: { grant_type: "client_credentials", portal_access_token: `${client.clientId}:${presented}` },
        })
      const tokenOf = async (presented: string) =>
        ((await login(presented)).json as { readonly access_token: string }).access_token
      const token = await tokenOf(secret)
      const put = (query: string, body?: unknown, as = token) =>
        server.current.call("PUT", `${path}${query}`, { token: as, ...(body !== undefined && { body }) })
      return { client, secret, login, put, token, tokenOf }
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
      const first = await account()
      const { login, put, secret, tokenOf } = first
      let { token } = first
      for (const body of [undefined, {}, { client_secret: null }]) {
        const reply = await put("?rotate_secret=true", body, token)
        assert.strictEqual(reply.status, 200)
        const { client_secret: made } = reply.json as { readonly client_secret: string }
        assert.match(made, /^gar_/)
        token = await tokenOf(made)
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
      assert.deepStrictEqual(detailsOf(await put("?rotate_secret=true", { client_secret: chosen })), [
        ["body.client_secret", "value_error"],
      ])
      assert.sameDeepMembers(
        [...detailsOf(await put("?rotate_secret=maybe", { client_secret: 1, description: [] }))],
        [
          ["query.rotate_secret", "bool_type"],
          ["body.client_secret", "string_type"],
          ["body.description", "string_type"],
        ],
      )
      // What contradicts itself is listed beside what else is broken, unless that is in the same place.
      assert.sameDeepMembers(
        [...detailsOf(await put("?rotate_secret=true", { client_secret: chosen, description: [] }))],
        [
          ["body.client_secret", "value_error"],
          ["body.description", "string_type"],
        ],
      )
      assert.deepStrictEqual(
        detailsOf(await put("?rotate_secret=true", { client_secret: "short", description: "d" })),
        [["body.client_secret", "string_too_short"]],
      )
      assert.deepStrictEqual(detailsOf(await put("?rotate_secret=true", { client_secret: null, description: 1 })), [
        ["body.description", "string_type"],
      ])
      for (const spelling of ["", "TRUE", "yes", "2", "null", "%20true"]) {
        const reply = await put(`?rotate_secret=${spelling}`)
        assert.deepStrictEqual(
          [reply.status, detailsOf(reply)],
          [422, [["query.rotate_secret", "bool_type"]]],
          spelling,
        )
      }
      assert.deepStrictEqual(detailsOf(await put("?rotate_secret", { description: "x".repeat(1025) })), [
        ["query.rotate_secret", "bool_type"],
        ["body.description", "string_too_long"],
      ])
      for (const spelling of ["false", "0"]) assert.strictEqual((await put(`?rotate_secret=${spelling}`)).status, 200)
      assert.strictEqual((await login(secret)).status, 200)
    })

    it("accepts only a chosen secret that HTTP Basic can carry, however it is presented", async () => {
      const { client, login, put, tokenOf } = await account()
      const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("")
      const chosen = printable.replace("%", "").trim()
      assert.strictEqual((await put("", { client_secret: chosen })).status, 200)
      assert.strictEqual((await login(chosen)).status, 200)
      const inHeader = (text: string) =>
        server.current.call("POST", "/users/v1/login", {
          body: { grant_type: "client_credentials" },
          headers: { authorization: `Basic ${Buffer.from(`${client.clientId}:${text}`).toString("base64")}` },
        })
      assert.strictEqual((await inHeader(chosen)).status, 200)
      assert.strictEqual((await inHeader(encodeURIComponent(chosen))).status, 200)
      const token = await tokenOf(chosen)
      for (const [unfit, type] of [
        [" ".repeat(40), "value_error"],
        [`${"x".repeat(40)} `, "value_error"],
        [`${"x".repeat(40)}%41`, "value_error"],
        [`${"x".repeat(40)}\u00fc`, "value_error"],
        ["x".repeat(1025), "string_too_long"],
      ] as const) {
        assert.deepStrictEqual(detailsOf(await put("", { client_secret: unfit }, token)), [
          ["body.client_secret", type],
        ])
      }
      assert.strictEqual((await login(chosen)).status, 200)
    })

    it("drops the oldest of three secrets, and the one before the last after the overlap", async () => {
      const { login, put, secret, tokenOf } = await account()
      const rotate = async (current: string) =>
        (await put("?rotate_secret=true", {}, await tokenOf(current))).json as { readonly client_secret: string }
      const { client_secret: second } = await rotate(secret)
      const { client_secret: third } = await rotate(second)
      const answers = async () => [
        codeOf(await login(secret)),
        (await login(second)).status,
        (await login(third)).status,
      ]
      assert.deepStrictEqual(await answers(), ["client_credentials_invalid", 200, 200])
      server.current.advanceSeconds(24 * 60 * 60)
      assert.deepStrictEqual(await answers(), ["client_credentials_invalid", 403, 200])
    })

    it("makes one of ten rotations at once by one token, which is older than the secret from then on", async () => {
      const { login, put, secret } = await account()
      const replies = await Promise.all(Array.from({ length: 10 }, () => put("?rotate_secret=true")))
      const [made, ...others] = replies.toSorted((left, right) => left.status - right.status)
      if (made?.status !== 200) return assert.fail("none was made")
      for (const reply of others) {
        assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "insufficient_permissions"])
      }
      const { client_secret: current } = made.json as { readonly client_secret: string }
      assert.deepStrictEqual([(await login(current)).status, (await login(secret)).status], [200, 200])
    })

    it("is for machine clients only, that are permitted, enabled and still there", async () => {
      const { call, machine, playerWith, run } = server.current
      const refused = async (token: string, code = "insufficient_permissions") => {
        const reply = await call("PUT", path, { token, body: { client_secret: "x".repeat(40) } })
        assert.deepStrictEqual([reply.status, codeOf(reply)], [403, code])
      }
      for (const permission of ["account:config:edit", "accountOrg:config:edit", "*"]) {
        await refused((await playerWith(permission)).token)
        assert.strictEqual((await call("PUT", path, { token: await machine(permission) })).status, 200)
      }
      await refused(await machine())
      await refused(await machine("catalog:edit", "user:read:any"))
      const { client, put, secret, token, tokenOf } = await account()
      assert.strictEqual((await put("")).status, 200, "the token is remembered")
      await run(Effect.flatMap(Clients, (clients) => clients.setDisabled(client.clientId, true, testAct)))
      await refused(token, "auth_token_expired")
      await run(Effect.flatMap(Clients, (clients) => clients.setDisabled(client.clientId, false, testAct)))
      await refused(token, "auth_token_expired")
      const next = await tokenOf(secret)
      assert.strictEqual((await put("", {}, next)).status, 200)
      await run(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          write(sql`DELETE FROM client WHERE client_uuid = ${uuids(sql).id(client.clientUuid)}`),
        ),
      )
      await refused(next, "auth_token_expired")
    })
  })
})
