/** What the README shows is what runs: its embedding examples are the files in `examples/`, and those files work. */
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

const root = resolve(import.meta.dirname, "..")
const run = promisify(execFile)

const examples = [
  { file: "examples/embed.mjs", language: "js", says: "success: 100 coins" },
  {
    file: "examples/embed-settings.mjs",
    language: "js",
    says: "logged in for 300 seconds\nresource_not_found: No catalog has been published yet.",
  },
  { file: "examples/embed-layer.ts", language: "ts", says: "catalog version 1 is served" },
]

describe("the README", () => {
  it.each(examples)("shows $file as it stands", async ({ file, language }) => {
    const readme = await readFile(join(root, "README.md"), "utf8")
    const code = await readFile(join(root, file), "utf8")
    assert.include(readme, `\`\`\`${language}\n${code}\`\`\``)
  })

  it.each(examples)("shows code that runs: $file", async ({ file, says }) => {
    const folder = await mkdtemp(join(tmpdir(), "garrison-readme-"))
    try {
      const args = ["--conditions=source", join(root, file), join(folder, "game.db")]
      const { stdout } = await run(process.execPath, args, { cwd: folder })
      assert.strictEqual(stdout.trim(), says)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it("embeds in ten lines", async () => {
    const code = await readFile(join(root, "examples/embed.mjs"), "utf8")
    const statements = code.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("import "))
    assert.isAtMost(statements.length, 10)
  })
})
