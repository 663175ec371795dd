/** Makes the command of a row: its parser and help are made of data alone, and a run loads the row. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { changeFlags, revisionFlags } from "../command/actFlags.ts"
import { json, ndjson, yes } from "../command/globalFlags.ts"
import { lazily } from "../command/lazily.ts"
import type { InputOf, Run } from "./Code.ts"
import type { Given, Leaf, Parameter } from "./leaf.ts"
import { leaves } from "./leaves.ts"
import type { Load } from "./Row.ts"

/** The kinds whose flags need not be given. */
const hasDefault: ReadonlySet<Parameter["kind"]> = new Set(["flag", "list", "map"])

const typedFlag = ({ choices, kind, name, refers }: Parameter): Flag.Flag<unknown> => {
  if (kind === "flag") return Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDefault(false))
  if (refers !== undefined) return Flag.String(name)
  if (kind === "map") return Flag.KeyValuePair(name).pipe(Flag.withDefault({}))
  if (kind === "list") return Flag.String(name).pipe(Flag.atLeast(0))
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

const argumentOf = ({ choices, isRequired, kind, name, refers, sentence }: Parameter): Argument.Argument<unknown> => {
  const typed: Argument.Argument<unknown> =
    kind === "integer" && refers === undefined
      ? Argument.Int(name)
      : kind === "choice"
        ? Argument.Literals(name, choices)
        : Argument.String(name)
  const said = Argument.withDescription(typed, sentence)
  return isRequired ? said : Argument.optional(said)
}

const conditionFlags = ({ conditions }: Leaf) =>
  conditions.length === 0 ? {} : conditions.includes("if-revision") ? revisionFlags : changeFlags

const present = (parsed: Given): Given =>
  Object.fromEntries(
    Object.entries(parsed).flatMap(([name, value]) => {
      const given = Option.isOption(value) ? Option.getOrUndefined(value) : value
      return given === undefined ? [] : [[name, given]]
    }),
  )

const commandOf = (words: string, code?: Load<Run<unknown>>) => {
  const leaf = leaves[words]
  if (leaf === undefined) throw new Error(`there is no row for garrison ${words}`)
  const [noun = "", name = noun] = words.split(" ")
  return Command.make(
    name,
    {
      ...Object.fromEntries(leaf.arguments.map((one) => [one.name, argumentOf(one)])),
      ...Object.fromEntries(leaf.flags.map((one) => [one.name, flagOf(one)])),
      ...conditionFlags(leaf),
      ...(leaf.asks && { yes }),
      ...(leaf.form !== "none" && { json }),
      ...(leaf.form === "list" && { ndjson }),
    },
    (parsed) =>
      lazily(
        () => import("./run.ts"),
        ({ runCode, runRow }) =>
          code === undefined ? runRow(noun, leaf, present(parsed)) : runCode(code, leaf, present(parsed)),
      ),
  ).pipe(
    Command.withDescription(leaf.sentence),
    Command.withShortDescription(leaf.title),
    Command.withExamples(leaf.examples),
  )
}

/** The command of these words, which is a row. */
export const rowCommand = (words: string) => commandOf(words)

/** Makes the commands of rows that are code: `load` loads what runs it. */
export const makeCodeCommand =
  <Rows>() =>
  <Words extends Extract<keyof Rows, string>>(words: Words, load: Load<Run<InputOf<Rows[Words]>>>) =>
    commandOf(words, load)
