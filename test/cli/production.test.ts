/**
 * A tree without development dependencies, as `npm ci --omit=dev --ignore-scripts` leaves it: what the lock file says a
 * host installs, and nothing else. It serves the bundle that was made before, and says what to do where there is none.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { delimiter, dirname, join, resolve } from "node:path"
import { LOOPBACK } from "../support/loopback.ts"
import { ALONE, bundle, cleanEnvironment, temporaryDirectory } from "./support/garrison.ts"

const root = resolve(import.meta.dirname, "../..")

interface Entry {
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly link?: boolean
  readonly resolved?: string
}

const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  readonly packages: Readonly<Record<string, Entry>>
}

const copied = ["package.json", "package-lock.json", ".npmrc", "rolldown.config.ts", "scripts"]

/** The tree, with the bundle. Node is the one that runs the tests; the tree has its own only on some platforms. */
const productionTree = (): string => {
  const tree = temporaryDirectory()
  for (const name of copied) cpSync(join(root, name), join(tree, name), { recursive: true })
  for (const name of readdirSync(join(root, "packages"))) {
    cpSync(join(root, "packages", name, "package.json"), join(tree, "packages", name, "package.json"))
  }
  cpSync(join(root, "packages/cli/bin"), join(tree, "packages/cli/bin"), { recursive: true })
  cpSync(dirname(bundle()), join(tree, "packages/cli/dist"), { recursive: true })
  for (const [path, { dev, devOptional, link, resolved }] of Object.entries(lock.packages)) {
    if (!/^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) || dev === true || devOptional === true) continue
    if (path.startsWith("node_modules/node-")) continue
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    symlinkSync(link === true ? join(tree, resolved ?? "") : join(root, path), join(tree, path), "junction")
  }
  return tree
}

/** The environment of a shell in the tree. */
const environment = () => cleanEnvironment({ PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}` })

const npm = (tree: string, ...args: ReadonlyArray<string>) =>
  spawnSync("npm", args, { cwd: tree, env: environment(), encoding: "utf8" })

describe("a tree without development dependencies", () => {
  const tree = productionTree()
  const command = join(tree, "node_modules/garrison/bin/garrison.js")

  it("has no bundler, and keeps the bundle that is there", () => {
    assert.notInclude(readdirSync(join(tree, "node_modules")), "rolldown")
    const { status, stderr } = npm(tree, "run", "--silent", "bundle")
    assert.strictEqual(status, 0, stderr)
    assert.include(stderr, "is kept as it is")
  })

  it("serves", async () => {
    const args = [command, "serve", "--host", LOOPBACK, "--port", "0", "--no-demo"]
    const child = spawn(process.execPath, args, { cwd: tree, env: { ...environment(), ...ALONE } })
    const [line] = (await once(child.stdout, "data")) as [Buffer]
    const url = /^listening on (\S+)/.exec(line.toString())?.[1] ?? ""
    assert.strictEqual((await fetch(`${url}/readyz`)).status, 200)
    child.kill("SIGTERM")
    assert.deepStrictEqual(await once(child, "close"), [0, null])
  })

  it("says what to do where no bundle was made before", () => {
    rmSync(join(tree, "packages/cli/dist"), { recursive: true })
    const started = npm(tree, "start")
    assert.notStrictEqual(started.status, 0)
    assert.include(started.stderr, "error: there is no bundle, and none can be made without development dependencies.")
    assert.include(started.stderr, "npm run bundle")
    const called = spawnSync(process.execPath, [command, "serve"], { env: environment(), encoding: "utf8" })
    assert.strictEqual(called.status, 1)
    assert.include(called.stderr, "npm run bundle")
  })

  it("says what to do where the tests are asked for", () => {
    const { status, stderr } = npm(tree, "test")
    assert.notStrictEqual(status, 0)
    assert.include(stderr, "error: the development dependencies are not installed.")
  })
})
