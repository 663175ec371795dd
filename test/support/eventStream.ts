/** A reader of server-sent events as the standard has them (HTML Standard), over its own connection. */
import { Agent, type IncomingHttpHeaders, request } from "node:http"

/** One event that has data. */
export interface StreamEvent {
  readonly id: string
  readonly data: string
}

/** A stream that is read. */
export interface EventReader {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** All of the body so far. */
  readonly text: () => string
  readonly events: ReadonlyArray<StreamEvent>
  /** What a browser would send as `Last-Event-ID` now: of the last whole block that had an id. */
  readonly lastId: () => string
  readonly comments: () => number
  /** Resolves when there are so many events. Rejects when the stream has ended before. */
  readonly until: (count: number) => Promise<ReadonlyArray<StreamEvent>>
  /** Resolves when the text has this in it. */
  readonly untilText: (pattern: RegExp) => Promise<string>
  /** Resolves when the other side has ended the stream; says whether the end was a whole one. */
  readonly ended: Promise<"whole" | "cut off">
  /** Stops and goes on reading. */
  readonly pause: () => void
  readonly resume: () => void
  /** Goes away, as a client whose connection breaks. */
  readonly leave: () => void
}

/** Takes in text, and gives what is whole in it. */
export const eventParser = () => {
  const events: Array<StreamEvent> = []
  let [rest, lastId, comments] = ["", "", 0]
  const block = (lines: ReadonlyArray<string>): void => {
    const data: Array<string> = []
    for (const line of lines) {
      if (line.startsWith(":")) comments++
      else if (line.startsWith("id: ")) lastId = line.slice(4)
      else if (line.startsWith("data: ")) data.push(line.slice(6))
      else if (!line.startsWith("retry: ")) throw new Error(`a line of no event: ${line}`)
    }
    if (data.length > 0) events.push({ id: lastId, data: data.join("\n") })
  }
  return {
    events,
    read: (text: string): void => {
      const blocks = (rest + text).split("\n\n")
      rest = blocks.pop() ?? ""
      for (const one of blocks) block(one.split("\n"))
    },
    lastId: () => lastId,
    comments: () => comments,
  }
}

/** Opens a stream at this address, or reads the refusal. */
export const readEvents = (
  url: string,
  { lastEventId, token }: { readonly token: string; readonly lastEventId?: string | undefined },
): Promise<EventReader> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    }
    const asked = request(url, { headers, agent: new Agent() }, (incoming) => {
      const parser = eventParser()
      const waiting = new Set<() => void>()
      let text = ""
      let isOver = false
      const { promise: ended, resolve: end } = Promise.withResolvers<"whole" | "cut off">()
      const look = () => {
        for (const one of waiting) one()
      }
      const isStream = incoming.headers["content-type"] === "text/event-stream"
      incoming.setEncoding("utf8").on("data", (part: string) => {
        text += part
        if (isStream) parser.read(part)
        look()
      })
      incoming.on("error", () => undefined)
      incoming.on("close", () => {
        isOver = true
        end(incoming.complete ? "whole" : "cut off")
        look()
      })
      const when = <A>(found: () => A | undefined): Promise<A> =>
        new Promise((done, lost) => {
          const one = () => {
            const value = found()
            if (value !== undefined) done(value)
            else if (isOver) lost(new Error(`the stream has ended: ${text.slice(-500)}`))
            else return
            waiting.delete(one)
          }
          waiting.add(one)
          one()
        })
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        text: () => text,
        events: parser.events,
        lastId: parser.lastId,
        comments: parser.comments,
        until: (count) => when(() => (parser.events.length >= count ? parser.events : undefined)),
        untilText: (pattern) => when(() => (pattern.test(text) ? text : undefined)),
        ended,
        pause: () => void incoming.pause(),
        resume: () => void incoming.resume(),
        leave: () => void asked.destroy(),
      })
    })
    asked.on("error", reject)
    asked.end()
  })
