/** Every command explains itself, with examples that its own parser understands. */
import { assert, describe, it } from "@effect/vitest"
import type * as Command from "effect/cli/Command"
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { garrison as tree } from "../../packages/cli/src/commandTree.ts"
import { cleanEnvironment, temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"

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

/** Says what a shell has made of a line: the port that it sets, what it gives on stdin, and each word. */
const echo = '#!/bin/sh\nprintf "%s\\0" "$GARRISON_PORT" "$(cat)" "$@"\n'

/** A directory in which `garrison` is a command that says how it was called, and the files of the examples exist. */
const exampleDirectory = (): string => {
  const directory = temporaryDirectory()
  writeFileSync(join(directory, "garrison"), echo, { mode: 0o755 })
  writeFileSync(join(directory, "catalog.json"), '{"items":{"1":{}}}')
  writeFileSync(join(directory, "catalog.yaml"), "items: { 1: {} }\n")
  writeFileSync(join(directory, "order.json"), '{"entries":[{"type":"fill_loot","loot_id":1,"quantity":1}]}')
  writeFileSync(join(directory, "password.txt"), "correct horse battery\n")
  return directory
}

/** Statuses that are right for examples about somebody who is not there: nothing found, nothing to go back to. */
const EXAMPLE_STATUSES: ReadonlySet<number | null> = new Set([0, 3, 5])

describe("help", () => {
  it("examples work when pasted", async () => {
    // Where the shell writes what examples send to a file, no command finds it.
    const [shell, cwd] = [exampleDirectory(), exampleDirectory()]
    const env = cleanEnvironment({ PATH: `${shell}:${process.env["PATH"]}`, ETAG: "none" })
    const examples = commands.flatMap(({ command }) => command.examples.map((example) => example.command))
    assert.isAbove(examples.length, 25)
    // A server and a sandbox do not end by themselves, a password is asked for, and curl needs a server.
    const pasted = examples.filter((line) => !/^garrison (?:serve|sandbox)|^curl |player create \w+$/.test(line))
    const lines = ["garrison catalog publish catalog.json", ...pasted]
    // One shell takes them all, each in a shell of its own, and says where the words of each end.
    const script = lines.map((line) => `(\n${line}\n) </dev/null || exit\nprintf '\\036'\n`).join("")
    const said = execFileSync("sh", ["-c", script], { cwd: shell, env, encoding: "utf8" }).split("\u001e")
    assert.lengthOf(said, lines.length + 1)
    for (const [at, line] of lines.entries()) {
      const [port = "", input = "", ...args] = (said[at] ?? "").split("\0").slice(0, -1)
      const { code, stderr } = await garrison(args, { cwd, env: { GARRISON_PORT: port }, input })
      const isUnasked = code === 2 && /needs a (?:confirmation|terminal)/.test(stderr)
      assert.isTrue(EXAMPLE_STATUSES.has(code) || isUnasked, `${line} ended with ${code}: ${stderr}`)
    }
  })

  it("an empty line stands before the examples", async () => {
    assert.notMatch((await garrison(["--help"])).stdout, /[^\n]\nEXAMPLES/)
  })

  for (const { path, command } of commands) {
    const name = ["garrison", ...path].join(" ")

    it(`${name} --help explains it on stdout, with examples`, async () => {
      const run = await garrison([...path, "--help"])
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

  it.each(["catalog", "client", "player", "session", "order", "key", "audit"])(
    "%s without a verb is a mistake: help on stderr, exit 2",
    async (group) => {
      const run = await garrison([group])
      assert.strictEqual(run.code, 2)
      assert.strictEqual(run.stdout, "")
      assert.include(run.stderr, "SUBCOMMANDS")
    },
  )

  const leaves = commands.filter(({ command }) => command.subcommands.length === 0).map(({ path }) => path.join(" "))

  it.each(leaves)("%s refuses a flag that it does not know, and names it", async (path) => {
    const run = await garrison([...path.split(" "), "--hlep"])
    assert.strictEqual(run.code, 2)
    assert.include(run.stderr, "--hlep")
  })
})
