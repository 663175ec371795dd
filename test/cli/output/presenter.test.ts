/** Where help, the version and wrong command lines are written, for people and for scripts. */
import { assert, describe, it } from "@effect/vitest"
import { garrison } from "../support/inProcess.ts"

interface Failure {
  readonly exit_code: number
  readonly message: string
  readonly details?: ReadonlyArray<string>
  readonly next: string
}

const failureOf = (stderr: string): Failure => (JSON.parse(stderr) as { readonly error: Failure }).error

describe("a wrong command line", () => {
  it("with one mistake is a sentence, and says which help to read", async () => {
    const { code, stderr, stdout } = await garrison(["client", "rotate"])
    assert.deepStrictEqual([code, stdout], [2, ""])
    assert.strictEqual(
      stderr,
      "error: <client_id> is missing.\nRun `garrison client rotate --help` for usage and examples.\n",
    )
  })

  it("with several is a list of them", async () => {
    const args = ["client", "create", "x", "--kidn", "game", "--pubilc"]
    const { stderr } = await garrison(args)
    assert.match(
      stderr,
      /^error: The command line has several mistakes\.\n(?: {2}\S.*\n){2,}Run `garrison client create/,
    )
    assert.include(stderr, "\n  This command has no flag --pubilc. Did you mean --public?\n")
    const { details = [], exit_code, message } = failureOf((await garrison([...args, "--json"])).stderr)
    assert.deepStrictEqual([exit_code, message], [2, "The command line has several mistakes."])
    assert.include(details, "This command has no flag --kidn. Did you mean --kind?")
  })

  it("is one object of JSON wherever --json stands, and text where it is behind --", async () => {
    for (const args of [
      ["--json", "client", "rotate"],
      ["client", "--json", "rotate"],
      ["client", "rotate", "--json"],
    ]) {
      const { code, stderr, stdout } = await garrison(args)
      assert.deepStrictEqual([code, stdout], [2, ""], args.join(" "))
      assert.strictEqual(failureOf(stderr).exit_code, 2)
    }
    assert.match((await garrison(["notify", "--", "--json"])).stderr, /^error: /)
  })

  it("that a text with a dash has made is told as one mistake, with what mends it", async () => {
    const { code, stderr } = await garrison(["notify", "x", "-5 gold for you"])
    assert.strictEqual(code, 2)
    assert.match(stderr, /^error: "-5 gold for you" begins with a dash, as flags do: put -- before it\.\n/)
  })
})

describe("help", () => {
  it("of a group is a message where its verb is missing, and data where it was asked for", async () => {
    const missing = await garrison(["player"])
    const asked = await garrison(["player", "--help"])
    assert.deepStrictEqual([missing.code, missing.stdout, asked.code, asked.stderr], [2, "", 0, ""])
    assert.strictEqual(missing.stderr, asked.stdout)
  })

  it("of client create ends with the lists that its flags take from", async () => {
    const { stdout } = await garrison(["client", "create", "-h"])
    const [, lists = ""] = stdout.split("\n\nPERMISSIONS, for -p of a machine client\n")
    assert.match(lists, /^ {2}catalog:read +\S/m)
    assert.match(lists, /\n\nGRANTS, for --grant\n {2}machine +client_credentials\n {2}game +anon, /)
  })
})
