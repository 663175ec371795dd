import { assert, describe, it } from "@effect/vitest"
import {
  formatTimestamp,
  parseTimestamp,
  Timestamp,
  TimestampOrUnix,
  TimestampOrUnixText,
} from "@garrison/core/kernel/time/Timestamp"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"

const two = (value: number): string => `${value}`.padStart(2, "0")
const moment = fc.integer({ min: Date.parse("0001-01-01T00:00:00Z"), max: Date.parse("9999-12-31T23:59:59.999Z") })

describe("Timestamp", () => {
  it("is written in UTC with milliseconds and read back the same", () => {
    fc.assert(
      fc.property(moment, (at) => {
        const text = formatTimestamp(at)
        assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        assert.strictEqual(parseTimestamp(text), at)
        assert.strictEqual(Schema.encodeSync(Timestamp)(at), text)
        assert.strictEqual(Schema.decodeUnknownSync(Timestamp)(text), at)
      }),
    )
  })

  it("is written as ECMAScript writes it, whatever was written before", () => {
    const day = 24 * 60 * 60 * 1000
    const near = fc.tuple(moment, fc.constantFrom(0, 1, day - 1, day, -1, -day))
    fc.assert(
      fc.property(near, ([at, further]) => {
        const moments = [at, at + further, at - (at % day), at - (at % day) + further, at]
        for (const one of moments) assert.strictEqual(formatTimestamp(one), new Date(one).toISOString())
      }),
    )
  })

  it("means the same moment in every zone", () => {
    const offset = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 })
    const inside = fc.integer({ min: Date.parse("0002-01-01T00:00:00Z"), max: Date.parse("9998-12-31T00:00:00Z") })
    fc.assert(
      fc.property(inside, offset, fc.boolean(), (at, minutes, colon) => {
        const local = new Date(at + minutes * 60_000).toISOString().slice(0, -1)
        const size = Math.abs(minutes)
        const zone = `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}${colon ? ":" : ""}${two(size % 60)}`
        assert.strictEqual(parseTimestamp(`${local}${zone}`), at)
      }),
    )
  })

  it.each([
    ["2026-11-21T02:46:00Z", "2026-11-21T02:46:00.000Z"],
    ["2026-11-21t02:46:00z", "2026-11-21T02:46:00.000Z"],
    ["2026-11-21 02:46:00Z", "2026-11-21T02:46:00.000Z"],
    ["2026-11-21T02:46Z", "2026-11-21T02:46:00.000Z"],
    ["2026-11-21T02:46:00.5Z", "2026-11-21T02:46:00.500Z"],
    ["2026-11-21T02:46:00.123456789Z", "2026-11-21T02:46:00.123Z"],
    ["2026-11-21T02:46:00+05:30", "2026-11-20T21:16:00.000Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("%s is %s", (text, expected) => assert.strictEqual(formatTimestamp(parseTimestamp(text) as number), expected))

  it.each([
    ["2026-11-21T02:46:00", "timezone_aware"],
    ["2026-11-21 02:46", "timezone_aware"],
    ["2026-11-21", "datetime_parsing"],
    ["2026-11-21Z", "datetime_parsing"],
    ["2026-02-29T00:00:00Z", "datetime_parsing"],
    ["2026-02-30T00:00:00Z", "datetime_parsing"],
    ["2026-04-31T00:00:00+01:00", "datetime_parsing"],
    ["2026-13-01T00:00:00Z", "datetime_parsing"],
    ["2026-00-01T00:00:00Z", "datetime_parsing"],
    ["2026-01-00T00:00:00Z", "datetime_parsing"],
    ["2026-11-21T25:00:00Z", "datetime_parsing"],
    ["2026-11-21T02:60:00Z", "datetime_parsing"],
    ["2026-11-21T02:46:60Z", "datetime_parsing"],
    ["2026-11-21T02:46:00+25:00", "datetime_parsing"],
    ["2026-11-21T02:46:00+00:60", "datetime_parsing"],
    ["2026-11-21T02:46:00.Z", "datetime_parsing"],
    ["0000-01-01T00:00:00Z", "datetime_parsing"],
    ["0001-01-01T00:00:00+01:00", "datetime_parsing"],
    ["9999-12-31T23:59:59-01:00", "datetime_parsing"],
    ["+002026-11-21T02:46:00Z", "datetime_parsing"],
    ["Sat, 21 Nov 2026 02:46:00 GMT", "datetime_parsing"],
    ["1763693160", "datetime_parsing"],
    [" 2026-11-21T02:46:00Z", "datetime_parsing"],
    ["2026-11-21T02:46:00Z\n", "datetime_parsing"],
    ["", "datetime_parsing"],
  ])("%j is refused: %s", (text, type) => {
    const parsed = parseTimestamp(text)
    assert.strictEqual(typeof parsed === "number" ? "read" : parsed.type, type)
  })

  it("answers for any text, and never throws", () => {
    const soup = fc.string({ unit: fc.constantFrom(...Array.from("0123456789-:.+TZ ")), maxLength: 30 })
    fc.assert(
      fc.property(soup, (text) => {
        const parsed = parseTimestamp(text)
        return typeof parsed !== "number" || parseTimestamp(formatTimestamp(parsed)) === parsed
      }),
      { numRuns: 2000 },
    )
    assert.isNumber(parseTimestamp("2026-11-21T02:46:00Z"))
  })
})

describe("TimestampOrUnix", () => {
  const decode = Schema.decodeUnknownSync(TimestampOrUnix)

  it.each([
    [1_763_693_160, "2025-11-21T02:46:00.000Z"],
    [1_763_693_160.25, "2025-11-21T02:46:00.250Z"],
    ["1763693160", "2025-11-21T02:46:00.000Z"],
    ["1763693160.001", "2025-11-21T02:46:00.001Z"],
    ["-1", "1969-12-31T23:59:59.000Z"],
    [0, "1970-01-01T00:00:00.000Z"],
    ["2025-11-21T03:46:00+01:00", "2025-11-21T02:46:00.000Z"],
  ])("%j is %s", (given, expected) => {
    assert.strictEqual(formatTimestamp(decode(given)), expected)
    assert.strictEqual(Schema.encodeSync(TimestampOrUnix)(decode(given)), expected)
    assert.strictEqual(Schema.decodeUnknownSync(TimestampOrUnixText)(String(given)), decode(given))
  })

  it.each(["2025-11-21T03:46:00", "1e9", "0x10", "", " 1", "1.", 1e18, "99999999999999999999", -1e18, NaN, true, null])(
    "%j is refused",
    (given) => {
      assert.throws(() => decode(given))
      assert.throws(() => Schema.decodeUnknownSync(TimestampOrUnixText)(String(given)))
    },
  )

  it("takes whole seconds as numbers and as texts alike", () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), (seconds) => {
        assert.strictEqual(decode(seconds), seconds * 1000)
        assert.strictEqual(decode(`${seconds}`), seconds * 1000)
      }),
    )
  })
})
