/** Bundles programs of the tests: `FOLDER FILE…`. What modules find by their place they find as in their sources. */
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { build, type Plugin } from "rolldown"
import { nameOf } from "../programs.ts"

const [folder = "", ...files] = process.argv.slice(2)

/** A module of the bundle has the url of its source. */
const ownUrl: Plugin = {
  name: "own-url",
  transform: (code, id) =>
    code.includes("import.meta.url")
      ? { code: code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href)), map: null }
      : null,
}

await build({
  input: Object.fromEntries(files.map((file) => [nameOf(file), resolve(file)])),
  platform: "node",
  logLevel: "warn",
  resolve: { conditionNames: ["source", "import", "module", "node", "default"] },
  plugins: [ownUrl],
  output: { dir: folder, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
})
