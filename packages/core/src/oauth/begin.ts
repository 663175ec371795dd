/**
 * Begins a login by redirect: sends the player to the portal, with what the login is for in the state. Nothing is
 * stored, so strangers who begin fill nothing (decisions, section 5).
 */
import * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Base64Url from "effect/encoding/Base64Url"
import { Clients } from "../client/Clients.ts"
import { allowsGrant, needsChallenge } from "../client/rules.ts"
import type { Client } from "../client/schema.ts"
import { ForwardClock } from "../kernel/time/ForwardClock.ts"
import { InvalidInput } from "../kernel/input/Invalid.ts"
import { SECRET_BYTES } from "../kernel/input/SecretText.ts"
import { utf8 } from "../kernel/wire/Utf8.ts"
import { LoginRefused, type PlainLoginCode } from "../login/errors.ts"
import { isEnabled } from "../login/grant/Grant.ts"
import {
  OauthGateway,
  type OauthPortal,
  type OauthPortalName,
  oauthPortals,
  type OauthPortals,
} from "../login/portal/OauthGateway.ts"
import { LoginSettings } from "../login/settings.ts"
import { returned, SharedRedirects } from "./redirection.ts"
import { redirectCode } from "./rules.ts"
import type { LoginRedirectRequest, Redirection } from "./schema.ts"
import { OauthSettings } from "./settings.ts"
import { makeStates } from "./states.ts"

/** Where a login by redirect begins. */
export interface LoginBeginning {
  readonly portal: OauthPortalName
  readonly request: LoginRedirectRequest
  /** Where the player reaches this service, if that is known without the setting `publicUrl`. */
  readonly origin: string | undefined
  /** Where this service takes the answer of the portal, after its origin. */
  readonly responsePath: string
}

const refuse = (code: PlainLoginCode) => Effect.fail(new LoginRefused({ code }))

/** The refusal of a login without a PKCE challenge: it tells the author of the game, not a player. */
const challengeMissing = Effect.suspend(() =>
  Effect.fail(
    new InvalidInput({
      detail: [{ loc: ["code_challenge"], msg: "must be given: the client is public", type: "missing" }],
    }),
  ),
)

/** The client that begins the login: a game client of this id, or the default client. */
const clientOf = Effect.fnUntraced(function* (clientId: string | undefined) {
  const clients = yield* Clients
  const unknown = () => refuse("client_credentials_invalid")
  const client =
    clientId === undefined
      ? yield* Effect.catchTag(clients.authenticate(undefined), "ClientRefused", unknown)
      : yield* Effect.catchTag(clients.find(clientId), "ClientNotFound", unknown)
  return client.disabled || client.kind !== "game" ? yield* refuse("client_credentials_invalid") : client
})

const portalIn = (portals: OauthPortals, name: OauthPortalName): OauthPortal<OauthPortalName> | undefined =>
  portals[name]

/** The portal, and the address of this service at which it is answered. */
const placeOf = Effect.fnUntraced(function* (beginning: LoginBeginning, client: Client) {
  const { origin, portal: name, responsePath } = beginning
  const { disabled, grant } = oauthPortals[name]
  const portal = portalIn(yield* OauthGateway, name)
  const base = (yield* OauthSettings).publicUrl ?? origin
  const settings = yield* LoginSettings
  if (!settings.userAuthEnabled) return yield* refuse("user_auth_disabled")
  if (!isEnabled(grant, { settings }) || !allowsGrant(client, grant)) return yield* refuse(disabled)
  if (portal === undefined || base === undefined) return yield* refuse(disabled)
  return { portal, portalRedirectUri: base + responsePath }
})

/** Makes `Oauth.begin`. */
export const makeBegin = Effect.gen(function* () {
  const settings = yield* OauthSettings
  const clock = yield* ForwardClock
  const digest = yield* Digest.Digest
  const random = yield* SecureRandom.SecureRandom
  const { write } = yield* makeStates
  const shared = yield* SharedRedirects
  const randomText = Effect.map(random.randomBytes(SECRET_BYTES), Base64Url.encode)

  const send = Effect.fnUntraced(function* (beginning: LoginBeginning, client: Client) {
    const { portal: name, request } = beginning
    const { portal, portalRedirectUri } = yield* placeOf(beginning, client)
    const nonce = yield* randomText
    const codeVerifier = yield* randomText
    const codeChallenge = Base64Url.encode(yield* Effect.orDie(digest.digest(Digest.sha256, utf8(codeVerifier))))
    const state = yield* write(name, {
      expiresAt: (yield* clock.now) + settings.authorizationRequestSeconds * 1000,
      clientUuid: client.clientUuid,
      nonce,
      codeVerifier,
      portalRedirectUri,
      redirectUri: request.redirect_uri,
      state: request.state,
      codeChallenge: request.code_challenge,
    })
    const url = yield* portal
      .authorizeUrl({ state, nonce, codeChallenge, redirectUri: portalRedirectUri })
      .pipe(Effect.catch(refuse))
    const redirection: Redirection = { address: url }
    return redirection
  })

  return Effect.fnUntraced(function* (beginning: LoginBeginning) {
    const { request } = beginning
    const client = yield* clientOf(request.client_id)
    const code = redirectCode(request.redirect_uri, [...(client.redirectUris ?? []), ...shared])
    if (code !== undefined) return yield* refuse(code)
    if (needsChallenge(client) && request.code_challenge === undefined) return yield* challengeMissing
    const returnTo = { redirectUri: request.redirect_uri, state: request.state }
    return yield* send(beginning, client).pipe(
      Effect.catchTag("LoginRefused", (refused) => Effect.succeed(returned(returnTo, refused.code))),
    )
  })
})
