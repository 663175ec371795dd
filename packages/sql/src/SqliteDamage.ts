/**
 * A SQLite file whose content is broken (guarantees R67). The first statement that meets it is believed until the
 * process ends: nothing more is read from the file or written to it, because a write could make a rescue harder.
 */
import { resolve } from "node:path"

/** SQLITE_CORRUPT, and SQLITE_NOTADB for a broken header. Extended codes have them in their last byte. */
const BROKEN: ReadonlySet<number> = new Set([11, 26])

/** Whether SQLite says that the content of a file is broken. */
export const isBroken = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && BROKEN.has(Number(error.errcode) & 0xff)

/** Remembers that a file is broken. All connections to the file share it. */
export class SqliteDamage {
  readonly #file: string
  readonly #onFound: (message: string) => void
  /** What every statement fails with since the file was found to be broken; undefined: it was not. */
  found: Error | undefined

  /** `onFound` is called once. */
  constructor(file: string, onFound: (message: string) => void) {
    this.#file = resolve(file)
    this.#onFound = onFound
  }

  /** What a statement fails with that failed with `error`. */
  failureFor(error: unknown): unknown {
    if (!isBroken(error)) return error
    if (this.found === undefined) {
      const { errcode, message } = error as Error & { readonly errcode: number }
      const sentence = `the SQLite database ${this.#file} is damaged (${message}): stop the server and restore a backup`
      this.found = Object.assign(new Error(sentence), { errcode })
      this.#onFound(sentence)
    }
    return this.found
  }
}
