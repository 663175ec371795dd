/** The files that `npm run client` writes, with their texts. */
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { type FormatConfig, format } from "oxfmt"
import { clientPage } from "./page.ts"
import { operationsFile } from "./operations.ts"
import { rowsFile } from "./routes.ts"

const { ignorePatterns: _, ...options } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../.oxfmtrc.json"), "utf8"),
) as FormatConfig & { readonly ignorePatterns: unknown }

const formatted = async (path: string, text: string): Promise<readonly [path: string, text: string]> => {
  const { code, errors } = await format(path, text, options)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? ""}`)
  return [path, code]
}

/** Paths from the root of the repository, with what stands there. */
export const clientFiles = async (): Promise<ReadonlyArray<readonly [path: string, text: string]>> => [
  await formatted("packages/http/src/client/routeRows.ts", rowsFile()),
  await formatted("packages/http/src/client/operations.ts", operationsFile()),
  ["docs/client.md", clientPage()],
]
