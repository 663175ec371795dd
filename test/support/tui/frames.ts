/**
 * Frames that are kept as text files, so that a change of a screen is read as a change of a picture.
 * `GARRISON_RECORD=1` writes them anew; without it they are compared.
 */
import { assert } from "@effect/vitest"
import type { Size } from "@garrison/tui/Screen"
import { resolve } from "node:path"
import type { Driven } from "./driven.ts"
import { misfits } from "./frame.ts"
import { assertKept } from "./kept.ts"

const folder = resolve(import.meta.dirname, "../../tui/frames")

/** The sizes at which every screen is drawn. */
const frameSizes: ReadonlyArray<Size> = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
]

/**
 * Draws a console at each of the sizes (default: those of every screen), and compares it with
 * `test/tui/frames/<screen>/<name>-<columns>x<rows>.txt`. No frame is larger than its terminal.
 */
export const assertFrames = (
  driven: Driven,
  screen: string,
  name: string,
  sizes: ReadonlyArray<Size> = frameSizes,
): void => {
  for (const size of sizes) {
    const frame = driven.resize(size).frame()
    assert.deepStrictEqual(misfits(frame, size), [], `${screen} ${name} at ${size.columns}x${size.rows}`)
    assertKept(`${frame}\n`, resolve(folder, screen, `${name}-${size.columns}x${size.rows}.txt`))
  }
}
