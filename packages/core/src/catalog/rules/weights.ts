/** Odds that never change: weights, cumulated once, and which of them a drawn number stands for. */

/** Some weights in a row. Number n stands for the first of them up to which they sum to more than n. */
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

  /** Index of the weight that a number from 0 to below `total` stands for. */
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
