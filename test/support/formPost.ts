/** The page with which a portal has a browser post its answer (OAuth 2.0 Form Post Response Mode). */

const unescaped = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(quot|lt|gt|amp);/g, (_, name: string) => ({ quot: '"', lt: "<", gt: ">", amp: "&" })[name] ?? "")

const attribute = (tag: string, name: string): string =>
  unescaped(new RegExp(`\\b${name}=(["'])(.*?)\\1`, "s").exec(tag)?.[2] ?? "")

/** The form of a page: where it is posted, and its fields. */
export const formIn = (page: string): { readonly action: string; readonly fields: Record<string, string> } => ({
  action: attribute(/<form\b[^>]*>/.exec(page)?.[0] ?? "", "action"),
  fields: Object.fromEntries(
    Array.from(page.matchAll(/<input\b[^>]*>/g), ([tag]) => [attribute(tag, "name"), attribute(tag, "value")]),
  ),
})
