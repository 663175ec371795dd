/**
 * Bundles the command as rolldown.config.ts says, and is quiet when that goes well. Where the development dependencies
 * were left out (`npm ci --omit=dev`) a bundle that is there is kept, so that `npm start` starts it.
 */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import config, { dist } from "../rolldown.config.ts"

const root = resolve(import.meta.dirname, "..")

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND"

/** The bundler, a development dependency; undefined: it was left out. */
const bundler = await import("rolldown").catch((error: unknown) => {
  if (!isMissing(error) || existsSync(join(root, "node_modules/rolldown"))) throw error
})

if (bundler !== undefined) {
  await bundler.build(config)
  // The texts are those of the sources, which only Node with their condition runs.
  const made = spawnSync(
    process.execPath,
    ["--conditions=source", join(root, "scripts/texts.ts"), resolve(root, dist)],
    { stdio: "inherit" },
  )
  process.exitCode = made.status ?? 1
} else if (existsSync(join(root, "packages/cli/dist/garrison.js"))) {
  console.error("The bundle in packages/cli/dist is kept as it is: without development dependencies none is made.")
} else {
  console.error(
    "error: there is no bundle, and none can be made without development dependencies.\n" +
      "Run npm ci (without --omit=dev, and not with NODE_ENV=production), then npm run bundle.\n" +
      "After that npm ci --omit=dev may take the development dependencies away again.",
  )
  process.exitCode = 1
}
