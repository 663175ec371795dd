/** What is wrong with a command line, in a sentence that names the flag, the argument or the command. */
import { assert, describe, it } from "@effect/vitest"
import * as CliError from "effect/cli/CliError"
import { invocationProblem } from "../../../packages/cli/src/output/invocation.ts"

const invalid = (option: string, value: string, expected: string, kind: "flag" | "argument" = "flag") =>
  new CliError.InvalidValue({ option, value, expected, kind })

describe("invocationProblem", () => {
  it.each<readonly [CliError.NonShowHelpErrors, string]>([
    [new CliError.MissingOption({ option: "kind" }), "--kind is missing."],
    [new CliError.MissingArgument({ argument: "client_id" }), "<client_id> is missing."],
    [invalid("loot", "cow", "Expected a finite number"), '--loot must be a whole number, not "cow".'],
    [invalid("loot", "1.5", "an integer"), '--loot must be a whole number, not "1.5".'],
    [invalid("role_id", "one", "integer", "argument"), 'role_id must be a whole number, not "one".'],
    [invalid("data", "a", "expected key=value"), '--data must be NAME=VALUE, not "a".'],
    [invalid("storage", "", "expected: URL"), "--storage needs a value: URL."],
    [invalid("json", "2 occurrences", "one"), "--json is given 2 times; it takes one value."],
    [
      invalid("kind", "machin", 'Expected "game" | "machine"'),
      '--kind must be one of game, machine, not "machin". Did you mean machine?',
    ],
    [invalid("kind", "robot", 'Expected "game" | "machine"'), '--kind must be one of game, machine, not "robot".'],
  ])("case %#", (error, sentence) => {
    assert.strictEqual(invocationProblem(error), sentence)
  })

  it("guesses a flag that every command takes where the parser knows none", () => {
    const unknown = (option: string, suggestions: ReadonlyArray<string> = []) =>
      invocationProblem(new CliError.UnrecognizedOption({ option, suggestions: [...suggestions] }))
    assert.strictEqual(unknown("--storag"), "This command has no flag --storag. Did you mean --storage?")
    assert.strictEqual(unknown("--knd", ["--kind"]), "This command has no flag --knd. Did you mean --kind?")
    assert.strictEqual(unknown("--quite-another"), "This command has no flag --quite-another.")
  })

  it("names the group in which there is no such command", () => {
    const unknown = (subcommand: string, parent: ReadonlyArray<string>, suggestions: ReadonlyArray<string>) =>
      invocationProblem(
        new CliError.UnknownSubcommand({ subcommand, parent: [...parent], suggestions: [...suggestions] }),
      )
    assert.strictEqual(
      unknown("chekc", ["garrison", "catalog"], ["check"]),
      "There is no command garrison catalog chekc. Did you mean garrison catalog check?",
    )
    assert.strictEqual(unknown("sing", ["garrison"], []), "There is no command garrison sing.")
  })
})
