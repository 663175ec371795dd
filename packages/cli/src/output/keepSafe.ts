/** What is said beside a secret that has just been printed. */
import { printMessage } from "./print.ts"

/** Says that the secret is shown this once. */
export const keepSafe = printMessage("Store this secret now: Garrison keeps only its hash and cannot show it again.")
