/** Starts the console on a terminal, and gives the terminal back when the operator leaves. */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { render, useApp, useInput, usePaste, useWindowSize } from "ink"
import { type ReactNode, useEffect, useSyncExternalStore } from "react"
import type { Environment } from "./app/AppState.ts"
import type { CommandLine } from "./app/overlay.ts"
import { initial } from "./app/state.ts"
import { App } from "./app/view.tsx"
import { keysOf } from "./key.ts"
import type { Operations } from "./operation.ts"
import type { Rebound } from "./rebinding.ts"
import { screens } from "./screens.ts"
import { Session } from "./Session.ts"
import { takeTerminal } from "./terminal.ts"
import type { Theme } from "./theme.ts"

/** What the console is started with. */
export interface ConsoleOptions {
  readonly environment: Environment
  readonly theme: Theme
  /** Opens the database, or the way to the server. `service_unavailable` is tried again. */
  readonly connect: Effect.Effect<Operations, RefusalJson, Scope.Scope>
  readonly commandLine: CommandLine
  readonly rebound: Rebound
  readonly services: Context.Context<never>
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream & { readonly fd: number }
  readonly stderr: NodeJS.WriteStream & { readonly fd: number }
  /** Aborted: the console is left at once. */
  readonly signal: AbortSignal
}

/** Frames in a second, so that a key is answered by one within 50 ms. */
const FRAMES_PER_SECOND = 60

type Suspend = ReturnType<typeof useApp>["suspendTerminal"]

interface DrawnProps {
  readonly session: Session
  readonly theme: Theme
  /** Gives the function that lends the terminal to others. */
  readonly lending: (suspend: Suspend) => void
}

const Drawn = ({ lending, session, theme }: DrawnProps): ReactNode => {
  const state = useSyncExternalStore(session.subscribe, session.snapshot)
  const { columns, rows } = useWindowSize()
  const { suspendTerminal } = useApp()
  useEffect(() => lending(suspendTerminal), [lending, suspendTerminal])
  useEffect(() => session.dispatch({ type: "resized", size: { columns, rows } }), [session, columns, rows])
  useInput((input, key) => {
    for (const pressed of keysOf(input, key)) session.dispatch({ type: "pressed", pressed })
  })
  usePaste((text) => session.dispatch({ type: "pasted", text }))
  return <App state={state} theme={theme} />
}

/** OSC 52: the terminal puts the text on the clipboard, also over SSH. */
const clipboard = (text: string): string => `\u{1B}]52;c;${Buffer.from(text).toString("base64")}\u{7}`

/** Stops and goes on as a shell asks: the terminal is whole while the process stands still. */
const followJobControl = (suspend: () => Promise<void>): (() => void) => {
  const stop = (): void => void suspend()
  process.on("SIGTSTP", stop)
  return () => process.removeListener("SIGTSTP", stop)
}

/** Milliseconds after the last change of the size until the screen is drawn anew. */
const SETTLED_MILLIS = 50

/** Erases the screen, and goes to its first line. */
const ERASE = "\u{1B}[2J\u{1B}[H"

/** Calls `repaint` when the size of the terminal has changed and then settled. */
const followSize = (repaint: () => void): (() => void) => {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const changed = (): void => {
    clearTimeout(waiting)
    waiting = setTimeout(repaint, SETTLED_MILLIS)
  }
  process.on("SIGWINCH", changed)
  return () => {
    clearTimeout(waiting)
    process.removeListener("SIGWINCH", changed)
  }
}

/** Runs the console until the operator leaves. The lines that others wrote meanwhile, oldest first. */
export const runConsole = async (options: ConsoleOptions): Promise<ReadonlyArray<string>> => {
  const { commandLine, connect, environment, rebound, services, signal, stderr, stdin, stdout, theme } = options
  const size = { columns: stdout.columns, rows: stdout.rows }
  let lend: Suspend | undefined
  const told = (text: string): void => session.dispatch({ type: "said", text, tone: "info" })
  const terminal = takeTerminal(stdin, stdout, stderr, told, () => drawn.unmount())
  const suspend = async (): Promise<void> => {
    terminal.pause()
    // SIGSTOP, and not SIGTSTP again: nobody is asked, and the process goes on behind this line.
    await lend?.(() => void process.kill(process.pid, "SIGSTOP"))
    terminal.resume()
  }
  const session = new Session({
    initial: initial(environment, screens, size, Date.now(), commandLine, rebound),
    first: { screen: screens[0]?.name ?? "", params: {} },
    connect,
    services,
    quit: () => drawn.unmount(),
    suspend: () => void suspend(),
    copy: (text) => terminal.screen.write(clipboard(text)),
  })
  const drawn = render(<Drawn session={session} theme={theme} lending={(given) => (lend = given)} />, {
    stdin: terminal.keyboard,
    stdout: terminal.screen,
    alternateScreen: true,
    exitOnCtrlC: false,
    incrementalRendering: true,
    interactive: true,
    maxFps: FRAMES_PER_SECOND,
    patchConsole: false,
  })
  const leave = (): void => drawn.unmount()
  signal.addEventListener("abort", leave)
  const forgetJobControl = followJobControl(suspend)
  const forgetSize = followSize(() => {
    // A terminal that changes its size moves lines and cursor, and Ink draws from where it left the cursor.
    drawn.clear()
    terminal.screen.write(ERASE)
    terminal.screen.emit("resize")
  })
  session.start()
  let lines: ReadonlyArray<string> = []
  try {
    await drawn.waitUntilExit()
  } finally {
    signal.removeEventListener("abort", leave)
    forgetJobControl()
    forgetSize()
    session.close()
    lines = terminal.release()
  }
  return lines
}
