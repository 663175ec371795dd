/** A terminal of tmux, on a server of its own. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
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

/** Opens a terminal in tmux. */
export const inTmux = ({ columns = 100, cwd, environment, line, rows = 30 }: TerminalOptions): PseudoTerminal => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-tmux-"))
  const socket = join(folder, "socket")
  const script = join(folder, "run.sh")
  writeFileSync(script, shellScript(line))
  const tmux = (...words: ReadonlyArray<string>): string =>
    execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...words], {
      encoding: "utf8",
      cwd,
      env: { ...environment, TERM: "xterm-256color" },
      stdio: ["ignore", "pipe", "pipe"],
    })
  tmux("new-session", "-d", "-s", "garrison", "-x", String(columns), "-y", String(rows), `sh ${script}`)
  return {
    screen: () => tmux("capture-pane", "-p", "-t", "garrison"),
    coloured: () => tmux("capture-pane", "-p", "-e", "-t", "garrison"),
    // By their bytes: as texts, tmux takes sequences of the terminal apart.
    type: (text) => void tmux("send-keys", "-t", "garrison", "-H", ...bytesOf(text)),
    press: (...keys) => void tmux("send-keys", "-t", "garrison", ...keys.map(nameOf)),
    resize: (width, height) => void tmux("resize-window", "-t", "garrison", "-x", String(width), "-y", String(height)),
    modes: () => {
      const said = tmux("display", "-p", "-t", "garrison", "#{alternate_on} #{cursor_flag} #{mouse_any_flag}")
      const [alternate, cursor, mouse] = said.trim().split(" ")
      return { isAlternate: alternate === "1", hasCursor: cursor === "1", hasMouse: mouse === "1" }
    },
    close: () => {
      try {
        tmux("kill-server")
      } catch {
        // It has ended with its program.
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
