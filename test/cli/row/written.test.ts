/** What people write for a field is read, or refused, in the same way by every command that is a row. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync } from "node:fs"
import type { Leaf, Parameter } from "../../../packages/cli/src/row/leaf.ts"
import { leaves } from "../../../packages/cli/src/row/leaves.ts"
import { temporaryDirectory } from "../support/garrison.ts"
import { garrison } from "../support/inProcess.ts"
import { flawsIn, NOBODY, smallWorld } from "../support/world.ts"

const isPlayer = ({ refers }: Parameter): boolean => refers === "player"

/** A value that nothing is wrong with before a database is opened. */
const fineValue = (parameter: Parameter): string => {
  if (isPlayer(parameter)) return NOBODY
  if (parameter.field === "platform") return "Anon"
  if (parameter.refers === "role") return "1"
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

const parametersThat = (is: (parameter: Parameter) => boolean) =>
  Object.values(leaves)
    .filter(({ form }) => form !== "none")
    .flatMap((leaf) =>
      [...leaf.arguments, ...leaf.flags]
        .filter((one) => one.isAny !== true && is(one))
        .map((parameter) => ({ leaf, parameter })),
    )

interface Case {
  readonly sort: string
  readonly is: (parameter: Parameter) => boolean
  readonly value: string
  readonly said: (name: string, parameter: Parameter) => string
}

const cases: ReadonlyArray<Case> = [
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
    const found = parametersThat(is)
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

describe("a name in the place of an id", () => {
  it.each([
    ["player", "nobody", "There is no player called nobody."],
    ["player", "x".repeat(65), "There is no player called xxx"],
    ["role", "nobody", "There is no role called nobody."],
    ["item", "nothing", "The catalog has no item nothing"],
  ] as const)("of a %s (%s) is refused where nothing is called so, by every row", async (kind, name, said) => {
    const { run } = await smallWorld()
    const found = parametersThat(({ refers }) => refers === kind)
    assert.isAbove(found.length, 0)
    const lines = found.map(({ leaf, parameter }) => [lineOf(leaf, parameter, name), 3, said] as const)
    assert.deepStrictEqual(await flawsIn(run, lines), [])
  })

  it("does what the id does, and the question shows the id", async () => {
    const { ada, json, run, rows } = await smallWorld()
    for (const words of ["show", "history", "orders", "merges"]) {
      assert.deepStrictEqual(await json("player", words, "Ada"), await json("player", words, ada), words)
    }
    assert.deepStrictEqual(await json("player", "show", "ADA"), await json("player", "show", ada), "in another case")
    const asked = await run("player", "link", "Ada", "Golf", "76561190000000001")
    assert.include(asked.stderr, `may then log in as ${ada}`)
    await json("player", "role", "Ada", "support")
    assert.deepStrictEqual(rows("SELECT display_name FROM person_player WHERE role_id > 1000"), [
      { display_name: "Ada" },
    ])
  })

  it("of two players is refused with both ids, unless one of them has it exactly", async () => {
    const { ada, brian, exec, json, run } = await smallWorld()
    exec("UPDATE person_player SET display_name = 'ADA' WHERE display_name = 'Brian'")
    assert.strictEqual((await json("player", "show", "ADA"))["player_uuid"], brian)
    const said = "Several players are called ada: "
    assert.deepStrictEqual(
      await flawsIn(run, [[["player", "show", "ada"], 2, said, `Ada (${ada})`, `ADA (${brian})`, "give the id"]]),
      [],
    )
  })

  it("of a player who was deleted is that of nobody", async () => {
    const { ada, deletePlayer, run } = await smallWorld()
    deletePlayer(ada)
    assert.deepStrictEqual(await flawsIn(run, [[["player", "show", "Ada"], 3, "There is no player called Ada."]]), [])
  })

  it("never comes before an id", async () => {
    const { ada, brian, exec, json } = await smallWorld()
    exec(`UPDATE person_player SET display_name = '${ada}' WHERE display_name = 'Brian'`)
    assert.strictEqual((await json("player", "show", ada))["player_uuid"], ada)
    assert.strictEqual((await json("player", "show", brian))["player_uuid"], brian)
  })
})
