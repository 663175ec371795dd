/** What is a Request's own: its address, its body, its signal, and the Response that it gets. */
import type { EmbeddedGarrison } from "@garrison/core"
import { type Answered, type FetchHandlerOptions, toFetchHandler } from "@garrison/http"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { vi } from "vitest"
import { smallCatalog } from "../../support/catalog.ts"
import { credential, Gate, openShop, order, ORDER, type Shop } from "./lent.ts"

const LOGIN = "http://game.example/users/v1/login"
const PRESENCE = "http://game.example/presence/v1/player/me/presence"
const STREAM = "http://game.example/notification/v1/playerid/me/stream/notification/sse"
const POLL = "http://game.example/notification/v1/playerid/me/stream/notification/lp"
const CATALOG = "http://game.example/inventory/v1/catalog/vendor"

const gate = new Gate()
let shop: Shop
let garrison: EmbeddedGarrison
let token: string
let player: string
beforeAll(async () => {
  ;({ garrison, shop } = await openShop(gate))
  const answer = await garrison.login(credential)
  token = answer.access_token
  player = answer.active_player_uuid
})
afterAll(async () => {
  gate.open()
  await garrison.close()
  shop.remove()
})

/** A handler whose answers and defects are told to lists. */
const watched = (options: FetchHandlerOptions<[string?]> = {}) => {
  const answers: Array<Answered> = []
  const defects: Array<string> = []
  const observer = {
    answered: (answered: Answered) => void answers.push(answered),
    failed: (_id: string, _operation: string | undefined, cause: unknown) => void defects.push(String(cause)),
  }
  const sink = { access: () => {}, defect: () => {} }
  return { answers, defects, handler: toFetchHandler<[string?]>(garrison, { sink, observers: [observer], ...options }) }
}

const posted = (url: string, body: unknown, more: RequestInit = {}) =>
  new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    ...more,
  })

/** A login says nothing of another token. */
const loginRequest = () => {
  const request = posted(LOGIN, credential)
  request.headers.delete("authorization")
  return request
}

const asked = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  new Request(url, { method, headers: { authorization: `Bearer ${token}`, ...headers } })

const turn = () => new Promise((settle) => setImmediate(settle))

describe("toFetchHandler", () => {
  it("answers a Request that a program made, without a host, a length and a port", async () => {
    const { handler } = watched()
    const response = await handler(loginRequest())
    assert.strictEqual(response.status, 200)
    assert.strictEqual(((await response.json()) as { active_player_uuid: string }).active_player_uuid, player)
    const elsewhere = await handler(asked("https://[::1]:8443/presence/v1/player/me/presence?#fragment"))
    assert.strictEqual(elsewhere.status, 200)
  })

  it("gives Responses without a body for HEAD, with the length, and for 304, with the tag", async () => {
    const { handler } = watched()
    const whole = await handler(asked(CATALOG))
    const bytes = (await whole.arrayBuffer()).byteLength
    const head = await handler(asked(CATALOG, {}, "HEAD"))
    assert.deepStrictEqual([head.status, head.body, head.headers.get("content-length")], [200, null, String(bytes)])
    const etag = whole.headers.get("etag") ?? ""
    const same = await handler(asked(CATALOG, { "if-none-match": etag }))
    assert.deepStrictEqual([same.status, same.body, same.headers.get("etag")], [304, null, etag])
    assert.isFalse(same.headers.has("content-length"))
  })

  it("reads a header that was given twice as both values", async () => {
    const { handler } = watched()
    const request = asked(CATALOG)
    request.headers.append("authorization", "Bearer other")
    assert.strictEqual((await handler(request)).status, 403)
    const codings = asked(CATALOG, { "accept-encoding": "gzip;q=0" })
    codings.headers.append("accept-encoding", "br")
    assert.strictEqual((await handler(codings)).headers.get("content-encoding"), "br")
  })

  it("refuses a body that is too large, and discards a limited part of the rest behind the answer", async () => {
    const { handler } = watched({ bodyBytesMax: 1024 })
    const announced = posted(ORDER_URL, { ...order, instance_id: "x".repeat(2000) })
    announced.headers.set("content-length", "2100")
    assert.strictEqual((await handler(announced)).status, 413)
    // A server that reads no further request before this one was read goes on.
    while (!announced.bodyUsed) await turn()
    const sent = { pulled: 0, cancelled: 0 }
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent.pulled++
        controller.enqueue(new Uint8Array(1024))
      },
      cancel: () => void sent.cancelled++,
    })
    const response = await handler(posted(ORDER_URL, {}, { body: endless, duplex: "half" } as RequestInit))
    assert.strictEqual(response.status, 413)
    assert.isFalse(response.headers.has("connection"))
    // Some servers close the connection of a body that is cancelled, before they have written the answer.
    assert.strictEqual(sent.cancelled, 0)
    while (sent.cancelled === 0) await turn()
    assert.isBelow(sent.pulled, 300)
  })

  it("says what to do when something has read the body before", async () => {
    const { defects, handler } = watched()
    for (const spoil of [(request: Request) => request.text(), (request: Request) => request.body?.getReader()]) {
      const request = loginRequest()
      await spoil(request)
      const response = await handler(request)
      assert.strictEqual(response.status, 500)
      assert.include(await response.text(), "internal_error")
    }
    assert.lengthOf(defects, 2)
    assert.include(defects[0], "pass the Request to toFetchHandler before anything reads its body")
    const copied = loginRequest()
    await copied.clone().text()
    assert.strictEqual((await handler(copied)).status, 200)
  })

  it("gives up a read whose Request is aborted, and its place", async () => {
    const { answers, handler } = watched({ requestsInFlightMax: 1, queueBurstMillis: 60_000, queueMillis: 60_000 })
    const leaving = new AbortController()
    const reached = gate.shut()
    const given = handler(posted(ORDER_URL, order, { signal: leaving.signal }))
    await reached
    const waiting = new AbortController()
    const behind = handler(new Request(asked(PRESENCE), { signal: waiting.signal }))
    waiting.abort()
    assert.strictEqual((await behind).status, 499)
    leaving.abort()
    assert.strictEqual((await given).status, 499)
    const before = (await garrisonOrders()).length
    gate.open()
    // The write that had begun is finished, and gives its place to the next request.
    assert.strictEqual((await handler(asked(PRESENCE))).status, 200)
    while ((await garrisonOrders()).length === before) await turn()
    while (answers.length < 3) await turn()
    assert.sameMembers(
      answers.map(({ status }) => status),
      [499, 499, 200],
    )
    const gone = AbortSignal.abort()
    assert.strictEqual((await handler(new Request(asked(PRESENCE), { signal: gone }))).status, 499)
  })

  it("gives up a body that stops arriving when its Request is aborted", async () => {
    const { answers, handler } = watched({ bodiesArrivingMax: 1 })
    const leaving = new AbortController()
    let cancelled = 0
    const stalled = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new Uint8Array(1)),
        cancel: () => void cancelled++,
      })
    const given = handler(
      posted(ORDER_URL, {}, { body: stalled(), duplex: "half", signal: leaving.signal } as RequestInit),
    )
    await turn()
    assert.strictEqual((await handler(posted(ORDER_URL, order))).status, 503)
    leaving.abort()
    assert.strictEqual((await given).status, 499)
    while (answers.length < 2) await turn()
    // At once, and not when the rest of the body is given up.
    assert.strictEqual(cancelled, 0)
    assert.strictEqual((await handler(posted(ORDER_URL, order))).status, 200)
  })

  it("gives the place of a stream free when its reader cancels it", async () => {
    const { handler } = watched()
    for (let visit = 0; visit < 12; visit++) {
      const response = await handler(asked(STREAM))
      assert.strictEqual(response.status, 200)
      const reader = response.body?.getReader()
      await reader?.read()
      await reader?.cancel()
      await turn()
    }
    const held = await Promise.all(Array.from({ length: 6 }, () => handler(asked(STREAM))))
    assert.deepStrictEqual(held.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 200, 409])
    for (const { body } of held) await body?.cancel()
  })

  it("gives the places of streams and long polls free at once when their Requests are aborted", async () => {
    const { answers, handler } = watched()
    const leaving = new AbortController()
    const listen = (url: string) => handler(new Request(asked(url), { signal: leaving.signal }))
    const streams = await Promise.all([STREAM, STREAM, STREAM].map(listen))
    const polls = [listen(`${POLL}?deadline=900`), listen(`${POLL}?deadline=900`)]
    let full = await handler(asked(`${POLL}?deadline=0`))
    while (full.status !== 409) full = await handler(asked(`${POLL}?deadline=0`))
    leaving.abort()
    await turn()
    // Nobody was looked at in between, and nothing was sent.
    const next = await Promise.all(Array.from({ length: 5 }, () => handler(asked(STREAM))))
    assert.deepStrictEqual(
      next.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    )
    for (const poll of await Promise.all(polls)) assert.strictEqual(poll.status, 499)
    for (const { body } of streams) {
      const read = await body
        ?.getReader()
        .read()
        .catch((error: unknown) => String(error))
      assert.isDefined(read)
    }
    for (const { body } of next) await body?.cancel()
    assert.isAtLeast(answers.filter(({ status }) => status === 499).length, 2)
  })

  it("knows an address only from addressOf, and trusts X-Forwarded-For only behind a trusted one", async () => {
    const forwarded = { "x-forwarded-for": "192.0.2.7" }
    const seen = async (options: FetchHandlerOptions<[string?]>, ...context: [string?]) => {
      const { answers, handler } = watched(options)
      await handler(asked(PRESENCE, forwarded), ...context)
      return answers[0]?.address
    }
    const addressOf = (_: Request, address: string | undefined) => address
    assert.strictEqual(await seen({ trustedProxies: ["0.0.0.0/0"] }), "")
    assert.strictEqual(await seen({ addressOf }, "203.0.113.9"), "203.0.113.9")
    assert.strictEqual(await seen({ addressOf, trustedProxies: ["10.0.0.0/8"] }, "203.0.113.9"), "203.0.113.9")
    assert.strictEqual(await seen({ addressOf, trustedProxies: ["10.0.0.0/8"] }, "10.1.2.3"), "192.0.2.7")
    assert.strictEqual(await seen({ addressOf }, undefined), "")
  })

  it("counts arriving bodies of unknown addresses in all, and not as those of one address", async () => {
    const { handler } = watched({ bodiesArrivingPerAddressMax: 1 })
    const both = [handler(posted(ORDER_URL, order)), handler(posted(ORDER_URL, order))]
    assert.deepStrictEqual(
      (await Promise.all(both)).map(({ status }) => status),
      [200, 200],
    )
    const { handler: known } = watched({ bodiesArrivingPerAddressMax: 1, addressOf: () => "192.0.2.7" })
    const ofOne = [known(posted(ORDER_URL, order)), known(posted(ORDER_URL, order))]
    assert.sameMembers(
      (await Promise.all(ofOne)).map(({ status }) => status),
      [200, 503],
    )
  })

  it("does work that is due before a request where none is done in the background", async () => {
    await using sleeping = await shop.openSleeping()
    const handler = toFetchHandler(sleeping)
    const etag = async () => (await handler(asked(CATALOG))).headers.get("etag")
    const before = await etag()
    await garrison.publishCatalog({
      ...smallCatalog,
      vendors: { ...smallCatalog.vendors, 777: { type: "recipe", loot: {} } },
    })
    assert.strictEqual(await etag(), before)
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1000 })
    const after = await etag()
    vi.useRealTimers()
    assert.isString(after)
    assert.notStrictEqual(after, before)
  })

  it("sends nothing compressed where the host takes the header for it off", async () => {
    const { handler } = watched({ compression: false })
    const plain = await handler(asked(CATALOG, { "accept-encoding": "br, gzip" }))
    assert.isNull(plain.headers.get("content-encoding"))
    assert.property(await plain.json(), "vendors")
  })

  it("ends its streams with a hint when Garrison closes, and answers 503 to what comes later", async () => {
    const closing = await shop.openSleeping()
    const handler = toFetchHandler(closing)
    const response = await handler(asked(STREAM))
    const text = response.text()
    await closing.close()
    assert.match(await text, /^retry: \d+\n[^]*retry: \d+\n/)
    assert.strictEqual((await handler(asked(PRESENCE))).status, 503)
  })

  it("lets pages of other origins read the 503 of what takes longer than drainSeconds", async () => {
    const origin = "https://play.example"
    const headersOf = async (corsOrigins: ReadonlyArray<string>) => {
      const closing = await shop.openSleeping()
      const handler = toFetchHandler(closing, { corsOrigins, drainSeconds: 0 })
      const stalled = new ReadableStream<Uint8Array>({ start: (body) => body.enqueue(new Uint8Array(1)) })
      const late = posted(LOGIN, undefined, { body: stalled, duplex: "half" } as RequestInit)
      late.headers.set("origin", origin)
      const answer = handler(late)
      await turn()
      await closing.close()
      const { headers, status } = await answer
      assert.strictEqual(status, 503)
      return ["access-control-allow-origin", "access-control-expose-headers", "vary"].map((name) => headers.get(name))
    }
    const exposed = "Allow, ETag, Retry-After, X-Request-Id"
    assert.deepStrictEqual(await headersOf([origin]), [origin, exposed, "Origin"])
    assert.deepStrictEqual(await headersOf(["*"]), ["*", exposed, null])
    assert.deepStrictEqual(await headersOf(["https://other.example"]), [null, null, "Origin"])
    assert.deepStrictEqual(await headersOf([]), [null, null, null])
  })

  it("refuses an addressOf that is no function", () => {
    assert.throws(() => toFetchHandler(garrison, { compression: "no" as never }), "Write: compression: false")
    assert.throws(
      () => toFetchHandler(garrison, { addressOf: "x-real-ip" as never }),
      "Write: addressOf: (request) => address",
    )
    assert.throws(() => toFetchHandler(garrison, null as never), "Write: toFetchHandler(garrison, {")
  })
})

const ORDER_URL = `http://game.example${ORDER}`
const garrisonOrders = async () => (await garrison.orders(player, { limit: 50 })).data
