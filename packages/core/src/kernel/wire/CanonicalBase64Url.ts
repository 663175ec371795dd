/** The one spelling of base64url that texts from strangers may have. */

/** Groups of four characters, and a rest of two or three whose unused bits are zero (RFC 4648, section 3.5). */
const canonical = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$/

/** Whether a text is base64url in its canonical spelling, so that no token has a second spelling. */
export const isCanonicalBase64Url = (text: string): boolean => canonical.test(text)
