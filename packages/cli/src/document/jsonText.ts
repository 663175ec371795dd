/**
 * Where things stand in a JSON text. `JSON.parse` does not say where a value came from, and not always where a text is
 * broken. `jsonc-parser` reads the text as a stream, so that 32 MiB of it take no memory; the nodes of `yaml` would
 * take 100 times the text.
 */
import { JSON_DEPTH_MAX } from "@garrison/core/kernel/wire/Json"
import { type JSONVisitor, visit as visitText } from "jsonc-parser"
import type { Place, WalkText } from "./places.ts"

/** JSON as RFC 8259 has it: what `jsonc-parser` would also read is an error. */
const options = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false } as const

/** Ends the walk: the rest of the text tells nothing more. */
class Found extends Error {
  readonly place: Place
  constructor(place: Place) {
    super("found")
    this.place = place
  }
}

/** Walks a text; answers where it nests too deeply, which is where the walk ends. */
const walkBounded = (text: string, visitor: JSONVisitor): Place | undefined => {
  let depth = 0
  const open = (offset: number, length: number, line: number, column: number, path: () => Array<string | number>) => {
    visitor.onLiteralValue?.(undefined, offset, length, line, column, path)
    if (++depth > JSON_DEPTH_MAX) throw new Found({ line: line + 1, column: column + 1 })
  }
  const close = () => void depth--
  try {
    const bounded = { ...visitor, onObjectBegin: open, onArrayBegin: open, onObjectEnd: close, onArrayEnd: close }
    visitText(text, bounded, options)
    return undefined
  } catch (thrown) {
    if (thrown instanceof Found) return thrown.place
    throw thrown
  }
}

/** Where a JSON text stops being JSON, or nests too deeply; undefined when all of it is fine. */
export const findJsonError = (text: string): Place | undefined =>
  walkBounded(text, {
    onError: (_error, _offset, _length, line, column) => {
      throw new Found({ line: line + 1, column: column + 1 })
    },
  })

/** Walks the values of a JSON text. */
export const walkJson =
  (text: string): WalkText =>
  (visit) =>
    void walkBounded(text, {
      onLiteralValue: (_value, _offset, _length, line, column, path) =>
        visit(path(), { line: line + 1, column: column + 1 }),
    })
