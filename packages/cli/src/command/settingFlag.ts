/** Flags that are settings: what they are called, take and say follows from the setting. */
import type { Setting } from "@garrison/core/kernel/Setting"
import { serverSettings } from "@garrison/http/server/settings"
import * as Flag from "effect/cli/Flag"
import type * as Option from "effect/Option"
import { commandSettings } from "../settings/commandSettings.ts"
import { flagName, textOf } from "../settings/written.ts"

const settings = { ...commandSettings, ...serverSettings }

type Name = keyof typeof settings

const helpOf = ({ default: byDefault, flag, sentence, written }: Setting<unknown>): string => {
  if (flag?.help !== undefined) return flag.help
  const help = sentence.charAt(0).toUpperCase() + sentence.slice(1)
  return written === "switch" ? help : `${help} (default ${textOf(byDefault)})`
}

/** The flag of a setting that takes a value. */
export const valueFlag = (name: Name): Flag.Flag<Option.Option<string>> => {
  const setting = settings[name]
  const { alias, metavar = "VALUE" } = setting.flag ?? {}
  const described = Flag.String(flagName(name)).pipe(Flag.withMetavar(metavar), Flag.withDescription(helpOf(setting)))
  return Flag.optional(alias === undefined ? described : Flag.withAlias(described, alias))
}

/** The flag of a setting that is on or off. */
export const switchFlag = (name: Name): Flag.Flag<boolean> =>
  Flag.Boolean(flagName(name)).pipe(Flag.withDescription(helpOf(settings[name])))
