/** Frames with the colours of a terminal that has all of them, whatever the terminal of the test run has. */
import { type Theme, themeOf } from "@garrison/tui/theme"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import type { Driven } from "./driven.ts"

const ofInk = createRequire(fileURLToPath(import.meta.resolve("ink")))

/** What Ink colours with. Its level says how many colours there are: 3 for all. */
const chalk = (ofInk("chalk") as { readonly default: { level: number } }).default

const allColours: Theme = themeOf({ FORCE_COLOR: "3" })

/** The console as text with its colours. */
export const colouredFrame = (driven: Driven): string => {
  const level = chalk.level
  chalk.level = 3
  try {
    return driven.frame(allColours)
  } finally {
    chalk.level = level
  }
}
