/** A game in a real browser, whose page is of another origin than the service. */
import { assert, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Listeners } from "@garrison/core/notification/Listeners"
import { Notifications } from "@garrison/core/notification/Notifications"
import * as Effect from "effect/Effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll } from "vitest"
import { inBrowser } from "../support/browser.ts"
import { LOOPBACK } from "../support/loopback.ts"
import { startServer, type TestServer } from "../support/server.ts"

/** What the game does: it logs in, reads the catalog twice, and reads a refusal of an order. */
const play = async (service: string) => {
  const body = JSON.stringify({ grant_type: "anon", portal_access_token: "a-secret-of-this-browser" })
  const login = await fetch(`${service}/users/v1/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  })
  const { access_token } = (await login.json()) as { readonly access_token: string }
  const authorization = `Bearer ${access_token}`
  const catalog = await fetch(`${service}/inventory/v1/catalog/vendor`, { headers: { authorization } })
  const etag = catalog.headers.get("etag") ?? ""
  const same = await fetch(`${service}/inventory/v1/catalog/vendor`, {
    headers: { authorization, "if-none-match": etag },
  })
  const order = await fetch(`${service}/inventory/v1/player/me/order`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body: "{}",
  })
  return {
    login: login.status,
    id: login.headers.get("x-request-id") !== null,
    vendors: Object.keys(((await catalog.json()) as { readonly vendors: object }).vendors).length,
    same: [same.status, same.headers.get("etag") === etag],
    order: [order.status, ((await order.json()) as { readonly detail: ReadonlyArray<object> }).detail.length],
  }
}

/** What the game hears until it has heard `count` notifications; then it listens again behind the first of them. */
const listen = async ({ service, token, count }: { service: string; token: string; count: number }) => {
  const address = `${service}/notification/v1/playerid/me/stream/notification/sse`
  const hear = async (lastId: string | undefined, wanted: number) => {
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${token}`, ...(lastId !== undefined && { "last-event-id": lastId }) }
    const response = await fetch(address, { headers, signal: leaving.signal })
    if (response.body === null) throw new Error("no stream")
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ""
    const events = () => [...text.matchAll(/^id: ?(\S+)\ndata: ?(.*)$/gm)]
    while (events().length < wanted) text += (await reader.read()).value ?? ""
    leaving.abort()
    return events().map(([, id = "", data = ""]) => ({
      id,
      message: (JSON.parse(data) as { message: string }).message,
    }))
  }
  const heard = await hear(undefined, count)
  const again = await hear(heard[0]?.id, count - 1)
  return { heard: heard.map(({ message }) => message), again: again.map(({ message }) => message) }
}

inBrowser("a game in a browser, on a page of another origin", (browser) => {
  const pages = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end("<title>game</title>"),
  )
  let game: string
  let service: TestServer
  beforeAll(async () => {
    pages.listen(0, LOOPBACK)
    await once(pages, "listening")
    game = `http://${LOOPBACK}:${(pages.address() as AddressInfo).port}`
    service = await startServer({ server: { corsOrigins: [game] } })
  })
  afterAll(async () => {
    pages.close().closeAllConnections()
    await service.stop()
  })

  it("logs in, keeps the catalog by its tag, and reads refusals", async () => {
    await using opened = await browser.current.open()
    await opened.page.goto(game)
    const played = await opened.page.evaluate(play, service.url)
    assert.isAbove(played.vendors, 0)
    const { vendors: _, ...rest } = played
    assert.deepStrictEqual(rest, { login: 200, id: true, same: [304, true], order: [422, 1] })
  })

  it("hears what comes by a stream, and takes it up again where it was", async () => {
    const { playerUuid, token } = await service.player()
    await using opened = await browser.current.open()
    await opened.page.goto(game)
    const hearing = opened.page.evaluate(listen, { service: service.url, token, count: 3 })
    while ((await service.run(Effect.flatMap(Listeners, ({ count }) => count))) === 0) await new Promise(setImmediate)
    for (const message of ["one", "two", "three"]) {
      await service.run(Notifications.use((list) => list.append(playerUuid as PlayerUuid, { message })))
    }
    assert.deepStrictEqual(await hearing, { heard: ["one", "two", "three"], again: ["two", "three"] })
  })

  it("is refused everything where the setting does not name it", async () => {
    const stranger = await startServer({ server: { corsOrigins: ["https://other.example"] } })
    await using opened = await browser.current.open()
    await opened.page.goto(game)
    const said = await opened.page.evaluate(play, stranger.url).then(
      () => "it read the answer",
      (error: unknown) => String(error),
    )
    assert.include(said, "Failed to fetch")
    assert.include(opened.complaints.join("\n"), "Access-Control-Allow-Origin")
    await stranger.stop()
  })
})
