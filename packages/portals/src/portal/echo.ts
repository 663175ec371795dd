/**
 * The portal echo and its grants (decisions, section 4). The credential is an authorization code. The first version of
 * the API exchanges it for a token, with which details and an id token are asked for; the third version exchanges it
 * for an id token. So do the codes of logins by redirect, which have the codes of refusal of the grant echo5_v3.
 */
import type { Portal, PortalRefusal } from "@garrison/core/login/portal/PortalGateway"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Breaker, makeBreaker } from "../Breaker.ts"
import { basicHeader, type CodeExchange, exchangeCode, type PresentedCode } from "../codeExchange.ts"
import { type IdTokenClaims, verifyIdToken } from "../idToken.ts"
import { makeKeySet } from "../KeySet.ts"
import { getJson, type OutboundFailed, postForm } from "../outbound.ts"
import { bearer } from "../portalClient.ts"
import { redirectLogin } from "../redirectLogin.ts"
import type { EchoSettings, EchoV1Settings, EchoV3Settings } from "../settings/echo.ts"
import { nameOf, type SignedTokenRefusal } from "../signedToken.ts"

const permissionDenied = "echo_environment_permission_denied" as const

const codesOfV1 = {
  tokenExpired: "echo4_v1_token_expired",
  tokenExchange: "echo4_v1_token_exchange_failed",
  detailsDisabled: "echo4_v1_token_details_disabled",
  details: "echo4_v1_token_details_request_failed",
  idTokenRequest: "echo4_v1_id_token_request_failed",
  idToken: "echo4_v1_id_token_not_valid",
} as const satisfies Record<string, PortalRefusal<"echo4_v1">>

/** The codes of a grant by the third version. Details that it cannot have are the same as details switched off. */
interface CodesOfV3<Code> {
  readonly detailsDisabled: Code
  readonly idTokenRequest: Code
  readonly idToken: Code
}

const codesOfV3 = {
  echo4_v3: {
    detailsDisabled: "echo4_v3_token_details_disabled",
    idTokenRequest: "echo4_v3_id_token_request_failed",
    idToken: "echo4_v3_id_token_not_valid",
  },
  echo5_v3: {
    detailsDisabled: "echo5_v3_token_details_disabled",
    idTokenRequest: "echo5_v3_id_token_request_failed",
    idToken: "echo5_v3_id_token_not_valid",
  },
} as const satisfies { readonly [Name in "echo4_v3" | "echo5_v3"]: CodesOfV3<PortalRefusal<Name>> }

const Details = Schema.Struct({
  user_id: Schema.String,
  environment: Schema.String,
  online_id: Schema.optionalKey(Schema.Unknown),
})
const decodeDetails = Schema.decodeUnknownEffect(Details)
type Details = typeof Details.Type

const IdTokenAnswer = Schema.Struct({ id_token: Schema.String })
const decodeIdToken = Schema.decodeUnknownEffect(IdTokenAnswer)

/** Whether the portal refuses Garrison itself, or its environment: the operator must act, not the user. */
const isDenied = ({ refusal }: OutboundFailed): boolean =>
  refusal?.status === 403 || refusal?.error === "invalid_client"

const isExpired = ({ refusal }: OutboundFailed): boolean =>
  refusal?.error === "invalid_grant" && /\bexpired\b/i.test(refusal.description ?? "")

const orDenied =
  <Code>(code: Code) =>
  (failure: OutboundFailed): Code | typeof permissionDenied =>
    isDenied(failure) ? permissionDenied : code

/** What the grants of echo share. */
interface Asking {
  readonly settings: EchoSettings
  readonly breaker: Breaker
  readonly timeoutSeconds: number
  /** The exchange of codes at this address. */
  readonly exchangeAt: (tokenUrl: string) => CodeExchange
  readonly verify: (token: string, nonce?: string) => Effect.Effect<IdTokenClaims, SignedTokenRefusal>
}

/** The user of an id token. An id token of another environment is refused. */
const userOf = Effect.fnUntraced(function* <Code>(
  { settings, verify }: Asking,
  idToken: string,
  notValid: Code,
  nonce?: string,
) {
  const user = yield* Effect.mapError(verify(idToken, nonce), () => notValid)
  return user.claims["env"] === settings.environment ? user : yield* Effect.fail(permissionDenied)
})

/** The details of the user of a token. `failed` has the code of a failure. */
const detailsOf = Effect.fnUntraced(function* <Code>(
  { breaker, settings, timeoutSeconds }: Asking,
  detailsUrl: string,
  token: string,
  failed: (failure: OutboundFailed | undefined) => Code,
) {
  const at = { url: detailsUrl, timeoutSeconds, headers: bearer(token) }
  const { body } = yield* Effect.mapError(breaker.guard("user", detailsUrl, getJson(at)), failed)
  const details = yield* Effect.mapError(decodeDetails(body), () => failed(undefined))
  return details.environment === settings.environment ? details : yield* Effect.fail(permissionDenied)
})

/** The identity that an id token and details prove; they must be of one user. */
const proved = <Code>({ nickname, subject }: IdTokenClaims, details: Details | undefined, notValid: Code) =>
  details === undefined || details.user_id === subject
    ? Effect.succeed({
        platform: "Echo" as const,
        portalUserId: subject,
        displayName: nameOf(details?.online_id) ?? nickname,
        parent: undefined,
      })
    : Effect.fail(notValid)

const codeOfExchangeV1 = (failure: OutboundFailed): PortalRefusal<"echo4_v1"> =>
  isExpired(failure) ? codesOfV1.tokenExpired : orDenied(codesOfV1.tokenExchange)(failure)

const codeOfDetailsV1 = (failure: OutboundFailed | undefined): PortalRefusal<"echo4_v1"> => {
  if (failure === undefined) return codesOfV1.details
  return failure.refusal?.status === 404 ? codesOfV1.detailsDisabled : orDenied(codesOfV1.details)(failure)
}

/** The grant of the first version. */
const makeV1 = (asking: Asking, { detailsUrl, idTokenUrl, tokenUrl }: EchoV1Settings): Portal<"echo4_v1"> => {
  const { breaker, settings, timeoutSeconds } = asking
  const exchange = asking.exchangeAt(tokenUrl)
  const idTokenAt = { url: idTokenUrl, timeoutSeconds, headers: basicHeader(settings) }

  const prove = Effect.fnUntraced(function* (code: string) {
    // Without details every login is refused, so the code need not be spent.
    if (detailsUrl === undefined) return yield* Effect.fail(codesOfV1.detailsDisabled)
    const exchanging = exchangeCode(exchange, { code, redirectUri: settings.redirectUri }, breaker)
    const { access_token } = yield* Effect.mapError(exchanging, codeOfExchangeV1)
    if (access_token === undefined) return yield* Effect.fail(codesOfV1.tokenExchange)
    const details = yield* detailsOf(asking, detailsUrl, access_token, codeOfDetailsV1)
    const requesting = breaker.guard("id token exchange", idTokenUrl, postForm(idTokenAt, { access_token }))
    const { body } = yield* Effect.mapError(requesting, orDenied(codesOfV1.idTokenRequest))
    const { id_token } = yield* Effect.mapError(decodeIdToken(body), () => codesOfV1.idTokenRequest)
    return yield* proved(yield* userOf(asking, id_token, codesOfV1.idToken), details, codesOfV1.idToken)
  })
  return { prove: ({ token }) => prove(token) }
}

/** Proves the users of a grant of the third version. */
const proveV3 = <Code>(
  asking: Asking,
  { detailsRequired = false, detailsUrl, idTokenUrl }: EchoV3Settings,
  codes: CodesOfV3<Code>,
) => {
  const exchange = asking.exchangeAt(idTokenUrl)
  const { breaker } = asking
  const codeOfDetails = (failure: OutboundFailed | undefined) =>
    failure === undefined ? codes.detailsDisabled : orDenied(codes.detailsDisabled)(failure)

  return Effect.fnUntraced(function* (code: PresentedCode, nonce?: string) {
    const exchanging = exchangeCode(exchange, code, breaker)
    const { access_token, id_token } = yield* Effect.mapError(exchanging, orDenied(codes.idTokenRequest))
    if (id_token === undefined) return yield* Effect.fail(codes.idTokenRequest)
    const user = yield* userOf(asking, id_token, codes.idToken, nonce)
    if (!detailsRequired) return yield* proved(user, undefined, codes.idToken)
    if (detailsUrl === undefined || access_token === undefined) return yield* Effect.fail(codes.detailsDisabled)
    return yield* proved(user, yield* detailsOf(asking, detailsUrl, access_token, codeOfDetails), codes.idToken)
  })
}

/** The grants of the third version that are configured, and the login by redirect. */
const makeV3 = (asking: Asking, { clientId, echo4V3, echo5V3, redirectUri }: EchoSettings) => {
  const prove4 = echo4V3 && proveV3(asking, echo4V3, codesOfV3.echo4_v3)
  const prove5 = echo5V3 && proveV3(asking, echo5V3, codesOfV3.echo5_v3)
  const echo4_v3: Portal<"echo4_v3"> | undefined = prove4 && {
    prove: ({ token }) => prove4({ code: token, redirectUri }),
  }
  const echo5_v3: Portal<"echo5_v3"> | undefined = prove5 && {
    prove: ({ token }) => prove5({ code: token, redirectUri }),
  }
  const oauth = prove5 && redirectLogin<"echo">({ ...echo5V3, clientId }, (code) => prove5(code, code.nonce))
  return { grants: { ...(echo4_v3 && { echo4_v3 }), ...(echo5_v3 && { echo5_v3 }) }, oauth }
}

/** Makes the portals of these settings: one for each grant that is configured, and the login by redirect. */
export const makeEcho = Effect.fnUntraced(function* (settings: EchoSettings) {
  const { algorithms = ["RS256"], audiences, clientId, clientSecret, echo4V1, issuer, jwksUrl } = settings
  const { timeoutSeconds = 3 } = settings
  const keys = yield* makeKeySet({ owner: "echo", url: jwksUrl, timeoutSeconds })
  const breaker = yield* makeBreaker("echo", settings)
  const rules = { issuer, algorithms, audiences }
  const asking: Asking = {
    settings,
    breaker,
    timeoutSeconds,
    exchangeAt: (tokenUrl) => ({
      tokenUrl,
      clientId,
      clientSecret,
      authentication: "client_secret_basic",
      timeoutSeconds,
    }),
    verify: (token, nonce) => verifyIdToken(token, { ...rules, nonce }, keys),
  }
  const { grants, oauth } = makeV3(asking, settings)
  return { portals: { ...(echo4V1 && { echo4_v1: makeV1(asking, echo4V1) }), ...grants }, oauth }
})
