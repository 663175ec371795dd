/**
 * The client's own credentials in an Authorization header (RFC 7617; RFC 6749, section 2.3.1; decisions, section 3).
 */
import type { PresentedCredentials } from "@garrison/core/kernel/Caller"
import { nameAndSecret } from "@garrison/core/kernel/input/NameAndSecret"
import { isStorable } from "@garrison/core/kernel/input/Storable"

const none: PresentedCredentials = { credentials: undefined, credentialsMalformed: false }
const malformed: PresentedCredentials = { credentials: undefined, credentialsMalformed: true }

const basic = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i
const decoder = new TextDecoder("utf-8", { fatal: true })

const textOf = (base64: string): string | undefined => {
  try {
    return decoder.decode(Buffer.from(base64, "base64"))
  } catch {
    return undefined
  }
}

/** RFC 6749 has both halves percent-encoded. A half without valid percent encoding is used as it stands. */
const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reads the header. */
export const presentedCredentials = (authorization: string | undefined): PresentedCredentials => {
  if (authorization === undefined) return none
  const encoded = basic.exec(authorization)?.[1]
  const text = encoded === undefined ? undefined : textOf(encoded)
  const pair = text === undefined ? undefined : nameAndSecret(text)
  if (pair === undefined) return malformed
  const clientId = percentDecoded(pair.name)
  const secret = percentDecoded(pair.secret)
  return isStorable(clientId) && isStorable(secret)
    ? { credentials: { clientId, secret }, credentialsMalformed: false }
    : malformed
}
