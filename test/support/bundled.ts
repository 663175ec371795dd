/**
 * Programs of the tests, bundled, because a process loads that in a quarter of the time its sources take. All of them
 * at once: what takes time is to read what they share.
 */
import { execFileSync } from "node:child_process"
import { join, resolve } from "node:path"
import { nameOf, programs } from "./programs.ts"
import { runFolder, sharedFolder } from "./runFolder.ts"

const root = resolve(import.meta.dirname, "../..")
const bundler = join(import.meta.dirname, "child/bundle.ts")

/** The bundle of a program, made once a run. */
export const bundleOf = (file: string): string => {
  using shared = sharedFolder("programs")
  if (shared.toFill !== undefined) {
    execFileSync(process.execPath, ["--no-warnings", bundler, shared.toFill, ...programs()], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    })
    shared.finish()
  }
  return join(shared.path, `${nameOf(file)}.mjs`)
}

/** This environment, with a place for what Node compiles that goes with the run. */
export const withCompiled = <E extends NodeJS.ProcessEnv>(environment: E) => ({
  ...environment,
  NODE_COMPILE_CACHE: join(runFolder(), "compiled"),
})
