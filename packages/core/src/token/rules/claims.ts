/** Checks the claims of a verified access token against settings and time (decisions, section 3). */
import type { Actor } from "../../audit/Actor.ts"
import { isUuid } from "../../kernel/Field.ts"
import type { Timestamp } from "../../kernel/Timestamp.ts"
import type { ClientUuid, PlayerUuid, SessionId } from "../../kernel/Identifier.ts"
import type { AccessClaims, Caller, MachineCaller, TokenRequest } from "../schema.ts"
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

/** The caller as the actor of a change, with the network address that the request came from. */
export const actorOf = ({ clientId, kind, permissions, subject }: Caller, address: string): Actor => ({
  kind,
  id: subject,
  name: clientId,
  address,
  permissions,
})

/** The uuid of a program that works on the database itself and is not a client. */
export const NIL_UUID = "00000000-0000-0000-0000-000000000000"

/** The caller for a program that works on the database itself, and so may do everything; `clientId` is its name. */
export const hostCaller = (clientId: string): MachineCaller => ({
  kind: "machine",
  subject: NIL_UUID as ClientUuid,
  clientId,
  permissions: ["*"],
  sessionId: NIL_UUID as SessionId,
  platform: "",
  portalUserId: "",
  tokenId: NIL_UUID,
  expiresAt: Number.MAX_SAFE_INTEGER,
})
