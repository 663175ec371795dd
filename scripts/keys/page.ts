/** The page of keys, made of the bindings themselves: what help shows in the console, for reading beside it. */
import type { Binding } from "../../packages/tui/src/binding.ts"

/** Keys that belong together. */
export interface KeyGroup {
  readonly title: string
  /** What the keys work on, in a sentence. */
  readonly sentence: string
  readonly bindings: ReadonlyArray<Binding<unknown>>
}

/** Keys as people read them. */
const shownKeys: Readonly<Record<string, string>> = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  pageUp: "Page up",
  pageDown: "Page down",
  wheelUp: "wheel up",
  wheelDown: "wheel down",
  "\\": "\\",
  "|": "\\|",
  "`": "`",
}

const shownKey = (key: string): string => `<kbd>${shownKeys[key] ?? key}</kbd>`

const rowOf = ({ action, keys, sentence }: Binding<unknown>): string =>
  `| ${keys.map(shownKey).join(" ")} | ${sentence.replaceAll("|", "\\|")} | \`${action}\` |`

const tableOf = (bindings: ReadonlyArray<Binding<unknown>>): ReadonlyArray<string> => [
  "| keys | what they do | action |",
  "|---|---|---|",
  ...bindings.map(rowOf),
  "",
]

const sectionOf = ({ bindings, sentence, title }: KeyGroup): ReadonlyArray<string> => {
  const typing = bindings.filter(({ whileTyping }) => whileTyping === true)
  const others = bindings.filter(({ whileTyping }) => whileTyping !== true)
  return [
    `## ${title}`,
    "",
    `${sentence}.`,
    "",
    ...(others.length === 0 ? [] : tableOf(others)),
    ...(typing.length === 0
      ? []
      : [...(others.length === 0 ? [] : ["While a text is typed:", ""]), ...tableOf(typing)]),
  ]
}

const isSame = (one: Binding<unknown>, other: Binding<unknown>): boolean =>
  one.action === other.action && one.sentence === other.sentence && one.keys.join(" ") === other.keys.join(" ")

/** The bindings of a group that none of the shared groups has in the same way. */
const ownOf = (group: KeyGroup, shared: ReadonlyArray<KeyGroup>): KeyGroup => ({
  ...group,
  bindings: group.bindings.filter((own) => !shared.some(({ bindings }) => bindings.some((one) => isSame(one, own)))),
})

/** The page: keys that several screens share once, then each screen with its own. */
export const keysPage = (shared: ReadonlyArray<KeyGroup>, screens: ReadonlyArray<KeyGroup>): string =>
  [
    "# Keys of the console",
    "",
    "For operators who look up a key. Made of the bindings by `npm run pictures`; `?` shows the same in the console. The last column is the name of the action, by which a",
    "file of your own gives it other keys: [operator.md](operator.md) says how.",
    "",
    ...shared.flatMap(sectionOf),
    ...screens
      .map((screen) => ownOf(screen, shared))
      .filter(({ bindings }) => bindings.length > 0)
      .flatMap(sectionOf),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n")
