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

/** Where the provider sends codes. Nothing listens there: the code is read from the address. */
const REDIRECT_URI = "http://127.0.0.1:9/callback"

/** The user who logs in at the provider. */
export const PROVIDER_USER = { sub: "user-7f3a", nickname: "Radia" }

const clientOf = (authentication: ProviderAuthentication) => ({
  client_id: `game-${authentication}`,
  client_secret: `secret of ${authentication}: 100 % "quoted" + more`,
  redirect_uris: [REDIRECT_URI],
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
    claims: { openid: ["sub", "nickname"] },
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
      grant.addOIDCScope("openid")
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
    else void provider.interactionFinished(request, response, { login: { accountId: PROVIDER_USER.sub } })
  }

  /** A code, as a browser gets it that follows the redirects of the provider with its cookies. */
  const code = async (authentication: ProviderAuthentication): Promise<string> => {
    const asked = new URLSearchParams({
      client_id: clientOf(authentication).client_id,
      redirect_uri: REDIRECT_URI,
      response_type: "code",
      scope: "openid",
    })
    const cookies = new Map<string, string>()
    let url = `${issuer}/auth?${asked}`
    while (!url.startsWith(REDIRECT_URI)) {
      const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ")
      const response = await fetch(url, { redirect: "manual", headers: { cookie } })
      for (const set of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        cookies.set(name, value)
      }
      const location = response.headers.get("location")
      if (location === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
      url = new URL(location, url).href
    }
    return new URL(url).searchParams.get("code") ?? url
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
      tokenUrl: `${issuer}/token`,
      clientId: clientOf(authentication).client_id,
      clientSecret: clientOf(authentication).client_secret,
      redirectUri: REDIRECT_URI,
    }),
    code,
    idToken,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
