/**
 * Takes the answer of a portal, which the player brings back, and sends the player on to the game with a code
 * (decisions, section 5).
 */
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { ForwardClock } from "../kernel/time/ForwardClock.ts"
import { SECRET_BYTES } from "../kernel/input/SecretText.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { lockOf } from "../login/throttle/FailureStore.ts"
import { makeFlow } from "../login/throttle/flow.ts"
import { LoginRefused, type PlainLoginCode } from "../login/errors.ts"
import { isEnabled } from "../login/grant/Grant.ts"
import { KnownAddresses } from "../login/throttle/KnownAddresses.ts"
import { askingFrom } from "../login/portal/asking.ts"
import {
  OauthGateway,
  type OauthPortal,
  type OauthPortalName,
  oauthPortals,
  type OauthPortals,
  type OauthUser,
} from "../login/portal/OauthGateway.ts"
import type { VerifiedPortalUser } from "../login/portal/PortalGateway.ts"
import { flowLimit } from "../login/rules/throttle.ts"
import { LoginSettings } from "../login/settings.ts"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.ts"
import { orRefused, returned } from "./redirection.ts"
import { codeText, withParameters } from "./rules.ts"
import type { PortalResponse, Redirection } from "./schema.ts"
import { makeSealed, type SealedCode } from "./sealed.ts"
import { OauthSettings } from "./settings.ts"
import { makeStates } from "./states.ts"
import type { SavedRequest } from "./stateText.ts"
import { UsedStateStore } from "./UsedStateStore.ts"

const refuse = (code: PlainLoginCode) => Effect.fail(new LoginRefused({ code }))

const portalIn = (portals: OauthPortals, name: OauthPortalName): OauthPortal<OauthPortalName> | undefined =>
  portals[name]

/** The identity that the answer of the portal proves. */
const prove = Effect.fnUntraced(function* (
  name: OauthPortalName,
  answer: PortalResponse,
  saved: SavedRequest,
  address: string,
) {
  const { codeEmpty, disabled, grant } = oauthPortals[name]
  const { code, error } = answer
  if (error !== undefined || code === undefined) return yield* refuse("error_occurred_during_exchange")
  if (code === "") return yield* refuse(codeEmpty)
  const portal = portalIn(yield* OauthGateway, name)
  const isOn = isEnabled(grant, { settings: yield* LoginSettings })
  if (portal === undefined || !isOn) return yield* refuse(disabled)
  const { codeVerifier, nonce, portalRedirectUri: redirectUri } = saved
  const proving = portal.prove({ code, nonce, codeVerifier, redirectUri })
  return yield* askingFrom(address, proving).pipe(Effect.catch(refuse))
})

const userFields = ({ displayName, environment, fallbackName, platform, portalUserId }: VerifiedPortalUser) => ({
  platform,
  portalUserId,
  ...(environment !== undefined && { environment }),
  ...(displayName !== undefined && { displayName }),
  ...(fallbackName !== undefined && { fallbackName }),
})

const contentOf = (user: OauthUser<OauthPortalName>, { codeChallenge }: SavedRequest): SealedCode => ({
  user: userFields(user),
  ...(user.parent !== undefined && { parent: userFields(user.parent) }),
  ...(codeChallenge !== undefined && { codeChallenge }),
})

/** Half of the states that may be used are used at once, and the other half while the first ones expire. */
const half = (count: number): number => Math.ceil(count / 2)

/** Makes the function that counts a used state, for the address that brought it. */
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
    setting: "authorizationRequestsMax",
  })
})

/** Makes the function that uses a state up. It works once: of several answers with one state, one goes on. */
const makeUse = Effect.gen(function* () {
  const used = yield* UsedStateStore
  const transaction = yield* Transaction
  const { admit, placesOf } = yield* makeAdmit
  const { hashOf } = yield* makeSealed
  return Effect.fnUntraced(function* (state: string, { expiresAt }: SavedRequest, address: string) {
    const hash = yield* hashOf(state)
    const places = yield* placesOf(address)
    const unit = Effect.gen(function* () {
      if (!(yield* used.use(hash, expiresAt))) return yield* refuse("failed_to_verify_state")
      // After the state, so that one that comes again counts for nobody.
      yield* admit(places)
    })
    const locks = places.map(({ key }) => lockOf(key))
    yield* transaction.inTurn(locks, transaction.run(unit)).pipe(orRefused("failed_to_save_state"))
  })
})

/** Makes `Oauth.respond`. */
export const makeRespond = Effect.gen(function* () {
  const settings = yield* OauthSettings
  const clock = yield* ForwardClock
  const codes = yield* AuthorizationCodeStore
  const transaction = yield* Transaction
  const random = yield* SecureRandom.SecureRandom
  const { hashOf, sealCode } = yield* makeSealed
  const { read } = yield* makeStates
  const use = yield* makeUse

  /** What the login with this state began with. */
  const savedIn = Effect.fnUntraced(function* (portal: OauthPortalName, state: string) {
    const saved = yield* read(portal, state)
    const isLive = saved !== undefined && (yield* clock.now) < saved.expiresAt
    return isLive ? saved : yield* refuse("failed_to_verify_state")
  })

  const issue = Effect.fnUntraced(function* (user: OauthUser<OauthPortalName>, saved: SavedRequest) {
    const text = codeText(yield* random.randomBytes(SECRET_BYTES))
    const at = yield* clock.now
    const loginEndsAt = at + settings.authorizationLoginSeconds * 1000
    const code = {
      hash: yield* hashOf(text),
      clientUuid: saved.clientUuid,
      sealed: yield* sealCode(text, contentOf(user, saved)),
      createdAt: at,
      expiresAt: Math.min(at + settings.authorizationCodeSeconds * 1000, loginEndsAt),
      loginEndsAt,
      regenerations: 0,
    }
    yield* transaction.run(codes.issue(code)).pipe(orRefused("failed_to_save_tokens"))
    return text
  })

  return Effect.fnUntraced(function* (portal: OauthPortalName, answer: PortalResponse, address: string) {
    const text = answer.state ?? ""
    const saved = yield* savedIn(portal, text)
    const { redirectUri, state } = saved
    const addresses = yield* KnownAddresses
    return yield* use(text, saved, address).pipe(
      Effect.andThen(prove(portal, answer, saved, address)),
      Effect.flatMap((user) => issue(user, saved)),
      Effect.tap(() => addresses.remember(address)),
      Effect.map((code): Redirection => ({ address: withParameters(redirectUri, { code, state }) })),
      Effect.catchTag("LoginRefused", (refused) =>
        // The player who brought the state first is on the way to the game with a code.
        refused.code === "failed_to_verify_state"
          ? Effect.fail(refused)
          : Effect.succeed(returned({ redirectUri, state }, refused.code)),
      ),
    )
  })
})
