/**
 * Garrison below a path of a real Next server, as the example mounts it: installed, built and started. Next is large,
 * so `npm run mounts` runs this, and `npm test` runs the module of the route alone (mounts.test.ts).
 */
import { assert, describe, it } from "@effect/vitest"
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { copyFileSync, cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { closedPort } from "../support/loopback.ts"
import { seedCatalog, plays } from "../support/mountedGame.ts"
import { installPacked } from "../support/packedProject.ts"

const root = resolve(import.meta.dirname, "../..")

/** Runs a program with the Node of this process. */
const environment = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
  NEXT_TELEMETRY_DISABLED: "1",
  NODE_ENV: "production" as const,
}

/** The example as a project of its own, built. */
const built = async (folder: string): Promise<string> => {
  const run = (program: string, args: ReadonlyArray<string>, cwd: string) =>
    promisify(execFile)(program, args, { cwd, env: environment, encoding: "utf8", maxBuffer: 2 ** 26 })
  const [project, tarballs] = [join(folder, "game"), join(folder, "tarballs")]
  cpSync(join(root, "examples/next"), project, { recursive: true, filter: (path) => !path.includes("node_modules") })
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], project)
  await run(process.execPath, [join(root, "scripts/packages.ts"), tarballs], root)
  installPacked(project, tarballs, ["@garrison/core", "@garrison/sql", "@garrison/http"])
  copyFileSync(join(root, "examples/next/package.json"), join(project, "package.json"))
  await run("npm", ["run", "build"], project)
  return project
}

describe.runIf(process.env["GARRISON_TEST_MOUNTS"] === "all")("Garrison below a path of a Next server", () => {
  it("lets a player log in, read, order, and be refused as the server refuses", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "garrison-next-")))
    try {
      const project = await built(folder)
      const file = join(folder, "game.db")
      await seedCatalog(file)
      const port = String(await closedPort())
      const child = spawn(process.execPath, [join(project, "node_modules/next/dist/bin/next"), "start", "-p", port], {
        cwd: project,
        env: { ...environment, GAME_DATABASE: file },
        stdio: ["ignore", "pipe", "inherit"],
      })
      const ended = once(child, "close")
      for await (const chunk of child.stdout) if (String(chunk).includes("Ready")) break
      try {
        assert.isTrue(await plays(`http://127.0.0.1:${port}`, file))
      } finally {
        child.kill("SIGTERM")
        await ended
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
