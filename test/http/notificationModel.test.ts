/**
 * A model of a player who changes between pages, long polls and streams while notifications and broadcasts come: each
 * is seen exactly once, and in the order of all. Streams are cut off at any byte, and resumed with the last id that
 * arrived whole.
 */
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Broadcasts, type Recipients } from "@garrison/core/notification/Broadcasts"
import { NotificationDelivery } from "@garrison/core/notification/NotificationDelivery"
import { Notifications } from "@garrison/core/notification/Notifications"
import type { Outlet } from "@garrison/http/request/Answer"
import { eventsOf } from "@garrison/http/request/events"
import { StreamTraffic } from "@garrison/http/server/StreamTraffic"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { onEachDatabase } from "../support/databases.ts"
import { eventParser } from "../support/eventStream.ts"
import { type TestServer, useServer } from "../support/server.ts"

/** Histories of each database; `GARRISON_TEST_HISTORIES` sets more. fast-check prints the seed of one that fails. */
const numRuns = Number(process.env["GARRISON_TEST_HISTORIES"] ?? 12)

/** What a stream wrote, until it is cut off. It takes little at a time, so that streams fall behind and catch up. */
class Pipe implements Outlet {
  text = ""
  writableLength = 0
  isEnded = false
  write(part: Uint8Array): boolean {
    this.text += Buffer.from(part).toString("utf8")
    this.writableLength += part.length
    return this.writableLength < 400
  }
  end(part: Uint8Array): void {
    this.write(part)
    this.isEnded = true
  }
  destroy(): void {
    this.isEnded = true
  }
}

const idIn = (wire: string): string => (JSON.parse(wire) as { notification_id: string }).notification_id

/** Where a reader resumes after a cut: with what arrived whole, or, in the control, with what was sent. */
type Resumption = "arrived" | "sent"

/** A player who reads, by one cursor. */
class Reader {
  readonly seen: Array<string> = []
  #cursor: string | undefined
  readonly #server: TestServer
  readonly player: PlayerUuid

  constructor(server: TestServer, player: PlayerUuid) {
    this.#server = server
    this.player = player
  }

  get #begin() {
    return this.#cursor === undefined
      ? { offset_reset_strategy: "earliest" as const }
      : { exclude_before: this.#cursor }
  }

  async poll(limit: number): Promise<number> {
    const { player } = this
    const request = { ...this.#begin, max_page_size: limit, deadline: 0 }
    const { cursor, wires } = await this.#server.run(
      NotificationDelivery.use((delivery) => delivery.poll(player, request, undefined)),
    )
    this.seen.push(...wires.map(idIn))
    this.#cursor = cursor
    return wires.length
  }

  /** All that is new, by pages: the newest come first, so they are turned round. */
  async page(size: number): Promise<void> {
    const { player } = this
    const excluded = this.#cursor === undefined ? {} : { exclude_before: this.#cursor }
    const found: Array<string> = []
    let from: object = {}
    for (;;) {
      const request = { page_size: size, ...excluded, ...from }
      const { cursor, wires } = await this.#server.run(Notifications.use((all) => all.page(player, request)))
      found.push(...wires.map(idIn))
      if (wires.length < size) break
      from = { start_at: cursor }
    }
    this.seen.push(...found.toReversed())
    this.#cursor = found[0] ?? this.#cursor
  }

  /** Reads a stream until `isEnough`, and is cut off after this part of the bytes. */
  async stream(isEnough: (events: number) => boolean, part: number, resumption: Resumption): Promise<void> {
    const { player } = this
    const feed = await this.#server.run(
      NotificationDelivery.use((delivery) => delivery.stream(player, this.#begin, undefined)),
    )
    const pipe = new Pipe()
    const reader = eventsOf(feed, { queueBytesMax: 400, traffic: new StreamTraffic() }).open(pipe)
    const whole = eventParser()
    let read = 0
    do {
      whole.read(pipe.text.slice(read))
      read = pipe.text.length
      if (pipe.writableLength > 0) {
        pipe.writableLength = 0
        reader.drained()
      }
      await new Promise(setImmediate)
    } while (!isEnough(whole.events.length))
    reader.gone()
    const arrived = eventParser()
    // Cut at a byte: a character of this text is one.
    arrived.read(pipe.text.slice(0, Math.round(part * pipe.text.length)))
    this.seen.push(...arrived.events.map(({ id }) => id))
    const sent = resumption === "sent" ? whole.lastId() : arrived.lastId()
    if (sent !== "") this.#cursor = sent
  }
}

type Step =
  | { readonly do: "append"; readonly count: number }
  | { readonly do: "broadcast"; readonly to: "all" | "role" | "reader" | "stranger" }
  | { readonly do: "join" }
  | { readonly do: "poll"; readonly limit: number }
  | { readonly do: "page"; readonly size: number }
  | { readonly do: "stream"; readonly turns: number; readonly part: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("append" as const), count: fc.integer({ min: 1, max: 5 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("broadcast" as const),
      to: fc.constantFrom("all", "role", "reader", "stranger"),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "join" as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("poll" as const), limit: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("page" as const), size: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("stream" as const),
      turns: fc.nat(30),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
)

/** Turns of the event loop that the control waits for what it lost. */
const CONTROL_TURNS = 500

const steps = fc.array(step, { minLength: 8, maxLength: 24 })

/** One history: writers and readers at the same time, step by step. */
const play = async (server: TestServer, history: ReadonlyArray<Step>, resumption: Resumption): Promise<void> => {
  const newcomer = async () => new Reader(server, (await server.player()).playerUuid as PlayerUuid)
  const first = await newcomer()
  const readers = [first]
  const stranger = (await server.player()).playerUuid as PlayerUuid
  const recipients: Record<string, Recipients> = {
    all: { is: "all" },
    role: { is: "role", roleId: 1 },
    reader: { is: "players", players: [first.player] },
    stranger: { is: "players", players: [stranger] },
  }
  let number = 0
  const write = (one: Step): Promise<unknown> => {
    if (one.do === "append") {
      const appends = Array.from({ length: one.count }, () =>
        Notifications.use((all) => all.append(first.player, { message: `own ${number++}` })),
      )
      return server.run(Effect.all(appends, { concurrency: "unbounded" }))
    }
    if (one.do !== "broadcast") return Promise.resolve()
    const to = recipients[one.to] ?? assert.fail()
    return server.run(Broadcasts.use((log) => log.publish(to, { message: `${one.to} ${number++}` })))
  }
  const read = async (reader: Reader, one: Step): Promise<void> => {
    if (one.do === "poll") await reader.poll(one.limit)
    else if (one.do === "page") await reader.page(one.size)
    else if (one.do === "stream") {
      let turns = 0
      await reader.stream(() => turns++ >= one.turns, one.part, resumption)
    }
  }
  // What is written goes on while the next steps read.
  const writing: Array<Promise<unknown>> = []
  for (const one of history) {
    if (one.do === "join" && readers.length < 3) readers.push(await newcomer())
    writing.push(write(one))
    for (const reader of readers) await read(reader, one)
  }
  await Promise.all(writing)
  for (const reader of readers) {
    const all = new Reader(server, reader.player)
    while ((await all.poll(100)) > 0);
    if (all.seen.length > reader.seen.length) {
      const missing = all.seen.length - reader.seen.length
      // The control would wait for ever for what it lost.
      let turns = resumption === "sent" ? CONTROL_TURNS : Number.POSITIVE_INFINITY
      await reader.stream((events) => events >= missing || turns-- <= 0, 1, resumption)
    }
    assert.deepStrictEqual(reader.seen, all.seen)
    assert.strictEqual(new Set(all.seen).size, all.seen.length)
  }
}

onEachDatabase((name, database) => {
  describe(`page, poll and stream on ${name}`, () => {
    const server = useServer({ database, catalog: false })

    it("show each notification once and in order, however a reader changes between them", async () => {
      let played = 0
      const property = fc.asyncProperty(steps, async (history) => {
        await play(server.current, history, "arrived")
        played++
      })
      await fc.assert(property, { numRuns, endOnFailure: true })
      assert.isAtLeast(played, numRuns)
    })
  })
})

describe("a reader who resumes with what was sent, and not with what arrived", () => {
  const server = useServer({ catalog: false })

  it("misses notifications, and the model finds it", async () => {
    const cut: ReadonlyArray<Step> = [
      { do: "append", count: 4 },
      { do: "stream", turns: 30, part: 0.6 },
      { do: "append", count: 1 },
    ]
    await play(server.current, cut, "arrived")
    const found: unknown = await play(server.current, cut, "sent").catch((error: unknown) => error)
    assert.instanceOf(found, Error)
    assert.propertyVal(found, "name", "AssertionError")
  })
})
