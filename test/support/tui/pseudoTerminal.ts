/**
 * A real pseudo-terminal with a program in it: tmux where the machine has it, else `script` with a small screen of our
 * own. What a test does is typed, and what it sees is the screen. Nothing waits for a fixed time.
 */
import { spawnSync } from "node:child_process"
import { onTestFinished } from "vitest"
import { inScript } from "./scriptTerminal.ts"
import { inTmux } from "./tmuxTerminal.ts"

/** What a terminal is started with. */
export interface TerminalOptions {
  /** A line of a shell. Behind it the terminal says `ended with STATUS` and what the terminal is set to. */
  readonly line: string
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  readonly columns?: number
  readonly rows?: number
}

/** Modes of a terminal. */
export interface Modes {
  readonly isAlternate: boolean
  readonly hasCursor: boolean
  readonly hasMouse: boolean
}

/** A terminal with a program in it. */
export interface PseudoTerminal {
  /** The screen as text, without spaces at the ends of lines. */
  readonly screen: () => Promise<string>
  /** Comes back as soon as something was written to the screen since the last look. */
  readonly changed: () => Promise<void>
  /** Types a text, character by character. */
  readonly type: (text: string) => void
  /** Presses keys: `enter`, `escape`, `tab`, `ctrl+c`, `up`, or a character. */
  readonly press: (...keys: ReadonlyArray<string>) => void
  readonly resize: (columns: number, rows: number) => void
  readonly modes: () => Promise<Modes>
  /** Everything that the program wrote, with its sequences, as far as the terminal keeps it. */
  readonly coloured: () => Promise<string>
  readonly close: () => void | Promise<void>
}

const has = (command: string, argument: string): boolean => spawnSync(command, [argument]).status === 0

/** What the terminals of this run are: `tmux`, `script`, or none. GARRISON_TERMINAL names one of them. */
export const terminalKind: "tmux" | "script" | "none" = (() => {
  const wanted = process.env["GARRISON_TERMINAL"]
  if (wanted !== "script" && has("tmux", "-V")) return "tmux"
  return has("script", "--version") ? "script" : "none"
})()

/** Why terminal tests are left out; empty: they are not. */
export const noTerminal = terminalKind === "none" ? "this machine has neither tmux nor script" : ""

/** Opens a terminal; it is closed at the end of the test, because a console that is left open goes on drawing. */
export const openTerminal = (options: TerminalOptions): PseudoTerminal => {
  const terminal = terminalKind === "tmux" ? inTmux(options) : inScript(options)
  onTestFinished(terminal.close)
  return terminal
}

/** How long a screen may take. For what hangs, not for what is slow. */
const PATIENCE_MILLIS = 60_000

const POLL_MILLIS = 15

/** Whether the screen shows this. Where a sentence wraps depends on the length of a temporary folder's name. */
const shows = (screen: string, what: string | RegExp): boolean =>
  typeof what === "string"
    ? screen.includes(what) || screen.replaceAll(/ *\n */g, " ").includes(what)
    : what.test(screen)

/** Waits until the screen is as it should be, and answers with the screen. */
export const untilScreen = async (
  terminal: PseudoTerminal,
  what: string,
  isRight: (screen: string) => boolean,
): Promise<string> => {
  let shown = ""
  const { promise: hangs, reject } = Promise.withResolvers<never>()
  const patience = setTimeout(() => reject(new Error(`the screen does not show ${what}:\n${shown}`)), PATIENCE_MILLIS)
  try {
    for (;;) {
      shown = await Promise.race([terminal.screen(), hangs])
      if (isRight(shown)) return shown
      await Promise.race([terminal.changed(), hangs])
    }
  } finally {
    clearTimeout(patience)
  }
}

/** Waits until the screen shows all of this, and answers with the screen. */
export const until = (terminal: PseudoTerminal, ...what: ReadonlyArray<string | RegExp>): Promise<string> =>
  untilScreen(terminal, what.join(" and "), (screen) => what.every((one) => shows(screen, one)))

/** Waits until something holds. */
export const untilTrue = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + PATIENCE_MILLIS
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`it never came true: ${what}`)
    await new Promise((resume) => setTimeout(resume, POLL_MILLIS))
  }
}
