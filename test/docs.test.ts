/**
 * What comments and documents refer to is there: sections, steps and guarantees by number, files by path. A citation
 * that leads nowhere is worse than none.
 */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { type Check, declareChecks } from "./support/checks.ts"
import type { Sources } from "./support/imports.ts"

const root = resolve(import.meta.dirname, "..")

const ARCHITECTURE = "docs/architecture.md"
const DECISIONS = "docs/decisions.md"
const GUARANTEES = "docs/guarantees.md"
const INDEX = "docs/README.md"
const INTERFACE = "test/support/interface.ts"

/** Every source, test, script and document but this file, whose planted violations lead nowhere. */
const readTexts = (): Sources => {
  const texts = new Map<string, string>()
  const read = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!/^(?:node_modules|dist|coverage|\..*)$/.test(entry.name)) read(path)
      } else if (/\.(?:tsx?|mjs|md)$/.test(entry.name) && path !== "test/docs.test.ts") {
        texts.set(path, readFileSync(join(root, path), "utf8"))
      }
    }
  }
  read("")
  return texts
}

/** The text with each comment on one line, however it was wrapped. */
const unwrapped = (text: string): string => text.replace(/\n\s*(?:\*|\/\/)? */g, " ")

const numbersIn = (text: string | undefined, heading: RegExp): ReadonlySet<string> =>
  new Set(Array.from((text ?? "").matchAll(heading), ([, number]) => number ?? ""))

/** The numbers of "2.3, 5 and 7". */
const listed = (list: string): ReadonlyArray<string> => list.split(/, | and /)

const list = String.raw`\d+(?:\.\d+)*(?:(?:, | and )\d+(?:\.\d+)*)*`

/** The sections of each document that comments cite, by the word for it. */
const sectionsOf = (texts: Sources): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map([
    ["architecture", numbersIn(texts.get(ARCHITECTURE), /^## (\d+) /gm)],
    ["decisions", numbersIn(texts.get(DECISIONS), /^## (\d+) /gm)],
    ["interface", numbersIn(texts.get(INTERFACE), /^\s*(?:\*|\/\/) (?:- )?(\d(?:\.\d+)?) [A-Z]/gm)],
  ])

const missingSections = (texts: Sources): ReadonlyArray<string> => {
  const sections = sectionsOf(texts)
  const citation = new RegExp(String.raw`\b(architecture|decisions|interface)(?:'s)?,? sections? (${list})`, "gi")
  return Array.from(texts).flatMap(([path, text]) =>
    Array.from(unwrapped(text).matchAll(citation)).flatMap(([, document = "", numbers = ""]) =>
      listed(numbers)
        .filter((number) => sections.get(document.toLowerCase())?.has(number) !== true)
        .map((number) => `${path}: ${document}, section ${number}`),
    ),
  )
}

/** Mentions of a section that do not say of which document. In a document a bare one means its own. */
const namelessSections = (texts: Sources): ReadonlyArray<string> => {
  const own = numbersIn(texts.get(DECISIONS), /^## (\d+) /gm)
  const mention = new RegExp(String.raw`\b[Ss]ections? (${list})`, "g")
  const named = /(?:\b(?:architecture|decisions|interface)(?:'s)?,?|\bRFC \d+,?) \(?$/i
  return Array.from(texts).flatMap(([path, text]) => {
    const flat = unwrapped(text)
    return Array.from(flat.matchAll(mention)).flatMap(({ 0: cited, 1: numbers = "", index }) => {
      const before = flat.slice(Math.max(0, index - 30), index)
      if (named.test(before) || (path === DECISIONS && listed(numbers).every((number) => own.has(number)))) return []
      return [`${path}: ${before}${cited}`]
    })
  })
}

const missingSteps = (texts: Sources): ReadonlyArray<string> => {
  const login = (texts.get(DECISIONS) ?? "").split(/^## /m).find((section) => section.startsWith("4 "))
  const steps = numbersIn(login, /^(\d+)\. /gm)
  return Array.from(texts).flatMap(([path, text]) => {
    if (!path.startsWith("packages/core/")) return []
    return Array.from(unwrapped(text).matchAll(/\bsteps? (\d+)(?: to (\d+))?/gi)).flatMap(([cited, first = "", last]) =>
      [first, last ?? first].every((step) => steps.has(step)) ? [] : [`${path}: ${cited}`],
    )
  })
}

const missingGuarantees = (texts: Sources): ReadonlyArray<string> => {
  const guarantees = numbersIn(texts.get(GUARANTEES), /^\| (R\d+) \|/gm)
  return Array.from(texts).flatMap(([path, text]) =>
    Array.from(unwrapped(text).matchAll(/\bguarantees ((?:R\d+(?:, | and | to )?)+)/gi)).flatMap(([, cited = ""]) =>
      (cited.match(/R\d+/g) ?? [])
        .filter((number) => !guarantees.has(number))
        .map((number) => `${path}: guarantees ${number}`),
    ),
  )
}

/** Rows of the guarantees without a number, and numbers that stand in two rows. */
const unnumberedGuarantees = (texts: Sources): ReadonlyArray<string> => {
  const seen = new Set<string>()
  return (texts.get(GUARANTEES) ?? "").split("\n").flatMap((line) => {
    const number = /^\| (R\d+)? ?\|/.exec(line)
    if (number === null) return []
    if (number[1] === undefined) return [`no number: ${line.slice(0, 60)}`]
    if (seen.has(number[1])) return [`twice: ${number[1]}`]
    seen.add(number[1])
    return []
  })
}

/** What a heading is called in a link: lower case, without signs, with dashes for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-")

const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading = ""]) => anchorOf(heading)))

/** Links of pages to files that are not there, or to headings that a page does not have. */
const brokenLinks = (texts: Sources): ReadonlyArray<string> =>
  Array.from(texts).flatMap(([path, text]) => {
    if (!path.endsWith(".md")) return []
    return Array.from(text.matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)).flatMap(([, file = "", anchor]) => {
      const target = file === "" ? path : join(dirname(path), file)
      const page = texts.get(target)
      if (page === undefined) return existsSync(join(root, target)) ? [] : [`${path}: ${file}`]
      return anchor === undefined || anchorsOf(page).has(anchor) ? [] : [`${path}: ${file}#${anchor}`]
    })
  })

/** Pages that the index does not name, or names more than once. */
const unlistedPages = (texts: Sources): ReadonlyArray<string> => {
  const listed = Array.from((texts.get(INDEX) ?? "").matchAll(/^\| \[[^\]]*\]\(([^)]+)\)/gm), ([, page = ""]) =>
    join("docs", page),
  )
  return Array.from(texts.keys()).filter(
    (path) => /^docs\/[^/]+\.md$/.test(path) && path !== INDEX && listed.filter((one) => one === path).length !== 1,
  )
}

/** Pages that do not begin with the reader whom they are for. */
const pagesForNobody = (texts: Sources): ReadonlyArray<string> =>
  Array.from(texts).flatMap(([path, text]) =>
    /^docs\/[^/]+\.md$/.test(path) && path !== INDEX && !/^# .+\n\nFor \w+/.test(text) ? [path] : [],
  )

/** Files of the core that the table of the code's words names, and that are not there. */
const missingDeclarations = (texts: Sources): ReadonlyArray<string> =>
  Array.from(
    (texts.get("docs/concepts.md") ?? "").matchAll(/^\|[^|]*\|[^|]*\| `([^`]+)` \|$/gm),
    ([, file = ""]) => file,
  )
    .filter((file) => !existsSync(join(root, "packages/core/src", file)))
    .map((file) => `docs/concepts.md: ${file}`)

const missingFiles = (texts: Sources): ReadonlyArray<string> =>
  Array.from(texts).flatMap(([path, text]) => {
    const named = path.endsWith(".md")
      ? text.matchAll(/`((?:test|packages|docs|examples|bench|scripts)\/[^`\s<*]+)`/g)
      : []
    return (
      Array.from(named, ([, file = ""]) => file)
        // What a build makes is not there before it.
        .filter((file) => !file.endsWith("/dist") && !existsSync(join(root, file)))
        .map((file) => `${path}: ${file}`)
    )
  })

const WIDTH_MAX = 120

const wideComments = (texts: Sources): ReadonlyArray<string> =>
  Array.from(texts).flatMap(([path, text]) =>
    path.endsWith(".md")
      ? []
      : text.split("\n").flatMap((line, index) => {
          const isWide = /^\s*(?:\*|\/\/|\/\*)/.test(line) && Array.from(line).length > WIDTH_MAX
          return isWide ? [`${path}:${index + 1}`] : []
        }),
  )

const source = "packages/core/src/login/Bad.ts"
const decisions = "# Decisions\n\n## 4 Login\n\n1. First\n2. Second\n\n## 5 Other\n\n3. Not a step\n"

const checks: ReadonlyArray<Check> = [
  {
    rule: "every section that is cited exists",
    check: missingSections,
    planted: { [DECISIONS]: decisions, [source]: "/** Said twice (decisions, sections 4 and\n * 99). */" },
  },
  {
    rule: "every section of the interface that is cited has its facts",
    check: missingSections,
    planted: { [INTERFACE]: "  // 2.3 Login request\n", [source]: "// Interface, section 2.4." },
  },
  {
    rule: "every mention of a section says of which document",
    check: namelessSections,
    planted: { [DECISIONS]: decisions, [source]: "/** As written (section 4). */" },
  },
  {
    rule: "documents refer to sections that they have",
    check: namelessSections,
    planted: { [DECISIONS]: `${decisions}\nMore in section 6.` },
  },
  {
    rule: "every step of a login that is cited exists",
    check: missingSteps,
    planted: { [DECISIONS]: decisions, [source]: "/** Steps 1 to 3. */" },
  },
  {
    rule: "every guarantee that is cited exists",
    check: missingGuarantees,
    planted: { [GUARANTEES]: "| R9 | holds | `test` |\n", [source]: "// guarantees R9 to R11" },
  },
  {
    rule: "every guarantee has a number of its own (the next is one more than the largest)",
    check: unnumberedGuarantees,
    planted: { [GUARANTEES]: "| R9 | holds | `test` |\n| | holds, too | `test` |\n| R9 | again | `test` |\n" },
  },
  {
    rule: "every link of a page leads to a file, and to a heading of it",
    check: brokenLinks,
    planted: { "docs/a.md": "# A\n\n[that](nowhere.md) and [this](#there)\n" },
  },
  {
    rule: "the index names every page once (docs/README.md)",
    check: unlistedPages,
    planted: { [INDEX]: "| [a.md](a.md) | a |\n| [a.md](a.md) | a |\n", "docs/a.md": "", "docs/b.md": "" },
  },
  {
    rule: "every page begins with the reader whom it is for",
    check: pagesForNobody,
    planted: { "docs/a.md": "# A\n\nIt does this and that.\n" },
  },
  {
    rule: "every word of the code is declared where the concepts say",
    check: missingDeclarations,
    planted: { "docs/concepts.md": "| word | what it is | `kernel/nowhere.ts` |\n" },
  },
  {
    rule: "every file that a document names exists",
    check: missingFiles,
    planted: { [GUARANTEES]: "| R9 | holds | `test/nowhere.test.ts` |\n" },
  },
  {
    rule: "no comment is wider than the code",
    check: wideComments,
    planted: { [source]: `// ${"wide ".repeat(24)}` },
  },
]

describe("comments and documents", () => {
  const texts = readTexts()

  it("are read where they are", () => {
    assert.isAbove(texts.size, 400)
    assert.deepStrictEqual(
      Array.from(sectionsOf(texts), ([document, sections]) => [document, sections.size]),
      [
        ["architecture", 5],
        ["decisions", 18],
        // 1 to 9, 2.1 to 2.10 and 4.1 to 4.7.
        ["interface", 26],
      ],
    )
  })

  declareChecks(texts, checks)
})
