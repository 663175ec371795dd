/** The bundled console in a terminal, on a small world of its own. */
import { bundle, cleanEnvironment } from "../../cli/support/garrison.ts"
import { openTerminal, type PseudoTerminal, type TerminalOptions } from "./pseudoTerminal.ts"

/** What a console is opened with. */
export interface ConsoleOptions extends Partial<Pick<TerminalOptions, "columns" | "rows" | "environment">> {
  readonly args?: ReadonlyArray<string>
}

/** Opens `garrison console` in this directory. */
export const openConsoleIn = (
  cwd: string,
  { args = [], environment = {}, ...size }: ConsoleOptions = {},
): PseudoTerminal =>
  openTerminal({
    ...size,
    line: [process.execPath, bundle(), "console", ...args].join(" "),
    cwd,
    environment: cleanEnvironment(environment),
  })
