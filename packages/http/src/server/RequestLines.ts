/**
 * Searches the bytes of a connection for request lines that Node's parser accepts and HTTP/1.1 does not have (RFC 9112,
 * section 3): more than one space between the parts, and protocols that are not HTTP. A proxy in between may have read
 * such a request differently (guarantees R28).
 *
 * Only the parser knows where one message ends and the next begins. So a line may begin with the end of a body, because
 * JSON has no line end there. The end of the line decides.
 */

const SPACE = 32
const NEWLINE = 10
const TWO_SPACES = Buffer.from("  ")

/** The end of a line that a parser may take for a request line. */
const requestLineEnd = / HTTP\/1\.[01]\r?\n/g

/** The text before that in a correct request line. */
const methodAndTarget = /[A-Z-] [^ ]+$/

/** The end of a request line of the two other protocols that the parser knows: it says HTTP/1.0 of them. */
const foreignLineEnd = / (?:RTSP|ICE)\/1\.0\r?\n/

/** Whether there is a request line in the text with more than one space before or behind its target. */
const hasSpacedLine = (text: string): boolean => {
  for (const { index } of text.matchAll(requestLineEnd)) {
    const line = text.slice(text.lastIndexOf("\n", index) + 1, index + 1)
    if (line.includes("  ") && !methodAndTarget.test(line.slice(0, -1))) return true
  }
  return false
}

/** How much of the end of a line without two spaces side by side matters when the rest of it comes. */
const PLAIN_LENGTH = 32

/** The request lines of one connection. */
export class RequestLines {
  /** Whether a line had too many spaces. */
  isSpaced = false
  /** The beginning of a line whose rest has not arrived yet. */
  #begun = ""
  #isBegunSpaced = false
  /** The bytes that were read last, and the beginning of their first line. */
  #latest: Buffer | undefined
  #before = ""
  readonly #headBytesMax: number

  constructor(headBytesMax: number) {
    this.#headBytesMax = headBytesMax
  }

  /** Call it with the bytes read, before the parser gets them. */
  read(chunk: Buffer): void {
    const begun = this.#begun
    this.#latest = chunk
    this.#before = begun
    const hasSpaces = chunk.indexOf(TWO_SPACES) !== -1
    const isSuspect = hasSpaces || this.#isBegunSpaced || (chunk[0] === SPACE && begun.endsWith(" "))
    if (isSuspect) this.isSpaced ||= hasSpacedLine(begun + chunk.toString("latin1"))
    if (chunk[chunk.length - 1] === NEWLINE) {
      this.#begun = ""
      this.#isBegunSpaced = false
      return
    }
    const end = chunk.lastIndexOf(NEWLINE)
    const rest = (end === -1 ? begun : "") + chunk.toString("latin1", end + 1)
    this.#isBegunSpaced = isSuspect && rest.includes("  ")
    this.#begun = rest.slice(this.#isBegunSpaced ? -this.#headBytesMax : -PLAIN_LENGTH)
  }

  /** Whether the parser, when it has just understood a request of HTTP/1.0, reads one of another protocol. */
  get areForeign(): boolean {
    return this.#latest !== undefined && foreignLineEnd.test(this.#before + this.#latest.toString("latin1"))
  }
}
