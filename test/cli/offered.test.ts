/** The command offers operations under the words that their declarations say. */
import { assert, describe, it } from "@effect/vitest"
import { sentenceOf } from "@garrison/core/kernel/input/Field"
import { operations } from "@garrison/core/operations"
import * as Completions from "effect/cli/Completions"
import type * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { garrison } from "../../packages/cli/src/commandTree.ts"
import { commandFor } from "../../packages/cli/src/commandWords.ts"
import { type NotOffered, type Offered, offered } from "../../packages/cli/src/offered.ts"
import { rowModules } from "../../packages/cli/src/row/rowModules.ts"

/** What is said of an operation whose command is no row. */
const codeOf = (operation: string): Offered<string> | NotOffered | undefined =>
  Object.entries<Offered<string> | NotOffered>(offered).find(([name]) => name === operation)?.[1]

const root = Completions.fromCommand(garrison)

const commandOf = (words: string) =>
  words
    .split(" ")
    .reduce<Completions.CommandDescriptor | undefined>(
      (command, word) => command?.subcommands.find(({ name }) => name === word),
      root,
    )

/** The words of every command without commands below it. */
const leafWords = (command: Completions.CommandDescriptor, words: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  command.subcommands.length === 0
    ? [words.join(" ")]
    : command.subcommands.flatMap((child) => leafWords(child, [...words, child.name]))

/** The commands that docs/architecture.md lists as code, each with why. */
const listedAsCode = (): ReadonlyArray<string> => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/architecture.md"), "utf8")
  const table = /^\| command \| why it is code \|\n[^\n]*\n((?:\|[^\n]*\n)+)/m.exec(page)?.[1] ?? ""
  return Array.from(table.matchAll(/^\| (.*?) \|/gm), ([, words = ""]) => words).flatMap((words) =>
    Array.from(words.matchAll(/`([a-z -]+)`/g), ([, one = ""]) => one),
  )
}

/** What the help says of a flag (`--name`) or an argument (`name`). */
const helpOf = (command: Completions.CommandDescriptor, name: string): string | undefined =>
  name.startsWith("--")
    ? command.flags.find((flag) => `--${flag.name}` === name)?.description
    : command.arguments.find((argument) => argument.name === name)?.description

/** The sentence without its end; a flag of another name than its field says the name before. */
const said = (sentence: string, field: string): string =>
  sentence.replace(/\.$/, "").replace(new RegExp(`^${field}: (.)`), (_, first: string) => first.toUpperCase())

/** Fields that the interface describes in its words, and the command in others. */
const inOtherWords: ReadonlySet<string> = new Set([
  "platform of person.unlink",
  "portal_user_id of person.unlink",
  "from of catalog.diff",
  "to of catalog.diff",
])

describe("the operations that the command offers", () => {
  const cases = operations.flatMap((operation) => {
    const offer = codeOf(operation.name)
    return offer === undefined || "not" in offer ? [] : [{ operation, offer }]
  })

  it.each(operations)("$name is offered by a command, or says why none offers it", ({ name }) => {
    const code = codeOf(name)
    assert.strictEqual(commandFor(name) === undefined, code !== undefined && "not" in code)
  })

  it("are many", () => {
    assert.isAbove(cases.length, 5)
  })

  it.each(cases)(
    "$operation.name is offered by a command that says of each field what it is",
    ({ offer, operation }) => {
      const command = commandOf(offer.command)
      assert.isDefined(command, `there is no garrison ${offer.command}`)
      for (const [field, name] of Object.entries<string | null>(offer.fields)) {
        if (name === null || command === undefined) continue
        const schema = Object.entries<{ readonly ast: Schema.Top["ast"] }>(operation.input).find(
          ([key]) => key === field,
        )?.[1]
        const help = helpOf(command, name)
        assert.isDefined(help, `garrison ${offer.command} has no ${name}`)
        const sentence = schema === undefined ? undefined : sentenceOf(schema)
        assert.isDefined(sentence, `${field} of ${operation.name} has no sentence`)
        // A flag names one member of a list or map, and is repeated.
        if (schema !== undefined && ["Arrays", "Objects"].includes(schema.ast._tag)) continue
        const isSame = said(help ?? "", field) === said(sentence ?? "", field)
        const place = `${field} of ${operation.name}`
        assert.strictEqual(isSame, !inOtherWords.has(place), `${place}: ${help} / ${sentence}`)
      }
    },
  )
})

describe("the commands", () => {
  const all = leafWords(root)

  const rows = async () => {
    const modules = await Promise.all(Object.values(rowModules).map((load) => load()))
    return modules.flatMap((module) => Object.entries(module.rows)).filter(([, row]) => "operation" in row)
  }

  it("are rows over operations, or code that docs/architecture.md lists with why", async () => {
    const words = (await rows()).map(([word]) => word)
    assert.deepStrictEqual([...words, ...listedAsCode()].toSorted(), all.toSorted())
  })

  it("say themselves what their operations say at most 20 times", async () => {
    const words = (await rows()).flatMap(([, { sentence, title }]) => [sentence, title])
    const own = words.filter((one) => one !== undefined)
    assert.isAtMost(own.length, 20, own.join("\n"))
  })
})
