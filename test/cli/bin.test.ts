/** What npm links as `garrison`: there from the moment of installing, which is before anything is bundled. */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, readFileSync, symlinkSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { bundle, cleanEnvironment, temporaryDirectory } from "./support/garrison.ts"

const root = resolve(import.meta.dirname, "../..")
const cli = join(root, "packages/cli")
const { bin } = JSON.parse(readFileSync(join(cli, "package.json"), "utf8")) as { readonly bin: { garrison: string } }

/** The linked file in a package of its own, with or without a bundle. */
const installed = (dist: string | undefined): string => {
  const folder = temporaryDirectory()
  cpSync(join(cli, bin.garrison), join(folder, bin.garrison))
  cpSync(join(cli, "package.json"), join(folder, "package.json"))
  if (dist !== undefined) symlinkSync(dist, join(folder, "dist"))
  return join(folder, bin.garrison)
}

const run = (file: string) =>
  spawnSync(process.execPath, [file, "--version"], { encoding: "utf8", env: cleanEnvironment() })

describe("the linked command", () => {
  it("is no product of the build, and npm has linked it", () => {
    assert.notMatch(bin.garrison, /^dist\//)
    assert.isTrue(existsSync(join(root, "node_modules/.bin/garrison")))
  })

  it("runs the bundle", () => {
    const { status, stdout } = run(installed(dirname(bundle())))
    assert.deepStrictEqual([status, stdout], [0, "garrison 0.1.0\n"])
  })

  it("says what to do while there is none", () => {
    const { status, stderr, stdout } = run(installed(undefined))
    assert.deepStrictEqual([status, stdout], [1, ""])
    assert.include(stderr, "npm run bundle")
  })
})
