/** Whether a body can be read as it stands: its media type and its coding (RFC 9110, sections 8.3 and 8.4). */

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`
const PARAMETER = String.raw`;[ \t]*(?:(${TOKEN})[ \t]*=[ \t]*(${TOKEN}|${QUOTED})[ \t]*)?`

const typed = new RegExp(String.raw`^(${TOKEN}/${TOKEN})[ \t]*((?:${PARAMETER})*)$`)
const parameter = new RegExp(PARAMETER, "g")
const utf8 = /^"?utf-8"?$/i

/** The media type in lower case; undefined if its parameters name another charset than UTF-8. */
const typeOf = (contentType: string): string | undefined => {
  const [, type, parameters = ""] = typed.exec(contentType) ?? []
  for (const [, name, value = ""] of parameters.matchAll(parameter)) {
    if (name?.toLowerCase() === "charset" && !utf8.test(value)) return undefined
  }
  return type?.toLowerCase()
}

/**
 * Whether headers announce a body of one of these media types, in UTF-8 and not encoded. Parameters that JSON does
 * not define are ignored (RFC 8259, section 11).
 */
export const plainBodies = (mediaTypes: ReadonlyArray<string>) => {
  const taken: ReadonlySet<string | undefined> = new Set(mediaTypes)
  return (contentType: string | undefined, contentEncoding: string | undefined): boolean =>
    contentType !== undefined &&
    (taken.has(contentType) || taken.has(typeOf(contentType))) &&
    (contentEncoding === undefined || contentEncoding.trim().toLowerCase() === "identity")
}
