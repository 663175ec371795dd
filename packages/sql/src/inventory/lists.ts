/** Lists of any length for statements, whose number of parameters is limited. */

/** Rows of one statement at most: both databases bound the number of parameters. */
const rowsMax = 200

export const inParts = <A>(rows: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  if (rows.length <= rowsMax) return rows.length === 0 ? [] : [rows]
  const parts: Array<ReadonlyArray<A>> = []
  for (let at = 0; at < rows.length; at += rowsMax) parts.push(rows.slice(at, at + rowsMax))
  return parts
}

/** The list, filled up with its last element to a power of two, so that few distinct statements are prepared. */
export const padded = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => {
  const size = 2 ** Math.ceil(Math.log2(values.length))
  const last = values.length - 1
  return values.length === size ? values : Array.from({ length: size }, (_, at) => values[Math.min(at, last)] as A)
}
