/** What tests of pages are told: complaints of the browser, width, accessibility. */
import { assert, it, vi } from "@effect/vitest"
import { inspect } from "node:util"
import { assertAccessible, fitsScreen, inBrowser, SCREENS } from "./browser.ts"

inBrowser("a page of a test", (browser) => {
  it("is one without complaints where nothing is wrong", async () => {
    await using opened = await browser.current.open()
    await opened.page.setContent(`<html lang="en"><title>Plain</title><main><h1>Plain</h1></main>`)
    assert.deepStrictEqual(opened.complaints, [])
    assert.isTrue(await fitsScreen(opened.page))
    await assertAccessible(opened.page)
  })

  it.each([
    ["console.error('found wanting')", "found wanting"],
    ["throw new Error('thrown')", "thrown"],
    ["fetch('http://127.0.0.1:9/').catch(() => {})", "http://127.0.0.1:9/"],
  ])("tells of %s", async (script, told) => {
    await using opened = await browser.current.open()
    await opened.page.setContent(`<script>${script}</script>`)
    await vi.waitFor(() => assert.include(opened.complaints.join("\n"), told))
  })

  it("tells of what its policy forbids", async () => {
    await using opened = await browser.current.open()
    const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'none'">`
    await opened.page.setContent(`${policy}<script>1</script>`)
    assert.include(opened.complaints.join("\n"), "Content Security Policy")
  })

  it("is too wide for a phone where something sticks out", async () => {
    await using opened = await browser.current.open(SCREENS.phone)
    await opened.page.setContent(`<meta name="viewport" content="width=device-width"><p style="width:600px">wide</p>`)
    assert.isFalse(await fitsScreen(opened.page))
  })

  it("is not accessible where a field has no label", async () => {
    await using opened = await browser.current.open()
    await opened.page.setContent(`<html lang="en"><title>Field</title><main><h1>Field</h1><input></main>`)
    const found = await assertAccessible(opened.page).catch((error: unknown) => error)
    assert.include(inspect(found), "label: ")
  })
})
