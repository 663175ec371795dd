/** How the tour looks: headings, commands in colour, answers short enough to be read. */
import { styleText } from "node:util"

/** Prints one line, or several. */
export const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Begins a part of the tour. */
export const heading = (text: string): void => say(`\n${styleText("bold", `── ${text}`)}`)

/** Shows a command that is about to run. */
export const sayCommand = (line: string): void => say(`\n${styleText("cyan", `$ ${line}`)}`)

/** Members of an object that are shown; one with more, and a map of ids, is represented by its first one. */
const MEMBERS_MAX = 20
/** How deeply answers are shown. */
const DEPTH_MAX = 6

/** A text as far as it is shown. */
export const shortText = (text: string): string =>
  text.length > 72 ? `${text.slice(0, 40)}… (${text.length} characters)` : text

/** Long texts, lists and maps are cut, so that the tour can be read. */
const shortened = (value: unknown, depth = 0): unknown => {
  if (typeof value === "string") return shortText(value)
  if (typeof value !== "object" || value === null) return value
  if (depth > DEPTH_MAX) return "…"
  if (Array.isArray(value)) {
    const items = value.slice(0, 2).map((item) => shortened(item, depth + 1))
    return value.length > 2 ? [...items, `… and ${value.length - 2} more`] : items
  }
  const members = Object.entries(value)
  const isMap = members.length > MEMBERS_MAX || members.every(([key]) => /^\d+$/.test(key))
  const kept = isMap ? members.slice(0, 1) : members
  const cut = Object.fromEntries(kept.map(([key, member]) => [key, shortened(member, depth + 1)]))
  return members.length > kept.length ? { ...cut, "…": `and ${members.length - kept.length} more` } : cut
}

/** A value as the tour shows it. */
export const shown = (value: unknown): string => JSON.stringify(shortened(value), undefined, 2)
