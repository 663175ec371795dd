/** Makes the command of a row: its parser and help are made of data alone, and a run loads the row. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { changeFlags, revisionFlags } from "../command/actFlags.ts"
import { json, ndjson, yes } from "../command/globalFlags.ts"
import { given, lazily } from "../command/lazily.ts"
import type { InputOf, Run } from "./Code.ts"
import type { Leaf, Parameter } from "./leaf.ts"
import { leaves } from "./leaves.ts"
import type { Load } from "./Row.ts"

/** The kinds whose flags need not be given. */
const hasDefault: ReadonlySet<Parameter["kind"]> = new Set(["flag", "list", "map"])

const switchOf = (name: string): Flag.Flag<boolean> =>
  Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDefault(false))

const typedFlag = ({ choices, isClosed, kind, name }: Parameter): Flag.Flag<unknown> => {
  if (kind === "flag") return switchOf(name)
  if (kind === "map") return Flag.KeyValuePair(name).pipe(Flag.withDefault({}))
  if (kind === "list") {
    return isClosed === true
      ? Flag.Literals(name, choices).pipe(Flag.atLeast(0))
      : Flag.String(name).pipe(Flag.atLeast(0))
  }
  return kind === "integer" ? Flag.Int(name) : kind === "choice" ? Flag.Literals(name, choices) : Flag.String(name)
}

const flagOf = (parameter: Parameter): Flag.Flag<unknown> => {
  const { alias, isRequired, kind, metavar, sentence } = parameter
  const flag = typedFlag(parameter).pipe(
    Flag.withDescription(sentence),
    (made) => (alias === undefined ? made : Flag.withAlias(made, alias)),
    (made) => (metavar === undefined ? made : Flag.withMetavar(made, metavar)),
  )
  return isRequired || hasDefault.has(kind) ? flag : Flag.optional(flag)
}

const argumentOf = ({ choices, isRequired, kind, name, sentence }: Parameter): Argument.Argument<unknown> => {
  const typed: Argument.Argument<unknown> =
    kind === "integer"
      ? Argument.Int(name)
      : kind === "choice"
        ? Argument.Literals(name, choices)
        : Argument.String(name)
  const said = Argument.withDescription(typed, sentence)
  return isRequired ? said : Argument.optional(said)
}

const conditionFlags = ({ conditions }: Leaf) =>
  conditions.length === 0 ? {} : conditions.includes("if-revision") ? revisionFlags : changeFlags

const isIn = (list: ReadonlyArray<Parameter>, { name }: Parameter) => list.some((one) => one.name === name)

/** The arguments or flags of a command with another operation: what only one of them needs may be left out. */
const joined = (
  some: ReadonlyArray<Parameter>,
  others: ReadonlyArray<Parameter> | undefined,
): ReadonlyArray<Parameter> => {
  if (others === undefined) return some
  const [more, all] = [others.filter((one) => !isIn(some, one)), [...some, ...others]]
  return [...some, ...more].map((one) => ({
    ...one,
    isRequired:
      isIn(some, one) && isIn(others, one) && all.every(({ isRequired, name }) => name !== one.name || isRequired),
  }))
}

const commandOf = (words: string, code?: Load<Run<unknown>>) => {
  const leaf = leaves[words]
  if (leaf === undefined) throw new Error(`there is no row for garrison ${words}`)
  const [noun = "", name = noun] = words.split(" ")
  return Command.make(
    name,
    {
      ...Object.fromEntries(joined(leaf.arguments, leaf.or?.arguments).map((one) => [one.name, argumentOf(one)])),
      ...Object.fromEntries(joined(leaf.flags, leaf.or?.flags).map((one) => [one.name, flagOf(one)])),
      ...Object.fromEntries(
        Object.entries(leaf.own).map(([own, sentence]) => [own, switchOf(own).pipe(Flag.withDescription(sentence))]),
      ),
      ...conditionFlags(leaf),
      ...(leaf.asks && { yes }),
      ...(leaf.form !== "none" && { json }),
      ...(leaf.form === "list" && { ndjson }),
    },
    (parsed) =>
      lazily(
        () => import("./run.ts"),
        ({ runCode, runRow }) =>
          code === undefined ? runRow(noun, leaf, given(parsed)) : runCode(noun, code, leaf, given(parsed)),
      ),
  ).pipe(
    Command.withDescription(leaf.sentence),
    Command.withShortDescription(leaf.title),
    Command.withExamples(leaf.examples),
  )
}

/** The command of these words. */
export const rowCommand = (words: string) => commandOf(words)

/** Makes the commands of rows that are code: `load` loads what runs it. */
export const makeCodeCommand =
  <Rows>() =>
  <Words extends Extract<keyof Rows, string>>(words: Words, load: Load<Run<InputOf<Rows[Words]>>>) =>
    commandOf(words, load)

/** The command of a row that has work of its own, which gets the input of its operation. */
export const workCommand = <Input>(words: string, load: Load<Run<Input>>) => commandOf(words, load)
