/**
 * Every setting of the command: those that it declares itself, the server's, those of the portals, and those of the
 * rules. Names are those of `garrison.json` (decisions, section 15).
 */
import type { ValuesOf } from "@garrison/core/kernel/Setting"
import { domainSettings } from "@garrison/core/settings"
import { serverSettings } from "@garrison/http/server/settings"
import { portalSettings } from "@garrison/portals/settings"
import { commandSettings } from "./commandSettings.ts"
import { withoutPassword } from "./storageAddress.ts"
import { shownText } from "./written.ts"

/** Every setting, in the order in which they are shown. */
export const definitions = { ...commandSettings, ...serverSettings, ...portalSettings, ...domainSettings }

/** A value for every setting of the command. */
export type SettingValues = ValuesOf<typeof definitions>

/** The name of one setting. */
export type SettingName = keyof SettingValues

/** The names of all settings, in the order in which they are shown. */
export const settingNames = Object.keys(definitions) as ReadonlyArray<SettingName>

/** A value for output. Secrets are masked, and so is the password in the address of a database. */
export const shownValue = <Name extends SettingName>(name: Name, value: SettingValues[Name]): string => {
  const shown = shownText(definitions[name], value)
  return name === "storage" ? withoutPassword(shown) : shown
}
