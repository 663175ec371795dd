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

/** The candidate that `given` is probably a slip of, ignoring case; undefined when none is close. */
export const nearest = (given: string, candidates: ReadonlyArray<string>): string | undefined => {
  const wanted = given.toLowerCase()
  const ranked = candidates
    .map((candidate) => ({ candidate, away: distance(wanted, candidate.toLowerCase()) }))
    .sort((left, right) => left.away - right.away)
  const best = ranked[0]
  return best !== undefined && best.away <= Math.max(2, Math.floor(given.length / 4)) ? best.candidate : undefined
}
