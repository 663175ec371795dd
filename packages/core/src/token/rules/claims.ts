/** Checks the claims of a verified access token against settings and time (decisions, section 3). */
import { isUuid } from "../../kernel/input/Field.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import type { ClientUuid, PlayerUuid, SessionId } from "../../kernel/Identifier.ts"
import type { Caller } from "../../kernel/Caller.ts"
import type { AccessClaims, TokenRequest } from "../schema.ts"
import type { TokenSettings } from "../settings.ts"
import { lifetimeSeconds } from "./lifetime.ts"
import { TOKEN_VERSION } from "./parse.ts"

/** The claims of a new token. `jti` comes first, so that a cache finds it without reading the rest. */
export const claimsOf = (
  request: TokenRequest,
  tokenId: string,
  now: Timestamp,
  settings: TokenSettings,
): AccessClaims => {
  const issuedAt = Math.floor(now / 1000)
  return {
    jti: tokenId,
    iss: settings.issuer,
    aud: settings.audience,
    sub: request.subject,
    client_id: request.clientId,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds(request.kind, settings),
    ver: TOKEN_VERSION,
    sid: request.sessionId,
    platform: request.platform,
    portal_user_id: request.portalUserId,
    permissions: request.permissions,
  }
}

/** Whether the token has expired: at `exp`, or later by the leeway where another clock may have written `exp`. */
export const isExpired = (claims: AccessClaims, now: Timestamp, leewayMillis: number): boolean =>
  now >= claims.exp * 1000 + leewayMillis

/** Whether `sub` is an identifier as this service writes them: no session is found for another. */
export const isSubject = (claims: AccessClaims): boolean =>
  isUuid(claims.sub) && claims.sub === claims.sub.toLowerCase()

/** Whether `iss`, `aud`, `iat` and `sub` have values that a token for this service can have now. */
export const areValuesValid = (
  claims: AccessClaims,
  now: Timestamp,
  settings: TokenSettings,
  leewayMillis: number,
): boolean =>
  claims.iss === settings.issuer &&
  claims.aud === settings.audience &&
  claims.iat * 1000 <= now + leewayMillis &&
  isSubject(claims)

/** The caller of a token that this service signed, so `sub` and `sid` need no further check. */
export const callerOf = (claims: AccessClaims): Caller => {
  const {
    client_id: clientId,
    jti: tokenId,
    permissions,
    platform,
    portal_user_id: portalUserId,
    sub: subject,
  } = claims
  const sessionId = claims.sid as SessionId
  const expiresAt = claims.exp * 1000
  return platform === ""
    ? {
        kind: "machine",
        subject: subject as ClientUuid,
        clientId,
        permissions,
        sessionId,
        platform,
        portalUserId: "",
        tokenId,
        expiresAt,
      }
    : {
        kind: "player",
        subject: subject as PlayerUuid,
        clientId,
        permissions,
        sessionId,
        platform,
        portalUserId,
        tokenId,
        expiresAt,
      }
}
