/** Bundles a program of the tests: `FILE INTO`. What its modules find by their place they find as in their sources. */
import { pathToFileURL } from "node:url"
import { build, type Plugin } from "rolldown"

const [input = "", file = ""] = process.argv.slice(2)

/** A module of the bundle has the url of its source. */
const ownUrl: Plugin = {
  name: "own-url",
  transform: (code, id) =>
    code.includes("import.meta.url")
      ? { code: code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href)), map: null }
      : null,
}

await build({
  input,
  platform: "node",
  logLevel: "warn",
  resolve: { conditionNames: ["source", "import", "module", "node", "default"] },
  plugins: [ownUrl],
  output: { file, format: "esm", codeSplitting: false },
})
