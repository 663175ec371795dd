/**
 * Notifications of the real server, read by the client over connections that break: each once, in order, by streams, by
 * polls, and by one after the other.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { SWEEP_MILLIS } from "@garrison/core/notification/delivery/sweep"
import { Notifications } from "@garrison/core/notification/Notifications"
import { createClient, type GarrisonClient, type NotificationsOptions } from "@garrison/http/client"
import { useServer } from "../../support/server.ts"
import { FaultyProxy } from "./FaultyProxy.ts"

const numbers = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, at) => String(at + 1))

/** A pause, which has a part by chance, takes no time. The limits of tries and streams are whole seconds. */
const hurried = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, Number.isInteger(millis / 1000) ? millis : 1)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })

describe("notifications of the server", () => {
  const server = useServer({ catalog: false, sleepMillis: (millis) => (millis === SWEEP_MILLIS ? 2 : millis) })
  let proxy: FaultyProxy
  beforeAll(async () => {
    proxy = await FaultyProxy.to(server.current.port)
  })
  afterAll(() => proxy.close())

  const loggedIn = async () => {
    proxy.plan([])
    const client = createClient({ baseUrl: proxy.url, sleep: hurried })
    await client.login({ grant_type: "anon", portal_access_token: crypto.randomUUID() })
    return client
  }

  const send = (client: GarrisonClient, message: string) =>
    server.current.run(
      Notifications.use((all) => all.append((client.session?.subject ?? "") as PlayerUuid, { message })),
    )

  /** The messages of the first so many notifications; `seen` is told of each, with its id. */
  const read = async (
    client: GarrisonClient,
    count: number,
    options: NotificationsOptions = { from: "earliest" },
    seen: (message: string, id: string) => unknown = () => undefined,
  ): Promise<ReadonlyArray<string>> => {
    const messages: Array<string> = []
    for await (const { message, notification_id: id } of client.notifications(options)) {
      messages.push(message)
      await seen(message, id)
      if (messages.length === count) break
    }
    return messages
  }

  it("come while they are sent, and those of before the stream with from: earliest", async () => {
    const client = await loggedIn()
    await send(client, "1")
    const all = await read(client, 5, { from: "earliest" }, (message) => send(client, String(Number(message) + 1)))
    assert.deepStrictEqual(all, numbers(5))
  })

  it.each(["stream", "poll"] as const)(
    "come once and in order over a %s whose connections break",
    async (transport) => {
      const client = await loggedIn()
      const count = 40
      const sending = (async () => {
        for (const message of numbers(count)) {
          await send(client, message)
          // Breaks the stream at bytes that nobody chose.
          if (Number(message) % 4 === 0) proxy.plan([{ kind: "answer", bytes: Number(message) * 13 }])
        }
        proxy.plan([])
      })()
      assert.deepStrictEqual(await read(client, count, { from: "earliest", transport }), numbers(count))
      await sending
    },
  )

  it("go on from a stream to polls, to a page, and back, by the id of the last one", async () => {
    const client = await loggedIn()
    for (const message of numbers(9)) await send(client, message)
    const messages: Array<string> = []
    let after: string | undefined
    const note = (message: string, id: string) => {
      messages.push(message)
      after = id
    }
    await read(client, 3, { from: "earliest", transport: "stream" }, note)
    await read(client, 3, { after, transport: "poll" }, note)
    const page = await client.notificationPage(after === undefined ? {} : { exclude_before: after })
    assert.deepStrictEqual(
      page.notifications.map(({ message }) => message),
      ["9", "8", "7"],
    )
    await read(client, 3, { after, transport: "stream" }, note)
    assert.deepStrictEqual(messages, numbers(9))
  })

  it("go on when the token has ended: the client comes back with another one", async () => {
    const client = await loggedIn()
    await send(client, "1")
    const { accessToken } = client.session ?? { accessToken: "" }
    const renewed = async () => {
      server.current.advanceSeconds(3600)
      while (client.session?.accessToken === accessToken) await new Promise(setImmediate)
      await send(client, "2")
    }
    const sending: Array<Promise<void>> = []
    // The loop goes on meanwhile.
    const seen = (message: string) => message === "1" && sending.push(renewed())
    const all = await read(client, 2, { from: "earliest" }, seen)
    await Promise.all(sending)
    assert.deepStrictEqual(all, ["1", "2"])
  })

  it("end with a session that was ended: the loop rejects with why", async () => {
    const client = await loggedIn()
    await send(client, "1")
    const other = createClient({ baseUrl: server.current.url, ...(client.session && { session: client.session }) })
    const end = async () => {
      await other.logout()
      server.current.advanceSeconds(60)
    }
    const error: unknown = await read(client, 2, { from: "earliest" }, end).catch((thrown: unknown) => thrown)
    assert.propertyVal(error, "code", "refresh_token_not_found")
  })

  it("answer a single long poll as soon as one comes", async () => {
    const client = await loggedIn()
    const { cursor } = await client.notificationPoll({ deadline: 0 })
    const waiting = client.notificationPoll({ exclude_before: cursor, deadline: 20 })
    await send(client, "1")
    assert.deepStrictEqual(
      (await waiting).notifications.map(({ message }) => message),
      ["1"],
    )
  })
})
