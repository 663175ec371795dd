/**
 * Makes the packages as they are published: builds them, and packs them into `dist` or the given folder. Then publint
 * checks the content of the tarballs, and attw checks that the types of the libraries resolve: of all libraries, or of
 * those that are named behind the folder. The libraries ship only ES modules, so attw uses the profile for them.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")
const folder = resolve(process.argv[2] ?? join(root, "dist"))
const libraries = ["@garrison/core", "@garrison/sql", "@garrison/portals", "@garrison/http"]
const packed = [...libraries, "garrison"]
const named = process.argv.slice(3)
const withTypes = named.length === 0 ? libraries : named

/** Runs a program of the workspace. Its output is shown only when it fails. */
const succeeds = (command: string, args: ReadonlyArray<string>): boolean => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: "utf8" })
  if (status !== 0) console.error(`${command} ${args.join(" ")}\n${error?.message ?? `${stdout}${stderr}`}`)
  return status === 0
}

/** A program of a development dependency. */
const installed = (name: string): string => join(root, "node_modules/.bin", name)

const tarballs = (): ReadonlyArray<string> => readdirSync(folder).filter((name) => name.endsWith(".tgz"))

/** Packs by npm, with a cache of its own: the usual one may be another user's. */
const pack = (): boolean => {
  const cache = mkdtempSync(join(tmpdir(), "garrison-npm-"))
  const options = ["--silent", "--ignore-scripts", "--cache", cache, "--pack-destination", folder]
  try {
    return succeeds("npm", ["pack", ...options, ...packed.flatMap((name) => ["--workspace", name])])
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
}

const make = (): boolean => {
  mkdirSync(folder, { recursive: true })
  // Tarballs of an earlier version would be checked, too.
  for (const name of tarballs()) rmSync(join(folder, name))
  return succeeds("npm", ["run", "--silent", "build"]) && pack()
}

const isSound = (name: string): boolean => {
  const file = join(folder, name)
  const published = succeeds(process.execPath, [installed("publint"), "run", file, "--strict"])
  if (!withTypes.some((library) => name.startsWith(library.slice(1).replace("/", "-")))) return published
  return (
    succeeds(process.execPath, [installed("attw"), file, "--profile", "esm-only", "--format", "ascii", "--no-emoji"]) &&
    published
  )
}

if (!withTypes.every((name) => libraries.includes(name))) {
  console.error(`error: the libraries are ${libraries.join(", ")}; this is not one of them: ${named.join(" ")}`)
  process.exit(2)
}
if (!make()) process.exit(1)
const sound = tarballs().filter(isSound)
console.log(`${sound.length} of ${packed.length} packages fit to publish, in ${folder}`)
process.exit(sound.length === packed.length ? 0 : 1)
