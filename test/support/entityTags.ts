/**
 * If-Match and If-None-Match as the standard defines them (RFC 9110, sections 5.6.1, 8.8.3 and 13.1), read without a
 * line of the code under test, and values of them to try: lists, `*`, weak and strong tags, white space, commas in
 * tags, several header lines, and values that the grammar does not have.
 */
import * as fc from "fast-check"

/** A tag of a list. */
interface EntityTag {
  readonly isWeak: boolean
  readonly text: string
}

/** White space within a header value (RFC 9110, section 5.6.3). */
const isSpace = (character: string | undefined): boolean => character === " " || character === "\t"

/** `etagc`: what may stand between the quotes of a tag. */
const isTagCharacter = (character: string): boolean => {
  const code = character.charCodeAt(0)
  return code === 0x21 || (code >= 0x23 && code <= 0x7e) || (code >= 0x80 && code <= 0xff)
}

/** Reads one `entity-tag` that begins at `at`, and says where it ends; undefined: there is none. */
const readTag = (value: string, at: number): { readonly tag: EntityTag; readonly end: number } | undefined => {
  const isWeak = value.startsWith("W/", at)
  const open = isWeak ? at + 2 : at
  if (value[open] !== '"') return undefined
  const close = value.indexOf('"', open + 1)
  const text = value.slice(open + 1, close)
  if (close === -1 || !Array.from(text).every(isTagCharacter)) return undefined
  return { tag: { isWeak, text }, end: close + 1 }
}

/** The tags of `#entity-tag`, which may have empty members; undefined: the value is no such list. */
const readList = (value: string): ReadonlyArray<EntityTag> | undefined => {
  const tags: Array<EntityTag> = []
  let mayHaveTag = true
  for (let at = 0; at < value.length;) {
    if (isSpace(value[at])) at++
    else if (value[at] === ",") {
      mayHaveTag = true
      at++
    } else {
      const read = mayHaveTag ? readTag(value, at) : undefined
      if (read === undefined) return undefined
      tags.push(read.tag)
      mayHaveTag = false
      at = read.end
    }
  }
  return tags
}

/** The value without the white space around it, which is not a part of it (RFC 9110, section 5.5). */
const trimmed = (value: string): string => value.replace(/^[ \t]+|[ \t]+$/g, "")

/** What header lines say of a content with these tags; undefined: the grammar does not have them. */
export const namesBy = (
  lines: ReadonlyArray<string>,
  current: ReadonlyArray<string>,
): { readonly weakly: boolean; readonly strongly: boolean } | undefined => {
  const value = trimmed(lines.map(trimmed).join(", "))
  if (value === "*") return { weakly: true, strongly: true }
  const tags = readList(value)
  if (tags === undefined) return undefined
  const alike = tags.filter(({ text }) => current.includes(text))
  return { weakly: alike.length > 0, strongly: alike.some(({ isWeak }) => !isWeak) }
}

const characterOf = (code: number): string => String.fromCharCode(code)

const foreignText = fc.string({
  unit: fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(0x2c, 0x2a, 0x21, 0x5c, 0x57, 0x2f, 0x78) },
      { weight: 1, arbitrary: fc.integer({ min: 0x23, max: 0x7e }) },
      { weight: 1, arbitrary: fc.integer({ min: 0x80, max: 0xff }) },
    )
    .map(characterOf),
  maxLength: 12,
})

/** Texts of tags: those of the content, their like, and any other. */
const tagText = (current: ReadonlyArray<string>): fc.Arbitrary<string> => {
  const own = fc.constantFrom(...current)
  const alike = own.chain((tag) =>
    fc.constantFrom(tag.slice(1), tag.slice(0, -1), `${tag}x`, `${tag},`, `,${tag}`, tag.toUpperCase(), `W/${tag}`),
  )
  return fc.oneof({ weight: 3, arbitrary: own }, { weight: 2, arbitrary: alike }, { weight: 3, arbitrary: foreignText })
}

const space = fc.constantFrom("", "", " ", "\t", "  \t ")

const member = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.boolean(), text, space, space).map(([isWeak, tag, before, after]) => {
    return `${before}${isWeak ? "W/" : ""}"${tag}"${after}`
  })

/** A list of the grammar, with empty members here and there. */
const list = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ weight: 6, arbitrary: member(text) }, space), { maxLength: 6 })
    .map((members) => members.join(","))

/** Values that the grammar does not have. They are made of tags that are not those of the content. */
const broken: fc.Arbitrary<string> = fc
  .tuple(fc.array(foreignText, { minLength: 1, maxLength: 4 }), fc.nat(7))
  .map(([texts, way]) => {
    const tags = texts.map((text) => `"${text}"`)
    const [first = ""] = tags
    return (
      [
        tags.join(" "),
        `${first.slice(0, -1)}, x`,
        `*, ${tags.join(", ")}`,
        `**`,
        `w/${first}`,
        `W/ ${first}`,
        `${first};q=1`,
        `"${first}`,
      ][way] ?? first
    )
  })

/** The header lines of one condition on a content with these tags. */
export const conditionLines = (current: ReadonlyArray<string>): fc.Arbitrary<ReadonlyArray<string>> => {
  const one = fc.oneof(
    { weight: 8, arbitrary: list(tagText(current)) },
    { weight: 1, arbitrary: fc.constantFrom("*", " * ", "\t*") },
    { weight: 2, arbitrary: broken },
  )
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(one) },
    { weight: 1, arbitrary: fc.array(one, { minLength: 2, maxLength: 4 }) },
  )
}
