/**
 * The terminal of the console: who may write to it, and how it is given back. While the console has it, everything that
 * others write is collected, and nothing but Ink draws. It is given back at the end, before a stop, and after a crash.
 */
import { writeSync } from "node:fs"

/**
 * The wheel of the mouse, as keys of its own: reports of buttons, in the form that has no limit of columns. And the
 * terminal leaves characters where they are written (8): one that turns right-to-left names would take along the
 * figures of the next column.
 */
const MODES_ON = "\u{1B}[?1000h\u{1B}[?1006h\u{1B}[8l"
const MODES_OFF = "\u{1B}[8h\u{1B}[?1006l\u{1B}[?1000l"

/** Leaves the alternate screen, and shows the cursor. It does no harm to a terminal that was given back already. */
const LEAVE = `${MODES_OFF}\u{1B}[?2004l\u{1B}[?1049l\u{1B}[?25h`

/** The most lines of others that are kept. */
const LINES_MAX = 200

/** A report of the mouse. Buttons 64 and 65 are its wheel. */
const mouseReport = "\u{1B}[<"

/** Reports of the mouse as keys: a turn of the wheel is an arrow, every other one is nothing. Ink takes no reports. */
const withoutMouse = (text: string): string => {
  if (!text.includes(mouseReport)) return text
  const [before = "", ...reports] = text.split(mouseReport)
  return (
    before +
    reports
      .map((report) =>
        report.replace(/^(\d+);\d+;\d+[Mm]/, (_, button: string) =>
          button === "64" ? "\u{1B}[A" : button === "65" ? "\u{1B}[B" : "",
        ),
      )
      .join("")
  )
}

/** The keys of a terminal, with the wheel of the mouse among them. */
const withWheel = (stdin: NodeJS.ReadStream): NodeJS.ReadStream => {
  const read = (): unknown => {
    const chunk: unknown = stdin.read()
    return typeof chunk === "string"
      ? withoutMouse(chunk)
      : Buffer.isBuffer(chunk)
        ? withoutMouse(String(chunk))
        : chunk
  }
  return Object.create(stdin, { read: { value: read } }) as NodeJS.ReadStream
}

/** The terminal while the console has it. */
export interface Terminal {
  /** Where Ink reads keys. */
  readonly keyboard: NodeJS.ReadStream
  /** What Ink draws on. */
  readonly screen: NodeJS.WriteStream
  /** Stops collecting, and sets the modes of the terminal back. The lines of others, oldest first. */
  readonly release: () => ReadonlyArray<string>
  /** Sets its modes back for a while, and then again. */
  readonly pause: () => void
  readonly resume: () => void
}

type Write = NodeJS.WriteStream["write"]

/** A stream of a terminal. */
type Stream = NodeJS.WriteStream & { readonly fd: number }

/** A stream with the writer of its own, and all else of the other one. */
const withWriter = (stream: NodeJS.WriteStream, write: Write): NodeJS.WriteStream =>
  Object.create(stream, { write: { value: write } }) as NodeJS.WriteStream

const linesOf = (text: string): ReadonlyArray<string> => text.split(/[\r\n]+/).filter((line) => line.trim() !== "")

/** Writes to a descriptor at once, where it still can be written. */
const writeNow = (descriptor: number, text: string): void => {
  try {
    writeSync(descriptor, text)
  } catch {
    // The terminal is gone: there is nobody to tell.
  }
}

/** A collector of what is written to a stream: the stream takes it as written. */
const collecting = (take: (text: string) => void): Write => {
  const write = (chunk: string | Uint8Array, ...more: ReadonlyArray<unknown>): boolean => {
    take(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"))
    const written = more.find((one) => typeof one === "function")
    if (written !== undefined) queueMicrotask(() => Reflect.apply(written, undefined, []))
    return true
  }
  return write
}

const takeStreams = (stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream, told: (line: string) => void) => {
  const kept: Array<string> = []
  const take = collecting((text) => {
    for (const line of linesOf(text)) {
      if (kept.at(-1) === line) continue
      kept.push(line)
      if (kept.length > LINES_MAX) kept.shift()
      told(line)
    }
  })
  const draw = stdout.write.bind(stdout)
  const complain = stderr.write.bind(stderr)
  stdout.write = take
  stderr.write = take
  return {
    draw,
    lines: kept,
    giveBack: () => {
      stdout.write = draw
      stderr.write = complain
    },
  }
}

/**
 * Takes the terminal. `told` gets each line that others write, and `undraw` ends what is drawn. A process that ends
 * without giving the terminal back, by a crash too, gives it back as it ends, and says why it crashed where that can be
 * read.
 */
export const takeTerminal = (
  stdin: NodeJS.ReadStream,
  stdout: Stream,
  stderr: Stream,
  told: (line: string) => void,
  undraw: () => void,
): Terminal => {
  const streams = takeStreams(stdout, stderr, told)
  const atExit = (): void => {
    // Before anything else is written: Ink would draw its last frame over it.
    undraw()
    streams.giveBack()
    if (stdin.isTTY && !stdin.destroyed) stdin.setRawMode(false)
    writeNow(stdout.fd, LEAVE)
  }
  const atCrash = (error: unknown): void => {
    const stack = error instanceof Error ? error.stack : undefined
    atExit()
    process.removeListener("exit", atExit)
    writeNow(stderr.fd, `error: the console crashed: ${stack ?? String(error)}\n`)
    process.exit(1)
  }
  process.once("exit", atExit)
  process.on("uncaughtException", atCrash)
  streams.draw(MODES_ON)
  return {
    keyboard: withWheel(stdin),
    screen: withWriter(stdout, streams.draw),
    release: () => {
      process.removeListener("exit", atExit)
      process.removeListener("uncaughtException", atCrash)
      streams.draw(MODES_OFF)
      streams.giveBack()
      return streams.lines
    },
    pause: () => void streams.draw(MODES_OFF),
    resume: () => void streams.draw(MODES_ON),
  }
}
