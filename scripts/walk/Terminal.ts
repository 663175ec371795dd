/** A real terminal without a window: tmux, which a script types into and reads from. */
import { spawnSync } from "node:child_process"
import { setTimeout } from "node:timers/promises"

/** How long a screen may take to show what is waited for, in milliseconds, and how often it is looked at. */
const PATIENCE_MILLIS = 20_000
const LOOK_MILLIS = 50

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/** A terminal in which one command runs. */
export class Terminal {
  readonly #socket: string

  private constructor(socket: string) {
    this.#socket = socket
  }

  /** Whether this machine has tmux. */
  static isThere(): boolean {
    return spawnSync("tmux", ["-V"]).status === 0
  }

  /** Starts a command in a terminal of this size. The socket names the terminal among those of tmux. */
  static start(
    command: ReadonlyArray<string>,
    {
      columns,
      rows,
      folder,
      socket,
    }: { readonly columns: number; readonly rows: number; readonly folder: string; readonly socket: string },
  ): Terminal {
    const terminal = new Terminal(socket)
    const size = ["-x", String(columns), "-y", String(rows)]
    terminal.#tmux([
      "-u",
      "-f",
      "/dev/null",
      "new-session",
      "-d",
      ...size,
      "-c",
      folder,
      `${command.map(quoted).join(" ")}; sleep 60`,
    ])
    terminal.#tmux(["set-option", "-g", "escape-time", "0"])
    return terminal
  }

  #tmux(args: ReadonlyArray<string>): string {
    const { error, status, stderr, stdout } = spawnSync("tmux", ["-L", this.#socket, ...args], { encoding: "utf8" })
    if (error !== undefined) throw error
    if (status !== 0) throw new Error(`tmux ${args.join(" ")}: ${stderr}`)
    return stdout
  }

  /** Presses keys by the names that tmux has for them: `Enter`, `Escape`, `C-r`. */
  press(...keys: ReadonlyArray<string>): void {
    for (const key of keys) this.#tmux(["send-keys", key])
  }

  /** Types a text. */
  type(text: string): void {
    this.#tmux(["send-keys", "-l", text])
  }

  /** What is on the screen now, without the spaces at the ends of its lines. */
  screen(): string {
    return this.#tmux(["capture-pane", "-p"]).replaceAll(/ +$/gm, "").trimEnd()
  }

  /** Waits until the screen has this text, and answers with the screen. */
  async until(text: string): Promise<string> {
    const looks = PATIENCE_MILLIS / LOOK_MILLIS
    for (let look = 0; look < looks; look += 1) {
      const screen = this.screen()
      if (screen.includes(text)) return screen
      await setTimeout(LOOK_MILLIS)
    }
    throw new Error(`The screen does not show "${text}":\n${this.screen()}`)
  }

  /** Ends the terminal, with what runs in it. */
  close(): void {
    spawnSync("tmux", ["-L", this.#socket, "kill-server"])
  }
}
