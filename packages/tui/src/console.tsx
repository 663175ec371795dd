/** Starts the console on a terminal, and gives the terminal back when the operator leaves. */
import type { RefusalJson } from "@garrison/core/operation/refusal"
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { render, useInput, usePaste, useWindowSize } from "ink"
import { type ReactNode, useEffect, useSyncExternalStore } from "react"
import { App } from "./app/view.tsx"
import type { Environment } from "./app/AppState.ts"
import type { CommandLine } from "./app/overlay.ts"
import { initial } from "./app/state.ts"
import { keysOf } from "./key.ts"
import type { Operations } from "./operation.ts"
import { screens } from "./screens.ts"
import { Session } from "./Session.ts"
import type { Theme } from "./theme.ts"

/** What the console is started with. */
export interface ConsoleOptions {
  readonly environment: Environment
  readonly theme: Theme
  /** Opens the database, or the way to the server. `service_unavailable` is tried again. */
  readonly connect: Effect.Effect<Operations, RefusalJson, Scope.Scope>
  readonly commandLine: CommandLine
  readonly services: Context.Context<never>
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
}

const Drawn = ({ session, theme }: { readonly session: Session; readonly theme: Theme }): ReactNode => {
  const state = useSyncExternalStore(session.subscribe, session.snapshot)
  const { columns, rows } = useWindowSize()
  useEffect(() => session.dispatch({ type: "resized", size: { columns, rows } }), [session, columns, rows])
  useInput((input, key) => {
    for (const pressed of keysOf(input, key)) session.dispatch({ type: "pressed", pressed })
  })
  usePaste((text) => session.dispatch({ type: "pasted", text }))
  return <App state={state} theme={theme} />
}

/** OSC 52: the terminal puts the text on the clipboard, also over SSH. */
const clipboard = (text: string): string => `\u{1B}]52;c;${Buffer.from(text).toString("base64")}\u{7}`

/** Runs the console until the operator leaves. */
export const runConsole = async (options: ConsoleOptions): Promise<void> => {
  const { commandLine, connect, environment, services, stdin, stdout, theme } = options
  const size = { columns: stdout.columns, rows: stdout.rows }
  const session = new Session({
    initial: initial(environment, screens, size, Date.now(), commandLine),
    first: { screen: screens[0]?.name ?? "", params: {} },
    connect,
    services,
    quit: () => drawn.unmount(),
    copy: (text) => stdout.write(clipboard(text)),
  })
  const drawn = render(<Drawn session={session} theme={theme} />, {
    stdin,
    stdout,
    alternateScreen: true,
    exitOnCtrlC: false,
    incrementalRendering: true,
  })
  session.start()
  try {
    await drawn.waitUntilExit()
  } finally {
    session.close()
  }
}
