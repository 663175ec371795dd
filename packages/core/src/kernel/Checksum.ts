/** The checksum at the end of generated secrets: tells one from what only looks like one, without any lookup. */
import * as Base64Url from "effect/encoding/Base64Url"
import { utf8 } from "./Utf8.ts"

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** CRC-32 of the text's UTF-8 bytes in six characters of base64url. No protection: anyone can compute it. */
export const checksum = (text: string): string => {
  let value = 0xffffffff
  for (const byte of utf8(text)) value = (value >>> 8) ^ (table[(value ^ byte) & 255] ?? 0)
  value = ~value
  return Base64Url.encode(Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value))
}
