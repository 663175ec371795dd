/**
 * Where things stand in a JSON text. `JSON.parse` says what is wrong but not always where, and says nothing about where
 * a value came from; people who edit settings and catalogs by hand need the line.
 */

/** Keys and indexes from the root of a document to a value. */
export type DocumentPath = ReadonlyArray<string | number>

/** A place in a text, counted from 1 as editors do. */
export interface Place {
  readonly line: number
  readonly column: number
}

const space = /[ \t\r\n]*/y
// Every character from the space on, except the quote and the backslash.
const string = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** The offsets at which the lines of a text begin. */
const lineStarts = (text: string): ReadonlyArray<number> => {
  const starts = [0]
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1)
  return starts
}

/** The line and column of a character offset in a text whose lines begin at `starts`. */
const placeAt = (starts: ReadonlyArray<number>, offset: number): Place => {
  let line = 0
  for (let step = 2 ** Math.ceil(Math.log2(starts.length)); step >= 1; step /= 2) {
    if ((starts[line + step] ?? Number.POSITIVE_INFINITY) <= offset) line += step
  }
  return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
}

type Visit = (path: DocumentPath, offset: number) => void

/** Walks a JSON text once, and stops at the first character that does not belong. */
class Walk {
  offset = 0
  private readonly path: Array<string | number> = []
  private readonly text: string
  private readonly visit: Visit

  constructor(text: string, visit: Visit) {
    this.text = text
    this.visit = visit
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset
    const found = pattern.exec(this.text)?.[0]
    if (found === undefined) return undefined
    this.offset += found.length
    return found
  }

  private takeCharacter(character: string): boolean {
    this.take(space)
    if (this.text[this.offset] !== character) return false
    this.offset++
    return true
  }

  /** Whether a whole value, and nothing else, was there. */
  document(): boolean {
    if (!this.value()) return false
    this.take(space)
    return this.offset === this.text.length
  }

  private value(): boolean {
    this.take(space)
    this.visit(this.path, this.offset)
    if (this.takeCharacter("{")) return this.members("}", () => this.member())
    if (this.takeCharacter("[")) {
      let index = 0
      return this.members("]", () => this.below(index++))
    }
    return this.take(string) !== undefined || this.take(scalar) !== undefined
  }

  private members(close: string, member: () => boolean): boolean {
    if (this.takeCharacter(close)) return true
    do {
      if (!member()) return false
    } while (this.takeCharacter(","))
    return this.takeCharacter(close)
  }

  private member(): boolean {
    this.take(space)
    const key = this.take(string)
    return key !== undefined && this.takeCharacter(":") && this.below(JSON.parse(key))
  }

  private below(key: string | number): boolean {
    this.path.push(key)
    const found = this.value()
    this.path.pop()
    return found
  }
}

/** Where a JSON text stops being JSON, or undefined when all of it is. */
export const findJsonError = (text: string): Place | undefined => {
  const walk = new Walk(text, () => undefined)
  return walk.document() ? undefined : placeAt(lineStarts(text), walk.offset)
}

/** Where the values at `paths` stand in a JSON text, in the same order; undefined for one that is not there. */
export const placesOf = (text: string, paths: ReadonlyArray<DocumentPath>): ReadonlyArray<Place | undefined> => {
  const offsets = new Map<string, number>()
  const wanted = new Set(paths.map((path) => path.join("\u0000")))
  const walk = new Walk(text, (path, offset) => {
    const name = path.join("\u0000")
    if (wanted.has(name)) offsets.set(name, offset)
  })
  walk.document()
  const starts = lineStarts(text)
  return paths.map((path) => {
    const offset = offsets.get(path.join("\u0000"))
    return offset === undefined ? undefined : placeAt(starts, offset)
  })
}
