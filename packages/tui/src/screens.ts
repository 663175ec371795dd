/** Every screen, in the order of the palette. */
import type { Screen } from "./Screen.ts"
import { rolesScreen } from "./screen/roles/screen.ts"

/** Every screen. The first one is shown at the start. */
export const screens: ReadonlyArray<Screen> = [rolesScreen]
