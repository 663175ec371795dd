/** A terminal of tmux, on a server of its own. */
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import type { PseudoTerminal, TerminalOptions } from "./pseudoTerminal.ts"
import { shellScript } from "./terminalScript.ts"

const names: Readonly<Record<string, string>> = {
  enter: "Enter",
  escape: "Escape",
  tab: "Tab",
  space: "Space",
  up: "Up",
  down: "Down",
  left: "Left",
  right: "Right",
  pageDown: "PageDown",
  pageUp: "PageUp",
}

const nameOf = (key: string): string => names[key] ?? key.replace(/^ctrl\+/, "C-")

const bytesOf = (text: string): ReadonlyArray<string> =>
  Array.from(Buffer.from(text), (byte) => byte.toString(16).padStart(2, "0"))

/** A word as tmux reads it in a line of commands. */
const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

interface Asked {
  readonly answer: (lines: string) => void
  readonly refuse: (error: Error) => void
}

/**
 * A server of tmux that takes its commands from one process, in tmux's control mode: to start a process for each look
 * at the screen costs more than all that the console does. Each command is answered, in order, by the lines between
 * `%begin` and `%end`; other lines that begin with `%` tell what has changed.
 */
class ControlledTmux {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #ended: Promise<void>
  readonly #asked: Array<Asked> = []
  readonly #watching = new Set<() => void>()
  /** Commands that came before there was a session; undefined: there is one. */
  #early: Array<string> | undefined = []
  #answer: Array<string> | undefined
  #isChanged = true

  constructor(socket: string, session: ReadonlyArray<string>, cwd: string, environment: NodeJS.ProcessEnv) {
    this.#child = spawn("tmux", ["-u", "-C", "-S", socket, "-f", "/dev/null", "new-session", ...session], {
      cwd,
      env: { ...environment, TERM: "xterm-256color" },
      stdio: ["pipe", "pipe", "inherit"],
    })
    this.#ended = this.#end()
    // What tmux was started with is answered, too. A command that it reads before that has no session.
    this.#asked.push({ answer: () => this.#start(), refuse: (error) => this.#child.emit("error", error) })
    createInterface(this.#child.stdout).on("line", (line) => this.#read(line))
  }

  async #end(): Promise<void> {
    await once(this.#child, "close")
    for (const { refuse } of this.#asked.splice(0)) refuse(new Error("tmux has ended"))
    this.#change()
  }

  #read(line: string): void {
    if (this.#answer === undefined) {
      if (line.startsWith("%begin ")) this.#answer = []
      else if (line.startsWith("%output ")) this.#change()
    } else if (/^%(?:end|error) \d+ \d+ \d+$/.test(line)) {
      const asked = this.#asked.shift()
      const answer = this.#answer.join("\n")
      this.#answer = undefined
      if (line.startsWith("%end ")) asked?.answer(answer)
      else asked?.refuse(new Error(`tmux: ${answer}`))
    } else this.#answer.push(line)
  }

  #start(): void {
    const early = this.#early ?? []
    this.#early = undefined
    this.#child.stdin.write(early.join(""))
  }

  #change(): void {
    this.#isChanged = true
    for (const resume of this.#watching) resume()
    this.#watching.clear()
  }

  /** Gives a command, and answers with what it prints. */
  ask(...words: ReadonlyArray<string>): Promise<string> {
    return new Promise((answer, refuse) => {
      this.#asked.push({ answer, refuse })
      const line = `${words.map(quoted).join(" ")}\n`
      if (this.#early === undefined) this.#child.stdin.write(line)
      else this.#early.push(line)
    })
  }

  /** Looks at the screen. What is written to it from now on is a change. */
  look(...options: ReadonlyArray<string>): Promise<string> {
    this.#isChanged = false
    return this.ask("capture-pane", "-p", ...options)
  }

  /** Comes back as soon as the screen has changed since the last look. */
  async changed(): Promise<void> {
    if (!this.#isChanged) await new Promise<void>((resume) => this.#watching.add(resume))
  }

  async close(): Promise<void> {
    this.#child.stdin.end("kill-server\n")
    await this.#ended
  }
}

/** Opens a terminal in tmux. */
export const inTmux = ({ columns = 100, cwd, environment, line, rows = 30 }: TerminalOptions): PseudoTerminal => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-tmux-"))
  const script = join(folder, "run.sh")
  writeFileSync(script, shellScript(line))
  const session = ["-s", "garrison", "-x", String(columns), "-y", String(rows), `sh ${script}`]
  const tmux = new ControlledTmux(join(folder, "socket"), session, cwd, environment)
  return {
    screen: () => tmux.look(),
    coloured: () => tmux.look("-e"),
    changed: () => tmux.changed(),
    // By their bytes: as texts, tmux takes sequences of the terminal apart.
    type: (text) => void tmux.ask("send-keys", "-H", ...bytesOf(text)),
    press: (...keys) => void tmux.ask("send-keys", ...keys.map(nameOf)),
    resize: (width, height) => void tmux.ask("resize-window", "-x", String(width), "-y", String(height)),
    modes: async () => {
      const said = await tmux.ask("display", "-p", "#{alternate_on} #{cursor_flag} #{mouse_any_flag}")
      const [alternate, cursor, mouse] = said.trim().split(" ")
      return { isAlternate: alternate === "1", hasCursor: cursor === "1", hasMouse: mouse === "1" }
    },
    close: async () => {
      await tmux.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
