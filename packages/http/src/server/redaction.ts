/** Removes secrets, and characters that would control a terminal, from log lines (guarantees R32). */
import { CLIENT_SECRET_PREFIX } from "@garrison/core/client/rules"
import { CODE_PREFIX } from "@garrison/core/oauth/rules"
import { STATE_PREFIX } from "@garrison/core/oauth/stateText"
import { REFRESH_TOKEN_PREFIX } from "@garrison/core/token/rules/refresh"

const TEXT_LENGTH_MAX = 256
/** Characters that are searched for secrets, so that a secret that begins in the shown part is recognised. */
const READ_LENGTH_MAX = 1024
// Control characters of ASCII and Latin-1, line and paragraph separators, and marks that turn the writing direction.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const prefixes = [CLIENT_SECRET_PREFIX, REFRESH_TOKEN_PREFIX, STATE_PREFIX, CODE_PREFIX]

const secrets = [
  // A JWT, complete or cut off. Its header is an object, and `{"` is `eyJ` in base64url.
  /eyJ[\w-]{8,}(?:\.[\w-]*){0,2}|eyJ[\w-]*\.[\w-]*\.?[\w-]*/g,
  // At any place, because the text before may be part of another encoding.
  new RegExp(`(?:${prefixes.join("|")})[\\w-]{8,}`, "g"),
  /(?:Bearer|Basic)\s+\S+/gi,
  /(?:password|secret|token)\w*["']?\s*[:=]\s*["']?[^\s"',}]+/gi,
] as const

const withoutSecrets = (text: string): string =>
  secrets.reduce((rest, pattern) => rest.replace(pattern, "<redacted>"), text)

/** Levels of percent encoding that are undone. Text with more levels is not shown. */
const LEVELS_MAX = 4
const encoded = /(?:%[0-9a-f]{2})+/gi

/** The percent-decoded text. Bytes that are not UTF-8 are read one by one, so that a broken byte hides nothing. */
const decoded = (text: string): string =>
  text.replace(encoded, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return Buffer.from(bytes.replaceAll("%", ""), "hex").toString("latin1")
    }
  })

/** The text without anything that looks like a token, a credential or a secret, however it is encoded. */
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

/** Whether a text seems to contain a token, a credential or a secret. */
export const looksSecret = (text: string): boolean => redacted(text) !== text

/** The text for a log line: short, without secrets and without control characters. */
export const shown = (text: string, lengthMax = TEXT_LENGTH_MAX): string =>
  redacted(text.slice(0, Math.max(READ_LENGTH_MAX, lengthMax)))
    .slice(0, lengthMax)
    .replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
