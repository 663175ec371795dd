/** A terminal of `script`, whose output is drawn on a screen of our own: the few sequences that the console uses. */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { PseudoTerminal, TerminalOptions } from "./pseudoTerminal.ts"
import { shellScript } from "./terminalScript.ts"

const keys: Readonly<Record<string, string>> = {
  enter: "\r",
  escape: "\u{1B}",
  tab: "\t",
  space: " ",
  up: "\u{1B}[A",
  down: "\u{1B}[B",
  right: "\u{1B}[C",
  left: "\u{1B}[D",
  pageUp: "\u{1B}[5~",
  pageDown: "\u{1B}[6~",
}

const bytesOf = (key: string): string => {
  const held = /^ctrl\+([a-z])$/.exec(key)?.[1]
  return keys[key] ?? (held === undefined ? key : String.fromCharCode(held.charCodeAt(0) - 96))
}

/** What a terminal shows of what is written to it. */
class Screen {
  columns: number
  rows: number
  readonly modes = new Map<string, boolean>([["25", true]])
  #cells: Array<Array<string>> = []
  #other: Array<Array<string>> = []
  #row = 0
  #column = 0

  constructor(columns: number, rows: number) {
    this.columns = columns
    this.rows = rows
  }

  text(): string {
    return Array.from({ length: this.rows }, (_, row) => (this.#cells[row] ?? []).join("").trimEnd()).join("\n")
  }

  write(text: string): void {
    // With pictures in place of the two controls that begin and end a sequence, which a pattern must not have.
    const seen = text.replaceAll("\u{1B}", "␛").replaceAll("\u{7}", "␇")
    const pattern = /␛\[([?>=]?)([\d;:]*)([A-Za-z~])|␛\][^␇␛]*(?:␇|␛\\)|␛[78=>c]|[\s\S]/gu
    for (const [whole, mark, numbers = "", final] of seen.matchAll(pattern)) {
      if (final !== undefined) this.#control(mark ?? "", numbers, final)
      else if (whole.length === 1 || !whole.startsWith("␛")) this.#draw(whole)
    }
  }

  #draw(character: string): void {
    if (character === "\r") this.#column = 0
    else if (character === "\n") this.#down()
    else if (character === "\b") this.#column = Math.max(0, this.#column - 1)
    else if (character >= " ") {
      if (this.#column >= this.columns) {
        this.#column = 0
        this.#down()
      }
      const line = (this.#cells[this.#row] ??= [])
      while (line.length < this.#column) line.push(" ")
      line[this.#column] = character
      this.#column += 1
    }
  }

  #down(): void {
    this.#row += 1
    if (this.#row < this.rows) return
    this.#cells.shift()
    this.#row = this.rows - 1
  }

  #control(mark: string, numbers: string, final: string): void {
    const [first = 0, second = 0] = numbers.split(";").map(Number)
    if (mark === "?" && (final === "h" || final === "l")) this.#mode(numbers, final === "h")
    const by = Math.max(1, first)
    if (final === "A" || final === "F") this.#row = Math.max(0, this.#row - by)
    if (final === "B" || final === "E") this.#row = Math.min(this.rows - 1, this.#row + by)
    if (final === "E" || final === "F") this.#column = 0
    if (final === "C") this.#column += by
    if (final === "D") this.#column = Math.max(0, this.#column - by)
    if (final === "G") this.#column = by - 1
    if (final === "H") [this.#row, this.#column] = [by - 1, Math.max(1, second) - 1]
    if (final === "K") this.#eraseLine(first)
    if (final === "J") this.#erase(first)
  }

  #mode(numbers: string, isOn: boolean): void {
    for (const number of numbers.split(";")) {
      if (number === "1049" && this.modes.get(number) !== isOn && (isOn || this.modes.has(number))) {
        const kept = this.#cells
        this.#cells = isOn ? [] : this.#other
        if (isOn) this.#other = kept
      }
      this.modes.set(number, isOn)
    }
  }

  #eraseLine(what: number): void {
    const line = (this.#cells[this.#row] ??= [])
    if (what === 0) line.length = Math.min(line.length, this.#column)
    if (what === 1) line.fill(" ", 0, this.#column + 1)
    if (what === 2) line.length = 0
  }

  #erase(what: number): void {
    if (what === 0) {
      this.#eraseLine(0)
      this.#cells.length = Math.min(this.#cells.length, this.#row + 1)
    } else if (what === 1) this.#cells = this.#cells.map((line, row) => (row < this.#row ? [] : line))
    else this.#cells = []
  }
}

/** Opens a terminal in `script`. Its size is told to the program by `stty`. */
export const inScript = ({ columns = 100, cwd, environment, line, rows = 30 }: TerminalOptions): PseudoTerminal => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-script-"))
  const file = join(folder, "run.sh")
  const device = join(folder, "tty")
  writeFileSync(file, `tty > ${device}\nstty columns ${columns} rows ${rows}\n${shellScript(line)}`)
  const child = spawn("script", ["-q", "-f", "-e", "-c", `sh ${file}`, "/dev/null"], {
    cwd,
    env: { ...environment, TERM: "xterm-256color" },
    stdio: ["pipe", "pipe", "ignore"],
  })
  const screen = new Screen(columns, rows)
  let written = ""
  let change = Promise.withResolvers<void>()
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    written += text
    screen.write(text)
    change.resolve()
  })
  const send = (text: string): void => void child.stdin.write(text)
  return {
    screen: () => {
      change = Promise.withResolvers()
      return Promise.resolve(screen.text())
    },
    coloured: () => Promise.resolve(written),
    changed: () => change.promise,
    type: send,
    press: (...pressed) => {
      for (const key of pressed) send(bytesOf(key))
    },
    resize: (width, height) => {
      screen.columns = width
      screen.rows = height
      spawn("sh", ["-c", `stty -F "$(cat ${device})" columns ${width} rows ${height}`], { stdio: "ignore" })
    },
    modes: () =>
      Promise.resolve({
        isAlternate: screen.modes.get("1049") === true,
        hasCursor: screen.modes.get("25") === true,
        hasMouse: screen.modes.get("1000") === true,
      }),
    close: () => {
      child.kill("SIGKILL")
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
