/** Display names of players (decisions, section 4). */
import { codePoints } from "../kernel/input/Field.ts"

/** Longest display name, in Unicode code points. */
export const DISPLAY_NAME_LENGTH_MAX = 64

/** The display name of a player whose login gives none. */
export const NEUTRAL_DISPLAY_NAME = "Player"

/** Most marks on one character. No script needs more in a name, and many marks cover other lines. */
const MARKS_MAX = 4

/** A name that stays as it is, as most names do: patterns of emoji are large and slow. */
const plain = /^[!-~]+(?: [!-~]+)*$/

const orphanedMarks = /(?<=^| )\p{M}+/gu
const surplusMarks = new RegExp(`(?<=\\p{M}{${MARKS_MAX}})\\p{M}+`, "gu")

/**
 * Splits a text into emoji (whole sequences, whose joiners and selectors belong to the picture), invisible characters,
 * spaces, and the rest. Invisible are formats, surrogates, private use, unassigned, and everything that Unicode has
 * renderers ignore. Controls, separators and two blank symbols count as a space.
 *
 * The pattern stands in the function, as that of {@link cut}: a module that had it would read the tables of Unicode at
 * each start of a process.
 */
const withoutInvisible = (text: string): string =>
  text.replaceAll(
    /(?<emoji>\p{RGI_Emoji})|(?<invisible>[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}])|[\p{Cc}\p{Z}\u2800\u{1d159}]/gv,
    (part, emoji: string | undefined, invisible: string | undefined) => {
      if (emoji !== undefined) return part
      return invisible === undefined ? " " : ""
    },
  )

/** Cuts apart neither an emoji sequence nor a character with its marks. */
const cut = (text: string): string => {
  let kept = ""
  let length = 0
  for (const [unit] of text.matchAll(/\p{RGI_Emoji}|[^]\p{M}*/gv)) {
    length += codePoints(unit)
    if (length > DISPLAY_NAME_LENGTH_MAX) break
    kept += unit
  }
  return kept
}

/**
 * The name to store and show: normalised (NFC), without invisible characters, with at most {@link MARKS_MAX} marks on a
 * character, white space collapsed, and cut to {@link DISPLAY_NAME_LENGTH_MAX} without splitting a character or an
 * emoji. Undefined when the result is empty.
 */
export const displayName = (given: string): string | undefined => {
  if (given.length <= DISPLAY_NAME_LENGTH_MAX && plain.test(given)) return given
  // No name needs more UTF-16 code units than this; normalising is slow on texts made to be slow.
  const visible = withoutInvisible(given.slice(0, DISPLAY_NAME_LENGTH_MAX * 4)).normalize("NFC")
  const spaced = visible.replaceAll(/ +/g, " ").replaceAll(orphanedMarks, "").replaceAll(surplusMarks, "")
  const name = cut(spaced.replaceAll(/ +/g, " ").trim()).trim()
  return name === "" ? undefined : name
}
