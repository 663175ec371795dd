/**
 * Alpha, bravo and charlie against an OpenID provider that nobody here wrote: its id tokens and its codes log in, and
 * so does a browser that it sends back (decisions, sections 4 and 5).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { SWITCHES } from "@garrison/core/kernel/GrantType"
import { portals } from "@garrison/portals/portals"
import type { PortalSettings } from "@garrison/portals/settings"
import { formIn } from "../support/formPost.ts"
import { REDIRECT } from "../support/oauth.ts"
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
    // The provider has the browser post its answer.
    settings: (bravo) => ({ bravo: { ...bravo, authorizeUrl: `${bravo.authorizeUrl}?response_mode=form_post` } }),
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
        redirectUris: [REDIRECT],
        settings: { grantsEnabled: SWITCHES },
        portals: portals(settings(provider.settings(authentication))),
      })
    })
    afterAll(() => server.stop())

    const pathOf = (address: string): string => {
      assert.isTrue(address.startsWith(`${server.url}/users/v1/oauth/response/${grant_type}`), address)
      return address.slice(server.url.length)
    }
    const locationOf = ({ headers }: Awaited<ReturnType<typeof server.call>>) => new URL(String(headers["location"]))

    /** Begins a login, and answers the address of the provider. */
    const begin = async (): Promise<URL> => {
      const parameters = new URLSearchParams({ redirect_uri: REDIRECT, state: "of the game" })
      return locationOf(await server.call("GET", `/users/v1/oauth/login/${grant_type}?${parameters.toString()}`))
    }
    /** The answer of the provider, as its parameters. */
    const answerAt = async (address: URL): Promise<Readonly<Record<string, string>>> => {
      const { page, url } = await provider.browse(address.href)
      const isForm = address.searchParams.get("response_mode") === "form_post"
      const { action, fields } = isForm
        ? formIn(page)
        : { action: url.split("?")[0] ?? "", fields: Object.fromEntries(new URL(url).searchParams) }
      assert.strictEqual(pathOf(action), `/users/v1/oauth/response/${grant_type}`)
      return fields
    }
    /** Brings the answer back as the provider asked for it, and answers where the browser goes next. */
    const bringBack = async (fields: Readonly<Record<string, string>>): Promise<URL> => {
      const path = `/users/v1/oauth/response/${grant_type}`
      const raw = new URLSearchParams(fields).toString()
      const headers = { "content-type": "application/x-www-form-urlencoded" }
      return grant_type === "bravo"
        ? locationOf(await server.call("POST", path, { raw, headers }))
        : locationOf(await server.call("GET", `${path}?${raw}`))
    }

    const user = { platform, portal_user_id: PROVIDER_USER.sub, display_name: PROVIDER_USER.nickname }

    it("logs a user of the provider in by an id token", async () => {
      const reply = await logIn(server, {
        grant_type,
        portal_access_token: await provider.idToken("client_secret_post"),
      })
      assert.strictEqual(reply.status, 200, reply.text)
      assert.deepInclude(reply.json, user)
    })

    it("logs the same person in by redirect, with state, nonce and PKCE", async () => {
      const address = await begin()
      assert.strictEqual(address.searchParams.get("code_challenge_method"), "S256")
      for (const name of ["state", "nonce", "code_challenge"]) {
        assert.isAbove(address.searchParams.get(name)?.length ?? 0, 42, name)
      }
      const answer = await answerAt(address)
      assert.strictEqual(answer["state"], address.searchParams.get("state"))
      const atGame = await bringBack(answer)
      assert.strictEqual(atGame.origin + atGame.pathname, REDIRECT)
      assert.strictEqual(atGame.searchParams.get("state"), "of the game")
      const body = { grant_type: "authorization_code", code: atGame.searchParams.get("code") }
      const { json } = await server.call("POST", "/users/v1/oauth/token", { body })
      assert.hasAllKeys(json, ["access_token", "refresh_token"])
      const { refresh_token: portal_access_token } = json as { readonly refresh_token: string }
      const byRedirect = (await logIn(server, { grant_type: "refresh", portal_access_token })).json
      const byToken = await logIn(server, {
        grant_type,
        portal_access_token: await provider.idToken("client_secret_post"),
      })
      const { active_player_uuid, person_id } = byToken.json as Readonly<Record<string, unknown>>
      assert.deepInclude(byRedirect, { ...user, active_player_uuid, person_id })
    })

    it("takes no code of the provider that another login was given", async () => {
      const [one, other] = [await answerAt(await begin()), await answerAt(await begin())]
      const mixed = await bringBack({ ...one, code: other["code"] ?? "" })
      assert.strictEqual(mixed.searchParams.get("error_code"), refused)
      assert.isFalse(mixed.searchParams.has("code"))
    })

    it("returns to the game when the provider refuses", async () => {
      const address = await begin()
      address.searchParams.set("prompt", "none")
      const answer = await answerAt(address)
      assert.strictEqual(answer["error"], "login_required")
      assert.strictEqual((await bringBack(answer)).searchParams.get("error_code"), "error_occurred_during_exchange")
    })

    it("refuses an id token that the provider issued to another game", async () => {
      const another = settings({ ...provider.settings(authentication), audiences: ["another-game"] })
      const elsewhere = await startServer({ settings: { grantsEnabled: SWITCHES }, portals: portals(another) })
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
      settings: { grantsEnabled: SWITCHES },
      portals: portals({ charlie: { v1: { issuer, audiences, keys } } }),
    })
    const token = await provider.idToken("client_secret_post")
    const reply = await logIn(server, { grant_type: "charlie", portal_access_token: token })
    assert.deepInclude(reply.json, { platform: "Charlie", portal_user_id: PROVIDER_USER.sub })
    await server.stop()
  })
})
