/** Which requests the client sends again, when, and when it gives up. */
import { assert, describe, it } from "@effect/vitest"
import { createClient, GarrisonError } from "@garrison/http/client"
import { BEGIN, json, type Reaction, refused, scripted, session } from "./scripted.ts"

const caught = async (promise: Promise<unknown>): Promise<GarrisonError> => {
  try {
    await promise
  } catch (error) {
    if (error instanceof GarrisonError) return error
    throw error
  }
  throw new Error("the call was answered")
}

/** The first requests are answered so, those after them with success. */
const failing = (...reactions: ReadonlyArray<() => Reaction>) => {
  const react = (_: unknown, index: number) => reactions[index]?.() ?? json(200, { interval: 1 })
  return scripted(react, { session })
}

const order = { entries: [{ type: "fill_loot", loot_id: 1, quantity: 1 }] } as const

describe("a request that may be repeated", () => {
  it.each([
    ["a broken connection", (): Reaction => "broken"],
    ["408", () => refused(408, "request_timeout")],
    ["429", () => refused(429, "too_many_requests")],
    ["502 of a proxy", () => new Response("<html>Bad Gateway</html>", { status: 502 })],
    ["503", () => refused(503, "service_unavailable")],
    ["504", () => new Response("", { status: 504 })],
  ])("is sent again after %s", async (_, reaction) => {
    const { client, sent } = failing(reaction, reaction)
    assert.deepStrictEqual(await client.presenceSettings(), { interval: 1 } as never)
    assert.deepStrictEqual(
      sent.map(({ at }) => at),
      [0, 250, 750],
    )
  })

  it.each([400, 403, 404, 405, 409, 412, 413, 415, 422, 431, 500, 501])(
    "is not sent again after %i",
    async (status) => {
      const { client, sent } = failing(() => refused(status, "some_code"))
      const { code, status: told } = await caught(client.presenceSettings())
      assert.deepStrictEqual([code, told, sent.length], ["some_code", status, 1])
    },
  )

  it("waits for what Retry-After says, in seconds or until a date", async () => {
    const until = new Date(BEGIN + 20_000).toUTCString()
    const { client, sent } = failing(
      () => refused(503, "service_unavailable", { "retry-after": "7" }),
      () => refused(503, "service_unavailable", { "retry-after": until }),
    )
    await client.presenceSettings()
    // The pause by chance comes on top: the whole of it here.
    assert.deepStrictEqual(
      sent.map(({ at }) => at),
      [0, 7250, 20_750],
    )
  })

  it("is given up at once when the server asks for more patience than the call has", async () => {
    const { client, sent } = failing(() => refused(503, "service_unavailable", { "retry-after": "61" }))
    const error = await caught(client.presenceSettings())
    assert.deepStrictEqual([error.code, error.retryAfterSeconds, sent.length], ["service_unavailable", 61, 1])
  })

  it("is given up after its tries, with the last refusal", async () => {
    const { client, sent } = scripted(() => refused(503, "service_unavailable"), { session })
    assert.strictEqual((await caught(client.presenceSettings())).code, "service_unavailable")
    assert.lengthOf(sent, 5)
    const once = await caught(client.presenceSettings({ retry: { triesMax: 1 } }))
    assert.deepStrictEqual([once.status, sent.length], [503, 6])
  })

  it("is given up after its time: no try begins later", async () => {
    const retry = { triesMax: 1000, totalSeconds: 30, firstPauseMillis: 1000, pauseMillisMax: 8000 }
    const { client, sent } = scripted(() => "broken", { session, retry })
    const failed = await caught(client.presenceSettings())
    assert.strictEqual(failed.code, "network_failure")
    assert.match(failed.message, /^network_failure: \S+\/presence\S* was not reached, or its answer broke off\.$/)
    assert.deepStrictEqual(
      sent.map(({ at }) => at),
      [0, 1000, 3000, 7000, 15_000, 23_000],
    )
  })

  it("ends a try that gets no answer in time, and tries again", async () => {
    const { client, sent } = failing(() => "stalled")
    await client.presenceSettings()
    assert.deepStrictEqual(
      sent.map(({ at }) => at),
      [0, 15_250],
    )
    const stalled = scripted(() => "stalled", { session, retry: { trySeconds: 2, triesMax: 2 } })
    const error = await caught(stalled.client.presenceSettings())
    assert.deepStrictEqual([error.code, error.status, stalled.sent.length], ["timeout", 0, 2])
  })

  it("that the server may let wait has that time on top of the time of a try", async () => {
    const once = { retry: { triesMax: 1 } }
    const { client, time } = scripted(() => "stalled", { session })
    assert.strictEqual((await caught(client.notificationPoll({ deadline: 60 }, once))).code, "timeout")
    assert.strictEqual(time.now, BEGIN + 75_000)
    await caught(client.notificationPoll({}, once))
    assert.strictEqual(time.now, BEGIN + 75_000 + 45_000)
  })

  it("is sent again when the answer breaks off in its middle", async () => {
    const half = () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('{"interval":')),
          pull: (controller) => controller.error(new TypeError("terminated")),
        }),
      )
    const { client, sent } = failing(half)
    await client.presenceSettings()
    assert.lengthOf(sent, 2)
  })

  it("leaves no timer behind, which would keep a process alive", async () => {
    const { client, time } = failing(() => "broken")
    await client.presenceSettings()
    assert.strictEqual(time.sleepers, 0)
  })

  it("carries the same order id in every try, and another one in another call", async () => {
    const { client, sent } = failing(
      () => "broken",
      () => refused(503, "service_unavailable"),
    )
    await client.submitOwnOrder(order)
    await client.submitOwnOrder(order)
    const ids = sent.map(({ body }) => body?.["client_order_ref_id"])
    assert.match(String(ids[0]), /^[0-9a-f-]{36}$/)
    assert.deepStrictEqual([ids[1], ids[2]], [ids[0], ids[0]])
    assert.notStrictEqual(ids[3], ids[0])
  })

  it("carries the same idempotency key in every try", async () => {
    const { client, sent } = failing(() => "broken")
    await client.createNotification("player", { message: "hello" })
    const keys = sent.map(({ headers }) => headers["idempotency-key"])
    assert.match(String(keys[0]), /^[0-9a-f-]{36}$/)
    assert.deepStrictEqual(keys, [keys[0], keys[0]])
  })
})

describe("a request that may do its work twice", () => {
  it.each([
    ["an exchange of a code", "exchangeToken"],
    ["a link of a portal user", "linkPortalUser"],
    ["a login by a code", "login"],
  ] as const)("is sent once: %s", async (_, name) => {
    const reactions: ReadonlyArray<() => Reaction> = [
      () => "broken",
      () => refused(503, "service_unavailable", { "retry-after": "1" }),
    ]
    for (const [index, reaction] of reactions.entries()) {
      const { client, sent } = failing(reaction)
      const code = { grant_type: "echo4_v3", portal_access_token: "code" }
      const call = {
        exchangeToken: () => client.exchangeToken({ grant_type: "authorization_code", code: "code" }),
        linkPortalUser: () => client.linkPortalUser(code),
        login: () => client.login(code),
      }[name]
      const error = await caught(call())
      assert.deepStrictEqual([error.code, sent.length], [index === 0 ? "network_failure" : "service_unavailable", 1])
    }
  })

  it("is sent again by a credential that can be used again", async () => {
    const { client, sent } = failing(() => "broken")
    await client.login({ grant_type: "anon", portal_access_token: "a-secret-of-this-device" })
    assert.lengthOf(sent, 2)
  })
})

describe("a call with a signal", () => {
  const gone = new Error("the player left")

  /** What the call ended with, and how many requests were sent. */
  const ended = async ({ client, sent }: ReturnType<typeof scripted>, signal: AbortSignal) => {
    try {
      await client.presenceSettings({ signal })
    } catch (error) {
      return [error, sent.length]
    }
    throw new Error("the call was answered")
  }

  it("ends with its reason before it begins", async () => {
    assert.deepStrictEqual(await ended(failing(), AbortSignal.abort(gone)), [gone, 0])
  })

  it("ends with its reason while it waits for an answer", async () => {
    const abort = new AbortController()
    const stall = (): Reaction => {
      queueMicrotask(() => abort.abort(gone))
      return "stalled"
    }
    assert.deepStrictEqual(await ended(failing(stall), abort.signal), [gone, 1])
  })

  it("ends with its reason in the pause between two tries", async () => {
    const abort = new AbortController()
    // The chance is asked for when the pause begins.
    const random = () => {
      abort.abort(gone)
      return 1
    }
    assert.deepStrictEqual(
      await ended(
        scripted(() => "broken", { session, random }),
        abort.signal,
      ),
      [gone, 1],
    )
  })
})

describe("an error", () => {
  it("has the code, the status and the details of the body", async () => {
    const body = { auth_success: false, error_code: "user_needs_agreements", desc: "Accept.", needs_eula: true }
    const { client } = failing(() => json(403, body))
    const error = await caught(client.login({ grant_type: "anon", portal_access_token: "x" }))
    assert.deepInclude(error, {
      name: "GarrisonError",
      message: "user_needs_agreements: Accept.",
      code: "user_needs_agreements",
      status: 403,
      details: { needs_eula: true },
    })
  })

  it("of a 422 is invalid_input with every broken field", async () => {
    const detail = [{ loc: ["query", "limit"], msg: "must be at most 50", type: "less_than_equal" }]
    const { client } = failing(() => json(422, { detail }))
    const error = await caught(client.orderPage({ limit: 51 }))
    assert.deepInclude(error, { code: "invalid_input", status: 422, details: { detail } })
    assert.strictEqual(error.message, "invalid_input: query.limit must be at most 50")
  })

  it.each([
    ["a page of something else", () => new Response("<html>hello</html>", { status: 200 }), 200],
    ["a 404 of something else", () => new Response("not found", { status: 404 }), 404],
    ["a redirect", () => new Response(null, { status: 301, headers: { location: "https://game.example/" } }), 301],
  ] as const)("of %s says to look at baseUrl", async (_, reaction, status) => {
    const error = await caught(failing(reaction).client.presenceSettings())
    assert.deepInclude(error, { code: "unexpected_answer", status })
    assert.include(error.message, "baseUrl")
    if (status === 301) assert.include(error.message, "https://game.example/")
  })

  it("comes at once where baseUrl is no address", () => {
    assert.throws(() => scripted(() => "broken", { baseUrl: "localhost:8080" }), /^invalid_input: baseUrl must begin/)
    const fromJavaScript = createClient as (options?: object) => unknown
    for (const options of [undefined, {}]) assert.throws(() => fromJavaScript(options), /^invalid_input: baseUrl must/)
  })
})
