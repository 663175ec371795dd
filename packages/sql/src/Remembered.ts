/**
 * What lookups found, so that a process need not ask again. The entry unused for longest gives way. An entry may be out
 * of date: who uses it asks for rows that prove it, and forgets it where there are none.
 */

/** Entries that a memory holds: a few MB. */
const ENTRIES_MAX = 20_000

/** Answers of one lookup, by what was looked up. */
export class Remembered<Value> {
  readonly #values = new Map<string, Value>()
  readonly #entriesMax: number

  constructor(entriesMax: number = ENTRIES_MAX) {
    this.#entriesMax = entriesMax
  }

  /** The answer, if it is remembered. */
  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  /** Remembers the answer, in place of a former one. */
  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size <= this.#entriesMax) return
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest)
      return
    }
  }

  /** Forgets the answer. */
  delete(key: string): void {
    this.#values.delete(key)
  }
}
