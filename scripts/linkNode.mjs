/**
 * Gives the workspace the Node that was installed with it. Packages of several platforms offer one and the same
 * program, and npm 10, on dropping those of other platforms, also drops the link to the right one. Run after
 * installing, in the folder of the workspace.
 */
import { existsSync, mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** Makes the link where it is missing; answers with the path of that Node, or undefined where none was installed. */
export const linkNode = (root) => {
  if (process.platform === "win32") return undefined
  const name = `node-${process.platform}-${process.arch}`
  const installed = join(root, "node_modules", name, "bin/node")
  if (!existsSync(installed)) return undefined
  const link = join(root, "node_modules/.bin/node")
  if (!existsSync(link)) {
    mkdirSync(join(root, "node_modules/.bin"), { recursive: true })
    symlinkSync(join("..", name, "bin/node"), link)
  }
  return installed
}

if (process.argv[1] === fileURLToPath(import.meta.url)) linkNode(process.cwd())
