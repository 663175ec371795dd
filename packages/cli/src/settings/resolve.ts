/** Puts the settings together: flags over environment over `garrison.json` over defaults, every wrong value refused. */
import type { ShownSetting } from "@garrison/core/environment/shownSettings"
import type { Setting } from "@garrison/core/kernel/Setting"
import * as Result from "effect/Result"
import { readJson } from "../document/documentText.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { definitions, type SettingName, settingNames, type SettingValues, shownValue } from "./definitions.ts"
import { nearest } from "@garrison/core/kernel/input/nearest"
import * as Schema from "effect/Schema"
import { guessAt, withoutRest } from "./storageAddress.ts"
import { environmentName, MASK, valueOf } from "./written.ts"

/** Where a value came from, in words: `--port`, `GARRISON_PORT`, `garrison.json:3`, `default`. */
type SettingSource = string

/** The settings in force, and where each came from. */
export interface ResolvedSettings {
  readonly values: SettingValues
  readonly sources: Readonly<Record<SettingName, SettingSource>>
}

/** One thing that is wrong with the settings. */
export interface SettingFinding {
  /** File and line, variable or flag. */
  readonly place: string
  readonly problem: string
  /** The setting whose value is wrong; undefined where no setting is to blame. */
  readonly setting: SettingName | undefined
}

/** The settings as they were given. A value with a finding is not of its setting's type. */
export interface GivenSettings extends ResolvedSettings {
  readonly findings: ReadonlyArray<SettingFinding>
  /** Variables that look like a misspelt setting. */
  readonly warnings: ReadonlyArray<string>
}

/** What settings are put together from. */
export interface SettingInputs {
  /** Texts given as flags, by setting, each with the flag it was given as. */
  readonly flags: Readonly<Record<string, { readonly flag: string; readonly text: string }>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The settings file, when there is one. */
  readonly file: { readonly path: string; readonly text: string } | undefined
}

interface Given {
  readonly value: unknown
  readonly source: SettingSource
}

type Findings = Array<SettingFinding>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Variables of ours that are no settings. */
const otherVariables = ["GARRISON_CONFIG", "GARRISON_DEBUG"]

const readFile = (path: string, text: string, findings: Findings): Map<string, Given> => {
  const given = new Map<string, Given>()
  const read = readJson(text)
  if (Result.isFailure(read)) {
    const { message, path: keys, place } = read.failure
    const problem = `${keys.length > 0 ? `${keys.join(".")}: ` : ""}${message}`
    findings.push({ place: `${path}, line ${place.line}, column ${place.column}`, problem, setting: undefined })
    return given
  }
  const { placesOf, value: document } = read.success
  if (!isObject(document)) {
    findings.push({ place: `${path}, line 1`, problem: "the file must hold one JSON object", setting: undefined })
    return given
  }
  const names = Object.keys(document)
  const places = placesOf(names.map((name) => [name]))
  for (const [index, name] of names.entries()) {
    const line = places[index]?.line ?? 1
    if (!Object.hasOwn(definitions, name)) {
      if (name !== "$schema") findings.push(noSuchSetting(`${path}, line ${line}`, name))
    } else if (document[name] !== null) given.set(name, { value: document[name], source: `${path}:${line}` })
  }
  return given
}

const meant = (name: string, candidates: ReadonlyArray<string>): string => {
  const candidate = nearest(name, candidates)
  return candidate === undefined ? "" : `; did you mean ${candidate}?`
}

const noSuchSetting = (place: string, name: string): SettingFinding => ({
  place,
  problem: `there is no setting ${name}${meant(name, settingNames)}`,
  setting: undefined,
})

const suspicious = (environment: SettingInputs["environment"]): ReadonlyArray<string> => {
  const known = [...settingNames.map(environmentName), ...otherVariables]
  return Object.keys(environment)
    .filter((name) => name.startsWith("GARRISON_") && !known.includes(name) && nearest(name, known) !== undefined)
    .map((name) => `${name} is not a setting${meant(name, known)}`)
}

const givenAsText = (name: SettingName, inputs: SettingInputs): Given | undefined => {
  const flag = inputs.flags[name]
  if (flag !== undefined) return { value: valueOf(definitions[name], flag.text), source: flag.flag }
  const variable = environmentName(name)
  const text = inputs.environment[variable] ?? ""
  // An empty variable counts as not set: compose files and shells leave them behind.
  return text === "" ? undefined : { value: valueOf(definitions[name], text), source: variable }
}

/** Whether a wrong value may hold a secret, in whatever form it was given. */
const mayHoldSecret = (name: SettingName): boolean =>
  definitions[name].secret || definitions[name].secretMembers.length > 0

/** A wrong value for output. The address of the storage may hold a password, and other values are secrets. */
const wrongValue = (name: SettingName, value: unknown): string => {
  if (name === "storage" && typeof value === "string") return withoutRest(value)
  return mayHoldSecret(name) ? MASK : JSON.stringify(value)
}

const suggested = (name: SettingName, value: unknown): string => {
  if (name === "storage") return typeof value === "string" ? guessAt(value) : ""
  const { suggest }: Setting<unknown> = definitions[name]
  return suggest?.(value) ?? ""
}

/** A wrong value, behind "not", with what was probably meant. Nothing for a secret. */
const notThis = (name: SettingName, value: unknown): string =>
  mayHoldSecret(name) ? "" : `, not ${wrongValue(name, value)}${suggested(name, value)}`

/** A source as the place of a finding. */
export const placeIn = (source: SettingSource): string => source.replace(/:(\d+)$/, ", line $1")

/** The settings as they are given, and everything that is wrong with them, with its file and line, variable or flag. */
export const gatherSettings = (inputs: SettingInputs): GivenSettings => {
  const findings: Findings = []
  const file = inputs.file === undefined ? undefined : readFile(inputs.file.path, inputs.file.text, findings)
  const values: Record<string, unknown> = {}
  const sources: Record<string, SettingSource> = {}
  for (const name of settingNames) {
    const given = givenAsText(name, inputs) ?? file?.get(name)
    const { accepts, default: byDefault, schema } = definitions[name]
    values[name] = given === undefined ? byDefault : given.value
    sources[name] = given?.source ?? "default"
    if (given !== undefined && !Schema.is(schema)(given.value)) {
      const problem = `${name} must be ${accepts}${notThis(name, given.value)}`
      findings.push({ place: placeIn(given.source), problem, setting: name })
    }
  }
  for (const [name, { flag }] of Object.entries(inputs.flags)) {
    if (!Object.hasOwn(definitions, name)) findings.push(noSuchSetting(flag, name))
  }
  return {
    values: values as unknown as SettingValues,
    sources: sources as unknown as ResolvedSettings["sources"],
    findings,
    warnings: suspicious(inputs.environment),
  }
}

/** The settings in force, or what is wrong with them. */
export const resolveSettings = ({
  findings,
  sources,
  values,
}: GivenSettings): Result.Result<ResolvedSettings, CommandFailure> =>
  findings.length === 0
    ? Result.succeed({ values, sources })
    : Result.fail(
        new CommandFailure({
          kind: "usage",
          sentence: "The settings cannot be used.",
          details: findings.map(({ place, problem }) => `${place}: ${problem}`),
          next: "Correct them; `garrison config` shows every setting, its value and where it comes from.",
        }),
      )

/** Every setting as it was given, secrets masked, the wrong ones with what is wrong with them. */
export const shownSettings = ({
  findings,
  sources,
  values,
}: Pick<GivenSettings, "findings" | "sources" | "values">): ReadonlyArray<ShownSetting> =>
  settingNames.map((name) => {
    const problem = findings.find(({ setting }) => setting === name)?.problem
    return {
      name,
      value: problem === undefined ? shownValue(name, values[name]) : wrongValue(name, values[name]),
      source: sources[name],
      environment: environmentName(name),
      description: definitions[name].sentence,
      ...(problem === undefined ? {} : { problem }),
    }
  })
