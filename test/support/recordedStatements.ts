/**
 * The statements of the product that the suite runs on Postgres, each once, with values that it was run with. They are
 * kept where the variable of the environment below names a folder: `npm run spread` plans them on an engine that
 * spreads tables. Each worker collects them, and writes them into the folder when a test file ends.
 */
import { randomUUID } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { encodeStatements, StatementsByShape } from "../../scripts/spread/statements.ts"

const folder = process.env["GARRISON_TEST_STATEMENTS"]

let recorded = new StatementsByShape()

/** Keeps the statement, if this run collects them and it is one of the product's. */
export const recordStatement = (
  statement: string,
  params: ReadonlyArray<unknown>,
  isOfProduct: (statement: string) => boolean,
): void => {
  if (folder !== undefined) recorded.add({ statement, params, times: 1 }, isOfProduct)
}

/** Writes what was collected into the folder, and begins anew. */
export const writeRecordedStatements = (): void => {
  const statements = recorded.all()
  if (folder === undefined || statements.length === 0) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${randomUUID()}.json`), encodeStatements(statements))
  recorded = new StatementsByShape()
}
