/**
 * Takes the answer of a portal, which the player brings back, and sends the player on to the game with a code
 * (decisions, section 5).
 */
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { ForwardClock } from "../kernel/ForwardClock.ts"
import { SECRET_BYTES } from "../kernel/SecretText.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { LoginRefused, type PlainLoginCode } from "../login/errors.ts"
import { isEnabled } from "../login/grant/Grant.ts"
import {
  OauthGateway,
  type OauthPortal,
  type OauthPortalName,
  oauthPortals,
  type OauthPortals,
  type OauthUser,
} from "../login/portal/OauthGateway.ts"
import type { VerifiedPortalUser } from "../login/portal/PortalGateway.ts"
import { LoginSettings } from "../login/settings.ts"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.ts"
import { AuthorizationRequestStore } from "./AuthorizationRequestStore.ts"
import { orRefused, type Redirection, returned } from "./redirection.ts"
import { codeText, isStateText, withParameters } from "./rules.ts"
import type { PortalResponse } from "./schema.ts"
import { makeSealed, type SavedRequest, type SealedCode } from "./sealed.ts"
import { OauthSettings } from "./settings.ts"

const refuse = (code: PlainLoginCode) => Effect.fail(new LoginRefused({ code }))

const portalIn = (portals: OauthPortals, name: OauthPortalName): OauthPortal<OauthPortalName> | undefined =>
  portals[name]

/** The identity that the answer of the portal proves. */
const prove = Effect.fnUntraced(function* (name: OauthPortalName, answer: PortalResponse, saved: SavedRequest) {
  const { codeEmpty, disabled, grant } = oauthPortals[name]
  const { code, error } = answer
  if (error !== undefined || code === undefined) return yield* refuse("error_occurred_during_exchange")
  if (code === "") return yield* refuse(codeEmpty)
  const portal = portalIn(yield* OauthGateway, name)
  const isOn = isEnabled(grant, { settings: yield* LoginSettings })
  if (portal === undefined || !isOn) return yield* refuse(disabled)
  const { codeVerifier, nonce, portalRedirectUri: redirectUri } = saved
  return yield* portal.prove({ code, nonce, codeVerifier, redirectUri }).pipe(Effect.catch(refuse))
})

const userFields = ({ displayName, fallbackName, platform, portalUserId }: VerifiedPortalUser) => ({
  platform,
  portalUserId,
  ...(displayName !== undefined && { displayName }),
  ...(fallbackName !== undefined && { fallbackName }),
})

const contentOf = (user: OauthUser<OauthPortalName>, { codeChallenge }: SavedRequest): SealedCode => ({
  user: userFields(user),
  ...(user.parent !== undefined && { parent: userFields(user.parent) }),
  ...(codeChallenge !== undefined && { codeChallenge }),
})

/** Makes `Oauth.respond`. */
export const makeRespond = Effect.gen(function* () {
  const settings = yield* OauthSettings
  const requests = yield* AuthorizationRequestStore
  const clock = yield* ForwardClock
  const codes = yield* AuthorizationCodeStore
  const transaction = yield* Transaction
  const random = yield* SecureRandom.SecureRandom
  const { hashOf, sealCode, unsealRequest } = yield* makeSealed

  /** What the login with this state began with. The state works once. */
  const take = Effect.fnUntraced(function* (portal: OauthPortalName, state: string) {
    if (!isStateText(state)) return yield* refuse("failed_to_verify_state")
    const now = yield* clock.now
    const sealed = yield* transaction.run(requests.take(yield* hashOf(state), portal, now))
    return sealed === undefined ? yield* refuse("failed_to_verify_state") : yield* unsealRequest(state, sealed)
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

  return Effect.fnUntraced(function* (portal: OauthPortalName, answer: PortalResponse) {
    const saved = yield* take(portal, answer.state ?? "")
    const { redirectUri, state } = saved
    return yield* prove(portal, answer, saved).pipe(
      Effect.flatMap((user) => issue(user, saved)),
      Effect.map((code): Redirection => ({ address: withParameters(redirectUri, { code, state }) })),
      Effect.catchTag("LoginRefused", (refused) => Effect.succeed(returned({ redirectUri, state }, refused.code))),
    )
  })
})
