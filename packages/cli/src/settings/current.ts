/** The settings of this run of the command: its flags, the process environment and the settings file. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { existsSync } from "node:fs"
import { Assignments, ConfigFile, Storage } from "../command/globalFlags.ts"
import { readTextFile } from "../document/textFile.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { printMessage } from "../output/print.ts"
import type { SettingName } from "./definitions.ts"
import { resolveSettings, type SettingInputs } from "./resolve.ts"

const DEFAULT_FILE = "garrison.json"

const settingsFile = Effect.fnUntraced(function* (flag: Option.Option<string>) {
  const named = Option.getOrElse(flag, () => process.env["GARRISON_CONFIG"] ?? "")
  if (named === "" && !existsSync(DEFAULT_FILE)) return undefined
  const path = named === "" ? DEFAULT_FILE : named
  return { path, text: yield* readTextFile(path, "settings file", "usage") }
})

/** What was given instead; not the address of a database, which may hold a password. */
const shownWrong = (given: string): string => (given.includes("://") ? "that" : `"${given}"`)

/** The texts of `--set NAME=VALUE`, by name. The value may be empty, which clears a list or a name. */
const assigned = Effect.fnUntraced(function* (assignments: ReadonlyArray<string>) {
  const flags: Record<string, { flag: string; text: string }> = {}
  const details: Array<string> = []
  for (const assignment of assignments) {
    const end = assignment.indexOf("=")
    const name = assignment.slice(0, Math.max(end, 0)).trim()
    if (name === "") details.push(`--set takes NAME=VALUE, not ${shownWrong(assignment)}`)
    else if (Object.hasOwn(flags, name)) details.push(`--set ${name}: it is given twice`)
    else flags[name] = { flag: `--set ${name}`, text: assignment.slice(end + 1) }
  }
  if (details.length === 0) return flags
  return yield* new CommandFailure({
    kind: "usage",
    sentence: "The settings cannot be used.",
    details,
    next: "For example: --set grantsEnabled=anon,refresh",
  })
})

/** The settings in force for this run; `more` are the command's own flags, by setting. */
export const currentSettings = Effect.fn("Settings.current")(function* (
  more: Partial<Record<SettingName, string | undefined>> = {},
) {
  const storage = yield* Storage
  const flags = yield* assigned(yield* Assignments)
  if (Option.isSome(storage)) flags["storage"] = { flag: "--storage", text: storage.value }
  for (const [name, text] of Object.entries(more)) if (text !== undefined) flags[name] = { flag: `--${name}`, text }
  const inputs: SettingInputs = { flags, environment: process.env, file: yield* settingsFile(yield* ConfigFile) }
  const resolved = yield* Effect.fromResult(resolveSettings(inputs))
  for (const warning of resolved.warnings) yield* printMessage(`garrison: ${warning}`)
  return resolved
})
