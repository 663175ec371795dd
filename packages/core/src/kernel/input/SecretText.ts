/**
 * Texts of generated secrets: a prefix that scanners of source code and logs know, random bytes, and a checksum by
 * which a secret differs from other text with that prefix (guarantees R22).
 */
import * as Result from "effect/Result"
import * as Base64Url from "effect/encoding/Base64Url"

/** Random bytes of a generated secret: 256 bits. */
export const SECRET_BYTES = 32

const checksumLength = 6
const checksumDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** CRC-32 (IEEE 802.3) of an ASCII text, in six base62 digits. */
const checksum = (text: string): string => {
  let remainder = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    remainder ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0)
  }
  let value = ~remainder >>> 0
  let digits = ""
  for (let place = 0; place < checksumLength; place++) {
    digits = checksumDigits.charAt(value % 62) + digits
    value = Math.floor(value / 62)
  }
  return digits
}

/** The text of a secret: prefix, bytes in base64url, checksum of both. {@link SECRET_BYTES} of the bytes are random. */
export const secretText = (prefix: string, bytes: Uint8Array): string => {
  const body = prefix + Base64Url.encode(bytes)
  return body + checksum(body)
}

const digits = /^[A-Za-z0-9_-]*$/

/** Whether {@link secretText} can have made this text of this prefix and so many bytes. */
export const isSecretText = (prefix: string, text: string, bytes = SECRET_BYTES): boolean =>
  text.length === prefix.length + Math.ceil((bytes * 4) / 3) + checksumLength &&
  text.startsWith(prefix) &&
  digits.test(text.slice(prefix.length)) &&
  checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

/** The bytes of a text that {@link isSecretText}. */
export const secretBytes = (prefix: string, text: string): Uint8Array =>
  Result.getOrElse(Base64Url.decode(text.slice(prefix.length, -checksumLength)), () => new Uint8Array())
