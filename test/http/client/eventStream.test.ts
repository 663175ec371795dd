/** The reader of event streams against a plain reading of the standard, with pieces that end anywhere. */
import { assert, describe, it } from "@effect/vitest"
import { GarrisonError } from "@garrison/http/client"
import { EventStreamReader, type StreamEvent } from "@garrison/http/client/eventStream"
import * as fc from "fast-check"

const encoder = new TextEncoder()

/** What the standard says of a whole stream (WHATWG HTML, "Server-sent events"), as plainly as it says it. */
const reference = (bytes: Uint8Array) => {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).replace(/^\uFEFF/, "")
  const lines = text.split(/\r\n|\n|\r/)
  // What follows the last end of a line is not a line yet.
  lines.pop()
  const events: Array<StreamEvent> = []
  let [data, type, id, lastEventId] = ["", "", "", ""]
  let retryMillis: number | undefined
  for (const line of lines) {
    if (line === "") {
      lastEventId = id
      if (data !== "") events.push({ type: type || "message", data: data.replace(/\n$/, ""), id })
      ;[data, type] = ["", ""]
    } else if (!line.startsWith(":")) {
      const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
      if (name === "data") data += `${value}\n`
      if (name === "event") type = value
      if (name === "id" && !value.includes("\0")) id = value
      if (name === "retry" && /^[0-9]+$/.test(value)) retryMillis = Number(value)
    }
  }
  return { events, lastEventId, retryMillis }
}

const read = (pieces: ReadonlyArray<Uint8Array>) => {
  const reader = new EventStreamReader()
  const events = pieces.flatMap((piece) => reader.feed(piece))
  return { events, lastEventId: reader.lastEventId, retryMillis: reader.retryMillis }
}

const cut = (bytes: Uint8Array, places: ReadonlyArray<number>) => {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((left, right) => left - right)
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
}

const line = fc.oneof(
  fc.constantFrom(
    "",
    "",
    "data",
    "data:",
    "data: ",
    "data:  x",
    ":",
    ": heartbeat",
    "id",
    "id:",
    "id: a\0b",
    "event: notification",
  ),
  fc.constantFrom(
    "retry: 100",
    "retry: 1e3",
    "retry: -1",
    "retry:",
    "unknown: x",
    " data: x",
    "DATA: x",
    "data : x",
    "\uFEFFdata: x",
  ),
  fc.string({ unit: "binary", maxLength: 6 }).map((text) => `data: ${text}`),
  fc.nat(99).map((id) => `id: ${id}`),
)

describe("an event stream", () => {
  it("is read as the standard says, wherever its pieces end", () => {
    const stream = fc.tuple(
      fc.constantFrom("", "\uFEFF", "\uFEFF\uFEFF"),
      fc.array(fc.tuple(line, fc.constantFrom("\n", "\r", "\r\n")), { maxLength: 24 }),
      fc.constantFrom("", "data: unfinished", "\n", "\r"),
    )
    fc.assert(
      fc.property(stream, fc.array(fc.nat(400), { maxLength: 12 }), ([begin, lines, end], places) => {
        const bytes = encoder.encode(begin + lines.map((parts) => parts.join("")).join("") + end)
        assert.deepStrictEqual(read(cut(bytes, places)), reference(bytes))
      }),
      { numRuns: 2000 },
    )
  })

  it("is read byte by byte as in one piece", () => {
    const bytes = encoder.encode(
      '\uFEFFretry: 3000\rid: 1\r\n\r\n: ♥\r\nid: 2\r\ndata: {"message":"é€😀"}\r\n\r\ndata: a\ndata: b\n\n',
    )
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte))
    assert.deepStrictEqual(read(single), read([bytes]))
    assert.deepStrictEqual(read(single), {
      events: [
        { type: "message", data: '{"message":"é€😀"}', id: "2" },
        { type: "message", data: "a\nb", id: "2" },
      ],
      lastEventId: "2",
      retryMillis: 3000,
    })
  })

  it("moves on at an event without data, and not in the middle of one", () => {
    const reader = new EventStreamReader("before")
    assert.deepStrictEqual(reader.feed(encoder.encode("id: 7\n")), [])
    assert.strictEqual(reader.lastEventId, "before")
    assert.deepStrictEqual(reader.feed(encoder.encode("\n")), [])
    assert.strictEqual(reader.lastEventId, "7")
  })

  it("that never ends an event is given up", () => {
    const reader = new EventStreamReader()
    const piece = encoder.encode(`data: ${"x".repeat(100_000)}\n`)
    assert.throws(() => Array.from({ length: 45 }, () => reader.feed(piece)), GarrisonError)
  })

  it("brings the largest notification that there can be", () => {
    const text = "\u0001".repeat(4096)
    const data = JSON.stringify({
      message: text,
      rh_url: text,
      custom_data: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`key ${at}`, text])),
      etag: text,
    })
    const bytes = encoder.encode(`id: 1\ndata: ${data}\n\n`)
    const pieces = cut(
      bytes,
      Array.from({ length: bytes.length / 65_536 }, (_, at) => at * 65_536),
    )
    assert.deepStrictEqual(read(pieces).events, [{ type: "message", data, id: "1" }])
  })
})
