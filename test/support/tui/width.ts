/** How wide Ink takes a text to be: its own `string-width`, which is not the one that the workspace has on top. */
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

const ofInk = createRequire(fileURLToPath(import.meta.resolve("ink")))

/** The columns of a text, as Ink counts them. */
export const inkWidth = (ofInk("string-width") as { readonly default: (text: string) => number }).default
