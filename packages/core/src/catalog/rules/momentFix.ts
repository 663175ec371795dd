/** What to write instead of a date or time that cannot be read: the same moment, as far as it can be told. */

const EXAMPLE = 'write a date, a time and a zone: "2026-12-01T00:00:00Z"'

const iso =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[Tt ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*([Zz]|[+-]\d{2}:?\d{2})?$/
/** Day, month, year, as much of the world writes them. A slash may part a month from a day, and says nothing. */
const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/

const two = (text: string): string => text.padStart(2, "0")

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The parts of a moment as they were written. */
interface Written {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly time: string
  readonly zone: string | undefined
}

const partsOf = (text: string): Written | undefined => {
  const [, day, month, year] = dayFirst.exec(text) ?? []
  if (day !== undefined && month !== undefined && year !== undefined) {
    return { year, month, day, time: "00:00:00", zone: undefined }
  }
  const [match, y = "", m = "", d = "", hour = "0", minute = "00", second = "00", zone] = iso.exec(text) ?? []
  if (match === undefined) return undefined
  return { year: y, month: m, day: d, time: `${two(hour)}:${minute}:${second}`, zone: zone?.toUpperCase() }
}

/** Milliseconds are about a thousand times as large as the seconds that fields take. */
const MILLIS_FROM = 1e11

const ofNumber = (given: number): string =>
  given >= MILLIS_FROM
    ? `write seconds, ${Math.floor(given / 1000)}, or a text such as "2026-12-01T00:00:00Z"`
    : EXAMPLE

/** What to write instead of `given`. */
export const momentFix = (given: unknown): string => {
  if (typeof given === "number") return ofNumber(given)
  const written = typeof given === "string" ? partsOf(given.trim()) : undefined
  if (written === undefined) return EXAMPLE
  const { day, month, time, year, zone } = written
  const [monthNumber, dayNumber] = [Number(month), Number(day)]
  if (monthNumber < 1 || monthNumber > 12) return EXAMPLE
  const last = lastDayOf(Number(year), monthNumber)
  const fitting = Math.min(Math.max(dayNumber, 1), last)
  const date = `${year}-${two(month)}-${two(String(fitting))}`
  const ends = dayNumber > last ? `the month ends on day ${last}: ` : ""
  const local = zone === undefined ? `, or with another zone: "${date}T${time}+01:00"` : ""
  return `${ends}write "${date}T${time}${zone ?? "Z"}"${zone === undefined ? ", which is UTC" : ""}${local}`
}
