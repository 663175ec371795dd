/** Documents in texts, JSON or YAML: their values, and the lines on which those stand. */
import { type JsonProblem, parseJson } from "@garrison/core/kernel/wire/Json"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { findJsonError, walkJson } from "./jsonText.ts"
import { type DocumentPath, FIRST_PLACE, type Place, placesOf, type WalkText } from "./places.ts"

/** Why a text cannot be read, where that shows, and what to write instead, where that is known. */
export interface TextProblem extends Pick<JsonProblem, "message" | "path"> {
  readonly place: Place
  readonly fix?: string | undefined
}

/** A document that was read from a text. */
export interface ReadText {
  /** Texts, numbers, booleans, null, lists and objects; integers beyond 2^53 as `bigint`. */
  readonly value: unknown
  /** The places of the values at these paths; of what is missing, that of what would hold it. */
  readonly placesOf: (paths: ReadonlyArray<DocumentPath>) => ReadonlyArray<Place>
}

const readText = (value: unknown, walk: WalkText): ReadText => ({
  value,
  placesOf: (paths) => placesOf(walk, paths),
})

/** What to write at the place where a text stops being JSON; undefined: it is not known. */
const jsonFix = (text: string, { column, line }: Place): string | undefined => {
  const lines = text.split("\n")
  const here = lines[line - 1]?.slice(column - 1) ?? ""
  const before = [...lines.slice(0, line - 1), lines[line - 1]?.slice(0, column - 1) ?? ""].join("\n").trimEnd()
  if (/^[}\]]/.test(here) && before.endsWith(",")) return "take the comma before it away"
  if (here.startsWith("'")) return "write double quotes in place of single ones"
  if (here.startsWith("/") || here.startsWith("#")) return "take the comment away: JSON has none, and YAML has"
  if (/^[A-Za-z_]/.test(here)) return `write "${/^\w+/.exec(here)?.[0]}", in double quotes`
  return here.startsWith('"') ? "write a comma before it" : undefined
}

/** Reads a JSON text. */
export const readJson = (text: string): Result.Result<ReadText, TextProblem> => {
  const walk = walkJson(text)
  const parsed = parseJson(text)
  if (Result.isSuccess(parsed)) return Result.succeed(readText(parsed.success, walk))
  const { message, path } = parsed.failure
  const [known] = placesOf(walk, [path])
  const place = findJsonError(text) ?? known ?? FIRST_PLACE
  return Result.fail({ message, path, place, fix: jsonFix(text, place) })
}

const readYaml = async (text: string): Promise<Result.Result<ReadText, TextProblem>> => {
  // JSON is YAML, and quicker to read as what it is.
  const asJson = /^\s*[[{]/.test(text) ? readJson(text) : undefined
  if (asJson !== undefined && Result.isSuccess(asJson)) return asJson
  const { parseYaml } = await import("./yamlText.ts")
  return Result.map(parseYaml(text), ({ value, walk }) => readText(value, walk))
}

/** Reads the text of a file, as YAML where the name ends so, or where the text is no JSON by its first character. */
export const readDocumentText = (name: string, text: string): Effect.Effect<Result.Result<ReadText, TextProblem>> => {
  const isYaml = /\.ya?ml$/i.test(name) || (!/\.json$/i.test(name) && !/^\s*[{[]/.test(text))
  return isYaml ? Effect.promise(() => readYaml(text)) : Effect.sync(() => readJson(text))
}
