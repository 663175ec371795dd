/** `garrison player …` as rows. */
import { rows as items } from "./playerItems.ts"

/** Players. */
export const rows = { ...items }
