/** What a player may be called (decisions, section 4). */
import { codePoints } from "../kernel/Field.ts"

/** Longest display name, in Unicode code points. */
export const DISPLAY_NAME_LENGTH_MAX = 64

/** What a player is called whose login gives no name. */
export const NEUTRAL_DISPLAY_NAME = "Player"

/** Marks that one character may carry. No script needs more in a name, and many of them cover other lines. */
const MARKS_MAX = 4

/**
 * Splits a text into emoji (whole sequences, whose joiners and selectors belong to the picture), what is invisible,
 * what counts as a space, and the rest. Invisible are formats, surrogates, private use, unassigned, and whatever
 * Unicode has renderers ignore. Controls, separators and two blank symbols count as a space.
 */
const parts =
  /(?<emoji>\p{RGI_Emoji})|(?<invisible>[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}])|[\p{Cc}\p{Z}\u2800\u{1d159}]/gv

/** An emoji sequence, or a character with its marks: what is not cut apart. */
const units = /\p{RGI_Emoji}|[^]\p{M}*/gv

/** A name that needs none of this, as most do not: the pattern of emoji is large. */
const plain = /^[!-~]+(?: [!-~]+)*$/

const orphanedMarks = /(?<=^| )\p{M}+/gu
const surplusMarks = new RegExp(`(?<=\\p{M}{${MARKS_MAX}})\\p{M}+`, "gu")

const withoutInvisible = (text: string): string =>
  text.replaceAll(parts, (part, emoji: string | undefined, invisible: string | undefined) => {
    if (emoji !== undefined) return part
    return invisible === undefined ? " " : ""
  })

const cut = (text: string): string => {
  let kept = ""
  let length = 0
  for (const [unit] of text.matchAll(units)) {
    length += codePoints(unit)
    if (length > DISPLAY_NAME_LENGTH_MAX) break
    kept += unit
  }
  return kept
}

/**
 * The name as it is kept and shown: normalised (NFC), without what is invisible, with at most {@link MARKS_MAX} marks
 * on a character, white space collapsed, and cut to {@link DISPLAY_NAME_LENGTH_MAX} without splitting a character or an
 * emoji. Undefined when nothing is left.
 */
export const displayName = (given: string): string | undefined => {
  if (given.length <= DISPLAY_NAME_LENGTH_MAX && plain.test(given)) return given
  // No name lies beyond this, in UTF-16 code units; normalising is slow on texts made to be slow.
  const visible = withoutInvisible(given.slice(0, DISPLAY_NAME_LENGTH_MAX * 4)).normalize("NFC")
  const spaced = visible.replaceAll(/ +/g, " ").replaceAll(orphanedMarks, "").replaceAll(surplusMarks, "")
  const name = cut(spaced.replaceAll(/ +/g, " ").trim()).trim()
  return name === "" ? undefined : name
}
