/** How many columns a text takes on a terminal: names of players and items come in every script. */

// Made when it is first needed: start-up pays for it.
let segmenter: Intl.Segmenter | undefined
const graphemesOf = (text: string) => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" })
  return segmenter.segment(text)
}

const plain = /^[\x20-\x7e]*$/
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u
// East Asian wide and fullwidth characters, as terminals draw them: two columns each.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u

const graphemeWidth = (grapheme: string): number => {
  if (plain.test(grapheme)) return 1
  return emoji.test(grapheme) || wide.test(grapheme) ? 2 : 1
}

/** The columns that a text without control characters takes. */
export const textWidth = (text: string): number => {
  if (plain.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemesOf(text)) width += graphemeWidth(segment)
  return width
}

/** The text with spaces after it up to `width` columns. */
export const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - textWidth(text)))

/** The text, or as much of its beginning as fits into `width` columns with an ellipsis behind it. */
export const shortened = (text: string, width: number): string => {
  if (textWidth(text) <= width) return text
  let kept = ""
  let used = 1
  for (const { segment } of graphemesOf(text)) {
    used += graphemeWidth(segment)
    if (used > width) break
    kept += segment
  }
  return `${kept}…`
}
