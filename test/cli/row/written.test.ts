/** What people write for a field is read, or refused, in the same way by every command that is a row. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync } from "node:fs"
import type { Leaf, Parameter } from "../../../packages/cli/src/row/leaf.ts"
import { leaves } from "../../../packages/cli/src/row/leaves.ts"
import { temporaryDirectory } from "../support/garrison.ts"
import { garrison } from "../support/inProcess.ts"
import { NOBODY } from "../support/world.ts"

const isPlayer = ({ field }: Parameter): boolean => field.endsWith("player_uuid")

/** A value that nothing is wrong with before a database is opened. */
const fineValue = (parameter: Parameter): string => {
  if (isPlayer(parameter)) return NOBODY
  if (parameter.field === "platform") return "Anon"
  return parameter.kind === "integer" ? "1" : (parameter.choices[0] ?? "x")
}

/** The words of a command with what it needs, and this value for one of its parameters. */
const lineOf = ({ arguments: places, flags, words }: Leaf, wrong: Parameter, value: string): ReadonlyArray<string> => {
  const needed = (parameter: Parameter) => parameter === wrong || parameter.isRequired
  const valueFor = (parameter: Parameter) => (parameter === wrong ? value : fineValue(parameter))
  return [
    ...words.split(" "),
    ...places.filter(needed).map(valueFor),
    ...flags.filter(needed).flatMap((flag) => [`--${flag.name}`, valueFor(flag)]),
  ]
}

interface Case {
  readonly sort: string
  readonly is: (parameter: Parameter) => boolean
  readonly value: string
  readonly said: (name: string, parameter: Parameter) => string
}

const cases: ReadonlyArray<Case> = [
  { sort: "no player_uuid", is: isPlayer, value: "ada", said: () => '"ada" is not a player_uuid.' },
  {
    sort: "no time",
    is: ({ kind }) => kind === "time",
    value: "soon",
    said: (name) => `${name} must be a date and time, not "soon".`,
  },
  {
    sort: "no platform",
    is: ({ field }) => field === "platform",
    value: "Moon",
    said: () => 'There is no platform "Moon".',
  },
  {
    sort: "more than a page has",
    is: ({ bounds, field }) => field === "limit" && bounds !== undefined,
    value: "1001",
    said: (_name, { bounds: [least, most] = [0, 0] }) => `--limit must be ${least} to ${most}, not 1001.`,
  },
]

describe("what is written for a field of a row", () => {
  it.each(cases)("that is $sort is refused, with exit status 2, and makes no database", async ({ is, said, value }) => {
    const cwd = temporaryDirectory()
    const found = Object.values(leaves)
      .filter(({ form }) => form !== "none")
      .flatMap((leaf) =>
        [...leaf.arguments, ...leaf.flags]
          .filter((one) => one.isAny !== true && is(one))
          .map((parameter) => ({ leaf, parameter })),
      )
    assert.isAbove(found.length, 2)
    for (const { leaf, parameter } of found) {
      const line = lineOf(leaf, parameter, value)
      const { code, stderr } = await garrison([...line, "--json"], { cwd })
      const name = leaf.flags.includes(parameter) ? `--${parameter.name}` : parameter.name
      const told: { readonly error: { readonly message: string } } = JSON.parse(stderr)
      assert.deepStrictEqual([code, told.error.message], [2, said(name, parameter)], line.join(" "))
    }
    assert.deepStrictEqual(readdirSync(cwd), [])
  })
})
