/** An OpenID provider that others wrote (npm `oidc-provider`), on this machine: what it issues is not of our making. */
import { generateKeyPair } from "jose/key/generate/keypair"
import { exportJWK } from "jose/key/export"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Provider } from "oidc-provider"
import { LOOPBACK, LOOPBACK_HOST } from "./loopback.ts"

/** How a client names itself at the provider. */
export type ProviderAuthentication = "client_secret_basic" | "client_secret_post"

/** Where the provider sends codes of grants. Nothing listens there: the code is read from the address. */
const REDIRECT_URI = "http://127.0.0.1:9/callback"

/** Pages after which a browser has left the provider. */
const STEPS_MAX = 10

/** The user who logs in at the provider. */
export const PROVIDER_USER = { sub: "user-7f3a", nickname: "Radia" }

const clientOf = (authentication: ProviderAuthentication) => ({
  client_id: `game-${authentication}`,
  client_secret: `secret of ${authentication}: 100 % "quoted" + more`,
  // The server of a test has another port each time, which the provider allows for an app on its user's own machine.
  application_type: "native" as const,
  redirect_uris: [
    REDIRECT_URI,
    ...["alpha", "bravo", "charlie"].map((name) => `http://${LOOPBACK_HOST}/users/v1/oauth/response/${name}`),
  ],
  response_types: ["code" as const],
  grant_types: ["authorization_code"],
  token_endpoint_auth_method: authentication,
})

const makeProvider = async (issuer: string): Promise<Provider> => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true })
  return new Provider(issuer, {
    clients: [clientOf("client_secret_basic"), clientOf("client_secret_post")],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "RS256" }] },
    cookies: { keys: ["a key of this test alone"] },
    claims: { openid: ["sub"], profile: ["nickname"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => false },
    // Without them the provider says at each first use that it has a default.
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => PROVIDER_USER }),
    // The user agrees to what the game asks for.
    loadExistingGrant: async (context) => {
      const { client, provider, session } = context.oidc
      const grant = new provider.Grant({ clientId: client?.clientId ?? "", accountId: session?.accountId ?? "" })
      grant.addOIDCScope("openid profile")
      await grant.save()
      return grant
    },
  })
}

/** Starts the provider. */
export const startOpenIdProvider = async () => {
  let handle = (_: IncomingMessage, response: ServerResponse): void => void response.writeHead(503).end()
  const server = createServer((request, response) => handle(request, response)).listen(0, LOOPBACK)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const issuer = `http://${LOOPBACK_HOST}:${port}`
  const provider = await makeProvider(issuer)
  const answer = provider.callback()
  handle = (request, response) => {
    // In the place of a page that asks for a password.
    if (request.url?.startsWith("/interaction/") !== true) void answer(request, response)
    else void provider.interactionFinished(request, response, { login: { accountId: PROVIDER_USER.sub }, consent: {} })
  }

  /** Where a browser with its cookies gets from an address of the provider, and the page if it is still there. */
  const browse = async (from: string): Promise<{ readonly url: string; readonly page: string }> => {
    const cookies = new Map<string, string>()
    let url = from
    for (let steps = 0; url.startsWith(issuer); steps++) {
      if (steps === STEPS_MAX) throw new Error(`the provider does not let the browser go: ${url}`)
      const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ")
      const response = await fetch(url, { redirect: "manual", headers: { cookie } })
      for (const set of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        cookies.set(name, value)
      }
      const location = response.headers.get("location")
      if (location === null) return { url, page: await response.text() }
      url = new URL(location, url).href
    }
    return { url, page: "" }
  }

  /** A code as a game gets it that sends its player to the provider itself. */
  const code = async (authentication: ProviderAuthentication): Promise<string> => {
    const asked = new URLSearchParams({
      client_id: clientOf(authentication).client_id,
      redirect_uri: REDIRECT_URI,
      response_type: "code",
      scope: "openid profile",
    })
    const { page, url } = await browse(`${issuer}/auth?${asked.toString()}`)
    const given = new URL(url).searchParams.get("code")
    if (given === null) throw new Error(`the provider gave no code: ${url} ${page}`)
    return given
  }

  /** An id token, as a game gets it that exchanges the code itself. */
  const idToken = async (authentication: "client_secret_post"): Promise<string> => {
    const { client_id, client_secret } = clientOf(authentication)
    const response = await fetch(`${issuer}/token`, {
      method: "POST",
      body: new URLSearchParams({
        client_id,
        client_secret,
        grant_type: "authorization_code",
        code: await code(authentication),
        redirect_uri: REDIRECT_URI,
      }),
    })
    return ((await response.json()) as { readonly id_token: string }).id_token
  }

  return {
    /** The settings of a portal that is this provider, whose codes are exchanged in this way. */
    settings: (authentication: ProviderAuthentication) => ({
      issuer,
      audiences: [clientOf(authentication).client_id, clientOf("client_secret_post").client_id],
      jwksUrl: `${issuer}/jwks`,
      authorizeUrl: `${issuer}/auth`,
      tokenUrl: `${issuer}/token`,
      clientId: clientOf(authentication).client_id,
      clientSecret: clientOf(authentication).client_secret,
      redirectUri: REDIRECT_URI,
    }),
    browse,
    code,
    idToken,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
