/** Times as people write them mean the same in every field that takes a time, and nothing in other fields. */
import { assert, describe, it } from "@effect/vitest"
import { withWrittenTimes, writtenTime } from "@garrison/core/kernel/time/writtenTime"
import { operations } from "@garrison/core/operations"

const now = Date.UTC(2026, 2, 1, 12)

const inputOf = (name: string) => operations.find((one) => one.name === name)?.input ?? {}

describe("a written time", () => {
  it.each([
    ["+30m", "2026-03-01T12:30:00.000Z"],
    ["+3d", "2026-03-04T12:00:00.000Z"],
    ["-2w", "2026-02-15T12:00:00.000Z"],
    ["2026-03-05", "2026-03-05T00:00:00Z"],
    ["2026-03-05T18:00", "2026-03-05T18:00Z"],
    ["2026-03-05T18:00:00+01:00", "2026-03-05T18:00:00+01:00"],
    ["1772323200", "1772323200"],
    ["+3y", "+3y"],
    ["tomorrow", "tomorrow"],
  ])("%s is %s", (text, time) => {
    assert.strictEqual(writtenTime(text, now), time)
  })

  it("is read in fields of time alone; a date that ends a span is its end", () => {
    const given = { from: "2026-03-01", to: "2026-03-01", limit: 7, after: "+3d" }
    assert.deepStrictEqual(withWrittenTimes(inputOf("order.search"), given, now), {
      ...given,
      from: "2026-03-01T00:00:00Z",
      to: "2026-03-01T23:59:59.999Z",
    })
    const ban = { told: "2026-03-01", note: "+3d", expires_at: "+1d" }
    assert.deepStrictEqual(withWrittenTimes(inputOf("restriction.add"), ban, now), {
      ...ban,
      expires_at: "2026-03-02T12:00:00.000Z",
    })
  })
})
