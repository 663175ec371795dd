/** "Did you mean …": the closest of the names that exist. */

const distance = (left: string, right: string): number => {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, substitution))
    }
    previous = current
  }
  return previous[right.length] ?? 0
}

/** The candidate that was probably meant by `given`, ignoring case; undefined when none is close. */
export const nearest = (given: string, candidates: ReadonlyArray<string>): string | undefined => {
  const wanted = given.toLowerCase()
  const farthest = Math.max(2, Math.floor(given.length / 4))
  let best: { readonly candidate: string; readonly away: number } | undefined
  for (const candidate of candidates) {
    // A long text is far from every short one. Comparing them would cost the product of their lengths.
    if (Math.abs(candidate.length - given.length) > farthest) continue
    const away = distance(wanted, candidate.toLowerCase())
    if (away <= farthest && (best === undefined || away < best.away)) best = { candidate, away }
  }
  return best?.candidate
}

/** The words of a name, which `_` and `/` part, with one of these at both ends. */
const wordsOf = (name: string): string => `_${name.toLowerCase().replaceAll("/", "_")}_`

/** The shortest candidate of which `given` is one or more whole words: `paint` is a part of `shop/paint`. */
const withPart = (given: string, candidates: ReadonlyArray<string>): string | undefined => {
  const wanted = wordsOf(given)
  let best: string | undefined
  for (const candidate of candidates) {
    if (best !== undefined && candidate.length >= best.length) continue
    if (wordsOf(candidate).includes(wanted)) best = candidate
  }
  return best
}

/** Most candidates that are compared in all, so that many unknown names in a large document cost little. */
const COMPARISONS_MAX = 200_000

/**
 * What many unknown names probably mean, within a bound on the work for all of them together: a name of which they are
 * whole words, or else the {@link nearest} one.
 */
export class Guesses {
  #left = COMPARISONS_MAX

  nearest(given: string, candidates: ReadonlyArray<string>): string | undefined {
    this.#left -= candidates.length
    return this.#left < 0 ? undefined : (withPart(given, candidates) ?? nearest(given, candidates))
  }
}
