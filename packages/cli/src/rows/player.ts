/** `garrison player …` as rows. */
import { rows as look } from "./player/look.ts"
import { rows as restrictions } from "./player/restrictions.ts"
import { rows as ways } from "./player/ways.ts"

/** Players. */
export const rows = { ...look, ...restrictions, ...ways }
