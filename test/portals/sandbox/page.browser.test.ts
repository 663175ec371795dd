/** The page of the sandbox in a browser: what is copied logs in, links lead through a login, switches set faults. */
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { OAUTH_PORTALS } from "@garrison/core/login/portal/OauthGateway"
import type { Page } from "playwright-core"
import { assertAccessible, fitsScreen, inBrowser, SCREENS } from "../../support/browser.ts"
import { outcomeOf, serveWithSandbox, startSandbox, type TestSandbox } from "../../support/sandbox.ts"
import type { TestServer } from "../../support/server.ts"

/** A body of a login out of a line of curl. */
const bodyIn = (line: string): Record<string, unknown> => JSON.parse(/ -d '(.*)'$/.exec(line)?.[1] ?? "{}")

inBrowser("the page of the sandbox", (browser) => {
  let sandbox: TestSandbox
  let server: TestServer
  beforeAll(async () => {
    sandbox = await startSandbox()
    server = await serveWithSandbox(sandbox, undefined, { redirectUris: [sandbox.callbackUrl] })
    sandbox.showBeside(server.url)
  })
  afterAll(async () => {
    await server.stop()
    await sandbox.stop()
  })

  const open = (screen: Parameters<typeof browser.current.open>[0]) =>
    browser.current.open({ ...screen, permissions: ["clipboard-read", "clipboard-write"] })

  /** Logs in by the line of the first row of a grant, as somebody would who pastes it. */
  const logInBy = async (page: Page, grant: string): Promise<string> => {
    const line = page.locator("tr", { has: page.getByRole("rowheader", { name: grant, exact: true }) }).first()
    return outcomeOf(server, bodyIn((await line.locator("pre.line").textContent()) ?? ""))
  }

  const switchOf = (page: Page, portal: string, fault: string) =>
    page.getByRole("switch", { name: `${fault} at ${portal}`, exact: true })

  it.each(Object.entries(SCREENS))("shows every grant, link and fault on a screen that is %s", async (name, screen) => {
    await using opened = await open(screen)
    const { page } = opened
    await page.goto(sandbox.url)
    const grants = (await sandbox.credentials()).map(({ grant_type }) => grant_type)
    assert.deepStrictEqual(await page.getByRole("rowheader").allTextContents(), grants)
    assert.lengthOf(await page.getByRole("link", { name: /^Log in at / }).all(), OAUTH_PORTALS.length)
    assert.isTrue(await fitsScreen(page), "wider than the screen")
    await opened.picture(`sandbox-${name}`)
    await page.evaluate(() => {
      for (const part of document.querySelectorAll("details")) part.open = true
    })
    assert.isTrue(await fitsScreen(page), "wider than the screen when everything is open")
    if (name !== "phone") await assertAccessible(page)
    assert.deepStrictEqual(opened.complaints, [])
  })

  it("sets and ends faults by switches, which show what is set, on a phone", async () => {
    await using opened = await open(SCREENS.phone)
    const { page } = opened
    await page.goto(sandbox.url)
    assert.strictEqual(await logInBy(page, "alpha"), "ok")
    await switchOf(page, "alpha", "expired").click()
    await page.locator("#faults-state", { hasText: "Set now: alpha expired." }).waitFor()
    assert.strictEqual(await logInBy(page, "alpha"), "alpha_token_not_valid")
    assert.strictEqual(await logInBy(page, "golf"), "ok")
    await switchOf(page, "golf", "offline").click()
    await page.locator("#faults-state", { hasText: "golf offline" }).waitFor()
    await opened.picture("sandbox-faults-phone")
    assert.strictEqual(await logInBy(page, "golf"), "golf_user_offline")
    // One fault at a time: another switch of the portal turns the first one off.
    await switchOf(page, "alpha", "wrong_audience").click()
    await page.locator("#faults-state", { hasText: "alpha wrong_audience" }).waitFor()
    await page.reload()
    assert.strictEqual(
      await page.locator("#faults-state").textContent(),
      "Set now: alpha wrong_audience, golf offline.",
    )
    const on = page.getByRole("switch", { checked: true })
    assert.sameMembers(await on.allTextContents(), ["wrong_audience at alpha", "offline at golf"])
    await switchOf(page, "alpha", "wrong_audience").click()
    await page.locator("#faults-state", { hasText: /^Set now: golf offline\.$/ }).waitFor()
    assert.strictEqual(await logInBy(page, "alpha"), "ok")
    await page.getByRole("button", { name: "Clear all faults" }).click()
    await page.locator("#faults-state", { hasText: "No fault is set." }).waitFor()
    assert.strictEqual(await on.count(), 0)
    assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "faults")
    assert.strictEqual(await logInBy(page, "golf"), "ok")
    assert.isTrue(await fitsScreen(page))
    assert.deepStrictEqual(opened.complaints, [])
  })

  it("copies a token, a whole line and the settings", async () => {
    await using opened = await open(SCREENS.wide)
    const { page } = opened
    await page.goto(sandbox.url)
    const pasted = () => page.evaluate(() => navigator.clipboard.readText())
    const copied = async (name: string) => {
      await page.getByRole("button", { name, exact: true }).click()
      await page.locator("#copied", { hasText: "Copied" }).waitFor()
      return pasted()
    }
    const token = await copied("Copy token of golf, Golf")
    assert.strictEqual(await outcomeOf(server, { grant_type: "golf", portal_access_token: token }), "ok")
    const line = await copied("Copy curl line of echo4_v1, Echo")
    assert.include(line, `curl -s ${server.url}/users/v1/login `)
    assert.strictEqual(await outcomeOf(server, bodyIn(line)), "ok")
    assert.deepStrictEqual(JSON.parse(await copied("Copy the settings of a server")), sandbox.settings)
    assert.deepStrictEqual(opened.complaints, [])
  })

  it("leads through a login by redirect to a page with a line that exchanges the code", async () => {
    await using opened = await open(SCREENS.wide)
    const { page } = opened
    const exchange = async () => {
      const body = bodyIn((await page.locator("#exchange").textContent()) ?? "")
      return server.call("POST", "/users/v1/oauth/token", { body })
    }
    for (const portal of ["alpha", "india"]) {
      await page.goto(sandbox.url)
      await page.getByRole("link", { name: `Log in at ${portal}` }).click()
      await page.getByRole("heading", { name: "Back from a portal" }).waitFor()
      const { json, status } = await exchange()
      assert.strictEqual(status, 200)
      assert.hasAllKeys(json, ["access_token", "refresh_token"])
      assert.strictEqual((await exchange()).status, 403)
    }
    await opened.picture("sandbox-callback")
    await assertAccessible(page)
    assert.deepStrictEqual(opened.complaints, [])
  })

  it("says why a login by redirect was refused", async () => {
    await using opened = await open(SCREENS.phone)
    const { page } = opened
    await sandbox.setFault("india", "wrong_audience")
    await page.goto(sandbox.url)
    await page.getByRole("link", { name: "Log in at india" }).click()
    await page.getByText("The login was refused: india_token_invalid").waitFor()
    assert.isTrue(await fitsScreen(page))
    await sandbox.setFault("india", "none")
    // A link from elsewhere gets no line to paste.
    await page.goto(`${sandbox.callbackUrl}?code=${encodeURIComponent("x';reboot;'")}`)
    await page.getByText("There is no code in the address.").waitFor()
    await page.goto(`${sandbox.callbackUrl}?code=some-code&state=other`)
    await page.getByText("did not begin the login").waitFor()
    assert.strictEqual(await page.locator("pre").count(), 0)
    assert.deepStrictEqual(opened.complaints, [])
  })

  it("can be read where no script runs", async () => {
    await using opened = await open({ ...SCREENS.wide, javaScriptEnabled: false })
    const { page } = opened
    await sandbox.setFault("golf", "offline")
    await page.goto(sandbox.url)
    assert.strictEqual(await page.locator("#faults-state").textContent(), "Set now: golf offline.")
    assert.isTrue(await switchOf(page, "golf", "offline").isChecked())
    assert.strictEqual(await page.locator("button:visible:enabled").count(), 0)
    assert.strictEqual(await logInBy(page, "bravo"), "ok")
    await sandbox.setFault("golf", "none")
  })
})
