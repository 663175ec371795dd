/** Logins by redirect while the database stores nothing: the game learns the reason (decisions, section 5). */
import { assert, describe, it } from "@effect/vitest"
import { SWITCHES } from "@garrison/core/kernel/GrantType"
import { OauthGateway } from "@garrison/core/login/portal/OauthGateway"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { onEachDatabase } from "../support/databases.ts"
import { storingNothing } from "../support/faults.ts"
import { madeUpPortals, REDIRECT } from "../support/oauth.ts"
import { useServer } from "../support/server.ts"

onEachDatabase((name, database) => {
  describe(`a login by redirect while ${name} stores nothing`, () => {
    let isDown = false
    /** What happens while the portal is asked whom a code proves. */
    let whileAsked = () => {}
    const {
      asked: { codes: presented },
      oauthPortals,
    } = madeUpPortals()
    const { alpha } = oauthPortals
    assert(alpha !== undefined)
    const asked: typeof alpha = {
      ...alpha,
      prove: (code) => Effect.tap(alpha.prove(code), () => Effect.sync(() => whileAsked())),
    }
    const server = useServer({
      database: storingNothing(database, () => isDown),
      redirectUris: [REDIRECT],
      settings: { grantsEnabled: SWITCHES },
      portals: Layer.succeed(OauthGateway, { ...oauthPortals, alpha: asked }),
    })

    const visit = async (path: string, parameters: Readonly<Record<string, string>>) => {
      const reply = await server.current.call("GET", `${path}?${new URLSearchParams(parameters)}`)
      assert.strictEqual(reply.status, 307, reply.text)
      return new URL(String(reply.headers["location"]))
    }
    const begin = () => visit("/users/v1/oauth/login/alpha", { redirect_uri: REDIRECT, state: "of the game" })
    const respond = (state: string) => visit("/users/v1/oauth/response/alpha", { state, code: "ada" })

    /** The player is back at the game, with this code and the game's own state. */
    const assertReturned = ({ origin, pathname, searchParams }: URL, code: string) => {
      assert.strictEqual(origin + pathname, REDIRECT)
      assert.strictEqual(searchParams.get("error_code"), code)
      assert.strictEqual(searchParams.get("state"), "of the game")
      assert.isFalse(searchParams.has("code"))
    }

    it("begins, is failed_to_save_state before the portal is asked, and goes on when the database is back", async () => {
      isDown = true
      const atPortal = await begin()
      assert.strictEqual(atPortal.origin, "https://portal.example")
      const state = atPortal.searchParams.get("state") ?? ""
      const before = presented.length
      assertReturned(await respond(state), "failed_to_save_state")
      assert.lengthOf(presented, before)
      isDown = false
      assert.match((await respond(state)).searchParams.get("code") ?? "", /^garc_/)
    })

    it("is failed_to_save_tokens after the portal, and can be begun anew", async () => {
      const state = (await begin()).searchParams.get("state") ?? ""
      whileAsked = () => void (isDown = true)
      assertReturned(await respond(state), "failed_to_save_tokens")
      isDown = false
      whileAsked = () => {}
      const again = (await begin()).searchParams.get("state") ?? ""
      assert.match((await respond(again)).searchParams.get("code") ?? "", /^garc_/)
    })
  })
})
