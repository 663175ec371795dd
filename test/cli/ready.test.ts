/** Help, the version and completion scripts are texts beside the bundle: the same as the program prints. */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { commandPaths } from "../../scripts/texts/make.ts"
import { bundle, cleanEnvironment, temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"

const read = (file: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(dirname(bundle()), "texts", file), "utf8")) as Readonly<Record<string, string>>

/** A copy of the bundle that has nothing to load but its texts. */
const withoutProgram = (): string => {
  const folder = temporaryDirectory()
  cpSync(bundle(), join(folder, "garrison.js"))
  cpSync(join(dirname(bundle()), "texts"), join(folder, "texts"), { recursive: true })
  writeFileSync(join(folder, "package.json"), '{"type":"module"}')
  return join(folder, "garrison.js")
}

const run = (file: string, args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [file, ...args], {
    encoding: "utf8",
    env: cleanEnvironment(),
  })
  return { status, stderr, stdout }
}

describe("what is answered without the program", () => {
  it("is the help of every command, as the program prints it", async () => {
    const help = read("help.json")
    const paths = commandPaths()
    assert.deepStrictEqual(
      Object.keys(help),
      paths.map((path) => path.join(" ")),
    )
    for (const path of paths) {
      const { stdout } = await garrison([...path, "--help"])
      assert.strictEqual(`${help[path.join(" ")]}\n`, stdout, path.join(" "))
    }
  })

  it("is each completion script, as the program prints it", async () => {
    const completions = read("completions.json")
    assert.deepStrictEqual(Object.keys(completions), ["bash", "zsh", "fish"])
    for (const [shell, script] of Object.entries(completions)) {
      assert.strictEqual(`${script}\n`, (await garrison(["--completions", shell])).stdout)
    }
  })

  it("loads nothing of the program", () => {
    const file = withoutProgram()
    const version = { status: 0, stderr: "", stdout: "garrison 0.1.0\n" }
    assert.deepStrictEqual(run(file, ["--version"]), version)
    assert.deepStrictEqual(run(file, ["version"]), version)
    const publish = { status: 0, stderr: "", stdout: `${read("help.json")["catalog publish"]}\n` }
    assert.deepStrictEqual(run(file, ["catalog", "publish", "--help"]), publish)
    assert.deepStrictEqual(run(file, ["catalog", "publish", "-h"]), publish)
    assert.deepStrictEqual(run(file, ["help", "catalog", "publish"]), publish)
    assert.deepStrictEqual(run(file, []).stdout, `${read("help.json")[""]}\n`)
    assert.strictEqual(run(file, ["--completions", "bash"]).status, 0)
  })

  it("leaves everything else to the program", () => {
    const file = withoutProgram()
    for (const args of [["config"], ["catlog", "--help"], ["help", "--json"], ["--completions", "sh"], ["key"]]) {
      const { status, stderr } = run(file, args)
      assert.notStrictEqual(status, 0, args.join(" "))
      assert.include(stderr, "ERR_MODULE_NOT_FOUND", args.join(" "))
    }
    const mistyped = run(bundle(), ["catlog", "--help"])
    assert.strictEqual(mistyped.status, 2)
    assert.include(mistyped.stderr, "Did you mean garrison catalog?")
  })
})
