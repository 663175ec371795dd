/**
 * The log of the server: one line per answer, and one for each thing that happens to the server or its database, as
 * JSON or as readable text. It holds no query, no header but the user agent, and no body, so that no token or secret
 * can be in it. It contains no control character (guarantees R32).
 */
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import type * as Cause from "effect/Cause"
import type { Writable } from "node:stream"
import type { Answered, EventFact, EventFacts, Observer } from "./Observer.ts"
import { redacted, shown } from "./redaction.ts"

/** `off` writes no access lines and no news. Warnings and defects are written whatever the format. */
export type LogFormat = "json" | "text" | "off"

/** Writes `count` complete lines, each with its line end. */
export type WriteLines = (lines: string, count: number) => void

/**
 * Writes to a stream that holds at most about `bytesMax` for a reader that stalls. Lines beyond that are dropped and
 * counted, and when the reader is back one line says how many there were (guarantees R45). `droppedLine` makes it.
 */
export const boundedWriter = (
  stream: Writable,
  bytesMax: number,
  droppedLine: (count: number) => string,
): WriteLines => {
  let dropped = 0
  const resume = () => {
    const line = droppedLine(dropped)
    dropped = 0
    stream.write(line)
  }
  const writeLines: WriteLines = (lines, count) => {
    // After the first dropped line all are dropped until the reader is back. So there is one gap, and it is marked.
    if (dropped === 0 && (!stream.writableNeedDrain || stream.writableLength + lines.length <= bytesMax)) {
      stream.write(lines)
      return
    }
    if (dropped === 0) stream.once("drain", resume)
    dropped += count
  }
  return writeLines
}

/** Where lines go; each comes with its line end. */
export interface LogSink {
  readonly access: WriteLines
  readonly defect: WriteLines
}

/** The log, an observer of the server; `answered` is undefined when the format is `off`. */
export interface AccessLog extends Required<Observer> {
  /** Writes the gathered lines now, because a process that ends has no next turn of the event loop. */
  readonly flush: () => void
}

const jsonLine = (time: string, entry: Answered): string =>
  `${JSON.stringify({
    time,
    level: "info",
    event: "request",
    id: entry.id,
    method: entry.method,
    path: shown(entry.path),
    operation: entry.operation,
    status: entry.status,
    error_code: entry.errorCode,
    limit: entry.limit,
    milliseconds: entry.milliseconds,
    address: shown(entry.address),
    player: entry.player,
    client: entry.client === undefined ? undefined : shown(entry.client),
    user_agent: entry.userAgent === undefined ? undefined : shown(entry.userAgent),
  })}\n`

const textLine = (time: string, entry: Answered): string => {
  const who = entry.player ?? (entry.client === undefined ? "-" : shown(entry.client))
  const limit = entry.limit === undefined ? "" : ` (${entry.limit})`
  const status = entry.errorCode === undefined ? entry.status : `${entry.status} ${entry.errorCode}${limit}`
  return (
    `${time} ${status} ${entry.method} ${shown(entry.path)} ${entry.milliseconds.toFixed(1)}ms` +
    ` ${shown(entry.address)} ${who} ${entry.operation ?? "-"} ${entry.id}\n`
  )
}

const FACT_LENGTH_MAX = 4096

const shownFact = (fact: EventFact | undefined) => (typeof fact === "string" ? shown(fact, FACT_LENGTH_MAX) : fact)

/** A fact in a line of text. */
const factText = (fact: EventFact | undefined): string =>
  typeof fact === "object"
    ? Object.entries(fact)
        .map(([name, count]) => `${name}:${count}`)
        .join(",")
    : String(fact)

/** The event of a message for people: its facts are its text and its cause. */
const MESSAGE = "message"

const eventLine = (format: LogFormat, level: string, event: string, facts: EventFacts): string => {
  const time = new Date().toISOString()
  const safe = Object.entries(facts).flatMap(([name, fact]) =>
    fact === undefined ? [] : [[name, shownFact(fact)] as const],
  )
  if (format === "text" && event === MESSAGE) {
    const text = Object.values(facts).filter((fact) => fact !== undefined)
    return `${time} ${level} ${text.map((fact) => factText(shownFact(fact))).join(": ")}\n`
  }
  return format === "text"
    ? `${[time, event, ...safe.map(([name, fact]) => `${name}=${factText(fact)}`)].join(" ")}\n`
    : `${JSON.stringify({ time, level, event, ...Object.fromEntries(safe) })}\n`
}

/** Gathers the lines of one turn of the event loop into one write. */
const gathering = (write: WriteLines) => {
  let pending = ""
  let count = 0
  const flush = () => {
    const [lines, total] = [pending, count]
    pending = ""
    count = 0
    if (total > 0) write(lines, total)
  }
  const add = (line: string) => {
    if (count === 0) setImmediate(flush)
    pending += line
    count++
  }
  return { add, flush }
}

const DEFECT_LENGTH_MAX = 4096

/** What storage said. The place in the code where it was asked is of no use to an operator. */
const storageText = ({ code, message, name }: StorageUnavailable): string =>
  `${name}: ${message}${code === undefined || message.includes(code) ? "" : ` (${code})`}`

const describeDefect = (defect: unknown): string => {
  if (defect instanceof StorageUnavailable) return redacted(storageText(defect))
  const text = defect instanceof Error ? (defect.stack ?? `${defect.name}: ${defect.message}`) : String(defect)
  return redacted(text.slice(0, DEFECT_LENGTH_MAX))
}

/** The cause with its stack and without secrets. */
export const describeCause = (cause: Cause.Cause<unknown>): string =>
  cause.reasons.map((reason) => (reason._tag === "Die" ? describeDefect(reason.defect) : reason._tag)).join("; ")

/** Lines go to stderr, as far as its reader keeps up, because stdout belongs to the program. */
export const errorStream = (format: LogFormat, bytesMax: number): LogSink => {
  const write = boundedWriter(process.stderr, bytesMax, (count) =>
    eventLine(format, "warning", "log_lines_dropped", { count }),
  )
  return { access: write, defect: write }
}

/** A log of this format into this sink. */
export const accessLog = (format: LogFormat, sink: LogSink): AccessLog => {
  const { add, flush } = gathering(sink.access)
  const line = format === "json" ? jsonLine : textLine
  const happened: AccessLog["happened"] = (level, event, facts = {}) => {
    if (format === "off" && level === "info") return
    const write = level === "info" ? sink.access : sink.defect
    // Earlier lines are written first.
    flush()
    write(eventLine(format, level, event, facts), 1)
  }
  return {
    answered: format === "off" ? undefined : (entry) => add(line(new Date().toISOString(), entry)),
    happened,
    occupied: undefined,
    listening: ({ bytesSent, eventsSent, polls, queuedBytes, streams, streamsCutOff }) =>
      happened("info", "listeners", {
        streams,
        polls,
        queued_bytes: queuedBytes,
        events_sent: eventsSent,
        bytes_sent: bytesSent,
        streams_cut_off: streamsCutOff,
      }),
    failed: (id, operation, cause) => {
      const time = new Date().toISOString()
      const told = { time, level: "error", event: "defect", id, operation, cause: describeCause(cause) }
      sink.defect(`${JSON.stringify(told)}\n`, 1)
    },
    flush,
  }
}
