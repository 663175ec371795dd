/** The files that `npm run client` writes, with their texts. */
import { formatted } from "../formatted.ts"
import { clientPage } from "./page.ts"
import { operationsFile } from "./operations.ts"
import { rowsFile } from "./routes.ts"

/** Paths from the root of the repository, with what stands there. */
export const clientFiles = async (): Promise<ReadonlyArray<readonly [path: string, text: string]>> => [
  await formatted("packages/http/src/client/routeRows.ts", rowsFile()),
  await formatted("packages/http/src/client/operations.ts", operationsFile()),
  ["docs/client.md", clientPage()],
]
