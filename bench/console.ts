/** How soon the console shows its first frame, how soon a frame answers a key, and what it costs while nobody types. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startServer } from "./processes.ts"
import { type Figure, figureOf, type Round } from "./report.ts"

const command = join(import.meta.dirname, "../packages/cli/dist/garrison.js")

/** How long the console stands idle while its share of a core is measured. */
const IDLE_MILLISECONDS = 10_000

/** Ticks of a processor in a second, as /proc counts them. */
const TICKS_PER_SECOND = 100

/** A program in a terminal of `script`. */
class InTerminal {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #started = performance.now()
  #waiting: { readonly text: string; readonly resolve: (millis: number) => void } | undefined
  #written = ""

  constructor(cwd: string, line: string) {
    const settings = { GARRISON_STORAGE: `sqlite:${join(cwd, "garrison.db")}`, TERM: "xterm-256color" }
    this.#child = spawn("script", ["-q", "-f", "-e", "-c", `stty columns 120 rows 40; exec ${line}`, "/dev/null"], {
      cwd,
      env: { ...process.env, ...settings },
    })
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => this.#take(text))
  }

  #take(text: string): void {
    this.#written += text
    if (this.#waiting === undefined || !this.#written.includes(this.#waiting.text)) return
    const { resolve } = this.#waiting
    this.#waiting = undefined
    this.#written = ""
    resolve(performance.now())
  }

  /** Waits until the program has written a text since the last one; the time of that, in milliseconds. */
  written(text: string): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting = { text, resolve }
      this.#take("")
    })
  }

  /** The milliseconds from the start of the program until it has written a text. */
  async until(text: string): Promise<number> {
    return (await this.written(text)) - this.#started
  }

  /** The milliseconds from a key to the next frame with a text. */
  async answer(key: string, text: string): Promise<number> {
    const pressed = performance.now()
    const answered = this.written(text)
    this.#child.stdin.write(key)
    return (await answered) - pressed
  }

  kill(): void {
    this.#child.kill()
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("close", resolve))
    this.#child.stdin.write("q")
    await ended
  }
}

/** The console that works in a directory. */
const processIn = (cwd: string): string | undefined =>
  readdirSync("/proc").find((id) => {
    try {
      const words =
        /^\d+$/.test(id) && readlinkSync(`/proc/${id}/cwd`) === cwd ? readFileSync(`/proc/${id}/cmdline`, "utf8") : ""
      return words.startsWith(process.execPath)
    } catch {
      return false
    }
  })

/** The milliseconds of a processor that a process has used. */
const usedMilliseconds = (id: string): number => {
  const fields = readFileSync(`/proc/${id}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000
}

const console = `${process.execPath} ${command} console`

/** The first frame, and the first whole one: that with the answers of the database. */
const firstFrames = async (cwd: string): Promise<{ readonly first: Round; readonly whole: Round }> => {
  const ours = new InTerminal(cwd, console)
  const first = await ours.until("Opening the database")
  const whole = await ours.until("Needs attention")
  await ours.close()
  const bare = new InTerminal(cwd, `${process.execPath} -e 'process.stdout.write("here")'`)
  const floor = await bare.until("here")
  return { first: { ours: first, floor }, whole: { ours: whole, floor } }
}

/** Presses keys one after the other; the floor is a program that writes back what it reads. */
const keys = async (cwd: string, count: number): Promise<ReadonlyArray<Round>> => {
  const ours = new InTerminal(cwd, console)
  await ours.until("Needs attention")
  await ours.answer(":", "Screens, the words")
  const echo = join(cwd, "echo.cjs")
  writeFileSync(
    echo,
    'process.stdin.setRawMode(true); process.stdout.write("here"); process.stdin.on("data", (key) => process.stdout.write(key))',
  )
  const bare = new InTerminal(cwd, `${process.execPath} ${echo}`)
  await bare.until("here")
  const rounds: Array<Round> = []
  for (let at = 0; at < count; at++) {
    const key = String.fromCharCode(97 + (at % 26))
    rounds.push({ ours: await ours.answer(key, key), floor: await bare.answer(key, key) })
  }
  await ours.answer("\u{1B}", "help")
  await ours.close()
  bare.kill()
  return rounds
}

/** The share of a core that the console takes while nobody types, in percent. */
const idle = async (cwd: string): Promise<number> => {
  const ours = new InTerminal(cwd, console)
  await ours.until("Needs attention")
  const id = processIn(cwd) ?? ""
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const before = usedMilliseconds(id)
  await new Promise((resolve) => setTimeout(resolve, IDLE_MILLISECONDS))
  const share = ((usedMilliseconds(id) - before) / IDLE_MILLISECONDS) * 100
  await ours.close()
  return share
}

/** Measures the console in a terminal of `script`; nothing where the machine has none. */
export const measureConsole = async (rounds: number): Promise<ReadonlyArray<Figure>> => {
  if (spawnSync("script", ["--version"]).status !== 0) return []
  const cwd = mkdtempSync(join(tmpdir(), "garrison-bench-console-"))
  try {
    const server = await startServer([command, "serve", "--demo"], {
      GARRISON_STORAGE: `sqlite:${join(cwd, "garrison.db")}`,
      GARRISON_PORT: "0",
      GARRISON_LOG: "off",
    })
    await server.stop()
    await firstFrames(cwd)
    const first: Array<Round> = []
    const whole: Array<Round> = []
    for (let round = 0; round < rounds; round++) {
      const frames = await firstFrames(cwd)
      first.push(frames.first)
      whole.push(frames.whole)
    }
    const share = await idle(cwd)
    return [
      figureOf("console until its first frame", "ms", "bare node -e", false, first),
      figureOf("console until its first whole frame", "ms", "bare node -e", false, whole),
      figureOf("console from a key to its frame", "ms", "echo of a bare Node program", false, await keys(cwd, 40)),
      figureOf("console idle, share of a core", "%", "2 % of a core", false, [{ ours: share, floor: 2 }]),
    ]
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}
