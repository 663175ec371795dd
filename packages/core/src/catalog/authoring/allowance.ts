/**
 * How much the forms of a document may expand into. It grows with what the author wrote, so that a short document
 * cannot keep a process busy, and is counted while the forms expand, so that the rest is left undone.
 */

/** Most loot that the forms of any document may expand into. */
const EXPANDED_LOOT_MAX = 250_000

/** What the forms of the shortest document may expand into: some hundred long ranges. */
const EXPANDED_LOOT_BASE = 25_000

/**
 * How much was written: each key and text counts its characters, and every value counts 1 more. What an alias repeats
 * was written once. Counted up to `most`.
 */
const writtenSize = (document: unknown, most: number): number => {
  const seen = new Set<object>()
  const open = [document]
  let size = 0
  while (open.length > 0 && size < most) {
    const value = open.pop()
    size += typeof value === "string" ? 1 + value.length : 1
    if (typeof value !== "object" || value === null || seen.has(value)) continue
    seen.add(value)
    for (const [key, member] of Object.entries(value)) {
      size += Array.isArray(value) ? 0 : key.length
      open.push(member)
    }
  }
  return size
}

/** Most loot that the forms of this document may expand into, and most rows that may be expanded. */
export const lootAllowed = (document: unknown): number =>
  Math.min(EXPANDED_LOOT_MAX, EXPANDED_LOOT_BASE + writtenSize(document, EXPANDED_LOOT_MAX))

/** Ends an expansion: its forms expand into too much. */
export class TooLarge {
  readonly lootMax: number
  constructor(lootMax: number) {
    this.lootMax = lootMax
  }
}

/** Counts what forms expand into, and ends the expansion when it is too much. */
export class Allowance {
  readonly #lootMax: number
  #loot = 0
  #rows = 0

  constructor(lootMax: number) {
    this.#lootMax = lootMax
  }

  /** Loot that a form is about to make. */
  spendLoot(count: number): void {
    this.#loot += count
    if (this.#loot > this.#lootMax) throw new TooLarge(this.#lootMax)
  }

  /** A row of a table, or loot with forms, that is about to be expanded. It may become no loot, and takes time. */
  spendRow(): void {
    if (++this.#rows > this.#lootMax) throw new TooLarge(this.#lootMax)
  }
}
