/** The settings of this run of the command: its flags, the process environment and the settings file. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { existsSync } from "node:fs"
import { Assignments, ConfigFile, Storage } from "../command/globalFlags.ts"
import { readFileOrReason } from "../document/textFile.ts"
import { Invocation, pathIn } from "../Invocation.ts"
import { printWarning } from "../output/print.ts"
import { definitions, type SettingName } from "./definitions.ts"
import {
  gatherSettings,
  type GivenSettings,
  placeIn,
  resolveSettings,
  type SettingFinding,
  type SettingInputs,
} from "./resolve.ts"
import { withoutRest } from "./storageAddress.ts"
import { flagName } from "./written.ts"

const DEFAULT_FILE = "garrison.json"

const wrong = (place: string, problem: string): SettingFinding => ({ place, problem, setting: undefined })

const settingsFile = Effect.fnUntraced(function* (flag: Option.Option<string>) {
  const invocation = yield* Invocation
  const named = Option.getOrElse(flag, () => invocation.environment["GARRISON_CONFIG"] ?? "")
  if (named === "" && !existsSync(pathIn(invocation, DEFAULT_FILE))) return undefined
  const path = named === "" ? DEFAULT_FILE : named
  const text = yield* Effect.mapError(readFileOrReason(path), (reason) => wrong(path, `it cannot be read: ${reason}`))
  return { path, text }
})

/** The texts of `--set NAME=VALUE`, by name. The value may be empty, which clears a list or a name. */
const assigned = (assignments: ReadonlyArray<string>) => {
  const flags: Record<string, { flag: string; text: string }> = {}
  const findings: Array<SettingFinding> = []
  for (const assignment of assignments) {
    const end = assignment.indexOf("=")
    const name = assignment.slice(0, Math.max(end, 0)).trim()
    if (name === "") findings.push(wrong("--set", `it takes NAME=VALUE, not ${withoutRest(assignment)}`))
    else if (Object.hasOwn(flags, name)) findings.push(wrong(`--set ${name}`, "it is given twice"))
    else flags[name] = { flag: `--set ${name}`, text: assignment.slice(end + 1) }
  }
  return { flags, findings }
}

/** A command's own flags that are settings. */
type OwnFlags = Partial<Record<SettingName, string | undefined>>

/** The settings with the secrets of `keySecretFile`, where there is such a file. */
const withKeySecretFile = Effect.fnUntraced(function* (given: GivenSettings) {
  const { keySecret, keySecretFile, keySecretPrevious } = given.values
  const isWrong = given.findings.some(({ setting }) => setting?.startsWith("keySecret"))
  if (keySecretFile === undefined || isWrong) return given
  const source = given.sources.keySecretFile
  const unusable = (problem: string): GivenSettings => ({
    ...given,
    findings: [...given.findings, { place: placeIn(source), problem, setting: "keySecretFile" }],
  })
  if (keySecret !== undefined) return unusable("keySecretFile and keySecret are given, which is one too many")
  const read = yield* Effect.result(readFileOrReason(keySecretFile))
  if (Result.isFailure(read)) return unusable(`${keySecretFile} cannot be read: ${read.failure}`)
  const lines = read.success.split(/\r?\n/).filter((line) => line !== "")
  const [first, ...previous] = lines
  const { accepts, schema } = definitions.keySecretPrevious
  if (first === undefined || !Schema.is(schema)(lines)) return unusable(`the file must hold ${accepts}, one a line`)
  const values = { ...given.values, keySecret: first, keySecretPrevious: [...previous, ...keySecretPrevious] }
  return { ...given, values, sources: { ...given.sources, keySecret: source } }
})

/** The settings of this run as they are given, and what is wrong with them; `own` are the command's flags. */
export const givenSettings = Effect.fn("Settings.given")(function* (own: OwnFlags = {}) {
  const storage = yield* Storage
  const { flags, findings } = assigned(yield* Assignments)
  if (Option.isSome(storage)) flags["storage"] = { flag: "--storage", text: storage.value }
  for (const [name, text] of Object.entries(own))
    if (text !== undefined) flags[name] = { flag: `--${flagName(name)}`, text }
  // A file that cannot be read is one thing that is wrong, and the rest is looked at all the same.
  const file = yield* Effect.result(settingsFile(yield* ConfigFile))
  const inputs: SettingInputs = {
    flags,
    environment: (yield* Invocation).environment,
    file: Result.isSuccess(file) ? file.success : undefined,
  }
  const given = yield* withKeySecretFile(gatherSettings(inputs))
  if (Result.isFailure(file)) findings.push(file.failure)
  for (const warning of given.warnings) yield* printWarning(warning)
  return { ...given, findings: [...findings, ...given.findings] }
})

/** The settings in force for this run; fails with everything that is wrong with them. */
export const currentSettings = (own: OwnFlags = {}) =>
  Effect.flatMap(givenSettings(own), (given) => Effect.fromResult(resolveSettings(given)))
