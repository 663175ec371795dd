/**
 * Looks at the libraries as a registry would: publint at what they ship, attw at how their types resolve. They ship
 * ES modules alone, so that profile is asked for.
 */
import { spawnSync } from "node:child_process"

const libraries = ["core", "sql", "http"]

const run = (command: string, args: ReadonlyArray<string>): boolean => {
  const { status, stdout, stderr } = spawnSync("npx", [command, ...args], { encoding: "utf8" })
  if (status !== 0) console.error(`${command} ${args.join(" ")}\n${stdout}${stderr}`)
  return status === 0
}

const sound = libraries.map((name) => {
  const folder = `packages/${name}`
  const published = run("publint", ["run", folder, "--strict"])
  const typed = run("attw", ["--pack", folder, "--profile", "esm-only", "--format", "ascii", "--no-emoji"])
  return published && typed
})
console.log(`${sound.filter(Boolean).length} of ${libraries.length} libraries fit to publish`)
process.exit(sound.every(Boolean) ? 0 : 1)
