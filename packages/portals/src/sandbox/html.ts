/** Text in the pages of the sandbox. */

/** A text as it stands in HTML, also in an attribute. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
