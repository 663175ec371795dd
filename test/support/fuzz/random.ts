/** Choices that a seed decides: the same seed makes the same requests, on every machine. */

/** A source of choices. */
export interface Random {
  /** An integer from 0 to `limit` - 1. */
  readonly below: (limit: number) => number
  /** Whether something happens that happens once in `times`. */
  readonly oneIn: (times: number) => boolean
  /** One of the list. */
  readonly pick: <A>(list: ReadonlyArray<A>) => A
  /** As many hexadecimal digits. */
  readonly hex: (digits: number) => string
}

/** The choices of a seed (mulberry32). */
export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: <A>(list: ReadonlyArray<A>): A => {
      if (list.length === 0) throw new Error("nothing to pick from")
      return list[below(list.length)] as A
    },
    hex: (digits) => Array.from({ length: digits }, () => below(16).toString(16)).join(""),
  }
}
