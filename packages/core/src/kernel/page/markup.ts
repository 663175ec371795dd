/** HTML that is put together from parts: what is a text is escaped, what is HTML already stays. */

/** A piece of HTML. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in a piece of HTML. A list is joined; undefined and false leave nothing. */
export type Part = string | number | Markup | ReadonlyArray<Part> | undefined | false

/** A text as it stands in HTML, also in a quoted attribute. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const written = (part: Part): string => {
  if (part instanceof Markup) return part.text
  if (part === undefined || part === false) return ""
  return typeof part === "object" ? part.map(written).join("") : escaped(String(part))
}

/** A template of HTML, whose parts are escaped unless they are HTML themselves. */
export const markup = (template: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Markup =>
  new Markup(template.reduce((text, piece, at) => text + written(parts[at - 1]) + piece))

/** A sentence in which `code` stands between backticks, as fields and operations are described. */
export const sentence = (text: string): Markup =>
  new Markup(
    text
      .split("`")
      .reduce((html, part, at) => html + (at % 2 === 1 ? `<code>${escaped(part)}</code>` : escaped(part)), ""),
  )
