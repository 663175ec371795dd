/** The `garrison` executable. What it runs is loaded after Node's compile cache is on, unless a text answers. */
import module from "node:module"
import { answered } from "./ready.ts"

/** As `engines` in package.json, which npm only warns about. */
const NODE_NEEDED = [24, 7] as const

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < NODE_NEEDED[0] || (major === NODE_NEEDED[0] && minor < NODE_NEEDED[1])) {
  const { jsonLine, processStderrForm } = await import("./stderrForm.ts")
  const form = processStderrForm()
  const message = `garrison needs Node ${NODE_NEEDED.join(".")} or later; this is Node ${process.versions.node}.`
  const next = `Install a newer one, from https://nodejs.org or as the npm package "node".`
  const text = form === "people" ? `error: ${message}\n${next}` : jsonLine(form, "error", "fatal", { message, next })
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
} else if (!(await answered())) {
  const { processStderrForm, takeOverStderr } = await import("./stderrForm.ts")
  const form = processStderrForm()
  takeOverStderr(form)
  module.enableCompileCache()
  const { main } = await import("./program.ts")
  main(form)
}
