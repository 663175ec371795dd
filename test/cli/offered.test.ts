/** The command offers operations under the words that their declarations say. */
import { assert, describe, it } from "@effect/vitest"
import { sentenceOf } from "@garrison/core/kernel/input/Field"
import { operations } from "@garrison/core/operations"
import * as Completions from "effect/cli/Completions"
import type * as Schema from "effect/Schema"
import { garrison } from "../../packages/cli/src/commandTree.ts"
import { commandFor } from "../../packages/cli/src/commandWords.ts"
import { type NotOffered, type Offered, offered } from "../../packages/cli/src/offered.ts"

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
