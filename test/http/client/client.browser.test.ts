/** The client as a browser game has it: its bundle in Chromium, on a page of another origin than the service. */
import { assert, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Notifications } from "@garrison/core/notification/Notifications"
import type { ClientSession, createClient } from "@garrison/http/client"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { bundleClient } from "../../../scripts/client/bundle.ts"
import { inBrowser } from "../../support/browser.ts"
import { POUCH_LOOT } from "../../support/catalog.ts"
import { LOOPBACK } from "../../support/loopback.ts"
import { startServer, type TestServer } from "../../support/server.ts"
import { FaultyProxy } from "./FaultyProxy.ts"

const BUNDLE = "/garrison-client.js"

const game = `<!doctype html><title>game</title><link rel="icon" href="data:,"><ul></ul>
<script type="importmap">{"imports":{"@garrison/http/client":"${BUNDLE}"}}</script>
<script type="module">
  import { createClient } from "@garrison/http/client"
  window.createClient = createClient
</script>`

/** What the empty page offers to a test. */
interface GameWindow {
  readonly createClient: typeof createClient
  /** The answer to the next request breaks off. */
  readonly breakNext: () => Promise<void>
  /** Sends the player a notification, whose message is a number. */
  readonly sendNext: (player: string) => Promise<void>
}

/** The pages of the game: an empty one, and one that runs the example of docs/client.md. */
const pagesOf = async () => {
  const { code } = await bundleClient()
  const example = readFileSync(join(import.meta.dirname, "../../../examples/client-browser.mjs"), "utf8")
  const files = new Map([
    ["/", game],
    ["/example", `${game}<script type="module" src="/example.mjs"></script>`],
    ["/example.mjs", example],
    [BUNDLE, code],
  ])
  const server = createServer(({ url = "/" }, response) => {
    const path = url.split("?", 1)[0] ?? "/"
    response.setHeader("content-type", path.endsWith("js") ? "text/javascript" : "text/html").end(files.get(path))
  })
  server.listen(0, LOOPBACK)
  await once(server, "listening")
  return { server, origin: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}` }
}

/** What a game does, in the page: a login, the catalog twice, an order that is broken off, presence, and a refusal. */
const play = async ({ baseUrl, loot }: { readonly baseUrl: string; readonly loot: number }) => {
  const statuses: Array<number> = []
  const { breakNext, createClient } = window as unknown as GameWindow
  const client = createClient({
    baseUrl,
    retry: { firstPauseMillis: 10 },
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      statuses.push(response.status)
      return response
    },
  })
  await client.login({ grant_type: "anon", portal_access_token: "a-secret-of-this-browser" })
  const isSame = (await client.vendors()) === (await client.vendors())
  const entry = { type: "fill_loot", loot_id: loot, quantity: 1, player_portal_event_id: 2n ** 60n } as const
  await client.submitOwnOrder({ entries: [entry] })
  await breakNext()
  const order = await client.submitOwnOrder({ entries: [entry] })
  const owned = await client.ownInventory()
  const presence = await client.reportPresence({ status: "online", message: "in a browser" })
  const refusal: unknown = await client.vendor(404).catch((error: unknown) => error)
  const logout = await client.logout()
  const after: unknown = await client.vendors().catch((error: unknown) => error)
  return {
    statuses,
    isSame,
    order: [order.entries[0]?.result, String(order.entries[0]?.player_portal_event_id)],
    owned: owned.data.map(({ count }) => count),
    presence: [presence.status, presence.message],
    refusal: refusal instanceof Error ? refusal.message : "answered",
    logout,
    after: after instanceof Error ? after.message : "answered",
  }
}

/** Reads notifications, in the page, over a stream that breaks after each of them. */
const listen = async ({ baseUrl, count }: { readonly baseUrl: string; readonly count: number }) => {
  const { breakNext, createClient, sendNext } = window as unknown as GameWindow
  const client = createClient({
    baseUrl,
    // The pause before a reconnection has a part by chance; limits are whole seconds.
    sleep: (millis, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, Number.isInteger(millis / 1000) ? millis : 1)
        signal.addEventListener("abort", () => {
          clearTimeout(timer)
          resolve()
        })
      }),
  })
  await client.login({ grant_type: "anon", portal_access_token: "a-secret-of-this-browser" })
  const player = client.session?.subject ?? ""
  await sendNext(player)
  const messages: Array<string> = []
  for await (const { message } of client.notifications({ from: "earliest", transport: "stream" })) {
    messages.push(message)
    if (messages.length === count) break
    if (messages.length % 2 === 0) await breakNext()
    await sendNext(player)
  }
  return messages
}

inBrowser("the client in a browser, on a page of another origin", (browser) => {
  let pages: Awaited<ReturnType<typeof pagesOf>>
  let service: TestServer
  let proxy: FaultyProxy
  beforeAll(async () => {
    pages = await pagesOf()
    service = await startServer({ server: { corsOrigins: [pages.origin] } })
    proxy = await FaultyProxy.to(service.port)
  })
  afterAll(async () => {
    pages.server.close().closeAllConnections()
    proxy.close()
    await service.stop()
  })

  const send = (player: string, message: string) =>
    service.run(Notifications.use((all) => all.append(player as PlayerUuid, { message })))

  it("logs in, keeps the catalog by its tag, orders once over a broken connection, and reports presence", async () => {
    await using opened = await browser.current.open()
    await opened.page.goto(pages.origin)
    await opened.page.waitForFunction(() => "createClient" in window)
    await opened.page.exposeFunction("breakNext", () => proxy.plan([{ kind: "answer", bytes: 10 }]))
    const given = { baseUrl: proxy.url, loot: POUCH_LOOT }
    const { statuses, ...played } = await opened.page.evaluate(play, given)
    assert.deepStrictEqual(played, {
      isSame: true,
      order: ["success", String(2n ** 60n)],
      owned: [100],
      presence: ["online", "in a browser"],
      refusal: "resource_not_found: The catalog has no such vendor.",
      logout: undefined,
      after: "not_logged_in: Call login first, or give createClient a login.",
    })
    // The try whose answer broke off has no status.
    assert.deepStrictEqual(statuses, [200, 200, 304, 200, 200, 200, 200, 404, 200])
  })

  it("reads a stream that breaks, each notification once and in order", async () => {
    await using opened = await browser.current.open()
    await opened.page.goto(pages.origin)
    await opened.page.waitForFunction(() => "createClient" in window)
    let sent = 0
    await opened.page.exposeFunction("sendNext", async (player: string) => void (await send(player, String(++sent))))
    await opened.page.exposeFunction("breakNext", () => proxy.plan([{ kind: "answer", bytes: sent * 97 }]))
    const messages = await opened.page.evaluate(listen, { baseUrl: proxy.url, count: 9 })
    assert.deepStrictEqual(messages, ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
  })

  it("runs the example of docs/client.md, whose session outlives a reload of the page", async () => {
    proxy.plan([])
    await using opened = await browser.current.open()
    const { page } = opened
    const stored = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem("session") ?? "null") as ClientSession | null)
    const shows = (text: string) => page.waitForFunction((all) => document.querySelector("ul")?.innerText === all, text)
    await page.goto(`${pages.origin}/example?server=${encodeURIComponent(proxy.url)}`)
    await page.waitForFunction(() => localStorage.getItem("session") !== null)
    const session = await stored()
    await send(session?.subject ?? "", "one")
    await shows("one")
    await send(session?.subject ?? "", "two")
    await shows("one\ntwo")
    await page.reload()
    await shows("one\ntwo")
    assert.deepStrictEqual(await stored(), session)
    assert.deepStrictEqual(opened.complaints, [])
  })
})
