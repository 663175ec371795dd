/** Reads the import graph of the sources, so that the architecture can be tested as data. */
import { readdirSync, readFileSync } from "node:fs"
import * as Path from "node:path"

/** Source files by path from the workspace root (`packages/core/src/order/Orders.ts`). */
export type Sources = ReadonlyMap<string, string>

const root = Path.resolve(import.meta.dirname, "../..")

const read = (folders: ReadonlyArray<string>): Sources => {
  const sources = new Map<string, string>()
  for (const folder of folders) {
    for (const file of readdirSync(Path.join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!/\.(tsx?|mjs)$/.test(file)) continue
      const path = Path.posix.join(folder, file)
      sources.set(path, readFileSync(Path.join(root, path), "utf8"))
    }
  }
  return sources
}

/** Every TypeScript source of the packages. */
export const readSources = (): Sources =>
  read(readdirSync(Path.join(root, "packages")).map((name) => `packages/${name}/src`))

/** What is no package and no test: scripts, benches, examples. */
export const readPrograms = (): Sources => read(["scripts", "bench", "examples"])

const specifiers = /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)"([^"]+)"/g
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g

/** The code of a file. */
export const withoutComments = (source: string): string => source.replace(comments, "")

/** The module names that a file imports, statically, dynamically or for their types. */
export const importsOf = (source: string): ReadonlyArray<string> =>
  Array.from(withoutComments(source).matchAll(specifiers), (match) => match[1] ?? "")

const packageOf: Readonly<Record<string, string>> = {
  "@garrison/core": "core",
  "@garrison/sql": "sql",
  "@garrison/http": "http",
  "@garrison/portals": "portals",
  "@garrison/tui": "tui",
  garrison: "cli",
}

const workspaceImport = /^(@garrison\/\w+|garrison)(?:\/(.+))?$/

/** The workspace file that `specifier`, imported by `importer`, names; undefined for what comes from outside. */
export const resolveImport = (sources: Sources, importer: string, specifier: string): string | undefined => {
  if (specifier.startsWith(".")) return Path.posix.join(Path.posix.dirname(importer), specifier)
  const found = workspaceImport.exec(specifier)
  const folder = found?.[1] === undefined ? undefined : packageOf[found[1]]
  if (found === null || folder === undefined) return undefined
  const base = `packages/${folder}/src/${found[2] ?? "index"}`
  return [`${base}.ts`, `${base}.tsx`].find((path) => sources.has(path)) ?? `${base}.ts`
}
