/** Fixed odds: cumulated weights, and the weight that a drawn number selects. */

/** Weights in a sequence. Number n selects the first weight at which the sum so far exceeds n. */
export class Weights {
  /** Sum of the weights. */
  readonly total: number
  /** Exclusive upper bound of each weight's numbers. */
  readonly #bounds: ReadonlyArray<number>

  constructor(weights: ReadonlyArray<number>) {
    let total = 0
    this.#bounds = weights.map((weight) => (total += weight))
    this.total = total
  }

  /** Index of the weight that a number from 0 to below `total` selects. */
  indexOf(drawn: number): number {
    let low = 0
    let high = this.#bounds.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (drawn < (this.#bounds[middle] as number)) high = middle
      else low = middle + 1
    }
    return low
  }
}
