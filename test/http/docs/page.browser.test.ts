/** The page at `/docs` in a browser: it shows the document, and sends requests to the server that it is of. */
import { assert, it } from "@effect/vitest"
import { openApiDocument } from "@garrison/http/contract/document"
import { type ApiDocument, operationsOf } from "@garrison/http/docs/document"
import type { Page } from "playwright-core"
import { assertAccessible, fitsScreen, inBrowser, SCREENS } from "../../support/browser.ts"
import { useServer } from "../../support/server.ts"

const server = useServer()

const placed = operationsOf(openApiDocument() as object as ApiDocument)

const goTo = (page: Page, id = "") => page.goto(`${server.current.url}/docs${id === "" ? "" : `#${id}`}`)

/** Closed operations and schemas but for the first, and of the list but for the first. */
const ALIKE = ".operation + .operation:not([open]), .schema + .schema, nav li + li"

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

/** What Chromium would paste. */
const clipboardOf = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

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
    // With all that can be open: the longest names and the widest tables.
    await page.evaluate(() => {
      for (const part of document.querySelectorAll("details")) part.open = true
    })
    assert.isTrue(await fitsScreen(page), "wider than the screen when everything is open")
    assert.deepStrictEqual(opened.complaints, [])
  })

  it.each(["wide", "dark"] as const)("can be used with a keyboard and a screen reader: %s", async (name) => {
    await using opened = await browser.current.open(SCREENS[name])
    const { page } = opened
    await goTo(page, "reportPresence")
    await logIn(page)
    assert.strictEqual((await send(page, "reportPresence")).status, 200)
    await page.locator("h1").click()
    await page.keyboard.press("/")
    await page.keyboard.type("loot odds")
    assert.isTrue(await page.locator("#lootOdds").isVisible())
    assert.isFalse(await page.locator("#login").isVisible())
    await page.keyboard.press("Enter")
    await page.locator("#lootOdds form").waitFor()
    await page.locator("#search").press("Escape")
    assert.isTrue(await page.locator("#login").isVisible())
    await assertAccessible(page, ALIKE)
    assert.deepStrictEqual(opened.complaints, [])
  })

  it.each(["wide", "phone"] as const)("logs in once, and sends requests with the token: %s", async (name) => {
    await using opened = await browser.current.open({
      ...SCREENS[name],
      permissions: ["clipboard-read", "clipboard-write"],
    })
    const { page } = opened
    await goTo(page, "notificationPage")
    assert.isTrue(await page.locator("#notificationPage [data-needs=token]").isVisible())
    const player = await logIn(page)
    assert.match(player, /^[0-9a-f-]{36}$/)
    const answer = await send(page, "notificationPage")
    assert.strictEqual(answer.status, 200)
    assert.property(JSON.parse(answer.body), "notifications")
    await opened.picture(`docs-answer-${name}`)
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
    assert.isTrue(await page.locator("#schema-OrderEntry").evaluate((schema) => (schema as HTMLDetailsElement).open))
    await goTo(page, "ownOrder")
    const order = page.locator("#ownOrder")
    for (const name of ["PlayerOrder", "OrderEntry", "EntryDetail"]) {
      await order
        .locator("summary", { hasText: new RegExp(`^${name}$`) })
        .first()
        .click()
    }
    assert.isTrue(
      await order
        .locator("code.name", { hasText: /^inv_change$/ })
        .first()
        .isVisible(),
    )
    assert.deepStrictEqual(opened.complaints, [])
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
