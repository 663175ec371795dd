/**
 * A real terminal, that of tmux, puts its cursor where the console thinks that it is: after every hostile text, and
 * after every single character that is drawn as it is. Without tmux the test is skipped, and says so.
 */
import { assert, describe, it } from "@effect/vitest"
import { columnsOf, safeText } from "@garrison/tui/part/safeText"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout } from "node:timers/promises"
import { Terminal } from "../../../scripts/walk/Terminal.ts"
import { hostileTexts } from "../../support/tui/hostile.ts"

const child = resolve(import.meta.dirname, "../child/askWidths.ts")

/** Ideographs and syllables, of which one in so many is enough: their widths are those of their blocks. */
const isAlike = (code: number): boolean => (code >= 0x3400 && code < 0xa000) || (code >= 0xac00 && code < 0xd7a4)
const ALIKE_STEP = 97

/** Characters, each between two letters, that have no stand-in. */
const drawnCharacters = (): ReadonlyArray<string> =>
  Array.from({ length: 0x2_0000 }, (_, code) => code).flatMap((code) => {
    const isSurrogate = code >= 0xd800 && code < 0xe000
    if (code < 0x20 || isSurrogate || (isAlike(code) && code % ALIKE_STEP !== 0)) return []
    const safe = safeText(`a${String.fromCodePoint(code)}a`)
    return safe.includes("‹") ? [] : [safe]
  })

/** The columns that the terminal has for each text. */
const askedOf = async (texts: ReadonlyArray<string>): Promise<ReadonlyArray<number>> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-widths-"))
  const files = [join(folder, "texts.json"), join(folder, "columns.json")] as const
  writeFileSync(files[0], JSON.stringify(texts))
  const place = { columns: 100, rows: 5, folder, socket: `garrison-widths-${process.pid}` }
  const terminal = Terminal.start([process.execPath, child, ...files], place)
  try {
    while (!existsSync(files[1])) await setTimeout(50)
    return JSON.parse(readFileSync(files[1], "utf8")) as ReadonlyArray<number>
  } finally {
    terminal.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const disputed = async (texts: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const columns = await askedOf(texts)
  return texts.flatMap((text, at) =>
    columns[at] === columnsOf(text) ? [] : [`"${text}" has ${columns[at]} columns, not ${columnsOf(text)}`],
  )
}

describe.skipIf(!Terminal.isThere())("the width of a safe text", () => {
  it("is that of a terminal, for every hostile text and every character", async () => {
    const corpus = Object.values(hostileTexts).map((text) => safeText(text, 78))
    const characters = drawnCharacters()
    assert.isAbove(characters.length, 19_000)
    assert.deepStrictEqual(await disputed([...corpus, ...characters]), [])
  })

  it("is not that of a terminal for characters as they came (control)", async () => {
    assert.isNotEmpty(await disputed(["a\u{1160}a", "❤\u{FE0F}x", "กำ", "\u{16D40}b"]))
  })
})
