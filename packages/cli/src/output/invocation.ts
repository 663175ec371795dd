/** What is wrong with a command line, in a sentence each: the parser's findings in the words of this command. */
import type * as CliError from "effect/cli/CliError"
import { nearest } from "@garrison/core/kernel/input/nearest"

/** Flags that every command takes. */
const EVERYWHERE = ["--help", "--version", "--completions", "--config", "--storage", "--set"]

const meant = (suggestion: string | undefined): string =>
  suggestion === undefined ? "" : ` Did you mean ${suggestion}?`

const namesOf = (expected: string): ReadonlyArray<string> =>
  [...expected.matchAll(/"([^"]*)"/g)].map(([, name = ""]) => name)

/** What a value has to be, from the parser's description of it. */
const requirement = (expected: string): string => {
  if (/finite number|integer/i.test(expected)) return "a whole number"
  if (/key=value/i.test(expected)) return "NAME=VALUE"
  const names = namesOf(expected)
  return names.length > 1 ? `one of ${names.join(", ")}` : expected.replace(/^expected:? */i, "")
}

const invalidValue = ({ option, value, expected, kind }: CliError.InvalidValue): string => {
  const name = kind === "flag" ? `--${option}` : option
  const times = /^(\d+) occurrences$/.exec(value)?.[1]
  if (times !== undefined) return `${name} is given ${times} times; it takes one value.`
  if (value === "") return `${name} needs a value: ${requirement(expected)}.`
  const suggestion = nearest(value, namesOf(expected))
  return `${name} must be ${requirement(expected)}, not "${value}".${meant(suggestion)}`
}

/** One problem with a command line, as a sentence. */
export const invocationProblem = (error: CliError.NonShowHelpErrors): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `This command has no flag ${error.option}.${meant(error.suggestions[0] ?? nearest(error.option, EVERYWHERE))}`
    case "MissingOption":
      return `--${error.option} is missing.`
    case "MissingArgument":
      return `<${error.argument}> is missing.`
    case "UnexpectedArgument":
      return `This command does not take ${error.arguments.map((argument) => `"${argument}"`).join(" ")}.`
    case "UnknownSubcommand": {
      const parent = error.parent?.join(" ") ?? "garrison"
      const suggestion = error.suggestions[0]
      return `There is no command ${parent} ${error.subcommand}.${meant(suggestion && `${parent} ${suggestion}`)}`
    }
    case "InvalidValue":
      return invalidValue(error)
    default:
      return error.message
  }
}
