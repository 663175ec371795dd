/** `NAME:SECRET`: how HTTP Basic (RFC 7617), the basic grant and a client that logs in as itself write credentials. */

/** Both halves; either may be empty, which is for the reader to judge. */
export interface NameAndSecret {
  readonly name: string
  readonly secret: string
}

/** The halves of a text, which is split at its first colon; undefined when there is none. */
export const nameAndSecret = (text: string): NameAndSecret | undefined => {
  const colon = text.indexOf(":")
  return colon === -1 ? undefined : { name: text.slice(0, colon), secret: text.slice(colon + 1) }
}
