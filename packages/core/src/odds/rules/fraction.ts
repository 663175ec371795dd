/**
 * Exact fractions of any size, for probabilities and expected quantities. Only what the odds need: sums, products,
 * quotients, and a fraction as text and as decimal.
 */

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

const commonDivisor = (left: bigint, right: bigint): bigint => {
  let [greater, less] = [magnitude(left), magnitude(right)]
  while (less !== 0n) [greater, less] = [less, greater % less]
  return greater
}

/** Bits that a quotient keeps when it becomes a decimal: more than the 53 of a JSON number. */
const DECIMAL_BITS = 64

const bitsOf = (value: bigint): number => magnitude(value).toString(16).length * 4

/** A fraction in lowest terms, with a denominator above 0. */
export class Fraction {
  readonly numerator: bigint
  readonly denominator: bigint

  private constructor(numerator: bigint, denominator: bigint) {
    this.numerator = numerator
    this.denominator = denominator
  }

  /** `numerator` / `denominator`. The denominator must not be 0. Numbers must be whole. */
  static of(numerator: bigint | number, denominator: bigint | number = 1n): Fraction {
    const [over, under] = [BigInt(numerator), BigInt(denominator)]
    if (under === 0n) throw new RangeError("a fraction has no denominator of 0")
    const divisor = under < 0n ? -commonDivisor(over, under) : commonDivisor(over, under)
    return new Fraction(over / divisor, under / divisor)
  }

  /** About how many bits its larger number has. */
  get bits(): number {
    return Math.max(bitsOf(this.numerator), bitsOf(this.denominator))
  }

  get isZero(): boolean {
    return this.numerator === 0n
  }

  equals({ denominator, numerator }: Fraction): boolean {
    return this.numerator === numerator && this.denominator === denominator
  }

  plus({ denominator, numerator }: Fraction): Fraction {
    return Fraction.of(this.numerator * denominator + numerator * this.denominator, this.denominator * denominator)
  }

  minus({ denominator, numerator }: Fraction): Fraction {
    return Fraction.of(this.numerator * denominator - numerator * this.denominator, this.denominator * denominator)
  }

  times({ denominator, numerator }: Fraction): Fraction {
    return Fraction.of(this.numerator * numerator, this.denominator * denominator)
  }

  /** The product of `times` factors of this fraction; 1 for 0 factors. */
  power(times: number): Fraction {
    return new Fraction(this.numerator ** BigInt(times), this.denominator ** BigInt(times))
  }

  /** The fraction in lowest terms, as "7/3". A whole number is written without its denominator of 1, as "3". */
  toString(): string {
    return this.denominator === 1n ? String(this.numerator) : `${this.numerator}/${this.denominator}`
  }

  /** The nearest JSON number, up to the last digit. */
  toNumber(): number {
    const shift = Math.max(0, DECIMAL_BITS + bitsOf(this.denominator) - bitsOf(this.numerator))
    // Two steps, because 2 ** 1100 is not a number, and the quotient of a rare drop still is.
    const half = Math.trunc(shift / 2)
    return Number((this.numerator << BigInt(shift)) / this.denominator) / 2 ** half / 2 ** (shift - half)
  }
}

/** 0 and 1. */
export const ZERO = Fraction.of(0)
export const ONE = Fraction.of(1)
