/**
 * Points in time. In the code, a timestamp is a number of milliseconds since the Unix epoch; on the wire it is ISO 8601
 * in UTC with milliseconds and `Z` (decisions, section 2).
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import { type Complaint, complaint, COMPLAINT } from "../input/Field.ts"

/** Milliseconds since the Unix epoch. */
export type Timestamp = number

/** An hour, the unit in which catalogs measure windows of time. */
export const HOUR_MILLIS = 60 * 60 * 1000

const isoPattern = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)([Zz]|[+-]\d{2}:?\d{2})?$/
/** The years 0001 to 9999, which four digits can write. */
const EARLIEST: Timestamp = -62_135_596_800_000

/** The last moment that a wire timestamp can name: the end of the year 9999. */
export const LATEST: Timestamp = 253_402_300_799_999

const daysExist = (date: string): boolean => new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)

const unreadable: Complaint = { type: "datetime_parsing", message: "must be an ISO 8601 date and time" }
const withoutZone: Complaint = { type: "timezone_aware", message: "must carry a time zone" }

/** Reads an ISO 8601 text with a zone, or answers what is wrong with the text. */
export const parseTimestamp = (text: string): Timestamp | Complaint => {
  const parts = isoPattern.exec(text)
  if (parts === null) return unreadable
  const [, date = "", time = "", zone] = parts
  if (zone === undefined) return withoutZone
  const colon = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  const moment = Date.parse(`${date}T${time}${colon}`)
  if (!(moment >= EARLIEST && moment <= LATEST)) return unreadable
  return Number.isNaN(Date.parse(`${date}T00:00:00Z`)) || !daysExist(date) ? unreadable : moment
}

const fromUnixSeconds = (seconds: number): Timestamp | Complaint => {
  const moment = Math.round(seconds * 1000)
  return moment >= EARLIEST && moment <= LATEST ? moment : unreadable
}

const DAY_MILLIS = 24 * HOUR_MILLIS

const digits = (length: number, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, number) => String(number).padStart(length, "0"))

const two = digits(2, 60)
const three = digits(3, 1000)

/** The day that was written last, in days since the epoch, and its text. Most times of an answer are of one day. */
let lastDay = Number.NaN
let lastDate = ""

/** Writes a timestamp for the wire: `2026-11-21T02:46:00.000Z`. */
export const formatTimestamp = (moment: Timestamp): string => {
  const day = Math.floor(moment / DAY_MILLIS)
  if (day !== lastDay) {
    lastDate = new Date(day * DAY_MILLIS).toISOString().slice(0, -13)
    lastDay = day
  }
  const millis = Math.floor(moment - day * DAY_MILLIS)
  const seconds = Math.floor(millis / 1000)
  const minutes = Math.floor(seconds / 60)
  const [hour, minute, second] = [two[Math.floor(minutes / 60)], two[minutes % 60], two[seconds % 60]]
  return `${lastDate}${hour}:${minute}:${second}.${three[millis % 1000]}Z`
}

const orIssue = (parsed: Timestamp | Complaint) =>
  typeof parsed === "number"
    ? Effect.succeed(parsed)
    : Effect.fail(new SchemaIssue.InvalidValue({ [COMPLAINT]: parsed, message: parsed.message }))

const Moment = Schema.Number

/** A `date-time` of the interface: ISO 8601 with a zone on the wire, milliseconds inside. */
export const Timestamp = Schema.String.annotate({
  ...complaint("string_type", "must be a string"),
  format: "date-time",
}).pipe(
  Schema.decodeTo(Moment, {
    decode: SchemaGetter.transformEffect((text: string) => orIssue(parseTimestamp(text))),
    encode: SchemaGetter.transform(formatTimestamp),
  }),
)

const numeric = /^-?\d+(?:\.\d+)?$/

/** Reads an ISO 8601 text with a zone, or a text of Unix seconds. */
const parseEither = (text: string): Timestamp | Complaint =>
  numeric.test(text) ? fromUnixSeconds(Number(text)) : parseTimestamp(text)

/** A `date-time` that may also be Unix seconds: an integer, a decimal, or a text of either. */
export const TimestampOrUnix = Schema.Union([Schema.String, Schema.Finite])
  .annotate({
    ...complaint("datetime_parsing", "must be an ISO 8601 date and time or Unix seconds"),
    format: "date-time",
  })
  .pipe(
    Schema.decodeTo(Moment, {
      decode: SchemaGetter.transformEffect((given: string | number) =>
        orIssue(typeof given === "number" ? fromUnixSeconds(given) : parseEither(given)),
      ),
      encode: SchemaGetter.transform((moment: number): string | number => formatTimestamp(moment)),
    }),
  )

/** As {@link TimestampOrUnix}, for texts alone, as in a query. */
export const TimestampOrUnixText = Schema.String.annotate({
  ...complaint("string_type", "must be a string"),
  format: "date-time",
}).pipe(
  Schema.decodeTo(Moment, {
    decode: SchemaGetter.transformEffect((text: string) => orIssue(parseEither(text))),
    encode: SchemaGetter.transform(formatTimestamp),
  }),
)
