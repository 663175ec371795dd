/** A bounded memory of lookups. What it answers may be out of date: whoever asks proves it again by other rows. */

/** Remembers a value for each of so many texts: those that were asked for last. */
export class Remembered<A> {
  readonly #max: number
  readonly #values = new Map<string, A>()

  constructor(max: number) {
    this.#max = max
  }

  /** The value of the text, if it is remembered. */
  get(key: string): A | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    // A Map keeps the order in which its keys were set: the first one was asked for longest ago.
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  /** Remembers the value, and forgets the one that was asked for longest ago if there are too many. */
  set(key: string, value: A): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size <= this.#max) return
    const [oldest] = this.#values.keys()
    if (oldest !== undefined) this.#values.delete(oldest)
  }

  /** Forgets the value of the text. */
  delete(key: string): void {
    this.#values.delete(key)
  }
}
