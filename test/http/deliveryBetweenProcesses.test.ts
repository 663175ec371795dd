/**
 * Three processes on one database (guarantee R314): who listens at one is told at once of what the others send. Nobody
 * looks for new notifications without a hint within this test, so a stream or a poll that gets one was told of it. The
 * control is a process that is deaf to hints: its poll is empty at its deadline, though all has been stored.
 */
import { SWEEP_MILLIS } from "@garrison/core/notification/delivery/sweep"
import { Signals } from "@garrison/core/kernel/work/Signals"
import * as Database from "@garrison/sql/Database"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { newUrls } from "../core/order/opened.ts"
import { cryptoLayer } from "../support/crypto.ts"
import { type EventReader, readEvents } from "../support/eventStream.ts"
import { type Caller, caller } from "../support/httpCaller.ts"
import { LOOPBACK } from "../support/loopback.ts"
import { serverProcess } from "../support/serverProcess.ts"
import { startServer } from "../support/server.ts"

const base = "/notification/v1/playerid/me"
const lp = `${base}/stream/notification/lp`
const sse = `${base}/stream/notification/sse`
const DEADLINE_SECONDS = 30
const ROUNDS = 10
/** What is under way at the process that is killed. */
const UNDER_WAY = 12

const settings = { streamRecheckSeconds: 3600 }
/** How long a request may wait for its turn is no matter here. */
const patience = { queueBurstMillis: 60_000, queueMillis: 60_000 }

interface Page {
  readonly notifications: ReadonlyArray<{ readonly message: string }>
  readonly cursor: string
}

const messagesIn = ({ events }: EventReader) =>
  events.map(({ data }) => (JSON.parse(data) as Page["notifications"][number]).message)

/** Passes hints on, and hears none. */
const deaf = Layer.effect(
  Signals,
  Effect.map(Signals, (signals) => ({ ...signals, subscribe: () => () => undefined })),
) as Layer.Layer<Signals>

/** The process of this test, as a server on the database. */
const startDeaf = async (url: string) => {
  const server = await startServer({
    database: Layer.fresh(Layer.merge(Layer.orDie(Database.layer(url)), cryptoLayer)),
    settings,
    catalog: false,
    // The loop over all listeners runs as often as the machine can, so that the deadline is noticed at once.
    sleepMillis: (millis) => (millis === SWEEP_MILLIS ? 2 : millis),
    disturb: (services) => Layer.provide(services, deaf),
  })
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.stop() })
}

/** A server in a process of its own, which ends with the test. */
const startProcess = async (url: string) => {
  const { child, exited, port } = await serverProcess(url.replace(/^sqlite:/, ""), { settings, ...patience })
  const call = caller(port)
  const end = async (signal: NodeJS.Signals) => {
    call.close()
    child.kill(signal)
    return exited
  }
  return { call, end, port, [Symbol.asyncDispose]: async () => void (await end("SIGTERM")) }
}

/** Polls of a player one after the other, each from where the last one ended. */
class Polls {
  readonly heard: Array<string> = []
  readonly #call: Caller
  readonly #token: string
  #cursor: string | undefined

  constructor(call: Caller, token: string) {
    this.#call = call
    this.#token = token
  }

  async next(deadlineSeconds = DEADLINE_SECONDS): Promise<number> {
    const query = new URLSearchParams({ deadline: String(deadlineSeconds), max_page_size: "100" })
    if (this.#cursor !== undefined) query.set("exclude_before", this.#cursor)
    const { json, text } = await this.#call("GET", `${lp}?${query}`, { token: this.#token })
    const { cursor, notifications } = json as Page
    assert.isArray(notifications, text)
    this.#cursor = cursor
    this.heard.push(...notifications.map(({ message }) => message))
    return notifications.length
  }

  /** A poll that has looked, found nothing and waits: the page is asked for and answered after it. */
  async waiting(): Promise<{ readonly answer: Promise<number> }> {
    const answer = this.next()
    await this.#call("GET", `${base}/notification`, { token: this.#token })
    return { answer }
  }
}

/** Sends a notification to the player and a broadcast to all by turns. Answers with its status. */
const sending = (playerUuid: string, token: string) => async (call: Caller, turn: number, message: string) => {
  const isOwn = turn % 2 === 0
  const path = isOwn ? `/notification/v1/playerid/${playerUuid}/notification` : "/notification/v1/broadcast"
  const { status, text } = await call("POST", path, { token, body: { message, ...(!isOwn && { all: true }) } })
  assert.strictEqual(status, 200, text)
  return message
}

type Send = ReturnType<typeof sending>

/** Kills a process while notifications are being sent to it. Answers with those that it has acknowledged. */
const killedWhileSending = async (send: Send, { call, end }: Awaited<ReturnType<typeof startProcess>>) => {
  const sends = Array.from({ length: UNDER_WAY }, (_, turn) => send(call, turn, `under way ${turn}`))
  await Promise.any(sends)
  const outcomes = Promise.allSettled(sends)
  assert.strictEqual(await end("SIGKILL"), "SIGKILL")
  return (await outcomes).flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []))
}

/** What becomes of what the others send, at a stream and at polls of one process and at a deaf one. */
const trial = async (url: string) => {
  await using third = await startDeaf(url)
  const { playerUuid, token } = await third.player()
  const machine = await third.machine("notification:playerid:write", "operator:broadcast:segment")
  const send = sending(playerUuid, machine)
  const started = await Promise.all([startProcess(url), startProcess(url)])
  await using near = started[0]
  await using far = started[1]
  const [polls, control] = [new Polls(near.call, token), new Polls(third.call, token)]
  await Promise.all([polls.next(0), control.next(0)])
  const stream = await readEvents(`http://${LOOPBACK}:${near.port}${sse}`, { token })
  await stream.untilText(/\nid: \S+\n\n/)
  const deafened = { isAnswered: false, ...(await control.waiting()) }
  void deafened.answer.then(() => (deafened.isAnswered = true))

  for (let turn = 0; turn < ROUNDS; turn++) {
    const { answer } = await polls.waiting()
    await send(far.call, turn, `round ${turn}`)
    assert.strictEqual(await answer, 1, `nothing came before the deadline, in round ${turn}`)
    await stream.until(turn + 1)
  }
  const acknowledged = await killedWhileSending(send, far)
  for (const turn of [0, 1]) await send(third.call, turn, `of the third ${turn}`)
  await stream.untilText(/of the third 1/)
  while (!polls.heard.includes("of the third 1")) assert.notStrictEqual(await polls.next(), 0)

  const wasAnswered = deafened.isAnswered
  third.advanceSeconds(DEADLINE_SECONDS + 1)
  const atDeadline = await deafened.answer
  await control.next(0)
  stream.leave()
  return { acknowledged, atDeadline, control: control.heard, heard: polls.heard, seen: messagesIn(stream), wasAnswered }
}

describe("three processes on one database", () => {
  for (const [name, newUrl] of Object.entries(newUrls)) {
    it.effect(`on ${name}: what one sends is delivered by another in order, also when a sender is killed`, () =>
      Effect.gen(function* () {
        const url = yield* newUrl
        const found = yield* Effect.promise(() => trial(url))
        const { acknowledged, heard, seen } = found
        assert.deepStrictEqual(heard, seen)
        assert.deepStrictEqual(
          seen.slice(0, ROUNDS),
          Array.from({ length: ROUNDS }, (_, turn) => `round ${turn}`),
        )
        assert.deepStrictEqual(seen.slice(-2), ["of the third 0", "of the third 1"])
        const between = seen.slice(ROUNDS, -2)
        assert.includeMembers(between, acknowledged)
        assert.lengthOf(new Set(between), between.length)
        assert.isAtLeast(acknowledged.length, 1)
        // The control: all had been stored, and nothing but hints would have told of it.
        assert.deepStrictEqual([found.wasAnswered, found.atDeadline], [false, 0])
        assert.deepStrictEqual(found.control, seen)
      }),
    )
  }
})
