/** Being asked to stop: which signal it was, and whether stopping by it is a good end. */
import { isatty } from "node:tty"
import { isEnding } from "./ending.ts"
import { EXIT_CODES } from "./exitCode.ts"
import { messageJson, wantsJson } from "./form.ts"

/** Signals that ask the command to stop: Ctrl-C, a supervisor, a terminal that was closed. */
export const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const
type StopSignal = (typeof STOP_SIGNALS)[number]

const numbers: Readonly<Record<StopSignal, number>> = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

/**
 * How soon after the first signal another one counts as the same, in ms. One Ctrl-C can arrive twice: from the
 * terminal, and again from npm, which hands it on.
 */
const SAME_MILLIS = 500

let received: { readonly signal: StopSignal; readonly at: number } | undefined
let isServing = false

const statusOf = (signal: StopSignal): number => 128 + numbers[signal]

/** Whether a signal at `at` says again what the one at `firstAt` said, and means it. Both in ms. */
export const insists = (firstAt: number, at: number): boolean => at - firstAt > SAME_MILLIS

const onSignal = (signal: StopSignal): void => {
  const at = performance.now()
  if (received === undefined) {
    received = { signal, at }
    // The work is done, and only a reader that has stalled keeps the process.
    if (isEnding()) process.exit(statusOf(signal))
    if (isServing && process.stderr.isTTY) {
      const message = "Finishing running requests. Ctrl-C once more ends at once."
      process.stderr.write(wantsJson([]) ? `${messageJson("info", message)}\n` : `\n${message}\n`)
    }
  } else if (insists(received.at, at)) process.exit(statusOf(signal))
}

/** Remembers the first signal; a later one ends the process at once. */
export const listenForSignals = (): void => {
  for (const signal of STOP_SIGNALS) process.on(signal, () => onSignal(signal))
}

/** From now on SIGTERM is the way to stop: the status is 0 once all is finished. */
export const stopsWellOnTerm = (): void => {
  isServing = true
}

/** Whether the process is a server, for which stdout is no more than the line with its address. */
export const isServer = (): boolean => isServing

/** Whether a person at a terminal asked to stop, by Ctrl-C. */
export const isStoppedByHand = (): boolean => received?.signal === "SIGINT" && (isatty(0) || isatty(2))

/** The exit status of a run that was interrupted. */
export const interruptedStatus = (): number => {
  if (received === undefined) return EXIT_CODES.interrupted
  return received.signal === "SIGTERM" && isServing ? EXIT_CODES.ok : statusOf(received.signal)
}
