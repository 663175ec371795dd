/** Puts the settings together: flags over environment over `garrison.json` over defaults, every wrong value refused. */
import { parseJson } from "@garrison/core/kernel/Json"
import * as Result from "effect/Result"
import { findJsonError, placesOf } from "../document/jsonPlaces.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import {
  definitions,
  environmentName,
  type SettingName,
  settingNames,
  type SettingValues,
  shownValue,
  textOf,
} from "./definitions.ts"
import { nearest } from "@garrison/core/kernel/nearest"
import { guessAt } from "./storageAddress.ts"

/** Where a value came from, in words: `--port`, `GARRISON_PORT`, `garrison.json:3`, `default`. */
type SettingSource = string

/** The settings in force, and where each came from. */
export interface ResolvedSettings {
  readonly values: SettingValues
  readonly sources: Readonly<Record<SettingName, SettingSource>>
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

type Findings = Array<string>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Variables of ours that are no settings. */
const otherVariables = ["GARRISON_CONFIG", "GARRISON_DEBUG"]

const readFile = (path: string, text: string, findings: Findings): Map<string, Given> => {
  const given = new Map<string, Given>()
  const parsed = parseJson(text)
  if (Result.isFailure(parsed)) {
    const { message, path: keys } = parsed.failure
    const place = findJsonError(text) ?? placesOf(text, [keys])[0]
    const where = place === undefined ? "" : `, line ${place.line}, column ${place.column}`
    findings.push(`${path}${where}: ${keys.length > 0 ? `${keys.join(".")}: ` : ""}${message}`)
    return given
  }
  const document = parsed.success
  if (!isObject(document)) {
    findings.push(`${path}, line 1: the file must hold one JSON object`)
    return given
  }
  const names = Object.keys(document)
  const places = placesOf(
    text,
    names.map((name) => [name]),
  )
  for (const [index, name] of names.entries()) {
    const line = places[index]?.line ?? 1
    if (!Object.hasOwn(definitions, name)) {
      if (name !== "$schema")
        findings.push(`${path}, line ${line}: there is no setting ${name}${meant(name, settingNames)}`)
    } else if (document[name] !== null) given.set(name, { value: document[name], source: `${path}:${line}` })
  }
  return given
}

const meant = (name: string, candidates: ReadonlyArray<string>): string => {
  const candidate = nearest(name, candidates)
  return candidate === undefined ? "" : `; did you mean ${candidate}?`
}

const suspicious = (environment: SettingInputs["environment"]): ReadonlyArray<string> => {
  const known = [...settingNames.map(environmentName), ...otherVariables]
  return Object.keys(environment)
    .filter((name) => name.startsWith("GARRISON_") && !known.includes(name) && nearest(name, known) !== undefined)
    .map((name) => `${name} is not a setting${meant(name, known)}`)
}

const givenAsText = (name: SettingName, inputs: SettingInputs): Given | undefined => {
  const { kind } = definitions[name]
  const flag = inputs.flags[name]
  if (flag !== undefined) return { value: kind.fromText(flag.text), source: flag.flag }
  const variable = environmentName(name)
  const text = inputs.environment[variable]
  return text === undefined ? undefined : { value: kind.fromText(text), source: variable }
}

/** A wrong value, behind "not"; that of the storage may hold a password. */
const shownWrong = (name: SettingName, value: unknown): string => {
  if (name === "storage") return `that${typeof value === "string" ? guessAt(value) : ""}`
  return value === undefined ? "that" : JSON.stringify(value)
}

/** The settings in force, or what is wrong with them, every finding with its file and line, variable or flag. */
export const resolveSettings = (inputs: SettingInputs): Result.Result<ResolvedSettings, CommandFailure> => {
  const findings: Findings = []
  const file = inputs.file === undefined ? undefined : readFile(inputs.file.path, inputs.file.text, findings)
  const values: Record<string, unknown> = {}
  const sources: Record<string, SettingSource> = {}
  for (const name of settingNames) {
    const given = givenAsText(name, inputs) ?? file?.get(name)
    const { kind, fallback } = definitions[name]
    values[name] = given === undefined ? fallback : given.value
    sources[name] = given?.source ?? "default"
    if (given !== undefined && !kind.is(given.value)) {
      const place = given.source.replace(/:(\d+)$/, ", line $1")
      findings.push(`${place}: ${name} must be ${kind.accepts}, not ${shownWrong(name, given.value)}`)
    }
  }
  for (const [name, { flag }] of Object.entries(inputs.flags)) {
    if (!(name in definitions)) findings.push(`${flag}: there is no setting ${name}${meant(name, settingNames)}`)
  }
  return findings.length === 0
    ? Result.succeed({
        values: values as unknown as SettingValues,
        sources: sources as unknown as ResolvedSettings["sources"],
        warnings: suspicious(inputs.environment),
      })
    : Result.fail(
        new CommandFailure({
          kind: "usage",
          sentence: "The settings cannot be used.",
          details: findings,
          next: "Correct them; `garrison config` shows every setting, its value and where it comes from.",
        }),
      )
}

/** One setting as `garrison config` shows it. */
export interface ShownSetting {
  readonly name: SettingName
  readonly value: string
  readonly source: SettingSource
  readonly environment: string
  readonly description: string
}

/** Every setting in force, secrets masked. */
export const shownSettings = (resolved: ResolvedSettings): ReadonlyArray<ShownSetting> =>
  settingNames.map((name) => ({
    name,
    value: shownValue(name, resolved.values[name]),
    source: resolved.sources[name],
    environment: environmentName(name),
    description: definitions[name].description,
  }))

/** The environment that gives another run of the command the same settings. */
export const environmentOf = (resolved: ResolvedSettings): Readonly<Record<string, string>> =>
  Object.fromEntries(
    settingNames
      .filter((name) => resolved.sources[name] !== "default")
      .map((name) => [environmentName(name), textOf(resolved.values[name])]),
  )
