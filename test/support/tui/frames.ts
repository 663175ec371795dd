/**
 * Frames that are kept as text files, so that a change of a screen is read as a change of a picture.
 * `GARRISON_RECORD=1` writes them anew; without it they are compared.
 */
import { assert } from "@effect/vitest"
import type { Size } from "@garrison/tui/Screen"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import type { Driven } from "./driven.ts"
import { misfits } from "./frame.ts"

const folder = resolve(import.meta.dirname, "../../tui/frames")

/** The sizes at which every screen is drawn. */
const frameSizes: ReadonlyArray<Size> = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
]

const isRecording = process.env["GARRISON_RECORD"] === "1"

const compareFrame = (frame: string, path: string): void => {
  if (isRecording) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${frame}\n`)
  }
  assert.isTrue(existsSync(path), `${path} is there. GARRISON_RECORD=1 writes it.`)
  assert.strictEqual(`${frame}\n`, readFileSync(path, "utf8"), path)
}

/**
 * Draws a console at each of the sizes, and compares it with `test/tui/frames/<screen>/<name>-<columns>x<rows>.txt`. No
 * frame is larger than its terminal.
 */
export const assertFrames = (driven: Driven, screen: string, name: string): void => {
  for (const size of frameSizes) {
    const frame = driven.resize(size).frame()
    assert.deepStrictEqual(misfits(frame, size), [], `${screen} ${name} at ${size.columns}x${size.rows}`)
    compareFrame(frame, resolve(folder, screen, `${name}-${size.columns}x${size.rows}.txt`))
  }
}
