/** Whether a body is JSON as it stands: its media type, and whether it is encoded (RFC 9110, sections 8.3 and 8.4). */

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`
const PARAMETER = String.raw`;[ \t]*(?:(${TOKEN})[ \t]*=[ \t]*(${TOKEN}|${QUOTED})[ \t]*)?`

const json = new RegExp(String.raw`^application/json[ \t]*((?:${PARAMETER})*)$`, "i")
const parameter = new RegExp(PARAMETER, "g")
const utf8 = /^"?utf-8"?$/i

const isJson = (contentType: string): boolean => {
  const parameters = json.exec(contentType)?.[1]
  if (parameters === undefined) return false
  for (const [, name, value = ""] of parameters.matchAll(parameter)) {
    if (name?.toLowerCase() === "charset" && !utf8.test(value)) return false
  }
  return true
}

/**
 * Whether these headers announce JSON in UTF-8 that is sent as it is. Parameters that JSON does not define are passed
 * over (RFC 8259, section 11).
 */
export const isPlainJson = (contentType: string | undefined, contentEncoding: string | undefined): boolean =>
  contentType !== undefined &&
  (contentType === "application/json" || isJson(contentType)) &&
  (contentEncoding === undefined || contentEncoding.trim().toLowerCase() === "identity")
