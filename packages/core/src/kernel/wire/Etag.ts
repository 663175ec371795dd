/**
 * Entity tags and conditional requests (RFC 9110, sections 8.8.3 and 13.1). Quoted and bare values are accepted
 * (decisions, section 2).
 */

/** What an If-None-Match or If-Match header asks for: any current representation, or one of these tags. */
export type EtagCondition = "*" | ReadonlyArray<EtagValue>

/** One tag: the text between the quotes, and whether it was marked weak. */
export interface EtagValue {
  readonly weak: boolean
  readonly tag: string
}

/** The tag as a header has it: quoted. */
export const quoteEtag = (tag: string): string => `"${tag}"`

/** White space is a space or a tab (RFC 9110, section 5.6.3): U+00A0, which `\s` has too, is none. */
const member = /[\t ]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"|([^\s",]+))[\t ]*(?:,|$)/y
const any = /^[\t ]*\*[\t ]*$/

/** Reads a header value. Parts that are not tags are skipped, so that a broken header never matches. */
export const parseEtags = (header: string): EtagCondition => {
  if (any.test(header)) return "*"
  const tags: Array<EtagValue> = []
  member.lastIndex = 0
  while (member.lastIndex < header.length) {
    const start = member.lastIndex
    const found = member.exec(header)
    if (found === null) {
      const comma = header.indexOf(",", start)
      if (comma === -1) break
      member.lastIndex = comma + 1
      continue
    }
    const bare = found[3]
    if (bare === undefined) tags.push({ weak: found[1] !== undefined, tag: found[2] ?? "" })
    else if (bare.startsWith("W/")) tags.push({ weak: true, tag: bare.slice(2) })
    else tags.push({ weak: false, tag: bare })
  }
  return tags
}

/** Whether an If-None-Match header names `tag` by weak comparison: then the answer to a GET is 304. */
export const matchesWeakly = (header: string | undefined, tag: string): boolean => {
  if (header === undefined) return false
  if (header === quoteEtag(tag)) return true
  const condition = parseEtags(header)
  return condition === "*" || condition.some((candidate) => candidate.tag === tag)
}

/** Whether an If-Match header names `tag` by strong comparison. An absent header asks for nothing and matches. */
export const matchesStrongly = (header: string | undefined, tag: string | undefined): boolean => {
  if (header === undefined) return true
  if (tag === undefined) return false
  const condition = parseEtags(header)
  return condition === "*" || condition.some((candidate) => !candidate.weak && candidate.tag === tag)
}
