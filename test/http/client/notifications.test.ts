/**
 * Reading notifications over connections that break, stay silent, are refused or do not pass: each notification comes
 * once and in order. The server is made by hand here; `stream.test.ts` has the real one.
 */
import { assert, describe, it } from "@effect/vitest"
import { GarrisonError, type NotificationsOptions } from "@garrison/http/client"
import * as fc from "fast-check"
import { BEGIN, json, loggedIn, refused, scripted, type Sent, session, type VirtualTime } from "./scripted.ts"

const encoder = new TextEncoder()
const STREAM = "/notification/v1/playerid/me/stream/notification/sse"

const note = (id: number) => ({
  message: `note ${id}`,
  notification_id: String(id),
  created: "2026-05-04T10:00:00.000Z",
})

/** Pieces of a stream; a number waits so many milliseconds. At the end it closes, breaks, or stays open. */
interface Connection {
  readonly pieces: ReadonlyArray<string | Uint8Array | number>
  readonly end: "closes" | "breaks" | "hangs"
}

const streamed = ({ end, pieces }: Connection, time: VirtualTime, signal: AbortSignal): Response => {
  const rest = pieces[Symbol.iterator]()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    for (const piece of rest) {
      if (typeof piece !== "number")
        return controller.enqueue(typeof piece === "string" ? encoder.encode(piece) : piece)
      await time.sleep(piece, signal)
      if (signal.aborted) return undefined
    }
    if (end === "closes") return controller.close()
    if (end === "breaks") return controller.error(new TypeError("terminated"))
    return new Promise(() => undefined)
  }
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    signal.addEventListener("abort", () => controller.error(signal.reason))
  }
  const body = new ReadableStream<Uint8Array>({ start, pull }, { highWaterMark: 0 })
  return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } })
}

const eventOf = (id: number): string => `id: ${id}\ndata: ${JSON.stringify(note(id))}\n\n`

type React = (sent: Sent, index: number) => Connection | Response | "broken" | "stalled"

/** A client whose connections are those that the test gives. */
const reading = (react: React, options: Parameters<typeof scripted>[1] = {}) => {
  const made: ReturnType<typeof scripted> = scripted(
    (sent, index) => {
      const reaction = react(sent, index)
      return typeof reaction === "object" && "pieces" in reaction
        ? streamed(reaction, made.time, sent.signal)
        : reaction
    },
    { session, ...options },
  )
  /** The ids of the first so many notifications. */
  const take = async (count: number, given?: NotificationsOptions): Promise<ReadonlyArray<number>> => {
    const ids: Array<number> = []
    if (count === 0) return ids
    for await (const { notification_id: id } of made.client.notifications(given)) {
      ids.push(Number(id))
      if (ids.length === count) break
    }
    return ids
  }
  /** Reads until an error comes. */
  const failed = async (given?: NotificationsOptions): Promise<unknown> => {
    try {
      await take(Number.POSITIVE_INFINITY, given)
    } catch (error) {
      return error
    }
    throw new Error("reading ended")
  }
  return { ...made, take, failed }
}

const positions = (sent: ReadonlyArray<Sent>) => sent.map(({ headers }) => headers["last-event-id"])
const times = (sent: ReadonlyArray<Sent>) => sent.map(({ at }) => at)

describe("notifications of a stream", () => {
  it("come as they are, from a request without a token in its address", async () => {
    const { sent, take } = reading(() => ({ pieces: ["retry: 3000\nid: 0\n\n", eventOf(1), eventOf(2)], end: "hangs" }))
    assert.deepStrictEqual(await take(2, { from: "earliest" }), [1, 2])
    const [{ headers, path }] = sent as [Sent]
    assert.strictEqual(path, `${STREAM}?offset_reset_strategy=earliest`)
    assert.deepInclude(headers, { accept: "text/event-stream", authorization: "Bearer access-0" })
  })

  it("go on behind the last whole event, at whichever byte a connection breaks", async () => {
    const last = 12
    const wire = (after: number): Uint8Array => {
      const events = Array.from({ length: last - after }, (_, at) => `: ♥\n\n${eventOf(after + at + 1)}`)
      return encoder.encode(`retry: 10\nid: ${after}\n\n${events.join("")}`)
    }
    const lengths = fc.array(fc.nat(400), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(lengths, fc.boolean(), async (cuts, isClosed) => {
        const { sent, take } = reading(({ headers }, index) => {
          const bytes = wire(Number(headers["last-event-id"] ?? 0))
          const cut = cuts[index]
          return cut === undefined
            ? { pieces: [bytes], end: "hangs" }
            : { pieces: [bytes.subarray(0, cut)], end: isClosed ? "closes" : "breaks" }
        })
        assert.deepStrictEqual(
          await take(last),
          Array.from({ length: last }, (_, at) => at + 1),
        )
        assert.isAtMost(sent.length, cuts.length + 1)
      }),
      { numRuns: 150 },
    )
  })

  it("begin where the stream began, if it breaks before the first one", async () => {
    const { sent, take } = reading((_, index) =>
      index === 0 ? { pieces: ["id: here\n\n"], end: "breaks" } : { pieces: [eventOf(5)], end: "hangs" },
    )
    assert.deepStrictEqual(await take(1), [5])
    assert.deepStrictEqual(positions(sent), [undefined, "here"])
  })

  it("are asked for after the one that the game has seen", async () => {
    const { sent, take } = reading(() => ({ pieces: [eventOf(8)], end: "hangs" }))
    await take(1, { after: "7" })
    assert.deepStrictEqual(positions(sent), ["7"])
  })

  it("come once, though a server sends the last ones again", async () => {
    const { take } = reading((_, index) =>
      index === 0
        ? { pieces: [eventOf(1), eventOf(2)], end: "breaks" }
        : { pieces: [eventOf(1), eventOf(2), eventOf(3)], end: "hangs" },
    )
    assert.deepStrictEqual(await take(3), [1, 2, 3])
  })

  it("are not what the stream says besides", async () => {
    const other = "event: drain\ndata: {}\n\n"
    const { take } = reading(() => ({ pieces: [other, `event: notification\n${eventOf(1)}`], end: "hangs" }))
    assert.deepStrictEqual(await take(1), [1])
  })
})

describe("a stream that ends", () => {
  it("is opened again within two seconds each time, however long the server is away: it was reached before", async () => {
    const { sent, take } = reading((_, index) => {
      if (index === 0) return { pieces: ["retry: 1000\n\n"], end: "breaks" }
      return index < 5 ? "broken" : { pieces: [eventOf(1)], end: "hangs" }
    })
    await take(1)
    assert.deepStrictEqual(times(sent), [0, 2000, 4000, 6000, 8000, 10_000])
  })

  it("is opened again twice as long after each failure where no server was ever reached", async () => {
    const { sent, take } = reading((_, index) => (index < 5 ? "broken" : { pieces: [eventOf(1)], end: "hangs" }))
    await take(1)
    assert.deepStrictEqual(times(sent), [0, 2000, 6000, 14_000, 30_000, 60_000])
  })

  it("is opened again after the pause that the server asks for, such as one that stops", async () => {
    const { sent, take } = reading((_, index) => {
      if (index === 0) return { pieces: ["retry: 9000\n\n"], end: "closes" }
      return index < 3 ? "broken" : { pieces: [eventOf(1)], end: "hangs" }
    })
    await take(1)
    assert.deepStrictEqual(times(sent), [0, 9000, 18_000, 27_000])
  })

  it("is opened again by chance between half of the pause and all of it", async () => {
    const { sent, take } = reading(
      (_, index) =>
        index === 0 ? { pieces: ["retry: 2000\n\n"], end: "closes" } : { pieces: [eventOf(1)], end: "hangs" },
      { random: () => 0 },
    )
    await take(1)
    assert.deepStrictEqual(times(sent), [0, 1000])
  })

  it("is given up after 45 seconds without a byte; heartbeats keep it open", async () => {
    const beats = Array.from({ length: 20 }, () => [15_000, ":\n\n"]).flat()
    const { sent, take } = reading((_, index) =>
      index === 0 ? { pieces: ["id: 1\n\n", ...beats], end: "hangs" } : { pieces: [eventOf(2)], end: "hangs" },
    )
    assert.deepStrictEqual(await take(1), [2])
    assert.deepStrictEqual(times(sent), [0, 300_000 + 45_000 + 2000])
    assert.isTrue(sent[0]?.signal.aborted)
  })

  it("with its token is opened again at once, with a new token", async () => {
    const { sent, take } = reading(
      (request, index) => {
        if (request.path === "/users/v1/login") return loggedIn(1)
        return index === 0
          ? { pieces: ["id: 1\n\n", 30_000, ":\n\n", 30_000], end: "closes" }
          : { pieces: [eventOf(2)], end: "hangs" }
      },
      { session: { ...session, expiresAt: BEGIN + 60_000 } },
    )
    await take(1)
    assert.deepStrictEqual(times(sent), [0, 60_000, 60_000])
    assert.deepStrictEqual(
      sent.map(({ headers }) => headers["authorization"]),
      ["Bearer access-0", undefined, "Bearer access-1"],
    )
    assert.strictEqual(positions(sent)[2], "1")
  })

  it("whose token is refused gets a new token once", async () => {
    const { sent, take } = reading(({ headers, path }) => {
      if (path === "/users/v1/login") return loggedIn(1)
      if (headers["authorization"] === "Bearer access-0") return refused(403, "auth_token_expired")
      return { pieces: [eventOf(1)], end: "hangs" }
    })
    assert.deepStrictEqual([await take(1), sent.length], [[1], 3])
  })

  it("outlives an outage: refusals of the server, with what they ask to wait", async () => {
    const { sent, take } = reading((_, index) => {
      if (index === 0) return refused(503, "connection_limit_reached", { "retry-after": "20" })
      return index === 1 ? refused(500, "internal_error") : { pieces: [eventOf(1)], end: "hangs" }
    })
    await take(1)
    assert.deepStrictEqual(times(sent), [0, 25_000, 29_000])
  })

  it.each([
    [403, "insufficient_permissions", 1],
    [400, "bad_id", 1],
    [404, "resource_not_found", 1],
    [409, "too_many_listening_to_single_client", 6],
  ])("with %i %s ends the reading, after so many tries: %i", async (status, code, tries) => {
    const { failed, sent } = reading(() => refused(status, code))
    const error = await failed()
    assert.instanceOf(error, GarrisonError)
    assert.deepInclude(error, { code, status })
    assert.lengthOf(sent, tries)
  })

  it("counts refusals of too many connections anew after each one that lives", async () => {
    const { sent, take } = reading((_, index) => {
      if (index % 4 < 3) return refused(409, "too_many_listening_to_single_client")
      return index === 11 ? { pieces: [eventOf(1)], end: "hangs" } : { pieces: [":\n\n"], end: "breaks" }
    })
    assert.deepStrictEqual([await take(1), sent.length], [[1], 12])
  })

  it("because the game left the loop or aborted the signal leaves no connection behind", async () => {
    const { sent, take } = reading(() => ({ pieces: [eventOf(1)], end: "hangs" }))
    await take(1)
    assert.isTrue(sent[0]?.signal.aborted)
    const gone = new Error("the player left")
    const abort = new AbortController()
    const other = reading(() => {
      setImmediate(() => abort.abort(gone))
      return { pieces: ["id: 1\n\n"], end: "hangs" }
    })
    assert.strictEqual(await other.failed({ signal: abort.signal }), gone)
    assert.isTrue(other.sent[0]?.signal.aborted)
  })
})

describe("where streams do not pass", () => {
  const page = (...ids: ReadonlyArray<number>) =>
    json(200, { notifications: ids.map(note), cursor: String(ids.at(-1) ?? "none") })
  const isStream = ({ path }: Sent) => path.startsWith(STREAM)

  it.each([
    ["hold the answer back", (): Connection | "stalled" => "stalled", 10_000],
    ["hold the bytes back", (): Connection => ({ pieces: [], end: "hangs" }), 10_000],
    [
      "answer with something else",
      () => new Response("<html></html>", { headers: { "content-type": "text/html" } }),
      0,
    ],
  ] as const)("long polls follow two streams: proxies that %s", async (_, silent, millis) => {
    const { sent, take } = reading((request, index) =>
      isStream(request) ? silent() : index === 2 ? page(1, 2) : page(3),
    )
    assert.deepStrictEqual(await take(3), [1, 2, 3])
    assert.deepStrictEqual(sent.map(isStream), [true, true, false, false])
    assert.strictEqual(times(sent)[1], millis + 2000)
    assert.include(sent[3]?.path, "exclude_before=2&max_page_size=100&deadline=30")
  })

  it("no poll follows silent streams between which one lives", async () => {
    const { sent, take } = reading((_, index) => {
      if (index % 2 === 0) return "stalled"
      return index === 5 ? { pieces: [eventOf(1)], end: "hangs" } : { pieces: [":\n\n"], end: "breaks" }
    })
    await take(1)
    assert.deepStrictEqual([sent.length, sent.every(isStream)], [6, true])
  })

  it("no poll is made where the game wants streams alone, and no stream where it wants polls", async () => {
    const streams = reading((_, index) => (index < 4 ? "stalled" : { pieces: [eventOf(1)], end: "hangs" }))
    await streams.take(1, { transport: "stream" })
    assert.isTrue(streams.sent.every(isStream))
    const polls = reading(() => page(1))
    await polls.take(1, { transport: "poll", after: "0" })
    assert.deepStrictEqual(polls.sent.map(isStream), [false])
    assert.include(polls.sent[0]?.path, "exclude_before=0")
  })

  it("a stream is tried again after ten minutes of polls", async () => {
    const { sent, take, time } = reading((request, index) => {
      if (!isStream(request)) {
        time.now += 30_000
        return page()
      }
      return index < 3 ? "stalled" : { pieces: [eventOf(1)], end: "hangs" }
    })
    await take(1)
    const kinds = sent.map(isStream)
    assert.deepStrictEqual([kinds.indexOf(false), kinds.lastIndexOf(true)], [2, sent.length - 1])
    assert.lengthOf(
      kinds.filter((one) => !one),
      20,
    )
  })

  it("a login that takes long is not held against streams", async () => {
    const { sent, take } = reading(
      (request, index) => {
        if (request.path === "/users/v1/login") return index < 4 ? "stalled" : loggedIn(1)
        return { pieces: [eventOf(1)], end: "hangs" }
      },
      { session: undefined, login: () => ({ grant_type: "anon", portal_access_token: "x" }) },
    )
    await take(1)
    assert.deepStrictEqual(sent.map(isStream), [false, false, false, false, false, true])
  })

  it("another page than a stream ends the reading where the game wants streams alone", async () => {
    const { failed, sent } = reading(() => new Response("<html></html>", { headers: { "content-type": "text/html" } }))
    assert.deepInclude(await failed({ transport: "stream" }), { code: "unexpected_answer", status: 200 })
    assert.lengthOf(sent, 1)
  })

  it("a poll follows a poll at once when it waited or brought something, and after a pause otherwise", async () => {
    const { sent, take } = reading((_, index) => (index < 2 ? page() : page(index)))
    assert.deepStrictEqual(await take(2, { transport: "poll", after: "0" }), [2, 3])
    assert.deepStrictEqual(times(sent), [0, 1000, 2000, 2000])
  })

  it("the first poll says at once where to begin, so that nothing is lost with a later one", async () => {
    const { sent, take } = reading((_, index) => (index === 0 ? page() : index === 1 ? "broken" : page(1)))
    assert.deepStrictEqual(await take(1, { transport: "poll" }), [1])
    const asked = sent.map(({ path }) => path.replace(/^.*\?/, ""))
    assert.deepStrictEqual(asked, [
      "max_page_size=100&deadline=0",
      "exclude_before=none&max_page_size=100&deadline=30",
      "exclude_before=none&max_page_size=100&deadline=30",
    ])
    assert.strictEqual(times(sent)[1], 0)
  })
})
