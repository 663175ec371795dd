/**
 * The token exchange: a code for tokens, once (interface, section 4.2; decisions, section 5; guarantees R12 to R14).
 */
import * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Base64Url from "effect/encoding/Base64Url"
import type { AgreementKind } from "../agreement/schema.ts"
import { SecurityEventStore } from "../audit/SecurityEventStore.ts"
import type { Client } from "../client/schema.ts"
import { ForwardClock } from "../kernel/time/ForwardClock.ts"
import { SECRET_BYTES } from "../kernel/input/SecretText.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { utf8 } from "../kernel/wire/Utf8.ts"
import { admit } from "../login/steps/admission.ts"
import { proveClient } from "../login/steps/clientLogin.ts"
import { type AgreementsRequired, LoginRefused } from "../login/errors.ts"
import type { LoginContext, VerifiedIdentity } from "../login/grant/Grant.ts"
import type { VerifiedPortalUser } from "../login/portal/PortalGateway.ts"
import type { Admitted } from "../login/rules/result.ts"
import { LoginSettings } from "../login/settings.ts"
import { displayName } from "../player/rules.ts"
import { AccessTokens } from "../token/AccessTokens.ts"
import { Sessions } from "../token/Sessions.ts"
import {
  type AuthorizationCode,
  AuthorizationCodeStore,
  type IssuedSession,
  type Regeneration,
} from "./AuthorizationCodeStore.ts"
import {
  acceptsOf,
  codeText,
  isCodeText,
  judgeCode,
  kindsIn,
  mayRegenerate,
  switchedOffCode,
  verifierVerdict,
} from "./rules.ts"
import type { TokenExchangeRequest, TokenExchangeResponse } from "./schema.ts"
import { makeSealed, type SealedCode } from "./sealed.ts"

const notFound = new LoginRefused({ code: "authorization_code_not_found" })

/** A code that is presented by its client, with its verifier. */
interface Presented {
  readonly request: TokenExchangeRequest
  readonly client: Client
  readonly context: LoginContext
}

/** Makes the function that computes the code that takes the place of another one. */
const makeSuccessorOf = Effect.map(
  Mac.Mac,
  (mac) => (text: string, seed: Uint8Array) =>
    Mac.key(Mac.hmacSha256, seed).pipe(
      Effect.flatMap((key) => mac.sign(key, utf8(text))),
      Effect.map(codeText),
      Effect.orDie,
    ),
)

/** Makes the function that ends the session that a code led to, and records that the code was used again. */
const makeEndIssued = Effect.gen(function* () {
  const sessions = yield* Sessions
  const events = yield* SecurityEventStore
  const random = yield* SecureRandom.SecureRandom
  return Effect.fnUntraced(function* (issued: IssuedSession, { client, context }: Presented, at: Timestamp) {
    const { personId, playerUuid, sessionId } = issued
    if ((yield* sessions.endInUnit({ kind: "player", subject: playerUuid, sessionId }, "reuse", at)) === 0) return
    const eventId = yield* random.uuidV7()
    const { clientUuid } = client
    const { address } = context
    yield* events.record({ eventId, at, kind: "authorization_code_reuse", personId, sessionId, clientUuid, address })
  })
})

/** A code that may be exchanged, or the answer that its first exchange got. */
type Judged =
  | { readonly is: "live"; readonly code: AuthorizationCode; readonly content: SealedCode }
  | { readonly is: "repeated"; readonly regeneration: Regeneration }

/** Makes the function that judges a presented code. A code that was used before ends the session that it led to. */
const makeJudge = Effect.gen(function* () {
  const clock = yield* ForwardClock
  const codes = yield* AuthorizationCodeStore
  const transaction = yield* Transaction
  const digest = yield* Digest.Digest
  const successorOf = yield* makeSuccessorOf
  const endIssued = yield* makeEndIssued
  const { hashOf, unsealCode } = yield* makeSealed

  const fits = Effect.fnUntraced(function* ({ codeChallenge }: SealedCode, { code_verifier }: TokenExchangeRequest) {
    const verdict = verifierVerdict(codeChallenge, code_verifier)
    if (verdict !== "hash") return verdict === "fits"
    const hashed = yield* Effect.orDie(digest.digest(Digest.sha256, utf8(code_verifier ?? "")))
    return Mac.timingSafeEqual(utf8(Base64Url.encode(hashed)), utf8(codeChallenge ?? ""))
  })

  /** The session that a used code, or one of those that took its place, led to. */
  const issuedBy = Effect.fnUntraced(function* (text: string, used: IssuedSession | Regeneration) {
    let [at, found]: [string, AuthorizationCode["used"]] = [text, used]
    while (found !== undefined && "seed" in found) {
      at = yield* successorOf(at, found.seed)
      found = (yield* codes.find(yield* hashOf(at)))?.used
    }
    return found
  })

  return Effect.fnUntraced(function* (presented: Presented) {
    const { client, request } = presented
    const code = isCodeText(request.code) ? yield* codes.find(yield* hashOf(request.code)) : undefined
    const now = yield* clock.now
    const { clientUuid } = client
    const verdict = judgeCode(code, { clientUuid, now, accepts: acceptsOf(request) })
    if (code === undefined || verdict.is === "not_found") return yield* notFound
    const content = yield* unsealCode(request.code, code.sealed)
    if (!(yield* fits(content, request))) return yield* notFound
    if (verdict.is === "live") return { is: "live" as const, code, content }
    const issued = yield* issuedBy(request.code, verdict.is === "spent" ? verdict.used : verdict.regeneration)
    if (issued === undefined && verdict.is === "repeated") return verdict
    if (issued !== undefined) {
      yield* transaction.ofOwner(issued.personId, transaction.run(endIssued(issued, presented, now)))
    }
    return yield* notFound
  })
})

const missingIn = (refused: AgreementsRequired): ReadonlyArray<AgreementKind> =>
  kindsIn({ eula: refused.needs_eula, tos: refused.needs_tos, privacy_policy: refused.needs_privacy_policy })

/** The answer while agreements are missing. */
const needsAnswer = (missing: ReadonlyArray<AgreementKind>, regeneratedCode: string): TokenExchangeResponse => ({
  needs_eula: missing.includes("eula"),
  needs_tos: missing.includes("tos"),
  needs_privacy_policy: missing.includes("privacy_policy"),
  regenerated_code: regeneratedCode,
})

/** Makes the function that replaces a code. It says whether the code was unused. */
const makeRegenerate = Effect.gen(function* () {
  const clock = yield* ForwardClock
  const codes = yield* AuthorizationCodeStore
  const transaction = yield* Transaction
  const random = yield* SecureRandom.SecureRandom
  const successorOf = yield* makeSuccessorOf
  const { hashOf, sealCode } = yield* makeSealed

  return Effect.fnUntraced(function* (
    { code, content }: Extract<Judged, { readonly is: "live" }>,
    { request }: Presented,
    missing: ReadonlyArray<AgreementKind>,
  ) {
    const at = yield* clock.now
    const seed = yield* random.randomBytes(SECRET_BYTES)
    const text = yield* successorOf(request.code, seed)
    const successor = {
      hash: yield* hashOf(text),
      clientUuid: code.clientUuid,
      sealed: yield* sealCode(text, content),
      createdAt: at,
      expiresAt: code.loginEndsAt,
      loginEndsAt: code.loginEndsAt,
      regenerations: code.regenerations + 1,
    }
    const regeneration = { seed, missing, accepted: kindsIn(acceptsOf(request)) }
    const unit = Effect.gen(function* () {
      if (!(yield* codes.use(code.hash, regeneration, at))) return false
      yield* codes.issue(successor)
      return true
    })
    return yield* transaction.run(unit)
  })
})

const userOf = ({ displayName: name, ...user }: SealedCode["user"]): VerifiedPortalUser => ({
  ...user,
  displayName: displayName(name ?? ""),
})

const identityOf = ({ user, parent }: SealedCode): VerifiedIdentity => ({
  ...userOf(user),
  parent: parent && userOf(parent),
  presented: undefined,
})

/** Makes the function that lets the user of a code in, and uses the code up in the same unit of work. */
const makeAdmit = Effect.gen(function* () {
  const clock = yield* ForwardClock
  const codes = yield* AuthorizationCodeStore
  return ({ code, content }: Extract<Judged, { readonly is: "live" }>, { client, context, request }: Presented) => {
    const inLoginUnit = Effect.fnUntraced(function* ({ personId, playerUuid, sessionId }: IssuedSession) {
      const at = yield* clock.now
      if (!(yield* codes.use(code.hash, { personId, playerUuid, sessionId }, at))) yield* notFound
    })
    return admit({
      identity: identityOf(content),
      grantType: "authorization_code",
      client,
      context,
      includeRefresh: true,
      accepts: acceptsOf(request),
      inLoginUnit,
    })
  }
})

/** Makes the function that answers with the tokens of a user that was let in. */
const makeTokens = Effect.map(AccessTokens, (tokens) =>
  Effect.fnUntraced(function* (admitted: Admitted, { client }: Presented) {
    const { playerUuid, refreshToken, user } = admitted
    const issued = yield* tokens.issue({
      subject: playerUuid,
      kind: "player",
      clientId: client.clientId,
      permissions: admitted.permissions,
      sessionId: admitted.sessionId,
      platform: user.platform,
      portalUserId: user.portalUserId,
    })
    const answer: TokenExchangeResponse = {
      access_token: issued.token,
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    }
    return answer
  }),
)

/** Makes `Oauth.exchange`. */
export const makeExchange = Effect.gen(function* () {
  const judge = yield* makeJudge
  const regenerate = yield* makeRegenerate
  const successorOf = yield* makeSuccessorOf
  const letIn = yield* makeAdmit
  const tokens = yield* makeTokens

  const repeat = ({ missing, seed }: Regeneration, { request }: Presented) =>
    Effect.map(successorOf(request.code, seed), (text) => needsAnswer(missing, text))

  /** What became of a code that another exchange used meanwhile. */
  const again = Effect.fnUntraced(function* (presented: Presented) {
    const judged = yield* judge(presented)
    return judged.is === "repeated" ? yield* repeat(judged.regeneration, presented) : yield* notFound
  })

  const replace = Effect.fnUntraced(function* (
    live: Extract<Judged, { readonly is: "live" }>,
    presented: Presented,
    missing: ReadonlyArray<AgreementKind>,
  ) {
    if (!mayRegenerate(live.code)) return yield* notFound
    yield* regenerate(live, presented, missing)
    // The stored seed counts: another exchange may have been first.
    return yield* again(presented)
  })

  return Effect.fnUntraced(function* (request: TokenExchangeRequest, context: LoginContext) {
    const credentials = context.credentialsMalformed ? "invalid" : context.credentials
    // A code cannot be guessed, so the client counts here like a client that does not log in as itself.
    const { client } = yield* proveClient(credentials, context.address, false)
    const presented = { request, client, context }
    const judged = yield* judge(presented)
    if (judged.is === "repeated") return yield* repeat(judged.regeneration, presented)
    const settings = yield* LoginSettings
    if (!settings.userAuthEnabled) return yield* new LoginRefused({ code: "user_auth_disabled" })
    const switchedOff = switchedOffCode(settings, judged.content.user.platform)
    if (switchedOff !== undefined) return yield* new LoginRefused({ code: switchedOff })
    return yield* letIn(judged, presented).pipe(
      Effect.flatMap((admitted) => tokens(admitted, presented)),
      Effect.catchTags({
        AgreementsRequired: (refused) => replace(judged, presented, missingIn(refused)),
        LoginRestricted: ({ message }) => Effect.succeed<TokenExchangeResponse>({ error_message: message }),
        LoginRefused: (refused) => (refused.code === notFound.code ? again(presented) : Effect.fail(refused)),
      }),
    )
  })
})
