/**
 * Loaded before a script of the workspace (`node --import`), which a Node that is too old could not even read: goes on
 * with the Node that was installed with the workspace, or ends with a sentence where there is none.
 */
import { spawnSync } from "node:child_process"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { linkNode } from "./linkNode.mjs"

const NEEDED = [24, 7]

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  const installed = linkNode(resolve(fileURLToPath(import.meta.url), "../.."))
  if (installed !== undefined) {
    const { status } = spawnSync(installed, process.argv.slice(1), { stdio: "inherit" })
    process.exit(status ?? 1)
  }
  process.stderr.write(
    `error: Garrison needs Node ${NEEDED.join(".")} or later; this is Node ${process.versions.node}.\n` +
      "On Linux, Windows and Intel Macs npm ci installs it beside Garrison, unless optional dependencies are left out.\n" +
      "Elsewhere install it from https://nodejs.org.\n",
  )
  process.exit(1)
}
