/** The command on a Node that is too old for it: said in words, before anything that such a Node does not have. */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { bundle, cleanEnvironment } from "./support/garrison.ts"

const runOn = (version: string) => {
  const disguise = `Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`
  const args = ["--import", `data:text/javascript,${encodeURIComponent(disguise)}`, bundle(), "--version"]
  return spawnSync(process.execPath, args, { env: cleanEnvironment(), encoding: "utf8" })
}

describe("garrison", () => {
  it.each(["18.20.0", "20.20.2", "24.6.9"])("on Node %s says which one it needs, and ends with 1", (version) => {
    const { status, stderr, stdout } = runOn(version)
    assert.deepStrictEqual([status, stdout], [1, ""])
    assert.match(stderr, /^error: garrison needs Node 24\.7 or later; this is Node /)
    assert.include(stderr, version)
  })

  it.each(["24.7.0", "25.0.0", "30.1.2"])("on Node %s runs", (version) => {
    assert.match(runOn(version).stdout, /^garrison \d/)
  })
})
