/**
 * Request lines that Node's parser accepts and HTTP/1.1 does not have: more than one space between the parts, and
 * protocols that are not HTTP. A recipient may read past such spaces (RFC 9112, section 3), but a proxy in front may
 * have read the request differently (RFC 9112, section 11.2). So they are searched for where a proxy has read the same
 * bytes (guarantees R28), in the bytes themselves, because the parser hides them.
 */

const SPACE = 32
const NEWLINE = 10
const TWO_SPACES = Buffer.from("  ")

/** The end of a request line of the two other protocols that the parser knows. It takes them for HTTP/1.0. */
const foreignLineEnd = / (?:RTSP|ICE)\/1\.0\r?\n/
const FOREIGN_LENGTH_MAX = " RTSP/1.0\r\n".length
const FOREIGN_VERSION = Buffer.from("/1.0")

/** The end of a line that a parser may take for a request line. */
const requestLineEnd = / HTTP\/1\.[01]\r?\n/g

/** The text before that in a correct request line. */
const methodAndTarget = /[A-Z-] [^ ]+$/

/** Whether there is a request line in the text with more than one space before or behind its target. */
const hasSpacedLine = (text: string): boolean => {
  for (const { index } of text.matchAll(requestLineEnd)) {
    const line = text.slice(text.lastIndexOf("\n", index) + 1, index + 1)
    if (line.includes("  ") && !methodAndTarget.test(line.slice(0, -1))) return true
  }
  return false
}

/** Whether the line that has begun, or one in these bytes, ends as a line of another protocol does. */
const endsForeignLine = (begun: string, chunk: Buffer): boolean => {
  if (chunk.includes(FOREIGN_VERSION)) return foreignLineEnd.test(begun + chunk.toString("latin1"))
  return begun !== "" && foreignLineEnd.test(begun + chunk.toString("latin1", 0, FOREIGN_LENGTH_MAX))
}

/** The text without the longer one that it was cut from, which it would keep in memory. */
const copied = (text: string): string => Buffer.from(text, "latin1").toString("latin1")

/** How much of the end of a line without two spaces side by side matters when the rest of it comes. */
const PLAIN_LENGTH = 32

/**
 * Searches the bytes of a connection. What it has found once it does not forget.
 *
 * Only the parser knows where one message ends and the next begins. So a line may begin with the end of a body, because
 * JSON has no line end there. The end of the line decides.
 */
export class RequestLines {
  /** Whether a line had too many spaces. */
  isSpaced = false
  /** Whether a line ended as a request of another protocol does. If it was one, the parser says HTTP/1.0 of it. */
  isForeign = false
  /** The beginning of a line whose rest has not arrived yet. */
  #begun = ""
  #isBegunSpaced = false
  readonly #headBytesMax: number

  constructor(headBytesMax: number) {
    this.#headBytesMax = headBytesMax
  }

  /** Call it with the bytes read, before the parser gets them. */
  read(chunk: Buffer): void {
    const begun = this.#begun
    this.isForeign ||= endsForeignLine(begun, chunk)
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
    this.#begun = copied(rest.slice(this.#isBegunSpaced ? -this.#headBytesMax : -PLAIN_LENGTH))
  }
}
