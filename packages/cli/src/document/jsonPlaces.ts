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

/** The line and column of a character offset. */
const placeAt = (text: string, offset: number): Place => {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf("\n") + 1
  return { line: before.split("\n").length, column: offset - lineStart + 1 }
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
  return walk.document() ? undefined : placeAt(text, walk.offset)
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
  return paths.map((path) => {
    const offset = offsets.get(path.join("\u0000"))
    return offset === undefined ? undefined : placeAt(text, offset)
  })
}
