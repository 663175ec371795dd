/** The client as a browser game has it: its bundle in Chromium, on a page of another origin than the service. */
import { assert, it } from "@effect/vitest"
import type { createClient } from "@garrison/http/client"
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
})
