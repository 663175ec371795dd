/** Places in the texts of documents: people who write settings and catalogs by hand look for a line and a column. */

/** Keys and indexes from the root of a document to a value. */
export type DocumentPath = ReadonlyArray<string | number>

/** A place in a text, counted from 1 as editors do. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** What a walk calls for each value: its path, and its place. */
export type Visit = (path: DocumentPath, place: Place) => void

/** Walks the values of one text, each after the value that holds it. */
export type WalkText = (visit: Visit) => void

/** The first character of a text. */
export const FIRST_PLACE: Place = { line: 1, column: 1 }

const nameOf = (path: DocumentPath): string => path.join("\u0000")

/**
 * Where the values at `paths` stand in a text, in the same order. What is not there, such as a field that is missing,
 * has the place of its parent.
 */
export const placesOf = (walk: WalkText, paths: ReadonlyArray<DocumentPath>): ReadonlyArray<Place> => {
  const wanted = new Set(paths.flatMap((path) => path.map((_, length) => nameOf(path.slice(0, length + 1)))))
  const places = new Map<string, Place>()
  walk((path, place) => {
    const name = nameOf(path)
    if (path.length === 0 || wanted.has(name)) places.set(name, place)
  })
  return paths.map((path) => {
    let length = path.length
    while (length > 0 && !places.has(nameOf(path.slice(0, length)))) length--
    return places.get(nameOf(path.slice(0, length))) ?? FIRST_PLACE
  })
}
