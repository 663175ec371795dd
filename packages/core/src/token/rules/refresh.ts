/**
 * Refresh tokens: what one looks like, and what becomes of one that is presented (decisions, section 3; guarantees R9
 * to R11, R22).
 */
import type { ClientUuid } from "../../kernel/Identifier.ts"
import { isSecretText, secretText } from "../../kernel/SecretText.ts"
import type { Timestamp } from "../../kernel/Timestamp.ts"
import type { RefreshTokenRecord } from "../SessionStore.ts"

/** What every refresh token starts with. */
export const REFRESH_TOKEN_PREFIX = "garr_"

/** The text of a refresh token. */
export const refreshTokenText = (random: Uint8Array): string => secretText(REFRESH_TOKEN_PREFIX, random)

/** Whether a text can be a refresh token at all; what cannot is unknown without a look into storage. */
export const isRefreshTokenText = (text: string): boolean => isSecretText(REFRESH_TOKEN_PREFIX, text)

/**
 * Most exchanges of one session, for their refresh tokens are kept to know one that comes back: one each quarter of an
 * hour for ninety days comes to 8,640.
 */
export const EXCHANGES_MAX = 10_000

/**
 * What a presented refresh token is: `live`, the one to use; `replayed`, exchanged a moment ago and presented again,
 * which a lost answer explains; `reused`, exchanged longer ago, which only theft explains; or refused without any
 * consequence.
 */
export type RefreshVerdict = "live" | "replayed" | "reused" | "not_found" | "invalid_user" | "client_id_mismatch"

/**
 * Judges a refresh token that `clientUuid` presents at `now`. Both limits, idle and absolute, are exclusive, and so is
 * the grace period. Another client learns nothing and changes nothing.
 */
export const judgeRefreshToken = (
  record: RefreshTokenRecord | undefined,
  presented: { readonly clientUuid: ClientUuid; readonly now: Timestamp; readonly graceMillis: number },
): RefreshVerdict => {
  if (record === undefined) return "not_found"
  if (presented.now >= record.session.expiresAt) return "not_found"
  if (record.personDeleted) return "invalid_user"
  if (record.session.revokedAt !== undefined || record.session.clientEnded) return "not_found"
  if (record.rotatedAt === undefined && presented.now >= record.expiresAt) return "not_found"
  if (record.session.clientUuid !== presented.clientUuid) return "client_id_mismatch"
  if (record.rotatedAt === undefined) return "live"
  return presented.now < record.rotatedAt + presented.graceMillis ? "replayed" : "reused"
}

/** When a refresh token used at `now` runs out if it is not used again; never after its session. */
export const idleEnd = (now: Timestamp, idleMillis: number, sessionEnd: Timestamp): Timestamp =>
  Math.min(now + idleMillis, sessionEnd)
