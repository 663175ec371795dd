/** UUIDs as the 16 bytes that they are. */

const pairs: ReadonlyArray<string> = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

/** Where the text of a UUID has the pair of digits of each byte. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const

/** How many bytes a UUID has. */
export const UUID_BYTES = places.length

const digit = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code > 57 ? code - 87 : code - 48
}

/** The bytes of a UUID that is written in lower case. */
export const uuidBytes = (text: string): Uint8Array => {
  const bytes = new Uint8Array(UUID_BYTES)
  // By index, because orders convert many ids: an iterator takes several times as long.
  for (let at = 0; at < UUID_BYTES; at++) {
    const place = places[at] ?? 0
    bytes[at] = digit(text, place) * 16 + digit(text, place + 1)
  }
  return bytes
}

/** The UUID of the 16 bytes from `offset` on, in lower case. */
export const uuidText = (bytes: Uint8Array, offset = 0): string => {
  let text = ""
  for (let at = 0; at < UUID_BYTES; at++) {
    if (at === 4 || at === 6 || at === 8 || at === 10) text += "-"
    text += pairs[bytes[offset + at] ?? 0] ?? ""
  }
  return text
}
