/** What README and docs/embedding.md show is what runs: their examples are the files in `examples/`, which work. */
import { open } from "@garrison/core"
import { operations } from "@garrison/core/operations"
import { sqlite } from "@garrison/sql"
import { assert, describe, it } from "@effect/vitest"
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { withCompiled } from "./support/bundled.ts"
import { caller } from "./support/httpCaller.ts"
import { closedPort } from "./support/loopback.ts"

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

/** Examples that serve until they are asked to stop. */
const servers = [
  { file: "examples/serve.mjs", language: "js" },
  { file: "examples/mount.mjs", language: "js" },
]

const shown = [
  ...[...examples, ...servers].map((example) => ({ ...example, page: "docs/embedding.md" })),
  { file: "examples/embed.mjs", language: "js", page: "README.md" },
  ...["mount-express.mjs", "mount-fastify.mjs", "mount-hono.mjs", "next/next.config.js"].map((name) => ({
    file: `examples/${name}`,
    language: "js",
    page: "docs/mounting.md",
  })),
  { file: "examples/next/app/garrison/[...path]/route.js", language: "js", page: "docs/mounting.md" },
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
      const { stdout } = await run(process.execPath, args, { cwd: folder, env: withCompiled(process.env) })
      assert.strictEqual(stdout.trim(), says)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it.each(servers)("serve, and end with 0 when they are asked to stop: $file", async ({ file }) => {
    const folder = await mkdtemp(join(tmpdir(), "garrison-readme-"))
    try {
      const port = await closedPort()
      const args = ["--conditions=source", join(root, file), join(folder, "game.db"), String(port)]
      const child = spawn(process.execPath, args, {
        cwd: folder,
        env: withCompiled(process.env),
        stdio: ["ignore", "pipe", "inherit"],
      })
      const ended = once(child, "close")
      assert.match(String(await once(child.stdout, "data")), /^listening on .*\d+\n$/)
      const call = caller(port)
      const body = { grant_type: "anon", portal_access_token: "a-secret-of-this-device" }
      assert.strictEqual((await call("POST", "/users/v1/login", { body })).status, 200)
      call.close()
      child.kill("SIGTERM")
      assert.deepStrictEqual(await ended, [0, null])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it("have the methods of docs/embedding.md and docs/operations.md, which name each of them with its operation", async () => {
    const page = await readFile(join(root, "docs/embedding.md"), "utf8")
    const reference = await readFile(join(root, "docs/operations.md"), "utf8")
    const hosted = Array.from(reference.matchAll(/^For hosts: (.*)$/gm), ([, calls = ""]) => calls).join()
    const rows = Array.from(
      page.matchAll(/^\| `(\w+)\([^|]*\| [^|]* \| (?:\[([\w.]+)\]\(operations\.md#(\w+)\))? ?\|$/gm),
    )
    await using garrison = await open(sqlite(":memory:"))
    const named = [...rows.map(([, method]) => method), ...Array.from(hosted.matchAll(/`(\w+)\(/g), ([, name]) => name)]
    assert.sameMembers([...new Set(named)], Object.keys(garrison))
    const known = new Set<string>(operations.map(({ name }) => name))
    for (const [row, , operation = "", anchor] of rows) {
      if (anchor === undefined) continue
      assert.isTrue(known.has(operation), row)
      assert.strictEqual(anchor, operation.replace(".", "").toLowerCase(), row)
    }
  })

  it("embed in ten lines", async () => {
    const code = await readFile(join(root, "examples/embed.mjs"), "utf8")
    const statements = code.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("import "))
    assert.isAtMost(statements.length, 10)
  })
})
