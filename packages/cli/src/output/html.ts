/** Pages in HTML, put together from elements, so that every tag is closed and every text is escaped. */

/** Text of a page that is markup already. */
class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type { Markup }

/** What an element holds: elements, and texts that are shown as they are. Undefined: nothing. */
export type Child = Markup | string | undefined | ReadonlyArray<Child>

/** A text as it stands in HTML, also in an attribute. Control characters are shown by their picture. */
const escaped = (text: string): string =>
  text
    .replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (character) => (/\s/.test(character) ? " " : "\ufffd"))

const textOf = (child: Child): string => {
  if (child === undefined) return ""
  if (typeof child === "string") return escaped(child)
  return child instanceof Markup ? child.text : child.map(textOf).join("")
}

/** An element with its attributes; undefined attributes are left out. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  ...children: ReadonlyArray<Child>
): Markup => {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? "" : ` ${key}="${escaped(String(value))}"`,
  )
  const isVoid = name === "meta"
  return new Markup(`<${name}${written.join("")}${isVoid ? " />" : `>${textOf(children)}</${name}>`}`)
}

/** A page: `style` is its only style sheet. It loads nothing, and runs nothing. */
export const page = (title: string, style: string, ...children: ReadonlyArray<Child>): string => {
  const policy = "default-src 'none'; style-src 'unsafe-inline'"
  const head = element(
    "head",
    {},
    element("meta", { charset: "utf-8" }),
    element("meta", { "http-equiv": "Content-Security-Policy", content: policy }),
    element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    element("meta", { name: "color-scheme", content: "light dark" }),
    element("title", {}, title),
    new Markup(`<style>${style}</style>`),
  )
  return `<!doctype html>\n${element("html", { lang: "en" }, head, element("body", {}, children)).text}\n`
}
