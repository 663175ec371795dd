/** `NAME:SECRET`, the credentials of HTTP Basic (RFC 7617), of the basic grant, and of a client's own login. */

/** Both halves. Either may be empty; the caller decides whether that is allowed. */
export interface NameAndSecret {
  readonly name: string
  readonly secret: string
}

/** The halves of a text, split at its first colon; undefined without a colon. */
export const nameAndSecret = (text: string): NameAndSecret | undefined => {
  const colon = text.indexOf(":")
  return colon === -1 ? undefined : { name: text.slice(0, colon), secret: text.slice(colon + 1) }
}
