/**
 * The file of the console's keys: `garrison.console.json` in the working directory, or else `garrison/console.json` in
 * the directory of the user's settings (`XDG_CONFIG_HOME`, `~/.config`). It is a map of places, each a map of actions
 * to a key or a list of keys.
 */
import { rebind, type Rebinding, type RebindingFinding, type Rebound } from "@garrison/tui/rebinding"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { Invocation, pathIn } from "../Invocation.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { findJsonError, walkJson } from "./jsonText.ts"
import { readFileOrReason } from "./textFile.ts"

const FILE = "garrison.console.json"

const pathOf = (invocation: Invocation): string | undefined => {
  const { environment } = invocation
  const settings = environment["XDG_CONFIG_HOME"] ?? join(environment["HOME"] ?? homedir(), ".config")
  return [pathIn(invocation, FILE), join(settings, "garrison", "console.json")].find((path) => existsSync(path))
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const keysOf = (value: unknown): ReadonlyArray<string> | undefined => {
  if (typeof value === "string") return [value]
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined
}

interface Read {
  readonly changes: ReadonlyArray<Rebinding>
  readonly findings: ReadonlyArray<RebindingFinding>
}

/** What a text says of keys, each with its line. */
const readKeys = (text: string): Read => {
  const broken = findJsonError(text)
  if (broken !== undefined) return { changes: [], findings: [{ line: broken.line, problem: "it is not JSON" }] }
  const lines = new Map<string, number>()
  walkJson(text)((path, { line }) => lines.set(path.join("\u0000"), line))
  const lineOf = (...path: ReadonlyArray<string>): number => lines.get(path.join("\u0000")) ?? 1
  const whole: unknown = JSON.parse(text)
  if (!isMap(whole)) return { changes: [], findings: [{ line: 1, problem: "it is not a map of places" }] }
  const changes: Array<Rebinding> = []
  const findings: Array<RebindingFinding> = []
  for (const [place, actions] of Object.entries(whole)) {
    if (!isMap(actions)) findings.push({ line: lineOf(place), problem: `${place} is not a map of actions` })
    else {
      for (const [action, value] of Object.entries(actions)) {
        const [keys, line] = [keysOf(value), lineOf(place, action)]
        if (keys === undefined) findings.push({ line, problem: `${place}.${action} is not a key or a list of keys` })
        else changes.push({ place, action, keys, line })
      }
    }
  }
  return { changes, findings }
}

const wrong = (sentence: string, details: ReadonlyArray<string> = []): CommandFailure =>
  new CommandFailure({ kind: "usage", sentence, details, next: "docs/keys.md lists places, actions and their keys." })

/** The bindings that the file of the console's keys changes; none where there is no such file. */
export const consoleKeys: Effect.Effect<Rebound, CommandFailure> = Effect.gen(function* () {
  const path = pathOf(yield* Invocation)
  if (path === undefined) return new Map()
  const text = yield* Effect.mapError(readFileOrReason(path), (reason) => wrong(`${path} cannot be read: ${reason}.`))
  const read = readKeys(text)
  const { findings, rebound } = rebind(read.changes)
  const all = [...read.findings, ...findings].toSorted((one, other) => one.line - other.line)
  if (all.length === 0) return rebound
  const details = all.map(({ line, problem }) => `${path}:${line}: ${problem}`)
  return yield* wrong(`The keys of the console in ${path} cannot be used.`, details)
})
