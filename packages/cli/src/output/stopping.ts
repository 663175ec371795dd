/** Being asked to stop: which signal it was, and whether stopping by it is a good end. */
import { EXIT_CODES } from "./exitCode.ts"

type StopSignal = "SIGINT" | "SIGTERM"

const numbers: Readonly<Record<StopSignal, number>> = { SIGINT: 2, SIGTERM: 15 }

let received: StopSignal | undefined
let isServing = false

const statusOf = (signal: StopSignal): number => 128 + numbers[signal]

/** Remembers the first signal; a second one ends the process at once. */
export const listenForSignals = (): void => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (received !== undefined) process.exit(statusOf(signal))
      received = signal
    })
  }
}

/** From now on SIGTERM is the way to stop: whoever sends it gets status 0 once all is finished. */
export const stopsWellOnTerm = (): void => {
  isServing = true
}

/** The exit status of a run that was interrupted. */
export const interruptedStatus = (): number => {
  if (received === "SIGTERM") return isServing ? EXIT_CODES.ok : statusOf("SIGTERM")
  return EXIT_CODES.interrupted
}
