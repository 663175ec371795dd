/** `garrison player …` as rows. */
import { rows as items } from "./player/items.ts"
import { rows as look } from "./player/look.ts"
import { rows as restrictions } from "./player/restrictions.ts"
import { rows as ways } from "./player/ways.ts"

/** Players. */
export const rows = { ...look, ...items, ...restrictions, ...ways }
