/** Lines for a reader that stalls are dropped past a bound and counted (guarantees R45). */
import { assert, describe, it } from "@effect/vitest"
import { boundedWriter } from "@garrison/http/server/AccessLog"
import { Writable } from "node:stream"

/** A stream whose reader takes what is written when the test says so. */
const stalling = () => {
  const taken: Array<string> = []
  let waiting: (() => void) | undefined
  let isStalled = true
  const stream = new Writable({
    decodeStrings: false,
    highWaterMark: 64,
    write: (chunk: string, _, done) => {
      taken.push(chunk)
      if (isStalled) waiting = done
      else done()
    },
  })
  const resume = async () => {
    isStalled = false
    waiting?.()
    while (stream.writableLength > 0) await new Promise(setImmediate)
    await new Promise(setImmediate)
  }
  const stall = () => {
    isStalled = true
  }
  return { stream, taken, resume, stall }
}

const droppedLine = (count: number) => `${count} dropped\n`
const line = (index: number) => `${index}`.padStart(9, "0").concat("\n")

describe("a stalling reader", () => {
  it("gets one line with the number of missing lines, at their place, after each stall", async () => {
    const { resume, stall, stream, taken } = stalling()
    const write = boundedWriter(stream, 1000, droppedLine)
    for (let index = 0; index < 500; index++) write(line(index), 1)
    assert.isAtMost(stream.writableLength, 1000)
    write(`${line(0)}${line(1)}`, 2)
    await resume()
    const kept = taken.length - 1
    assert.strictEqual(taken.at(-1), `${502 - kept} dropped\n`)
    assert.deepStrictEqual(
      taken.slice(0, kept),
      Array.from({ length: kept }, (_, index) => line(index)),
    )

    write(line(1000), 1)
    assert.strictEqual(taken.at(-1), line(1000))
    stall()
    for (let index = 0; index < 500; index++) write(line(index), 1)
    await resume()
    assert.strictEqual(taken.filter((text) => text.includes("dropped")).length, 2)
  })

  it("misses nothing as long as it keeps up, however much is written at once", async () => {
    const { resume, stream, taken } = stalling()
    await resume()
    const write = boundedWriter(stream, 10, droppedLine)
    for (let index = 0; index < 100; index++) write(line(index).repeat(100), 100)
    assert.lengthOf(taken, 100)
  })
})
