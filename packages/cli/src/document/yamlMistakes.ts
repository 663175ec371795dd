/**
 * Mistakes in YAML texts, in the words of those who write them: what the parser says in the words of programs, told
 * from the line on which it stopped, with what to write there.
 */
import type { YAMLError } from "yaml"

/** What is wrong, and what to write instead; `offset` where that shows, if not where the parser stopped. */
export interface TextMistake {
  readonly message: string
  readonly fix: string
  readonly offset?: number
}

/** Characters of a line that are looked at: a text may be one line. */
const LOOKED_AT_MAX = 200

/** A line of a text: where it begins, and what it holds without the indent. */
interface Line {
  readonly number: number
  readonly indent: number
  readonly content: string
}

const lineAt = (text: string, offset: number): Line => {
  const start = text.lastIndexOf("\n", offset - 1) + 1
  const end = text.indexOf("\n", offset)
  const whole = text.slice(start, end === -1 ? text.length : end)
  const content = whole.trimStart()
  const indent = whole.length - content.length
  return { number: text.slice(0, start).split("\n").length, indent, content: content.slice(0, LOOKED_AT_MAX) }
}

/** What a key and its value were meant to be, where the colon between them is missing. */
const colonMistake = (content: string): TextMistake | undefined => {
  const [, key, between = "", value = ""] = /^([\w./-]+)(\s*=\s*|:|\s+|$)(.*)$/.exec(content.trim()) ?? []
  if (key === undefined) return undefined
  const fix = value === "" ? `write ${key}:` : `write ${key}: ${value}`
  if (between === ":") return { message: `a space is missing behind the colon of ${key}`, fix }
  if (between.includes("=")) return { message: `a colon parts ${key} from its value, and no =`, fix }
  return { message: `a colon is missing after ${key}`, fix }
}

/** The mistake in a key of a flow mapping that has no value: `{ item coins }`. */
export const keyMistake = (key: string): TextMistake =>
  colonMistake(key) ?? { message: `a colon and a value are missing after ${key}`, fix: `write ${key}: {}` }

/** The end of a plain text that begins at the offset, within brackets or on its line. */
const plainText = (text: string, offset: number): string =>
  /^[^\n]*?(?=\s*(?:[,}\]\n]|$))/.exec(text.slice(offset, offset + LOOKED_AT_MAX))?.[0] ?? ""

const quoted = (text: string): string => JSON.stringify(text.trim())

/** A mapping within a text in brackets: a comma is missing, is something else, or the text has a colon of its own. */
const commaMistake = (text: string, offset: number): TextMistake => {
  const rest = plainText(text, offset)
  const [, before = "", next, value] = /^(.*?)[\s;]+([\w.-]+):\s+(.*)$/.exec(rest) ?? []
  if (next === undefined) {
    return { message: "a text with a colon needs quotes", fix: `write ${quoted(rest)}` }
  }
  return { message: `a comma is missing before ${next}`, fix: `write ${before.replace(/;$/, "")}, ${next}: ${value}` }
}

/** Where the last bracket before the offset opens that nothing closes. */
const openBracket = (text: string, offset: number): number | undefined => {
  const open: Array<number> = []
  for (let at = 0; at < offset; at++) {
    const character = text[at]
    if (character === "{" || character === "[") open.push(at)
    else if (character === "}" || character === "]") open.pop()
  }
  return open.at(-1)
}

const bracketMistake = (text: string, offset: number): TextMistake => {
  const at = openBracket(text, offset)
  if (at === undefined) return { message: "what is in brackets must be indented", fix: "indent this line" }
  const closing = text[at] === "{" ? "}" : "]"
  const { number } = lineAt(text, at)
  return {
    message: `nothing closes this ${text[at]}`,
    fix: `write ${closing} at the end of line ${number}`,
    offset: at,
  }
}

/** The indents of the lines above that a line may have: those of the mappings that are open there. */
const openIndents = (text: string, offset: number): ReadonlyArray<number> => {
  const before = text.slice(0, text.lastIndexOf("\n", offset - 1) + 1).split("\n")
  let open: ReadonlyArray<number> = []
  for (const line of before) {
    const content = line.trimStart()
    if (content === "" || content.startsWith("#")) continue
    const indent = line.length - content.length
    open = [...open.filter((one) => one < indent), indent]
  }
  return open
}

const indentMistake = (text: string, offset: number): TextMistake => {
  const { indent } = lineAt(text, offset)
  const away = (one: number): number => Math.abs(one - indent)
  const [nearest = 0] = openIndents(text, offset).toSorted((one, other) => away(one) - away(other) || other - one)
  return {
    message: `the line is indented by ${indent} spaces, and no mapping above is`,
    fix: `indent it by ${nearest} spaces`,
  }
}

/** The first quote that nothing closes. A quote within a word is an apostrophe. */
const openQuote = (text: string, quote: string): number => {
  let opened: number | undefined
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== quote) continue
    if (opened === undefined && /[\w]/.test(text[at - 1] ?? "")) continue
    opened = opened === undefined ? at : undefined
  }
  return opened ?? Math.max(0, text.lastIndexOf(quote))
}

const quoteMistake = (text: string, message: string): TextMistake => {
  const quote = message.includes("'") ? "'" : '"'
  const offset = openQuote(text, quote)
  const [, inner = ""] = /^.([^\n,}\]]*)/.exec(text.slice(offset, offset + LOOKED_AT_MAX)) ?? []
  return { message: "nothing closes this quote", fix: `write ${quote}${inner.trim()}${quote}`, offset }
}

/** What follows a value that has ended already. */
const trailingMistake = (text: string, offset: number): TextMistake | undefined => {
  const character = text[offset]
  if (character === "}" || character === "]") {
    return { message: `there is one ${character} too many`, fix: `take this ${character} away` }
  }
  if (character === ",") return { message: "a comma stands here, and no list is open", fix: "take the comma away" }
  if (text[offset - 1] !== "'") return undefined
  const { content } = lineAt(text, offset)
  const [, whole = ""] = /'(.*)'/.exec(content) ?? []
  return { message: "the text ends at its second quote", fix: `write ${quoted(whole)}, in double quotes` }
}

const specialMistake = (text: string, offset: number): TextMistake => ({
  message: `a text that begins with ${text[offset]} needs quotes`,
  fix: `write ${quoted(plainText(text, offset))}`,
})

/** The mistake in a text for which the parser says this; undefined: its own words are all that is known. */
export const yamlMistake = (text: string, { code, message, pos }: YAMLError): TextMistake | undefined => {
  const [offset] = pos
  switch (code) {
    case "MULTILINE_IMPLICIT_KEY":
    case "MISSING_CHAR":
      return message.includes("quote") ? quoteMistake(text, message) : colonMistake(lineAt(text, offset).content)
    case "BLOCK_IN_FLOW":
      return commaMistake(text, offset)
    case "BLOCK_AS_IMPLICIT_KEY":
      return { message: "a text with a colon needs quotes", fix: `write ${quoted(plainText(text, offset))}` }
    case "TAB_AS_INDENT":
      return { message: "Tabs are not allowed as indentation", fix: "write spaces in place of the tab" }
    case "BAD_INDENT":
      return message.startsWith("Flow") ? bracketMistake(text, offset) : indentMistake(text, offset)
    case "BAD_SCALAR_START":
    case "TAG_RESOLVE_FAILED":
      return specialMistake(text, offset)
    case "MULTIPLE_DOCS":
      return {
        message: "a second document begins here, and a text holds one",
        fix: "take --- away, or write two files and name both",
      }
    case "UNEXPECTED_TOKEN":
      return trailingMistake(text, offset)
    default:
      return undefined
  }
}
