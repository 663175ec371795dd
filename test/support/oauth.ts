/** Logins by redirect for tests of the core: a portal that is made up, and short ways through it. */
import { SWITCHES } from "@garrison/core/kernel/GrantType"
import type { LoginContext } from "@garrison/core/login/grant/Grant"
import {
  type OauthPortalName,
  type OauthPortals,
  oauthPortals,
  type PortalAuthorization,
  type PortalCode,
} from "@garrison/core/login/portal/OauthGateway"
import type { LoginBeginning } from "@garrison/core/oauth/begin"
import { Oauth } from "@garrison/core/oauth/Oauth"
import type { PortalResponse, TokenExchangeRequest } from "@garrison/core/oauth/schema"
import type { DomainSettings } from "@garrison/core/settings"
import * as Effect from "effect/Effect"
import { createHash, randomBytes } from "node:crypto"
import { context, inLoginWorld, type LoginWorld, REDIRECT } from "./logins.ts"

export { REDIRECT }

/** Another game, which is an app. */
export const APP_REDIRECT = "garrison-game://login?from=portal"

/** Where the made-up deployment is. */
export const ORIGIN = "https://play.example"

/** The requests that the made-up portal got. */
export interface Asked {
  readonly authorizations: Array<PortalAuthorization>
  readonly codes: Array<PortalCode>
}

/**
 * The portal alpha, at which the code is the id of the user. The portal foxtrot has two tiers. Golf refuses codes, and
 * hotel refuses to begin.
 */
export const madeUpPortals = () => {
  const asked: Asked = { authorizations: [], codes: [] }
  const authorizeUrl = (request: PortalAuthorization) =>
    Effect.sync(() => {
      asked.authorizations.push(request)
      return `https://portal.example/authorize?state=${request.state}`
    })
  const proving =
    <A, E>(answer: (code: PortalCode) => Effect.Effect<A, E>) =>
    (code: PortalCode) =>
      Effect.suspend(() => {
        asked.codes.push(code)
        return answer(code)
      })
  const portals: OauthPortals = {
    alpha: {
      authorizeUrl,
      prove: proving(({ code }) =>
        Effect.succeed({ platform: "Alpha", portalUserId: code, displayName: "Ada", parent: undefined } as const),
      ),
    },
    foxtrot: {
      authorizeUrl,
      prove: proving(({ code }) =>
        Effect.succeed({
          platform: "FoxtrotPPID",
          portalUserId: code,
          displayName: undefined,
          fallbackName: "Player",
          parent: { platform: "FoxtrotNAID", portalUserId: `account-${code}`, displayName: "Grace" },
        } as const),
      ),
    },
    golf: { authorizeUrl, prove: proving(() => Effect.fail("golf_user_offline" as const)) },
    hotel: {
      authorizeUrl: () => Effect.fail("hotel_token_exchange_failed" as const),
      prove: proving(() => Effect.fail("hotel_invalid_access_token" as const)),
    },
  }
  return { asked, oauthPortals: portals }
}

/** These portals, made up: the code is the id of the user. */
export const plainPortals = (...names: ReadonlyArray<OauthPortalName>): OauthPortals =>
  Object.fromEntries(
    names.map((name) => [
      name,
      {
        authorizeUrl: ({ state }: PortalAuthorization) =>
          Effect.succeed(`https://${name}.example/authorize?state=${state}`),
        prove: ({ code }: PortalCode) =>
          Effect.succeed({
            platform: oauthPortals[name].platforms[0],
            portalUserId: code,
            displayName: undefined,
            parent: undefined,
          }),
      },
    ]),
  )

/** The settings of the made-up deployment. */
const oauthSettings: Partial<DomainSettings> = {
  publicUrl: ORIGIN,
  grantsEnabled: SWITCHES,
}

/** Runs a test in a world with the made-up portals. */
export const inOauthWorld = ({ settings, ...world }: LoginWorld = {}) =>
  inLoginWorld({
    oauthPortals: madeUpPortals().oauthPortals,
    redirectUris: [REDIRECT, APP_REDIRECT],
    ...world,
    settings: { ...oauthSettings, ...settings },
  })

/** A PKCE verifier with its challenge. */
export const pkce = () => {
  const verifier = randomBytes(32).toString("base64url")
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") }
}

/** Begins a login. */
export const begin = (
  request: Partial<LoginBeginning["request"]> = {},
  given: Partial<Omit<LoginBeginning, "request">> = {},
) =>
  Effect.flatMap(Oauth, (oauth) =>
    oauth.begin({
      portal: "alpha",
      request: { redirect_uri: REDIRECT, ...request },
      origin: undefined,
      responsePath: "/response/alpha",
      ...given,
    }),
  )

/** The parameters of an address. */
export const parametersOf = ({ address }: { readonly address: string }) =>
  Object.fromEntries(new URL(address).searchParams)

/** Brings the answer of a portal. */
export const respond = (answer: PortalResponse, portal: OauthPortalName = "alpha", address = "192.0.2.1") =>
  Effect.flatMap(Oauth, (oauth) => oauth.respond(portal, answer, address))

/** The whole way to a code. */
export const codeFor = Effect.fnUntraced(function* (
  user: string,
  request: Partial<LoginBeginning["request"]> = {},
  portal: OauthPortalName = "alpha",
) {
  const { state = "" } = parametersOf(yield* begin(request, { portal }))
  return parametersOf(yield* respond({ state, code: user }, portal))["code"] ?? ""
})

/** Exchanges a code. */
export const exchange = (code: string, given: Partial<TokenExchangeRequest> = {}, from: Partial<LoginContext> = {}) =>
  Effect.flatMap(Oauth, (oauth) => oauth.exchange({ grant_type: "authorization_code", code, ...given }, context(from)))
