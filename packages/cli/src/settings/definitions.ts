/**
 * Every setting of the command: those that it declares itself, the server's, those of the rules, and those of the
 * portals. Names are those of `garrison.json`; the environment variable of `keyRotationSeconds` is
 * `GARRISON_KEY_ROTATION_SECONDS`, and so on (decisions, section 15).
 */
import {
  choice,
  optionalText,
  type Setting,
  type Settings,
  text,
  toggle,
  type ValuesOf,
} from "@garrison/core/kernel/Setting"
import { domainSettings } from "@garrison/core/settings"
import { serverSettings } from "@garrison/http/server/settings"
import { portalSettings } from "@garrison/portals/settings"
import * as Schema from "effect/Schema"
import { isStorageAddress, withoutPassword } from "./storageAddress.ts"
import { shownText } from "./written.ts"

const storage: Setting<string> = {
  ...text("sqlite:garrison.db", "database: sqlite:FILE or postgres://…"),
  schema: Schema.String.check(Schema.makeFilter(isStorageAddress)),
  accepts: "sqlite:FILE or postgres://USER:PASSWORD@HOST/DATABASE",
}

/** What the setting `log` may be. */
export const LOG_FORMS = ["json", "text", "off", "auto"] as const

const commandSettings = {
  storage,
  log: choice(LOG_FORMS, "auto", "access log on stderr; auto is text on a terminal and json elsewhere"),
  demo: toggle(false, "serve the demo world, and put it into an empty database"),
  demoPublic: toggle(false, "allow the demo world on an address that other machines can reach"),
  keySecretFile: optionalText("file with keySecret in its first line, and keySecretPrevious in further ones"),
} satisfies Settings

/** Every setting, in the order in which they are shown. */
export const definitions = { ...commandSettings, ...serverSettings, ...domainSettings, ...portalSettings }

/** A value for every setting of the command. */
export type SettingValues = ValuesOf<typeof definitions>

/** The name of one setting. */
export type SettingName = keyof SettingValues

/** The names of all settings, in the order in which they are shown. */
export const settingNames = Object.keys(definitions) as ReadonlyArray<SettingName>

/** The environment variable of a setting. */
export const environmentName = (name: string): string =>
  `GARRISON_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** A value as it may be shown: secrets masked, and the password in the address of a database. */
export const shownValue = <Name extends SettingName>(name: Name, value: SettingValues[Name]): string => {
  const shown = shownText(definitions[name], value)
  return name === "storage" ? withoutPassword(shown) : shown
}
