/** What the client uses of the engine: requests, time and chance. Tests replace them. */
import type { ClientOptions } from "./options.ts"

/** Requests, time and chance. */
export interface Surroundings {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** From 0 to 1. */
  readonly random: () => number
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  readonly sleep: (millis: number, signal: AbortSignal) => Promise<void>
}

const sleep = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, millis)
    signal.addEventListener("abort", end)
    if (signal.aborted) end()
  })

/** Those of the engine, but for what the options give. */
export const surroundingsOf = (options: ClientOptions): Surroundings => ({
  // Browsers take `fetch` only as a call of their own.
  fetch: options.fetch ?? ((url, init) => fetch(url, init)),
  now: options.now ?? (() => Date.now()),
  random: options.random ?? (() => Math.random()),
  sleep: options.sleep ?? sleep,
})
