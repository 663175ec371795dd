/** Every command explains itself, with examples that its own parser understands. */
import { assert, describe, it } from "@effect/vitest"
import type * as Command from "effect/cli/Command"
import { garrison as tree } from "../../packages/cli/src/commandTree.ts"
import { garrison } from "./support/garrison.ts"

interface Found {
  readonly path: ReadonlyArray<string>
  readonly command: Command.Command.Any
}

const everyCommand = (command: Command.Command.Any, path: ReadonlyArray<string> = []): ReadonlyArray<Found> => [
  { path, command },
  ...command.subcommands
    .flatMap((group) => group.commands)
    .flatMap((child) => everyCommand(child, [...path, child.name])),
]

const commands = everyCommand(tree)

describe("help", () => {
  it("the command has the nouns and verbs that the documentation names", () => {
    assert.deepStrictEqual(
      commands.map(({ path }) => path.join(" ")),
      [
        "",
        "serve",
        "catalog",
        "catalog check",
        "catalog publish",
        "catalog list",
        "client",
        "client create",
        "client list",
        "client rotate",
        "player",
        "player show",
        "player create",
        "order",
        "order submit",
        "notify",
        "token",
        "demo",
        "config",
      ],
    )
  })

  for (const { path, command } of commands) {
    const name = ["garrison", ...path].join(" ")

    it(`${name} --help explains it on stdout, with examples`, () => {
      const run = garrison([...path, "--help"])
      assert.strictEqual(run.code, 0, run.stderr)
      assert.strictEqual(run.stderr, "")
      for (const section of ["DESCRIPTION", "USAGE", "EXAMPLES"]) assert.include(run.stdout, section)
      assert.isTrue(command.examples.length > 0)
      for (const example of command.examples) {
        assert.include(example.command, name)
        assert.include(run.stdout, example.command)
      }
    })
  }

  it.each(["catalog", "client", "player", "order"])(
    "%s without a verb is a mistake: help on stderr, exit 2",
    (group) => {
      const run = garrison([group])
      assert.strictEqual(run.code, 2)
      assert.strictEqual(run.stdout, "")
      assert.include(run.stderr, "SUBCOMMANDS")
    },
  )

  const leaves = commands.filter(({ command }) => command.subcommands.length === 0).map(({ path }) => path.join(" "))

  it.each(leaves)("%s refuses a flag that it does not know, and names it", (path) => {
    const run = garrison([...path.split(" "), "--hlep"])
    assert.strictEqual(run.code, 2)
    assert.include(run.stderr, "--hlep")
  })
})
