/** Takes secrets out of what is written to the log, and whatever would steer a terminal (guarantees R32). */
import { CLIENT_SECRET_PREFIX } from "@garrison/core/client/rules"
import { REFRESH_TOKEN_PREFIX } from "@garrison/core/token/rules/refresh"

const TEXT_LENGTH_MAX = 256
/** How much is searched for secrets: so a secret that begins in the shown part is recognised. */
const READ_LENGTH_MAX = 1024
// Control characters of ASCII and Latin-1, line and paragraph separators, and marks that turn the writing direction.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const secrets = [
  // A JWT, whole or cut off: its header is an object, which begins so in base64url.
  /eyJ[\w-]{8,}(?:\.[\w-]*){0,2}|eyJ[\w-]*\.[\w-]*\.?[\w-]*/g,
  // Wherever it begins: what stands before it may be part of another encoding.
  new RegExp(`(?:${CLIENT_SECRET_PREFIX}|${REFRESH_TOKEN_PREFIX})[\\w-]{8,}`, "g"),
  /(?:Bearer|Basic)\s+\S+/gi,
  /(?:password|secret|token)\w*["']?\s*[:=]\s*["']?[^\s"',}]+/gi,
] as const

const withoutSecrets = (text: string): string =>
  secrets.reduce((rest, pattern) => rest.replace(pattern, "<redacted>"), text)

/** Levels of percent encoding that are undone; what is encoded more often is not shown at all. */
const LEVELS_MAX = 4
const encoded = /(?:%[0-9a-f]{2})+/gi

/** The text behind percent encoding. Bytes that are no UTF-8 are read one by one: a broken one hides nothing. */
const decoded = (text: string): string =>
  text.replace(encoded, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return Buffer.from(bytes.replaceAll("%", ""), "hex").toString("latin1")
    }
  })

/** The text with everything that looks like a token, a credential or a secret taken out, however it is encoded. */
export const redacted = (text: string): string => {
  const plain = withoutSecrets(text)
  if (!plain.includes("%")) return plain
  let inner = plain
  for (let level = 0; level < LEVELS_MAX; level++) {
    const next = decoded(inner)
    if (next === inner) return plain
    const clean = withoutSecrets(next)
    if (clean !== next) return redacted(clean)
    inner = next
  }
  return decoded(inner) === inner ? plain : "<redacted>"
}

/** Whether a text looks as if a token, a credential or a secret were in it. */
export const looksSecret = (text: string): boolean => redacted(text) !== text

/** The text as it may stand in a line of the log: short, without secrets and without control characters. */
export const shown = (text: string, lengthMax = TEXT_LENGTH_MAX): string =>
  redacted(text.slice(0, Math.max(READ_LENGTH_MAX, lengthMax)))
    .slice(0, lengthMax)
    .replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
