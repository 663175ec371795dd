/**
 * Refresh tokens: what one looks like, and what becomes of one that is presented (decisions, section 3; guarantees R9 to
 * R11, R22).
 */
import * as Base64Url from "effect/encoding/Base64Url"
import type { ClientUuid } from "../../kernel/Identifier.ts"
import type { Timestamp } from "../../kernel/Timestamp.ts"
import { utf8 } from "../../kernel/Utf8.ts"
import type { RefreshTokenRecord } from "../SessionStore.ts"

/** Random bytes of a refresh token. */
export const REFRESH_TOKEN_BYTES = 32

/** What every refresh token starts with, so that scanners for leaked secrets know one when they see it. */
const PREFIX = "garr_"

const pattern = /^garr_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** CRC-32 of the text's bytes, base64url: no protection, only a cheap sign of a token that was mistyped or cut. */
const checksum = (text: string): string => {
  let value = 0xffffffff
  for (const byte of utf8(text)) value = (value >>> 8) ^ (crcTable[(value ^ byte) & 255] as number)
  value = ~value
  return Base64Url.encode(Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value))
}

/** The text of a refresh token: prefix, random part, checksum. */
export const refreshTokenText = (random: Uint8Array): string => {
  const body = Base64Url.encode(random)
  return `${PREFIX}${body}${checksum(body)}`
}

/** Whether a text can be a refresh token at all; what cannot is unknown without a look into storage. */
export const isRefreshTokenText = (text: string): boolean => {
  const parts = pattern.exec(text)
  return parts !== null && checksum(parts[1] ?? "") === parts[2]
}

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
  if (record.session.revokedAt !== undefined) return "not_found"
  if (record.rotatedAt === undefined && presented.now >= record.expiresAt) return "not_found"
  if (record.session.clientUuid !== presented.clientUuid) return "client_id_mismatch"
  if (record.rotatedAt === undefined) return "live"
  return presented.now < record.rotatedAt + presented.graceMillis ? "replayed" : "reused"
}

/** When a refresh token used at `now` runs out if it is not used again; never after its session. */
export const idleEnd = (now: Timestamp, idleMillis: number, sessionEnd: Timestamp): Timestamp =>
  Math.min(now + idleMillis, sessionEnd)
