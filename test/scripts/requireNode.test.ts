/** The scripts of the workspace on a machine whose own Node is too old, or whose npm forgot the link to theirs. */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { cleanEnvironment, temporaryDirectory } from "../cli/support/garrison.ts"

const root = resolve(import.meta.dirname, "../..")
const name = `node-${process.platform}-${process.arch}`
const script = "const greeting: string = process.version\nconsole.log(greeting)\n"

/** A workspace with one script, and with a Node of its own or without. */
const workspace = (hasNode: boolean): string => {
  const folder = temporaryDirectory()
  for (const file of ["linkNode.mjs", "requireNode.mjs"])
    cpSync(join(root, "scripts", file), join(folder, "scripts", file))
  writeFileSync(join(folder, "scripts/greet.ts"), script)
  if (hasNode) {
    mkdirSync(join(folder, "node_modules", name, "bin"), { recursive: true })
    symlinkSync(process.execPath, join(folder, "node_modules", name, "bin/node"))
  }
  return folder
}

/** Runs the script as npm does on a machine with that Node. */
const greet = (folder: string, version: string) => {
  const disguise = `Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`
  const args = [
    "--import",
    `data:text/javascript,${encodeURIComponent(disguise)}`,
    "--import",
    "./scripts/requireNode.mjs",
  ]
  return spawnSync(process.execPath, [...args, "scripts/greet.ts"], {
    cwd: folder,
    env: cleanEnvironment(),
    encoding: "utf8",
  })
}

describe("a script of the workspace on a Node that is too old", () => {
  it("runs on the Node that was installed with it, which is linked from then on", () => {
    const folder = workspace(true)
    const { status, stdout, stderr } = greet(folder, "20.20.2")
    assert.deepStrictEqual([status, stdout], [0, `${process.version}\n`], stderr)
    assert.strictEqual(readlinkSync(join(folder, "node_modules/.bin/node")), join("..", name, "bin/node"))
  })

  it("says which Node it needs where none was installed", () => {
    const { status, stdout, stderr } = greet(workspace(false), "22.21.0")
    assert.deepStrictEqual([status, stdout], [1, ""])
    assert.match(stderr, /^error: Garrison needs Node 24\.7 or later; this is Node 22\.21\.0\./)
  })
})

describe("installing", () => {
  it("links the Node of the packages, and nothing if they have none", () => {
    for (const hasNode of [true, false]) {
      const folder = workspace(hasNode)
      const { status, stderr } = spawnSync(process.execPath, ["scripts/linkNode.mjs"], {
        cwd: folder,
        encoding: "utf8",
      })
      assert.deepStrictEqual([status, stderr], [0, ""])
      const called = spawnSync(join(folder, "node_modules/.bin/node"), ["--version"], { encoding: "utf8" })
      assert.strictEqual(called.stdout ?? undefined, hasNode ? `${process.version}\n` : undefined)
    }
  })
})
