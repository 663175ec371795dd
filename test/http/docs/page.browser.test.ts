/** The page at `/docs` in a browser: it shows the document, and sends requests to the server that it is of. */
import { assert, it } from "@effect/vitest"
import { SWITCHES } from "@garrison/core/kernel/GrantType"
import { Clients } from "@garrison/core/client/Clients"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { openApiDocument } from "@garrison/http/contract/document"
import { type ApiDocument, operationsOf } from "@garrison/http/docs/document"
import { docsPageOf } from "@garrison/http/docs/page"
import * as Effect from "effect/Effect"
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "playwright-core"
import { testAct } from "../../support/acts.ts"
import { assertAccessible, fitsScreen, inBrowser, SCREENS } from "../../support/browser.ts"
import { LOOPBACK, LOOPBACK_HOST } from "../../support/loopback.ts"
import { useServer } from "../../support/server.ts"

const server = useServer({ settings: { grantsEnabled: SWITCHES } })

const placed = operationsOf(openApiDocument() as object as ApiDocument)

const goTo = (page: Page, id = "") => page.goto(`${server.current.url}/docs${id === "" ? "" : `#${id}`}`)

/** Closed operations, schemas and links of the list but for the first. */
const ALIKE = ".operation + .operation:not([open]), .schema + .schema, nav li + li"

/** Operations of each kind: one that reads, one with a body, one whose answer is a stream. */
const OF_EACH_KIND = ["playerPresence", "submitOwnOrder", "notificationStream"]

const logIn = async (page: Page): Promise<string> => {
  await page.getByRole("button", { name: "Log in", exact: true }).click()
  const said = await page.locator("#caller-state", { hasText: "You are" }).textContent()
  return /player ([0-9a-f-]{36})/.exec(said ?? "")?.[1] ?? ""
}

/** Sends the request of an operation, and reads what the page shows of the answer. */
const send = async (page: Page, id: string) => {
  const operation = page.locator(`#${id}`)
  await operation.getByRole("button", { name: "Send" }).click()
  const status = (await operation.locator(".answer strong").textContent()) ?? ""
  await operation.locator("[role=status]", { hasNotText: "…" }).waitFor()
  return { status: Number.parseInt(status, 10), body: (await operation.locator("[data-of=body]").textContent()) ?? "" }
}

const CLIPBOARD = ["clipboard-read", "clipboard-write"]

/** What Chromium would paste. */
const clipboardOf = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

/** A document of this one operation. */
const documentOf = (path: string, type: string): ApiDocument => ({
  info: { title: "Small", version: "1" },
  tags: [{ name: "small" }],
  paths: {
    [path]: {
      get: {
        operationId: "read",
        tags: ["small"],
        parameters: [],
        security: [],
        responses: { "200": { description: "Done.", content: { [type]: {} } } },
      },
    },
  },
  components: { schemas: {} },
})

/** A server that is below a path, with the page of one operation. */
const startBelow = async (prefix: string, type: string, answer: (response: ServerResponse) => void) => {
  const { html } = docsPageOf(documentOf("/stream", type))
  const server = createServer(({ url }, response) => {
    if (url === `${prefix}/docs`) response.setHeader("content-type", "text/html; charset=utf-8").end(html)
    else if (url === `${prefix}/stream`) answer(response.setHeader("content-type", type))
    else response.writeHead(404).end()
  })
  server.listen(0, LOOPBACK)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${LOOPBACK_HOST}:${port}${prefix}/docs`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

inBrowser("the page at /docs", (browser) => {
  it.each(Object.entries(SCREENS))("shows every operation on a screen that is %s", async (name, screen) => {
    await using opened = await browser.current.open(screen)
    const { page } = opened
    await goTo(page)
    const shown = await page
      .locator("main .operation > summary")
      .evaluateAll((summaries) =>
        summaries.map(({ parentElement, textContent }) => [
          parentElement?.id,
          textContent?.replace(/\s+/g, " ").trim(),
        ]),
      )
    const expected = placed.map(({ method, operation: { deprecated, operationId, summary }, path }) => [
      operationId,
      `${method}${path} ${summary}${deprecated === true ? " deprecated" : ""}`,
    ])
    assert.sameDeepMembers(shown, expected)
    assert.strictEqual(await page.locator("#found").textContent(), `${placed.length} operations`)
    assert.isTrue(await fitsScreen(page), "wider than the screen")
    await opened.picture(`docs-${name}`)
    await goTo(page, "submitOwnOrder")
    await opened.picture(`docs-operation-${name}`)
    assert.deepStrictEqual(opened.complaints, [])
    const setOpen = (isOpen: boolean, parts: string) =>
      page.locator(parts).evaluateAll((all, open) => {
        for (const part of all) part.toggleAttribute("open", open)
      }, isOpen)
    if (name !== "dark") {
      // The longest names and the widest tables.
      await setOpen(true, "details")
      assert.isTrue(await fitsScreen(page), "wider than the screen when everything is open")
      await setOpen(false, ".operation")
    }
    for (const id of OF_EACH_KIND) {
      await setOpen(true, `#${id}`)
      await page.locator(`#${id} form`).waitFor()
      await setOpen(true, `#${id} details`)
    }
    await assertAccessible(page, ALIKE)
  })

  it("is found its way in with a keyboard", async () => {
    await using opened = await browser.current.open()
    const { page } = opened
    await goTo(page)
    await page.keyboard.press("/")
    await page.keyboard.type("loot odds")
    assert.isTrue(await page.locator("#lootOdds").isVisible())
    assert.isFalse(await page.locator("#login").isVisible())
    await page.keyboard.press("Enter")
    await page.locator("#lootOdds form").waitFor()
    await page.locator("#search").press("Escape")
    assert.isTrue(await page.locator("#login").isVisible())
    // What is not found is shown all the same when a link leads to it.
    await page.keyboard.type("nothing has these words")
    assert.strictEqual(await page.locator("#found").textContent(), `0 of ${placed.length} operations`)
    await goTo(page, "reportPresence")
    await page.locator("#reportPresence form").waitFor()
    assert.deepStrictEqual(opened.complaints, [])
  })

  it("logs in once, and sends requests with the token, on a phone", async () => {
    await using opened = await browser.current.open({
      ...SCREENS.phone,
      permissions: CLIPBOARD,
    })
    const { page } = opened
    await goTo(page, "notificationPage")
    assert.isTrue(await page.locator("#notificationPage [data-needs=token]").isVisible())
    const player = await logIn(page)
    assert.match(player, /^[0-9a-f-]{36}$/)
    const answer = await send(page, "notificationPage")
    assert.strictEqual(answer.status, 200)
    assert.property(JSON.parse(answer.body), "notifications")
    await opened.picture("docs-answer-phone")
    // The token is that of the tab, and the path's player is the one who logged in.
    await page.reload()
    assert.include(await page.locator("#caller-state").textContent(), player)
    await goTo(page, "playerPresence")
    const presence = await send(page, "playerPresence")
    assert.strictEqual(presence.status, 200)
    assert.strictEqual(JSON.parse(presence.body).player_uuid, player)
    const operation = page.locator("#playerPresence")
    await operation.locator("summary", { hasText: /^Headers$/ }).click()
    assert.include(await operation.locator("[data-of=headers]").textContent(), "etag: ")
    await operation.getByRole("button", { name: "Copy as curl" }).click()
    await operation.getByRole("button", { name: "Copied" }).waitFor()
    const url = `${server.current.url}/presence/v1/player/uuid/${player}/presence`
    assert.match(await clipboardOf(page), new RegExp(`^curl -sN '${url}' -H 'authorization: Bearer ey[^']+'$`))
    assert.isTrue(await fitsScreen(page))
    assert.deepStrictEqual(opened.complaints, [])
  })

  it("logs in a client, an account and whose token is there, and says why it cannot", async () => {
    const { clientId, secret } = await server.current.run(
      Effect.gen(function* () {
        const account = { username: "margaret", password: "a long password", displayName: "Margaret" }
        yield* (yield* Passwords).create(account, testAct)
        const made = yield* (yield* Clients).create({ kind: "machine", permissions: ["catalog:read"] }, testAct)
        return { clientId: made.client.clientId, secret: made.secret ?? "" }
      }),
    )
    const { playerUuid, token } = await server.current.player()
    await using opened = await browser.current.open()
    const { page } = opened
    await goTo(page)
    const logInAs = async (way: string, fields: Readonly<Record<string, string>>, says: RegExp) => {
      const panel = page.locator("#log-in")
      await panel.getByLabel("As", { exact: true }).selectOption(way)
      for (const [label, value] of Object.entries(fields)) await panel.getByLabel(label, { exact: true }).fill(value)
      await page.getByRole("button", { name: "Log in", exact: true }).click()
      await page.locator("#caller-state", { hasText: says }).waitFor({ state: "attached" })
    }
    const client = { "Client id": clientId, "Client secret": secret }
    await logInAs("a client, by its secret", client, /^You are the client .* hold: catalog:read\.$/)
    const account = { Name: "margaret", Password: "a long password" }
    await logInAs("a player, by name and password", account, /^You are the player/)
    await logInAs(
      "whose token I have",
      { "Access token": ` ${token}\n` },
      new RegExp(`^You are the player ${playerUuid}`),
    )
    await logInAs("whose token I have", { "Access token": "made up" }, /It is no token of/)
    await logInAs("whose token I have", { "Access token": "" }, /^$/)
    assert.deepStrictEqual(opened.complaints, [])
    await logInAs(
      "a client, by its secret",
      { "Client secret": "wrong" },
      /^Not logged in: 403 client_credentials_invalid/,
    )
    await logInAs("a player, by a device", { "Secret of the device": "short" }, /^Not logged in: 4/)
  })

  it("takes the token of a login that it was made to send, and shows a refusal as it is", async () => {
    await using opened = await browser.current.open()
    const { page } = opened
    await goTo(page, "login")
    assert.strictEqual((await send(page, "login")).status, 200)
    await page.locator("#login [data-act=use]").click()
    assert.include(await page.locator("#caller-state").textContent(), "You are the player")
    await goTo(page, "createNotification")
    const refused = await send(page, "createNotification")
    assert.strictEqual(refused.status, 403)
    assert.strictEqual(JSON.parse(refused.body).error_code, "insufficient_permissions")
    await page.locator("[data-act=log-out]").click()
    assert.strictEqual((await send(page, "createNotification")).status, 403)
    assert.strictEqual(await page.locator("#caller-state").textContent(), "")
  })

  it("asks for a field that is missing before it sends anything", async () => {
    await using opened = await browser.current.open()
    const { page } = opened
    await goTo(page, "vendor")
    await page.locator("#vendor").getByRole("button", { name: "Send" }).click()
    assert.strictEqual(await page.locator("#vendor [role=status]").textContent(), "Fill in vendor_id first.")
    assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "vendor-path-vendor_id")
  })

  it("opens what a link leads to, and unfolds schemas in schemas", async () => {
    await using opened = await browser.current.open()
    const { page } = opened
    await goTo(page, "schema-OrderEntry")
    await page.locator("#schema-OrderEntry[open]").waitFor()
    await page.locator("#schema-OrderEntry [data-schema=EntryDetail] > summary").click()
    await goTo(page, "ownOrder")
    const order = page.locator("#ownOrder")
    const member = order.locator("code.name", { hasText: /^inv_change$/ }).first()
    for (const name of ["PlayerOrder", "OrderEntry", "EntryDetail"]) {
      // A schema that is unfolded elsewhere is folded here. It may have itself in it.
      assert.isFalse(await member.isVisible())
      await order
        .locator("summary", { hasText: new RegExp(`^${name}$`) })
        .first()
        .click()
    }
    // A schema is unfolded a moment after the click.
    await member.waitFor()
    assert.deepStrictEqual(opened.complaints, [])
  })

  it("shows a stream as it arrives, below a path too, until it is stopped or ends", async () => {
    const open: Array<ServerResponse> = []
    await using below = await startBelow("/games/garrison", "text/event-stream", (response) => {
      open.push(response)
      response.write("data: first\n\n")
    })
    await using opened = await browser.current.open(SCREENS.phone)
    const { page } = opened
    await page.goto(`${below.url}#read`)
    assert.strictEqual(await page.locator("#server code").textContent(), below.url.replace("/docs", ""))
    const [body, status] = [page.locator("[data-of=body]"), page.locator("#read [role=status]")]
    await page.getByRole("button", { name: "Send" }).click()
    await body.filter({ hasText: "data: first" }).waitFor()
    assert.include(await status.textContent(), "the stream is open")
    // Half of a character comes with each part.
    const [half, rest] = [Buffer.from("data: é\n\n").subarray(0, 7), Buffer.from("data: é\n\n").subarray(7)]
    open[0]?.write(half)
    await body.filter({ hasText: /first\s+data:/ }).waitFor()
    open[0]?.write(rest)
    await body.filter({ hasText: "data: é" }).waitFor()
    await opened.picture("docs-stream-phone")
    await page.getByRole("button", { name: "Stop" }).click()
    await status.filter({ hasText: "stopped" }).waitFor()
    assert.include(await body.textContent(), "data: first")
    await page.getByRole("button", { name: "Send" }).click()
    await status.filter({ hasText: "the stream is open" }).waitFor()
    open[1]?.end("data: last\n\n")
    await status.filter({ hasText: "the stream has ended" }).waitFor()
    assert.strictEqual(await body.textContent(), "data: first\n\ndata: last\n\n")
    assert.isTrue(await page.getByRole("button", { name: "Stop" }).isHidden())
    assert.deepStrictEqual(opened.complaints, [])
  })

  it("shows the notifications of the player as they are sent", async () => {
    await using opened = await browser.current.open()
    const { page } = opened
    await goTo(page, "notificationStream")
    const player = await logIn(page)
    const operation = page.locator("#notificationStream")
    await operation.getByRole("button", { name: "Send" }).click()
    await operation.locator("[role=status]", { hasText: "the stream is open" }).waitFor()
    const token = await server.current.machine("notification:playerid:write")
    const body = { message: "a chest has come" }
    await server.current.call("POST", `/notification/v1/playerid/${player}/notification`, { token, body })
    await operation.locator("[data-of=body]", { hasText: "a chest has come" }).waitFor()
    await opened.picture("docs-notifications")
    await operation.getByRole("button", { name: "Stop" }).click()
    await operation.locator("[role=status]", { hasText: "stopped" }).waitFor()
    assert.deepStrictEqual(opened.complaints, [])
  })

  it("shows the beginning of a body that is long, and copies the whole", async () => {
    const text = JSON.stringify({ word: "x".repeat(300_000) })
    await using below = await startBelow("", "application/json", (response) => response.end(text))
    await using opened = await browser.current.open({ ...SCREENS.wide, permissions: CLIPBOARD })
    const { page } = opened
    await page.goto(`${below.url}#read`)
    assert.strictEqual((await send(page, "read")).status, 200)
    const shown = (await page.locator("[data-of=body]").textContent()) ?? ""
    assert.match(shown.slice(-40), /x\n… 100,?\d{3} more characters$/)
    assert.include(await page.locator("#read [role=status]").textContent(), "300 kB")
    await page.getByRole("button", { name: "Copy the body" }).click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    assert.strictEqual(await clipboardOf(page), text)
  })

  it("says that a redirect cannot be followed, and that a server cannot be reached", async () => {
    await using below = await startBelow("", "text/plain", (response) =>
      response.writeHead(307, { location: "/elsewhere" }).end(),
    )
    await using opened = await browser.current.open()
    const { page } = opened
    await page.goto(`${below.url}#read`)
    const status = page.locator("#read [role=status]")
    await page.getByRole("button", { name: "Send" }).click()
    await status.filter({ hasText: "answers with a redirect" }).waitFor()
    await below[Symbol.asyncDispose]()
    await page.getByRole("button", { name: "Send" }).click()
    await status.filter({ hasText: "cannot be reached" }).waitFor()
    assert.isTrue(await page.locator("#read [data-of=body]").isHidden())
  })

  it("can be read where no script runs", async () => {
    await using opened = await browser.current.open({ ...SCREENS.wide, javaScriptEnabled: false })
    const { page } = opened
    await goTo(page)
    await page.locator("#login > summary").click()
    assert.isTrue(await page.locator("#login").getByText("portal_access_token").first().isVisible())
    assert.isTrue(await page.getByText("scripts are switched off").isVisible())
    assert.strictEqual(await page.locator("form:visible, button:visible").count(), 0)
  })
})
