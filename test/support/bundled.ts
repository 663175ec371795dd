/** Programs of the tests as one file each, because a process loads that in a quarter of the time its sources take. */
import { execFileSync } from "node:child_process"
import { join, relative, resolve } from "node:path"
import { runFolder, sharedFolder } from "./runFolder.ts"

const root = resolve(import.meta.dirname, "../..")
const bundler = join(import.meta.dirname, "child/bundle.ts")

/** The bundle of a program, made once a run. */
export const bundleOf = (file: string): string => {
  using shared = sharedFolder(relative(root, file).replaceAll(/\W+/g, "-"))
  if (shared.toFill !== undefined) {
    execFileSync(process.execPath, ["--no-warnings", bundler, file, join(shared.toFill, "program.mjs")], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    })
    shared.finish()
  }
  return join(shared.path, "program.mjs")
}

/** This environment, with a place for what Node compiles that goes with the run. */
export const withCompiled = <E extends NodeJS.ProcessEnv>(environment: E) => ({
  ...environment,
  NODE_COMPILE_CACHE: join(runFolder(), "compiled"),
})
