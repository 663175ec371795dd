/** What is said beside a secret that has just been printed. */
import { printMessage } from "./print.ts"

/** That the secret is shown this once. */
export const STORE_SECRET = "Store this secret now: Garrison keeps only its hash and cannot show it again."

/** Says so. */
export const keepSafe = printMessage(STORE_SECRET)
