/**
 * Request lines with too many spaces are recognised however the bytes arrive, and no other line is (guarantees R28).
 */
import { assert, describe, it } from "@effect/vitest"
import { RequestLines } from "@garrison/http/server/RequestLines"

const HEAD_BYTES_MAX = 16 * 1024

/** What is found of a connection that brings these bytes in pieces, cut at these places. */
const found = (bytes: Buffer, cuts: ReadonlyArray<number>): RequestLines => {
  const lines = new RequestLines(HEAD_BYTES_MAX)
  let from = 0
  for (const to of [...cuts, bytes.length]) {
    if (to > from) lines.read(bytes.subarray(from, to))
    from = to
  }
  return lines
}

/** Every way to cut into two pieces, and into three where that is not too many, and byte by byte. */
const cuttings = (length: number): ReadonlyArray<ReadonlyArray<number>> => {
  const places = Array.from({ length }, (_, place) => place)
  const pairs = length > 150 ? [] : places.flatMap((one) => places.slice(one).map((other) => [one, other]))
  return [...places.map((place) => [place]), ...pairs, places]
}

/** The ways to cut the text in which the one is found, and those in which it is not. */
const verdicts = (text: string, which: "isSpaced" | "isForeign" = "isSpaced") => {
  const bytes = Buffer.from(text, "latin1")
  return Map.groupBy(cuttings(bytes.length), (cuts) => found(bytes, cuts)[which])
}

describe("the watch over request lines", () => {
  it.each([
    ["before the target", "GET  /a HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["behind the target", "GET /a  HTTP/1.1\r\n\r\n"],
    ["on both sides, in HTTP/1.0", "GET   /a   HTTP/1.0\r\n\r\n"],
    ["in lines that end with a line feed alone", "GET  /a HTTP/1.1\nHost: x\n\n"],
    ["of a method with other characters", "M-SEARCH  * HTTP/1.1\r\n\r\n"],
    ["right behind the body of another request", '{"a":1}GET  /a HTTP/1.1\r\n\r\n'],
    ["behind a body that looks like a header", "abc:GET  /x HTTP/1.1\r\n"],
    ["behind a line that is as it should be", "X: GET /a HTTP/1.1\r\nPUT  /b HTTP/1.1\r\n\r\n"],
    ["before a target that is as long as a head may be", `GET  /${"a".repeat(3000)} HTTP/1.1\r\n\r\n`],
  ])("finds too many spaces %s", (_, text) => {
    assert.deepStrictEqual([...verdicts(text).keys()], [true])
  })

  it.each([
    ["spaces in a header", "GET /a HTTP/1.1\r\nUser-Agent: a  b\r\n\r\n"],
    ["spaces in a body, and a request behind it", '{"a":"HELLO  WORLD"}GET /b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ["a method in a body", '{"m":"PUT  "}GET /b HTTP/1.1\r\n'],
    ["a body that ends with an indented line", '{\n  "a": 1,\n  }POST /b HTTP/1.1\r\nHost: y\r\n\r\n'],
    ["a body of nothing but spaces", "  GET /b HTTP/1.1\r\n\r\n"],
    ["a header that ends like a request line", "GET /a HTTP/1.1\r\nUpgrade: TLS/1.0, HTTP/1.1\r\nA: b  c\r\n\r\n"],
  ])("passes over %s", (_, text) => {
    assert.deepStrictEqual([...verdicts(text).keys()], [false])
  })

  it.each([
    ["RTSP", "GET /a RTSP/1.0\r\nHost: x\r\n\r\n"],
    ["ICE, with a line feed alone", "SOURCE /a ICE/1.0\nHost: x\n\n"],
    ["RTSP behind a target that is as long as a head may be", `GET /${"a".repeat(3000)} RTSP/1.0\r\n\r\n`],
    ["RTSP with many spaces, behind another request", "GET /a HTTP/1.0\r\n\r\nGET   /a   RTSP/1.0\r\n\r\n"],
    ["RTSP behind a body", '{"a":1}GET /a RTSP/1.0\r\n\r\n'],
  ])("finds a line of %s", (_, text) => {
    assert.deepStrictEqual([...verdicts(text, "isForeign").keys()], [true])
  })

  it.each([
    ["HTTP/1.0", "GET /a HTTP/1.0\r\nA: RTSP/1.0 x\r\n\r\n"],
    ["a target that ends so", "GET /RTSP/1.0 HTTP/1.0\r\n\r\n"],
    ["a body that has it in its middle", '{"a":"GET /a RTSP/1.0"}GET /b HTTP/1.0\r\n\r\n'],
  ])("takes for no line of another protocol %s", (_, text) => {
    assert.deepStrictEqual([...verdicts(text, "isForeign").keys()], [false])
  })

  it("keeps no more of a line than matters, however long it gets", () => {
    const lines = new RequestLines(HEAD_BYTES_MAX)
    for (let count = 0; count < 5000; count++) lines.read(Buffer.from("no line end  ".repeat(20)))
    lines.read(Buffer.from("GET  /a HTTP/1.1\r\n"))
    assert.isTrue(lines.isSpaced)
  })
})
