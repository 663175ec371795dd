/** Flags that every command takes, and the one that every command with data takes. */
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import { valueFlag } from "./settingFlag.ts"

/** Which settings file is read. */
export const ConfigFile = GlobalFlag.Setting("config")({
  flag: Flag.String("config").pipe(
    Flag.withAlias("c"),
    Flag.withMetavar("FILE"),
    Flag.withDescription("Settings file (default: GARRISON_CONFIG, then ./garrison.json)"),
    Flag.optional,
  ),
})

/** Which database is worked on. */
export const Storage = GlobalFlag.Setting("storage")({
  flag: valueFlag("storage"),
})

/** Any other setting, by name. */
export const Assignments = GlobalFlag.Setting("set")({
  flag: Flag.String("set").pipe(
    Flag.withMetavar("NAME=VALUE"),
    Flag.withDescription("Any setting, by its name in garrison.json; may be repeated"),
    Flag.atLeast(0),
  ),
})

/** The flags that stand on the root command. */
export const globalFlags = [ConfigFile, Storage, Assignments] as const

/** Data as JSON, stable, for scripts. */
export const json = Flag.Boolean("json").pipe(
  Flag.withoutNegation,
  Flag.withDescription("Print JSON: data on stdout, messages and errors on stderr"),
  Flag.withDefault(false),
)

/** The rows of a list as JSON, each on a line of its own. */
export const ndjson = Flag.Boolean("ndjson").pipe(
  Flag.withoutNegation,
  Flag.withDescription("Print each row as JSON on a line of its own; messages and errors on stderr"),
  Flag.withDefault(false),
)

/** Consent given beforehand. */
export const yes = Flag.Boolean("yes").pipe(
  Flag.withAlias("y"),
  Flag.withoutNegation,
  Flag.withDescription("Do not ask for confirmation"),
  Flag.withDefault(false),
)
