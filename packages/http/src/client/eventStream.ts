/** Reads a stream of server-sent events (WHATWG HTML, "Server-sent events"), in pieces that may end anywhere. */
import { GarrisonError } from "./GarrisonError.ts"

/** An event of a stream. */
export interface StreamEvent {
  /** `message` where the stream names none. */
  readonly type: string
  readonly data: string
  /** The last id that the stream has named so far. */
  readonly id: string
}

/**
 * Longest line, and longest event. What is longer is no notification: a hundred and three texts of 4,096 characters,
 * of which each may take six in JSON.
 */
const CHARACTERS_MAX = 4 * 1024 * 1024

/** Reads one stream. */
export class EventStreamReader {
  /** The position in the stream: the id of the last whole event, which is what a reconnection names. */
  lastEventId: string
  /** How long the server asks to wait before a reconnection; undefined: it has not said so. */
  retryMillis: number | undefined
  /** Joins characters whose bytes come in two pieces. Engines differ in which byte order marks they take away. */
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true })
  #isBegun = false
  /** The begin of a line whose end has not come. */
  #line = ""
  /** Whether the last piece ended with a carriage return, so that a line feed belongs to it. */
  #isAfterReturn = false
  #type = ""
  #data = ""
  #id: string

  constructor(lastEventId = "") {
    this.lastEventId = lastEventId
    this.#id = lastEventId
  }

  /** The events that are complete with these bytes. */
  feed(bytes: Uint8Array): ReadonlyArray<StreamEvent> {
    const events: Array<StreamEvent> = []
    const characters = this.#decoder.decode(bytes, { stream: true })
    if (characters === "") return events
    const decoded = this.#isBegun ? characters : characters.replace(/^\uFEFF/, "")
    this.#isBegun = true
    const text = this.#isAfterReturn && decoded.startsWith("\n") ? decoded.slice(1) : decoded
    this.#isAfterReturn = decoded.endsWith("\r")
    const lines = text.split(/\r\n|\r|\n/)
    lines[0] = this.#line + (lines[0] ?? "")
    this.#line = lines.pop() ?? ""
    for (const line of lines) {
      if (line === "") this.#dispatch(events)
      else this.#field(line)
    }
    if (this.#line.length + this.#data.length > CHARACTERS_MAX) {
      throw new GarrisonError("unexpected_answer", "An event of the stream has no end.")
    }
    return events
  }

  #field(line: string): void {
    const colon = line.indexOf(":")
    if (colon === 0) return
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1)
    if (name === "data") this.#data += `${value}\n`
    else if (name === "event") this.#type = value
    else if (name === "id" && !value.includes("\0")) this.#id = value
    else if (name === "retry" && /^\d+$/.test(value)) this.retryMillis = Number(value)
  }

  /** An event without data moves the position, and is no event. */
  #dispatch(events: Array<StreamEvent>): void {
    this.lastEventId = this.#id
    if (this.#data !== "") {
      events.push({ type: this.#type === "" ? "message" : this.#type, data: this.#data.slice(0, -1), id: this.#id })
    }
    this.#type = ""
    this.#data = ""
  }
}
