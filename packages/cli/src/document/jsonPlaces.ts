/**
 * Where things stand in a text; for JSON, by a walk of our own. `JSON.parse` says what is wrong but not always where,
 * and says nothing about where a value came from; people who edit settings and catalogs by hand need the line. The
 * nodes of the `yaml` library would tell, too, and take 100 times the text in memory, which may be 32 MiB long.
 */

import { JSON_DEPTH_MAX } from "@garrison/core/kernel/Json"

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

/** What is called for a value: its path, which changes afterwards, and its offset. */
export type Visit = (path: DocumentPath, offset: number) => void

/** Walks a JSON text once, and stops at the first character that does not belong, or that nests too deeply. */
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
    if (this.path.length > JSON_DEPTH_MAX) return false
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

/** Where a JSON text stops being JSON, or nests too deeply; undefined when all of it is fine. */
export const findJsonError = (text: string): Place | undefined => {
  const walk = new Walk(text, () => undefined)
  return walk.document() ? undefined : placeAt(lineStarts(text), walk.offset)
}

/** Calls a function for each value of a text, with its path and its offset. */
export type WalkText = (visit: Visit) => void

/** Walks a JSON text. */
export const walkJson =
  (text: string): WalkText =>
  (visit) =>
    void new Walk(text, visit).document()

/** The place of the character at `offset` in a text. */
export const placeOf = (text: string, offset: number): Place => placeAt(lineStarts(text), offset)

const nameOf = (path: DocumentPath): string => path.join("\u0000")

/**
 * Where the values at `paths` stand in a text, in the same order. What is not there, such as a field that is missing,
 * has the place of what would hold it.
 */
export const placesOf = (text: string, walk: WalkText, paths: ReadonlyArray<DocumentPath>): ReadonlyArray<Place> => {
  const offsets = new Map<string, number>()
  const wanted = new Set(paths.flatMap((path) => path.map((_, length) => nameOf(path.slice(0, length + 1)))))
  walk((path, offset) => {
    const name = nameOf(path)
    if (path.length === 0 || wanted.has(name)) offsets.set(name, offset)
  })
  const starts = lineStarts(text)
  return paths.map((path) => {
    let length = path.length
    while (length > 0 && !offsets.has(nameOf(path.slice(0, length)))) length--
    return placeAt(starts, offsets.get(nameOf(path.slice(0, length))) ?? 0)
  })
}
