/**
 * Alpha, bravo and charlie against an OpenID provider that nobody here wrote: its id tokens and its codes log in
 * (decisions, section 4).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { portals } from "@garrison/portals/portals"
import type { PortalSettings } from "@garrison/portals/settings"
import { type ProviderAuthentication, PROVIDER_USER, startOpenIdProvider } from "../support/openIdProvider.ts"
import { logIn, outcomeOf } from "../support/sandbox.ts"
import { startServer, type TestServer } from "../support/server.ts"

type Provider = Awaited<ReturnType<typeof startOpenIdProvider>>

interface Target {
  readonly platform: string
  readonly authentication: ProviderAuthentication
  readonly settings: (provider: ReturnType<Provider["settings"]>) => Partial<PortalSettings>
  /** The answer to an id token of another game. */
  readonly notValid: string
  /** The answer to an authorization code that was used. */
  readonly refused: string
}

const targets: Readonly<Record<string, Target>> = {
  alpha: {
    platform: "Alpha",
    authentication: "client_secret_basic",
    settings: (alpha) => ({ alpha }),
    notValid: "alpha_token_not_valid",
    refused: "alpha_token_exchange_failed",
  },
  bravo: {
    platform: "Bravo",
    authentication: "client_secret_post",
    settings: (bravo) => ({ bravo }),
    notValid: "bravo_token_not_valid",
    refused: "bravo_token_exchange_failed",
  },
  charlie: {
    platform: "Charlie",
    authentication: "client_secret_basic",
    settings: (v2) => ({ charlie: { v2 } }),
    notValid: "charlie_v2_token_invalid",
    refused: "charlie_oauth_token_exchange_failed",
  },
}

let provider: Provider

beforeAll(async () => {
  provider = await startOpenIdProvider()
})
afterAll(() => provider.stop())

describe.each(Object.entries(targets))(
  "%s",
  (grant_type, { authentication, notValid, platform, refused, settings }) => {
    let server: TestServer

    beforeAll(async () => {
      server = await startServer({
        settings: { grantsEnabled: GRANT_TYPES },
        portals: portals(settings(provider.settings(authentication))),
      })
    })
    afterAll(() => server.stop())

    const user = { platform, portal_user_id: PROVIDER_USER.sub, display_name: PROVIDER_USER.nickname }

    it("logs a user of the provider in by an id token", async () => {
      const reply = await logIn(server, {
        grant_type,
        portal_access_token: await provider.idToken("client_secret_post"),
      })
      assert.strictEqual(reply.status, 200, reply.text)
      assert.deepInclude(reply.json, user)
    })

    it("refuses an id token that the provider issued to another game", async () => {
      const another = settings({ ...provider.settings(authentication), audiences: ["another-game"] })
      const elsewhere = await startServer({ settings: { grantsEnabled: GRANT_TYPES }, portals: portals(another) })
      const token = await provider.idToken("client_secret_post")
      assert.strictEqual(await outcomeOf(elsewhere, { grant_type, portal_access_token: token }), notValid)
      await elsewhere.stop()
    })

    it("logs a user of the provider in by a code, once", async () => {
      const body = { grant_type, portal_access_token: await provider.code(authentication) }
      const reply = await logIn(server, body)
      assert.strictEqual(reply.status, 200, reply.text)
      assert.deepInclude(reply.json, user)
      assert.strictEqual(await outcomeOf(server, body), refused)
    })
  },
)

describe("charlie of the first generation", () => {
  it("logs a user of the provider in by an id token, with the provider's keys in the settings", async () => {
    const { audiences, issuer, jwksUrl } = provider.settings("client_secret_basic")
    const { keys } = (await (await fetch(jwksUrl)).json()) as { readonly keys: ReadonlyArray<{ readonly kid: string }> }
    const server = await startServer({
      settings: { grantsEnabled: GRANT_TYPES },
      portals: portals({ charlie: { v1: { issuer, audiences, keys } } }),
    })
    const token = await provider.idToken("client_secret_post")
    const reply = await logIn(server, { grant_type: "charlie", portal_access_token: token })
    assert.deepInclude(reply.json, { platform: "Charlie", portal_user_id: PROVIDER_USER.sub })
    await server.stop()
  })
})
