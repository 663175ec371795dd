/** Files that scripts write, in the format of the house. */
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { type FormatConfig, format } from "oxfmt"

const { ignorePatterns: _, ...options } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../.oxfmtrc.json"), "utf8"),
) as FormatConfig & { readonly ignorePatterns: unknown }

/** The path from the root of the repository, with the text that stands there. */
export const formatted = async (path: string, text: string): Promise<readonly [path: string, text: string]> => {
  const { code, errors } = await format(path, text, options)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? ""}`)
  return [path, code]
}
