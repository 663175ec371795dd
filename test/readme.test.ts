/** What README and docs/embedding.md show is what runs: their examples are the files in `examples/`, which work. */
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

const shown = [
  ...examples.map((example) => ({ ...example, page: "docs/embedding.md" })),
  { file: "examples/embed.mjs", language: "js", page: "README.md" },
]

describe("the examples", () => {
  it.each(shown)("stand in $page as they are: $file", async ({ file, language, page }) => {
    const text = await readFile(join(root, page), "utf8")
    const code = await readFile(join(root, file), "utf8")
    assert.include(text, `\`\`\`${language}\n${code}\`\`\``)
  })

  it.each(examples)("run: $file", async ({ file, says }) => {
    const folder = await mkdtemp(join(tmpdir(), "garrison-readme-"))
    try {
      const args = ["--conditions=source", join(root, file), join(folder, "game.db")]
      const { stdout } = await run(process.execPath, args, { cwd: folder })
      assert.strictEqual(stdout.trim(), says)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it("embed in ten lines", async () => {
    const code = await readFile(join(root, "examples/embed.mjs"), "utf8")
    const statements = code.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("import "))
    assert.isAtMost(statements.length, 10)
  })
})
