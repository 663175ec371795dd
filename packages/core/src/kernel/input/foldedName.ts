/** Names as people look for them: without accents, without case, and in one spelling of each character. */

/** Letters of a gram, the piece of a folded name by which an index finds the name. */
const GRAM_LENGTH = 3

/**
 * The name in the form in which any part of it is found: compatible characters as one (NFKD), marks stripped, in lower
 * case, controls as spaces. Empty: the name has nothing but marks. The same name has the same form for ever, because
 * the form is stored.
 */
export const foldedName = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    // A letter in lower case may have a mark that the capital did not have.
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/\p{Cc}/gu, " ")

/** The different grams of a folded text, in the order of the text; none: the text is shorter than a gram. */
export const gramsOf = (folded: string): ReadonlyArray<string> => {
  const letters = Array.from(folded)
  const grams = new Set<string>()
  for (let at = 0; at + GRAM_LENGTH <= letters.length; at++) grams.add(letters.slice(at, at + GRAM_LENGTH).join(""))
  return [...grams]
}
