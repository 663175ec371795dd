/** Begins a login by redirect: sends the player to the portal, and remembers what for (decisions, section 5). */
import * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Base64Url from "effect/encoding/Base64Url"
import { Clients } from "../client/Clients.ts"
import { allowsGrant } from "../client/rules.ts"
import type { Client } from "../client/schema.ts"
import { ForwardClock } from "../kernel/ForwardClock.ts"
import { SECRET_BYTES } from "../kernel/SecretText.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { utf8 } from "../kernel/Utf8.ts"
import { LoginRefused, type PlainLoginCode } from "../login/errors.ts"
import { makeFlow } from "../login/flow.ts"
import { isEnabled } from "../login/grant/Grant.ts"
import {
  OauthGateway,
  type OauthPortal,
  type OauthPortalName,
  oauthPortals,
  type OauthPortals,
} from "../login/portal/OauthGateway.ts"
import { flowLimit } from "../login/rules/throttle.ts"
import { LoginSettings } from "../login/settings.ts"
import { AuthorizationRequestStore } from "./AuthorizationRequestStore.ts"
import { orRefused, type Redirection, returned } from "./redirection.ts"
import { redirectCode, stateText } from "./rules.ts"
import type { LoginRedirectRequest } from "./schema.ts"
import { makeSealed } from "./sealed.ts"
import { OauthSettings } from "./settings.ts"

/** Where a login by redirect begins. */
export interface LoginBeginning {
  readonly portal: OauthPortalName
  readonly request: LoginRedirectRequest
  /** The address of the player, behind trusted proxies; empty when unknown. */
  readonly address: string
  /** Where the player reaches this service, if that is known without the setting `publicUrl`. */
  readonly origin: string | undefined
  /** Where this service takes the answer of the portal, after its origin. */
  readonly responsePath: string
}

const refuse = (code: PlainLoginCode) => Effect.fail(new LoginRefused({ code }))

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

/** Half of the logins that may wait begin at once, and the other half while the first ones expire. */
const half = (count: number): number => Math.ceil(count / 2)

/** Makes the function that counts a login that begins. */
const makeAdmit = Effect.gen(function* () {
  const settings = yield* OauthSettings
  const { authorizationRequestsMax, authorizationRequestsPerAddress } = settings
  const perMinute = (count: number) => (count * 60) / settings.authorizationRequestSeconds
  const ofAddress = half(authorizationRequestsPerAddress)
  return yield* makeFlow({
    ofAddress: "oauth_at_address",
    inAll: "oauth_in_all",
    addressLimit: flowLimit(ofAddress, perMinute(ofAddress)),
    burst: half(authorizationRequestsMax),
    perMinute: perMinute(half(authorizationRequestsMax)),
  })
})

/** Makes `Oauth.begin`. */
export const makeBegin = Effect.gen(function* () {
  const settings = yield* OauthSettings
  const requests = yield* AuthorizationRequestStore
  const clock = yield* ForwardClock
  const transaction = yield* Transaction
  const digest = yield* Digest.Digest
  const random = yield* SecureRandom.SecureRandom
  const { admit } = yield* makeAdmit
  const { hashOf, sealRequest } = yield* makeSealed
  const randomText = Effect.map(random.randomBytes(SECRET_BYTES), Base64Url.encode)

  const send = Effect.fnUntraced(function* (beginning: LoginBeginning, client: Client) {
    const { address, portal: name, request } = beginning
    const { portal, portalRedirectUri } = yield* placeOf(beginning, client)
    const state = stateText(yield* random.randomBytes(SECRET_BYTES))
    const nonce = yield* randomText
    const codeVerifier = yield* randomText
    const codeChallenge = Base64Url.encode(yield* Effect.orDie(digest.digest(Digest.sha256, utf8(codeVerifier))))
    const url = yield* portal
      .authorizeUrl({ state, nonce, codeChallenge, redirectUri: portalRedirectUri })
      .pipe(Effect.catch(refuse))
    const sealed = yield* sealRequest(state, {
      clientUuid: client.clientUuid,
      redirectUri: request.redirect_uri,
      ...(request.state !== undefined && { state: request.state }),
      ...(request.code_challenge !== undefined && { codeChallenge: request.code_challenge }),
      nonce,
      codeVerifier,
      portalRedirectUri,
    })
    const expiresAt = (yield* clock.now) + settings.authorizationRequestSeconds * 1000
    const save = requests.save({ hash: yield* hashOf(state), portal: name, sealed, expiresAt })
    yield* transaction.run(Effect.andThen(admit(address), save)).pipe(orRefused("failed_to_save_state"))
    const redirection: Redirection = { address: url }
    return redirection
  })

  return Effect.fnUntraced(function* (beginning: LoginBeginning) {
    const { request } = beginning
    const code = redirectCode(request.redirect_uri, settings.redirectUris)
    if (code !== undefined) return yield* refuse(code)
    const client = yield* clientOf(request.client_id)
    const returnTo = { redirectUri: request.redirect_uri, state: request.state }
    return yield* send(beginning, client).pipe(
      Effect.catchTag("LoginRefused", (refused) => Effect.succeed(returned(returnTo, refused.code))),
    )
  })
})
