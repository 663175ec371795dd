/** Times as people write them, in the console and on the command line alike: from now on, or as a date alone. */
import * as SchemaAST from "effect/SchemaAST"
import { formatTimestamp, HOUR_MILLIS, LATEST, type Timestamp } from "./Timestamp.ts"

const UNIT_MILLIS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: HOUR_MILLIS,
  d: 24 * HOUR_MILLIS,
  w: 7 * 24 * HOUR_MILLIS,
}

/** How such times are written, for help. */
export const WRITTEN_TIMES = "2030-01-31T18:00:00Z, 2030-01-31, or from now on: +30m, +12h, +7d"

const relative = /^([+-]\d{1,6})([mhdw])$/
const dateAlone = /^\d{4}-\d{2}-\d{2}$/
const withoutZone = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/

/**
 * The time that is written, in ISO 8601; a text that is written otherwise stays as it is. Without a zone it is UTC, as
 * all times that are shown. `isLast`: a date alone is its end.
 */
export const writtenTime = (text: string, now: Timestamp, isLast = false): string => {
  const [, count, unit = ""] = relative.exec(text) ?? []
  if (count === undefined) {
    if (dateAlone.test(text)) return `${text}T${isLast ? "23:59:59.999" : "00:00:00"}Z`
    return withoutZone.test(text) ? `${text}Z` : text
  }
  const moment = now + Number(count) * (UNIT_MILLIS[unit] ?? 0)
  return moment <= LATEST ? formatTimestamp(moment) : text
}

const isTime = ({ ast }: { readonly ast: SchemaAST.AST }): boolean =>
  SchemaAST.toEncoded(ast).annotations?.["format"] === "date-time"

/** The input of an operation with each of its times read so. */
export const withWrittenTimes = (
  declared: Readonly<Record<string, { readonly ast: SchemaAST.AST }>>,
  input: Readonly<Record<string, unknown>>,
  now: Timestamp,
): Readonly<Record<string, unknown>> => {
  const read = Object.entries(input).flatMap(([name, given]) => {
    const field = declared[name]
    if (typeof given !== "string" || field === undefined) return []
    const time = writtenTime(given, now, name === "to")
    return time !== given && isTime(field) ? [[name, time] as const] : []
  })
  return read.length === 0 ? input : { ...input, ...Object.fromEntries(read) }
}
