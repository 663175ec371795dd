/** Makes the scripts of pages: each entry with what it imports, as one text that a page has in it. */
import { resolve } from "node:path"
import { rolldown } from "rolldown"

const root = resolve(import.meta.dirname, "../..")

/** Each script: the file with its text, and the file that it is made of. */
export const pageScripts: Readonly<Record<string, string>> = {
  "packages/http/src/docs/script.ts": "packages/http/browser/docs.ts",
  "packages/portals/src/sandbox/page/script.ts": "packages/portals/browser/sandbox.ts",
}

const bundled = async (entry: string): Promise<string> => {
  const build = await rolldown({ input: resolve(root, entry), platform: "browser", treeshake: true })
  const { output } = await build.generate({ format: "iife", minify: true })
  await build.close()
  return output[0].code.trim()
}

/** The module with the text of a script. */
export const scriptModule = async (entry: string): Promise<string> => {
  const code = await bundled(entry)
  // In a page the first end tag ends the script, also one in a string.
  if (/<\/script|<!--/i.test(code)) throw new Error(`the script of ${entry} has a tag in it that would end it`)
  return `/** The script of a page, made of \`${entry}\` by \`npm run page-scripts\`. */

/** The text. */
export const script = \`${code.replace(/[\\`]|\$\{/g, "\\$&")}\`
`
}
