/** Every auth_* code on every operation that takes an access token (interface, section 7; decisions, section 3). */
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { TokenSettings } from "@garrison/core/token/settings"
import { type RouteId, routes } from "@garrison/http/contract/routes"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { useServer } from "../support/server.ts"
import { codeOf, samples } from "./samples.ts"

const server = useServer()
const bearer = routes.filter(({ access }) => access.kind === "bearer")

type Json = Readonly<Record<string, unknown>>

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
const decode = (part: string | undefined): Json => JSON.parse(Buffer.from(part ?? "", "base64url").toString())

/** The token with members of its header or payload changed and its signature kept. */
const changed = (token: string, changes: { readonly header?: Json; readonly payload?: Json }): string => {
  const [header, payload, signature] = token.split(".")
  return [
    encode({ ...decode(header), ...changes.header }),
    encode({ ...decode(payload), ...changes.payload }),
    signature,
  ].join(".")
}

/**
 * A token of a session that is open, signed with the service's own key by a service that calls itself something else.
 */
const foreign = async () => {
  const { playerUuid, token } = await server.current.player()
  const { portal_user_id: portalUserId, sid } = decode(token.split(".")[1])
  return server.current.run(
    Effect.flatMap(AccessTokens, (tokens) =>
      tokens.issue({
        subject: playerUuid,
        kind: "player",
        clientId: "x",
        permissions: ["*"],
        sessionId: String(sid),
        platform: "Anon",
        portalUserId: String(portalUserId),
      }),
    ).pipe(
      Effect.provide(Layer.fresh(AccessTokens.layer)),
      Effect.updateService(TokenSettings, (settings) => ({ ...settings, audience: "somewhere-else" })),
    ),
  )
}

const authorizations: Readonly<Record<string, (token: string) => string | Promise<string>>> = {
  auth_token_format: (token) => `Bearer ${token} surplus`,
  auth_not_jwt: () => "Bearer not-a-jwt",
  auth_token_unknown: () => `Bearer ${encode([])}.${encode({})}.AAAA`,
  auth_malformed_access: (token) => `Bearer ${changed(token, { header: { alg: "none" } })}`,
  auth_invalid_version: (token) => `Bearer ${changed(token, { payload: { ver: 2 } })}`,
  auth_invalid_key_id: (token) => `Bearer ${changed(token, { header: { kid: "nobody's" } })}`,
  auth_token_sig_invalid: (token) => `Bearer ${changed(token, { payload: { sub: crypto.randomUUID() } })}`,
  auth_token_invalid_claim: async () => `Bearer ${(await foreign()).token}`,
}

const callWith = async (id: RouteId, authorization: string) => {
  const { body, method, path } = samples(crypto.randomUUID())[id]
  return server.current.call(method, path, { headers: { authorization }, ...(body !== undefined && { body }) })
}

describe("access tokens", () => {
  describe.each(bearer)("$id", ({ id }) => {
    it.each(Object.keys(authorizations))("answers 403 %s", async (code) => {
      const token = await server.current.machine("*")
      const authorization = await authorizations[code]?.(token)
      const reply = await callWith(id, authorization ?? "")
      assert.deepStrictEqual([reply.status, codeOf(reply)], [403, code])
      assert.propertyVal(reply.json, "auth_success", false)
      assert.strictEqual(reply.headers["cache-control"], "no-store")
    })

    it("answers 403 auth_token_expired", async () => {
      const token = await server.current.machine("*")
      server.current.advanceSeconds(60 * 60)
      const reply = await callWith(id, `Bearer ${token}`)
      assert.deepStrictEqual([reply.status, codeOf(reply)], [403, "auth_token_expired"])
    })
  })

  it.each(["", "Bearer", "Bearer ", "Basic Z2FtZTpzZWNyZXQ=", "Token abc", "bearer"])(
    "%j is no authorization",
    async (authorization) => {
      assert.strictEqual(codeOf(await callWith("vendors", authorization)), "auth_token_format")
    },
  )

  it("takes the scheme in any letter case", async () => {
    const reply = await callWith("vendors", `bEARER ${await server.current.machine("catalog:read")}`)
    assert.strictEqual(reply.status, 200)
  })

  it("answers a token of 12 KB, of control characters and of foreign letters without a 500", async () => {
    for (const token of ["a".repeat(12_000), "a.".repeat(6000), "\u00e4.\u00f6.\u00fc", "..", "a..b"]) {
      assert.strictEqual((await callWith("vendors", `Bearer ${token}`)).status, 403)
    }
  })
})
