/** Which Chromium the tests of pages and of browser clients run in. */
import { accessSync, constants, statSync } from "node:fs"
import { delimiter, join } from "node:path"

/** Names of Chromium and its relatives, as systems install them. */
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** What to do where there is none. */
export const NO_BROWSER = "no Chromium on PATH; install one, or give the path of one in GARRISON_BROWSER"

/**
 * The path of a Chromium: what `GARRISON_BROWSER` names, else the first of PATH; undefined: there is none, or the
 * name is `none`. A named one that is no program is an error, because somebody meant it.
 */
export const findBrowser = (environment: NodeJS.ProcessEnv = process.env): string | undefined => {
  const named = environment["GARRISON_BROWSER"]
  if (named === "none") return undefined
  if (named !== undefined && named !== "") {
    if (isProgram(named)) return named
    throw new Error(`GARRISON_BROWSER is ${named}, which is no program that can be started`)
  }
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "")
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}
