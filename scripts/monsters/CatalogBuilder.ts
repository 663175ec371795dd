/**
 * Builds catalog vendors out of chances. The vendors have exactly the probabilities of the chances: every weight is an
 * integer. Every loot takes quantity 1 of its vendor, so that no outcome depends on draws without replacement. Equal
 * vendors are made once and shared.
 */

/** Authored loot: an item, a sub vendor, or with neither the explicit "nothing" of a drop table. */
export interface LootDraft {
  readonly item_id?: number
  readonly quantity?: number
  readonly sub_vendor_id?: number
  readonly drop_weight?: number
}

/** Authored vendor. */
export interface VendorDraft {
  readonly type: "recipe" | "randomly_sampled"
  readonly custom_data: { readonly name: string }
  readonly loot: Readonly<Record<string, LootDraft>>
}

/** One outcome of a draw, and its chance in proportion to the other outcomes. */
export interface Chance {
  readonly outcome: LootDraft
  readonly weight: number
}

/** The outcome that changes nothing. */
const NOTHING: LootDraft = {}

/** Ranges up to this many quantities get one loot per quantity; longer ones are put together from digits. */
const RANGE_LISTED_MAX = 50

/** Where the ids of shared vendors and of loot begin; below are those that are given by hand or by monster. */
const FIRST_SHARED_ID = 2_000_001

/** The weights of a vendor come to less than this, so that each number below their sum can be drawn. */
const WEIGHTS_END = 2n ** 53n

/** Divisors of a total that are tried, to draw in two steps. */
const DIVISOR_MAX = 1_000_000n

/** Numbers as whole numbers in the same proportion. A number in memory is a multiple of a power of two. */
const wholeWeights = (weights: ReadonlyArray<number>): ReadonlyArray<bigint> => {
  let scale = 1
  while (!weights.every((weight) => Number.isInteger(weight * scale))) scale *= 2
  return weights.map((weight) => BigInt(weight * scale))
}

/** A divisor of a total, by which the weights of `count` outcomes are cut in two steps of exact draws. */
const cutOf = (total: bigint, count: number): bigint => {
  if (total < WEIGHTS_END) return total
  let cut = total
  for (let divisor = 2n; divisor < DIVISOR_MAX && cut * BigInt(count) >= WEIGHTS_END;) {
    if (cut % divisor === 0n) cut /= divisor
    else divisor++
  }
  if (cut * BigInt(count) >= WEIGHTS_END || total / cut >= WEIGHTS_END) {
    throw new Error(`weights of ${total} together cannot be drawn exactly`)
  }
  return cut
}

const weighted = ({ outcome, weight }: Chance): LootDraft =>
  weight === 1 ? outcome : { ...outcome, drop_weight: weight }

/** Makes and shares vendors, and numbers them and their loot in the order they are made. */
export class CatalogBuilder {
  readonly vendors: Record<string, VendorDraft> = {}
  readonly #nameOf: (item: number) => string
  readonly #shared = new Map<string, LootDraft>()
  #vendorId = FIRST_SHARED_ID
  #lootId = FIRST_SHARED_ID

  constructor(nameOf: (item: number) => string) {
    this.#nameOf = nameOf
  }

  /** Adds a vendor under an id of the caller's. */
  add(vendorId: number, type: VendorDraft["type"], name: string, loot: ReadonlyArray<LootDraft>): void {
    const entries = loot.map((one): [string, LootDraft] => [String(this.#lootId++), one])
    this.vendors[vendorId] = { type, custom_data: { name }, loot: Object.fromEntries(entries) }
  }

  #share(type: VendorDraft["type"], name: string, loot: ReadonlyArray<LootDraft>): LootDraft {
    const key = JSON.stringify([type, loot])
    const known = this.#shared.get(key)
    if (known !== undefined) return known
    const made = { sub_vendor_id: this.#vendorId++ }
    this.add(made.sub_vendor_id, type, name, loot)
    this.#shared.set(key, made)
    return made
  }

  /** All of the outcomes together. */
  all(name: string, outcomes: ReadonlyArray<LootDraft>): LootDraft {
    const [only] = outcomes
    if (only === undefined) return NOTHING
    return outcomes.length === 1 ? only : this.#share("recipe", name, outcomes)
  }

  /** One of the outcomes, drawn by weight. Weights may be fractions; they are drawn exactly, too. */
  oneOf(name: string, chances: ReadonlyArray<Chance>): LootDraft {
    const possible = chances.filter(({ weight }) => weight > 0)
    const [only] = possible
    if (only === undefined) return NOTHING
    if (possible.length === 1) return only.outcome
    if (!possible.every(({ weight }) => Number.isInteger(weight))) return this.#oneOfFractions(name, possible)
    return this.#share("randomly_sampled", name, possible.map(weighted))
  }

  /**
   * Draws by fractions. Where their whole weights come to 2^53 or more, it takes two draws: the first is among weights
   * divided by a divisor of the total, and what those divisions left over is drawn by the second.
   */
  #oneOfFractions(name: string, chances: ReadonlyArray<Chance>): LootDraft {
    const weights = wholeWeights(chances.map(({ weight }) => weight))
    const cut = cutOf(
      weights.reduce((sum, weight) => sum + weight, 0n),
      chances.length,
    )
    const drawn = (part: (weight: bigint) => bigint) =>
      chances.map(({ outcome }, index) => ({ outcome, weight: Number(part(weights[index] ?? 0n)) }))
    const rest = drawn((weight) => weight % cut)
    const restTotal = rest.reduce((sum, { weight }) => sum + weight, 0)
    return this.oneOf(name, [
      ...drawn((weight) => weight / cut),
      { outcome: this.oneOf(`${name}, rest`, rest), weight: restTotal / Number(cut) },
    ])
  }

  /** The outcome once in `chance` times, otherwise `otherwise`. A chance may be a decimal, as in 1 in 7.5. */
  oneIn(chance: number, outcome: LootDraft, otherwise: LootDraft = NOTHING): LootDraft {
    let tens = 1
    while (!Number.isInteger(chance * tens)) tens *= 10
    return this.oneOf(`1 in ${chance}`, [
      { outcome, weight: tens },
      { outcome: otherwise, weight: chance * tens - tens },
    ])
  }

  /** `quantity` of an item. */
  item(item_id: number, quantity: number): LootDraft {
    if (quantity === 0) return NOTHING
    return quantity === 1 ? { item_id } : { item_id, quantity }
  }

  /** An item in a quantity of `from` to `to`, both included and all equally likely, times `step`. */
  range(item: number, from: number, to: number, step: number): LootDraft {
    const name = `${this.#nameOf(item)}, ${from * step} to ${to * step}${step === 1 ? "" : ` by ${step}`}`
    const count = to - from + 1
    if (count <= RANGE_LISTED_MAX) {
      const quantities = Array.from({ length: count }, (_, index) => (from + index) * step)
      return this.oneOf(
        name,
        quantities.map((quantity) => ({ outcome: this.item(item, quantity), weight: 1 })),
      )
    }
    if (from > 0) return this.all(name, [this.item(item, from * step), this.range(item, 0, count - 1, step)])
    const unit = 10 ** Math.floor(Math.log10(count - 1))
    const digits = Math.floor(count / unit)
    const below = digits * unit
    const whole = this.all(`${this.#nameOf(item)}, 0 to ${(below - 1) * step}`, [
      this.range(item, 0, digits - 1, unit * step),
      this.range(item, 0, unit - 1, step),
    ])
    return this.oneOf(name, [
      { outcome: whole, weight: below },
      { outcome: this.range(item, below, to, step), weight: count - below },
    ])
  }
}
