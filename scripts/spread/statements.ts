/** Statements with values that they were run with, as the suite writes them down and as they are read again. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** A statement that the suite ran on Postgres. */
export interface RecordedStatement {
  readonly statement: string
  readonly params: ReadonlyArray<unknown>
  /** How often the suite ran it. */
  readonly times: number
}

/** What statements have in common that differ only in the length of a list. */
const shapeOf = (statement: string): string =>
  statement
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\$\d+/g, "$")
    .replaceAll(/(\((?:[^()]|\([^()]*\))*\))(?:, ?\1)+/g, "$1")
    .replaceAll(/\(\$(?:, ?\$)+\)/g, "($)")
    .trim()

/** The statements by their shape. Of those that differ only in the length of a list, the longest stays. */
export class StatementsByShape {
  readonly #found = new Map<string, RecordedStatement>()

  /** Adds what the suite ran, where `isWanted` says so. A test may fill a table by a statement of the same shape. */
  add(one: RecordedStatement, isWanted: (statement: string) => boolean = () => true): void {
    if (!isWanted(one.statement)) return
    const shape = shapeOf(one.statement)
    const known = this.#found.get(shape)
    const kept = known !== undefined && known.params.length >= one.params.length ? known : one
    this.#found.set(shape, { ...kept, times: one.times + (known?.times ?? 0) })
  }

  /** In the order of their texts. */
  all(): ReadonlyArray<RecordedStatement> {
    return [...this.#found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, statement]) => statement)
  }
}

// JSON has neither bytes nor large integers.
const encoded = (_: string, value: unknown): unknown => {
  if (typeof value === "bigint") return { bigint: value.toString() }
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value
}

const decoded = (_: string, value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if ("bigint" in value && typeof value.bigint === "string") return BigInt(value.bigint)
  if ("base64" in value && typeof value.base64 === "string") return new Uint8Array(Buffer.from(value.base64, "base64"))
  return value
}

/** The statements as the text of a file. */
export const encodeStatements = (statements: ReadonlyArray<RecordedStatement>): string =>
  JSON.stringify(
    statements.map(({ params, ...rest }) => ({
      ...rest,
      params: params.map((value) => (value instanceof Uint8Array ? encoded("", value) : value)),
    })),
    encoded,
  )

/** The statements of all files of a folder. */
export const readStatements = (folder: string): ReadonlyArray<RecordedStatement> => {
  const found = new StatementsByShape()
  for (const name of readdirSync(folder)) {
    const all = JSON.parse(readFileSync(join(folder, name), "utf8"), decoded) as ReadonlyArray<RecordedStatement>
    for (const one of all) found.add(one)
  }
  return found.all()
}
