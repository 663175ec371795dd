/**
 * By what each operation knows that its caller's session has not ended: what is declared, and what two servers on one
 * database do (decisions, section 3; guarantees R61).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { PersonId } from "@garrison/core/kernel/Identifier"
import { PortalGateway, type Portals } from "@garrison/core/login/portal/PortalGateway"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Sessions } from "@garrison/core/token/Sessions"
import { type RouteId, routes } from "@garrison/http/contract/routes"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { testAct } from "../support/acts.ts"
import { onEachDatabase, sharedDatabase } from "../support/databases.ts"
import { startServer, type TestServer } from "../support/server.ts"
import { codeOf } from "./samples.ts"

/** Those that ask storage: what they change outlives the minute for which a process remembers a token. */
const trustingStorage = routes.flatMap(({ access, id }) =>
  access.kind === "bearer" && access.session === "stored" ? [id] : [],
)

const grantsEnabled = ["anon", "golf", "refresh", "client_credentials"] as const

/** Portals that take every token for the id of a golf user. */
const portals = {
  golf: {
    prove: ({ token }: { readonly token: string }) =>
      Effect.succeed({ platform: "Golf" as const, portalUserId: token, displayName: token, parent: undefined }),
  },
} satisfies Portals

onEachDatabase((name, database) => {
  describe(`a token that a server remembers while another server ends its session, on ${name}`, () => {
    let here: TestServer
    let there: TestServer
    let close: () => Promise<void>
    beforeAll(async () => {
      const shared = await sharedDatabase(database)
      close = shared.close
      const options = {
        database: shared.layer,
        catalog: false,
        portals: Layer.succeed(PortalGateway, portals),
        settings: { grantsEnabled },
      }
      here = await startServer(options)
      there = await startServer({ ...options, isPrepared: true })
    })
    afterAll(async () => {
      await there.stop()
      await here.stop()
      await close()
    })

    const golf = (token: string) => ({ grant_type: "golf", portal_access_token: token })
    const link = (token: string, user: string) => there.call("POST", "/users/v1/me/link", { token, body: golf(user) })
    const unlink = (token: string, user: string) => there.call("DELETE", `/users/v1/me/link/Golf/${user}`, { token })

    /** A player with a golf user of this name. */
    const linkedPlayer = async (user: string) => {
      const { token } = await here.player()
      assert.strictEqual((await link(token, user)).status, 200)
      return token
    }

    const endSession = (token: string) =>
      here.run(
        Effect.gen(function* () {
          const caller = yield* (yield* AccessTokens).authenticate(`Bearer ${token}`)
          yield* (yield* Sessions).end(caller, "operator")
        }),
      )

    const attempts: Readonly<Record<string, (token: string) => ReturnType<typeof link>>> = {
      linkPortalUser: (token) => link(token, "mallory"),
      unlinkPortalUser: (token) => unlink(token, "unlinkPortalUser"),
      updateCredentials: (token) =>
        there.call("PUT", "/v2/account/me/m2m-credentials?rotate_secret=true", { token, body: {} }),
    }

    it("are all tried below", () => {
      assert.sameMembers(trustingStorage, Object.keys(attempts))
    })

    it.each(trustingStorage)("%s is refused at once", async (id) => {
      const isMachine = id === ("updateCredentials" satisfies RouteId)
      const token = isMachine ? await here.machine("account:config:edit", "presence:read") : await linkedPlayer(id)
      const read = async () => codeOf(await there.call("GET", "/presence/v1/settings", { token }))
      assert.isUndefined(await read())
      await endSession(token)
      assert.isUndefined(await read(), "the control: the token is still remembered")
      const attempt = attempts[id]
      assert(attempt !== undefined)
      assert.strictEqual(codeOf(await attempt(token)), "auth_token_expired")
      for (const server of [here, there]) server.advanceSeconds(60)
      assert.strictEqual(await read(), "auth_token_expired")
    })

    it("a banned player does not walk out of the ban", async () => {
      const { json } = await here.call("POST", "/users/v1/login", { body: golf("banned") })
      const { access_token: token = "", person_id = "" } = json as Readonly<Record<string, string>>
      assert.strictEqual((await link(token, "second")).status, 200)
      await here.run(
        Restrictions.use((all) => all.add({ personId: PersonId.make(person_id), type: "account_ban" }, testAct)),
      )
      for (const attempt of [
        await link(token, "third"),
        await unlink(token, "second"),
        await unlink(token, "banned"),
      ]) {
        assert.deepStrictEqual([attempt.status, codeOf(attempt)], [403, "user_auth_restricted"])
        assert.deepInclude(attempt.json, { restrictions: [{ type: "account_ban", expiration: null }] })
      }
      for (const user of ["banned", "second"]) {
        const login = await here.call("POST", "/users/v1/login", { body: golf(user) })
        assert.strictEqual(codeOf(login), "user_auth_restricted")
      }
    })
  })
})
