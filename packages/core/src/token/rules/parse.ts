/**
 * The refusals of an access token that need neither keys nor the clock, in the order of decisions, section 3: format,
 * JWT, JSON, header and claims, version. AccessTokens.ts and claims.ts have the later refusals.
 */
import * as Result from "effect/Result"
import { isCanonicalBase64Url } from "../../kernel/wire/CanonicalBase64Url.ts"
import { PLATFORMS } from "../../kernel/Platform.ts"
import { objectInPart } from "../../kernel/wire/TokenPart.ts"
import type { TokenCode } from "../errors.ts"
import type { AccessClaims, SigningAlgorithm } from "../schema.ts"

/** Longest token that is read, in characters. Tokens of Garrison are below a tenth of it. */
const TOKEN_LENGTH_MAX = 16_384

/** The only version of access tokens. */
export const TOKEN_VERSION = 1

/** The media type in `typ` (RFC 9068, section 2.1). */
export const TOKEN_TYPE = "at+jwt"

/** A token that was read but not verified. Do not trust its content yet. */
export interface ReadToken {
  /** The token as it came. */
  readonly text: string
  /** The part that is signed: header and payload with the dot between them. */
  readonly signingInput: string
  /** The signature as it came, base64url. */
  readonly signature: string
  /** Undefined when `kid` is missing or unusable. */
  readonly keyId: string | undefined
  readonly claims: AccessClaims
}

type Fields = Readonly<Record<string, unknown>>

/** The token in the value of an Authorization header: the scheme Bearer, in any case, and one other part. */
const bearerToken = (authorization: string | undefined): string | undefined => {
  const [scheme = "", token, ...rest] = (authorization ?? "").split(/ +/)
  return scheme.toLowerCase() === "bearer" && token !== "" && rest.length === 0 ? token : undefined
}

const headerNames: ReadonlySet<string> = new Set(["typ", "alg", "kid"])

/**
 * Whether the header is one that Garrison issues. Any other member (such as `crit`, `jwk`, `jku` and `x5u`) is refused,
 * because Garrison's tokens never have it.
 */
const isHeaderAllowed = (header: Fields, algorithm: SigningAlgorithm): boolean =>
  header.typ === TOKEN_TYPE && header.alg === algorithm && Object.keys(header).every((name) => headerNames.has(name))

const isText = (value: unknown): boolean => typeof value === "string"
const isFilled = (value: unknown): boolean => typeof value === "string" && value !== ""
const isSeconds = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
const platforms: ReadonlySet<unknown> = new Set([...PLATFORMS, ""])

/** Every claim of an access token with its check. */
const CLAIM_CHECKS: Readonly<Record<keyof AccessClaims, (value: unknown) => boolean>> = {
  iss: isText,
  aud: isText,
  sub: isText,
  client_id: isFilled,
  iat: isSeconds,
  exp: isSeconds,
  jti: isFilled,
  ver: (value) => typeof value === "number",
  sid: isFilled,
  platform: (value) => platforms.has(value),
  portal_user_id: isText,
  permissions: (value) => Array.isArray(value) && value.every(isText),
}

const claimChecks = Object.entries(CLAIM_CHECKS)

const areClaims = (payload: Fields): payload is Fields & AccessClaims =>
  claimChecks.every(([name, holds]) => Object.hasOwn(payload, name) && holds(payload[name]))

/** Reads the value of an Authorization header, or says which code refuses it. */
export const readAuthorization = (
  authorization: string | undefined,
  algorithm: SigningAlgorithm,
): Result.Result<ReadToken, TokenCode> => {
  const text = bearerToken(authorization)
  if (text === undefined) return Result.fail("auth_token_format")
  if (text.length > TOKEN_LENGTH_MAX) return Result.fail("auth_not_jwt")
  const parts = text.split(".")
  if (parts.length !== 3 || !parts.every(isCanonicalBase64Url)) return Result.fail("auth_not_jwt")
  const [headerPart = "", payloadPart = "", signature = ""] = parts
  const header = objectInPart(headerPart)
  const payload = objectInPart(payloadPart)
  if (header === undefined || payload === undefined) return Result.fail("auth_token_unknown")
  if (!isHeaderAllowed(header, algorithm) || !areClaims(payload)) return Result.fail("auth_malformed_access")
  if (payload.ver !== TOKEN_VERSION) return Result.fail("auth_invalid_version")
  return Result.succeed({
    text,
    signingInput: `${headerPart}.${payloadPart}`,
    signature,
    keyId: typeof header.kid === "string" ? header.kid : undefined,
    claims: payload,
  })
}
