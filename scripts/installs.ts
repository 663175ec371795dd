/**
 * Installs the packages as hosts do, by every package manager that is found here, and runs what was installed: an
 * example, a catalog that is checked by a thread, the command. `npm run packages` has made the tarballs in `dist`, or
 * in the given folder. The package managers ask their registry for the other dependencies.
 */
import { spawnSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")
const tarballs = resolve(process.argv[2] ?? join(root, "dist"))

/** A way to install. */
interface Way {
  readonly name: string
  readonly program: string
  readonly add: string
  /** Runs Node and commands in the project; empty: as they are. */
  readonly run: ReadonlyArray<string>
  /** Whether a version of the program is this one. */
  readonly isOf: (version: string) => boolean
  /** A file that the project needs before. */
  readonly configuration?: readonly [name: string, text: string]
}

const yarn = (linker: string): Way => ({
  name: `Yarn 4, ${linker}`,
  program: "yarn",
  add: "add",
  run: ["yarn"],
  isOf: (version) => Number.parseInt(version, 10) >= 2,
  configuration: [".yarnrc.yml", `nodeLinker: ${linker}\nenableGlobalCache: false\nenableTelemetry: false\n`],
})

const ways: ReadonlyArray<Way> = [
  { name: "npm", program: "npm", add: "install", run: [], isOf: () => true },
  { name: "pnpm", program: "pnpm", add: "add", run: [], isOf: () => true },
  { name: "Yarn 1", program: "yarn", add: "add", run: [], isOf: (version) => version.startsWith("1.") },
  yarn("node-modules"),
  yarn("pnp"),
]

const loot = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [at + 1, { item_id: 1 }]))

/** Runs a program in a folder. Answers with its output, or undefined and says why. */
const output = (cwd: string, [program = "", ...args]: ReadonlyArray<string>): string | undefined => {
  const { error, status, stderr, stdout } = spawnSync(program, args, { cwd, encoding: "utf8" })
  if (status === 0) return stdout
  console.error(`${program} ${args.join(" ")}\n${error?.message ?? stdout + stderr}`)
  return undefined
}

const prepare = (folder: string, { configuration }: Way): void => {
  mkdirSync(folder)
  writeFileSync(join(folder, "package.json"), '{"name":"game","version":"1.0.0","type":"module","private":true}\n')
  // Without it Yarn takes a folder above for the project.
  writeFileSync(join(folder, "yarn.lock"), "")
  if (configuration !== undefined) writeFileSync(join(folder, configuration[0]), configuration[1])
  copyFileSync(join(root, "examples/embed.mjs"), join(folder, "embed.mjs"))
  writeFileSync(join(folder, "large.json"), JSON.stringify({ items: { 1: {} }, vendors: { 1: { loot } } }))
}

/** Whether the typed client works where nothing else of Garrison is installed. */
const clientWorksAlone = (folder: string, way: Way): boolean => {
  prepare(folder, way)
  const http = readdirSync(tarballs).find((name) => name.startsWith("garrison-http-"))
  if (output(folder, [way.program, way.add, join(tarballs, http ?? "")]) === undefined) return false
  writeFileSync(
    join(folder, "client.mjs"),
    'import { createClient } from "@garrison/http/client"\nconsole.log(typeof createClient)\n',
  )
  return output(folder, [...way.run, "node", "client.mjs"]) === "function\n"
}

/** Whether all that is installed in this way works. */
const works = (folder: string, way: Way): boolean => {
  prepare(folder, way)
  const packed = readdirSync(tarballs).filter((name) => name.endsWith(".tgz"))
  if (output(folder, [way.program, way.add, ...packed.map((name) => join(tarballs, name))]) === undefined) return false
  const command = way.run.length === 0 ? [join("node_modules", ".bin", "garrison")] : [...way.run, "garrison"]
  const said = [
    output(folder, [...way.run, "node", "embed.mjs", ":memory:"]),
    output(folder, [...command, "catalog", "check", "large.json"]),
  ]
  return said[0] === "success: 100 coins\n" && said[1]?.includes("2000 loot: 0 errors") === true
}

if (!existsSync(tarballs) || !readdirSync(tarballs).some((name) => name.endsWith(".tgz"))) {
  console.error(`error: ${tarballs} has no tarballs: npm run packages makes them`)
  process.exit(1)
}

const scratch = mkdtempSync(join(tmpdir(), "garrison-installs-"))
const ends = ways.map((way, index) => {
  const version = spawnSync(way.program, ["--version"], { cwd: scratch, encoding: "utf8" }).stdout?.trim() ?? ""
  const end =
    version === "" || !way.isOf(version)
      ? "not here"
      : works(join(scratch, String(index)), way) && clientWorksAlone(join(scratch, `client-${index}`), way)
        ? "works"
        : "FAILS"
  console.log(`${way.name.padEnd(20)} ${version.padEnd(10)} ${end}`)
  return end
})
rmSync(scratch, { recursive: true, force: true })
process.exit(ends.includes("FAILS") ? 1 : 0)
