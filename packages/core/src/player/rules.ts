/** What a player may be called. */

/** Longest display name, in UTF-16 code units. */
export const DISPLAY_NAME_LENGTH_MAX = 64

/** What somebody is called who gave no name. */
export const NEUTRAL_DISPLAY_NAME = "Player"

/**
 * Control characters, halves of surrogate pairs, line separators, and marks that turn the direction of what follows.
 */
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/**
 * The name as it is kept and shown: normalised (NFC), without what could hide or forge other text, white space
 * collapsed, and cut to {@link DISPLAY_NAME_LENGTH_MAX} without splitting a character. Undefined when nothing is left.
 */
export const displayName = (given: string): string | undefined => {
  // What a name is made of cannot lie beyond this, and normalising is slow on texts made to be slow.
  const plain = given.slice(0, DISPLAY_NAME_LENGTH_MAX * 16).replace(unwanted, " ")
  const collapsed = plain.normalize("NFC").replace(/\s+/gu, " ").trim()
  if (collapsed.length <= DISPLAY_NAME_LENGTH_MAX) return collapsed === "" ? undefined : collapsed
  const cut = collapsed.slice(0, DISPLAY_NAME_LENGTH_MAX)
  const last = cut.charCodeAt(cut.length - 1)
  return (last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut).trim()
}
