/**
 * Bundles the command: its entry, that of the thread which checks large catalogs, chunks that are loaded when they are
 * needed, nothing outside but Node itself.
 */
import { chmodSync, cpSync, existsSync } from "node:fs"
import type { BuildOptions, Plugin } from "rolldown"

/** Tests bundle into a place of their own. */
export const dist = process.env["GARRISON_BUNDLE_DIR"] ?? "packages/cli/dist"
const demoCatalog = "examples/demo/catalog.json"

/** The demo catalog travels with the published package, and the command can be started by its name. */
const finish: Plugin = {
  name: "garrison-finish",
  writeBundle() {
    chmodSync(`${dist}/garrison.js`, 0o755)
    if (existsSync(demoCatalog)) cpSync(demoCatalog, `${dist}/demo/catalog.json`)
  },
}

const options: BuildOptions = {
  input: {
    garrison: "packages/cli/src/main.ts",
    preparationThread: "packages/sql/src/catalog/preparationThread.ts",
  },
  platform: "node",
  resolve: {
    conditionNames: ["source", "import", "module", "node", "default"],
    // A package with two forms is bundled in that of ECMAScript: the other may load its parts in a way of its own.
    mainFields: ["module", "main"],
  },
  plugins: [finish],
  output: {
    dir: dist,
    cleanDir: true,
    format: "esm",
    minify: true,
    banner: ({ name }) => (name === "garrison" ? "#!/usr/bin/env node" : ""),
    // ThreadedPreparation.ts is in a chunk, and finds the thread beside it.
    entryFileNames: ({ name }) => (name === "garrison" ? "[name].js" : "chunk/[name].js"),
    chunkFileNames: "chunk/[name]-[hash].js",
  },
}

export default options
