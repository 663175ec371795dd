/** Programs of the tests that run as processes of their own. */
import { globSync } from "node:fs"
import { join, relative, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")

/** The one that bundles the others. */
const BUNDLER = join("test", "support", "child", "bundle.ts")

/** The name of a program among all, from its file. */
export const nameOf = (file: string): string => relative(root, resolve(root, file)).replaceAll(/\W+/g, "-")

/** The files of all programs. */
export const programs = (): ReadonlyArray<string> =>
  globSync("test/{cli,core,sql,support}/**/child/*.ts", { cwd: root }).filter((file) => file !== BUNDLER)
