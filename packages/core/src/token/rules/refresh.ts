/**
 * The text of refresh tokens, and the verdict on a presented one (decisions, section 3; guarantees R9 to R11, R22).
 */
import { type ClientUuid, PersonId, SessionId } from "../../kernel/Identifier.ts"
import { isSecretText, SECRET_BYTES, secretBytes, secretText } from "../../kernel/input/SecretText.ts"
import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import { UUID_BYTES, uuidBytes, uuidText } from "../../kernel/wire/UuidBytes.ts"
import type { RefreshTokenPlace, RefreshTokenRecord } from "../SessionStore.ts"

/** The prefix of every refresh token. */
export const REFRESH_TOKEN_PREFIX = "garr_"

/** Where a refresh token is stored. Its text begins with that, so that no table is needed to find it. */
export type RefreshTokenHome = Pick<RefreshTokenPlace, "personId" | "sessionId">

const HOME_BYTES = 2 * UUID_BYTES

/** The text of a refresh token: the session that it belongs to, and {@link SECRET_BYTES} random bytes. */
export const refreshTokenText = ({ personId, sessionId }: RefreshTokenHome, random: Uint8Array): string => {
  const bytes = new Uint8Array(HOME_BYTES + SECRET_BYTES)
  bytes.set(uuidBytes(personId))
  bytes.set(uuidBytes(sessionId), UUID_BYTES)
  bytes.set(random, HOME_BYTES)
  return secretText(REFRESH_TOKEN_PREFIX, bytes)
}

/** Where the refresh token with this text would be stored. Undefined: not a refresh token. */
export const refreshTokenHome = (text: string): RefreshTokenHome | undefined => {
  if (!isSecretText(REFRESH_TOKEN_PREFIX, text, HOME_BYTES + SECRET_BYTES)) return undefined
  const bytes = secretBytes(REFRESH_TOKEN_PREFIX, text)
  return { personId: PersonId.make(uuidText(bytes)), sessionId: SessionId.make(uuidText(bytes, UUID_BYTES)) }
}

/**
 * Most exchanges of one session. The exchanged refresh tokens are kept to recognise a reused one. An exchange each
 * quarter of an hour for ninety days makes 8,640.
 */
export const EXCHANGES_MAX = 10_000

/**
 * The verdict on a presented refresh token. `live`: usable. `replayed`: exchanged a moment ago, as after a lost answer.
 * `reused`: exchanged longer ago, so it was stolen. Any other verdict: refused without consequences.
 */
export type RefreshVerdict = "live" | "replayed" | "reused" | "not_found" | "invalid_user" | "client_id_mismatch"

/**
 * Judges a refresh token that `clientUuid` presents at `now`. Both limits, idle and absolute, are exclusive, and so is
 * the grace period. For another client nothing changes, and the verdict reveals nothing.
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

/** When a refresh token used at `now` expires if it is not used again; never after its session. */
export const idleEnd = (now: Timestamp, idleMillis: number, sessionEnd: Timestamp): Timestamp =>
  Math.min(now + idleMillis, sessionEnd)
