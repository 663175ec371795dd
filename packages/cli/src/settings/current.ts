/** The settings of this run of the command: its flags, the process environment and the settings file. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { existsSync, readFileSync } from "node:fs"
import { Assignments, ConfigFile, Storage } from "../command/globalFlags.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { printMessage } from "../output/print.ts"
import type { SettingName } from "./definitions.ts"
import { resolveSettings, type SettingInputs } from "./resolve.ts"

const DEFAULT_FILE = "garrison.json"

const reasonOf = (error: unknown): string => {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined
  if (code === "ENOENT") return "it does not exist"
  if (code === "EACCES") return "it may not be read"
  if (code === "EISDIR") return "it is a directory"
  return error instanceof Error ? error.message : "it cannot be read"
}

/** Reads a text file, or says in one sentence why that is not possible. */
export const readTextFile = (path: string, what: string, kind: "usage" | "notFound" = "usage") =>
  Effect.try({
    try: () => readFileSync(path, "utf8"),
    catch: (error) =>
      new CommandFailure({
        kind,
        sentence: `The ${what} ${path} cannot be read: ${reasonOf(error)}.`,
        next: "Check the path.",
      }),
  })

const settingsFile = Effect.fnUntraced(function* (flag: Option.Option<string>) {
  const named = Option.getOrElse(flag, () => process.env["GARRISON_CONFIG"] ?? "")
  if (named === "" && !existsSync(DEFAULT_FILE)) return undefined
  const path = named === "" ? DEFAULT_FILE : named
  return { path, text: yield* readTextFile(path, "settings file") }
})

/** The settings in force for this run; `more` are the command's own flags, by setting. */
export const currentSettings = Effect.fn("Settings.current")(function* (
  more: Partial<Record<SettingName, string | undefined>> = {},
) {
  const storage = yield* Storage
  const assignments = yield* Assignments
  const flags: Record<string, { flag: string; text: string }> = {}
  for (const [name, text] of Object.entries(assignments)) flags[name] = { flag: `--set ${name}`, text }
  if (Option.isSome(storage)) flags["storage"] = { flag: "--storage", text: storage.value }
  for (const [name, text] of Object.entries(more)) if (text !== undefined) flags[name] = { flag: `--${name}`, text }
  const inputs: SettingInputs = { flags, environment: process.env, file: yield* settingsFile(yield* ConfigFile) }
  const resolved = yield* Effect.fromResult(resolveSettings(inputs))
  for (const warning of resolved.warnings) yield* printMessage(`garrison: ${warning}`)
  return resolved
})
