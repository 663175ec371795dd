/** Files that tests make: compared with what is kept, or written anew with `GARRISON_RECORD=1`. */
import { assert } from "@effect/vitest"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/** Whether kept files are written, and not compared. */
export const isRecording = process.env["GARRISON_RECORD"] === "1"

/** The text is what the file holds. */
export const assertKept = (text: string, path: string): void => {
  if (isRecording && (!existsSync(path) || readFileSync(path, "utf8") !== text)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  assert.isTrue(existsSync(path), `${path} is there. GARRISON_RECORD=1 writes it.`)
  assert.strictEqual(text, readFileSync(path, "utf8"), path)
}
