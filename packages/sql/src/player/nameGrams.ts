/** The pieces of three letters of a name as Postgres computes them, in the words of its index (schema/person.ts). */

const pieces = (column: string): string =>
  `string_to_array(regexp_replace(${column}, '(...)', E'\\\\1\\x01', 'g'), E'\\x01')`

/** The array of pieces of a folded name, for the index and for the statement that is to use it. */
export const nameGrams = (column: string): string =>
  `(${pieces(column)} || ${pieces(`substr(${column}, 2)`)} || ${pieces(`substr(${column}, 3)`)})`
