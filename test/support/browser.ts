/**
 * A headless Chromium for the tests of a file. `playwright-core` drives it over the DevTools protocol and downloads
 * none. `npm test` skips these tests where there is no Chromium; `npm run browser` fails there, and keeps pictures.
 */
import { afterAll, assert, beforeAll, describe } from "@effect/vitest"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { findBrowser, NO_BROWSER } from "./findBrowser.ts"

/** Whether the run is for the browser: it must be there, and pictures are kept. `npm run browser` says so. */
const isForBrowser = process.env["GARRISON_TEST_BROWSER"] === "required"

const path = findBrowser()
if (path === undefined && isForBrowser) throw new Error(`The tests in a browser cannot run: ${NO_BROWSER}.`)

/** Where pictures are kept; git ignores the folder. */
const PICTURES = resolve(import.meta.dirname, "../../screenshots")

/** The screens that pages are looked at on. */
export const SCREENS = {
  wide: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
} as const satisfies Readonly<Record<string, BrowserContextOptions>>

/** A page, alone in a context of its own: no cookie and no stored value of another page is in it. */
export interface TestPage extends AsyncDisposable {
  readonly page: Page
  /**
   * What the browser complained about so far: errors in the console, violations of a Content-Security-Policy, scripts
   * that threw, requests that did not reach anything. A status of 400 or more is in the console, too.
   */
  readonly complaints: ReadonlyArray<string>
  /** Keeps a picture of what the screen shows, where the run keeps pictures. */
  readonly picture: (name: string) => Promise<void>
}

/** A browser that runs. */
export interface TestBrowser {
  /** Opens an empty page; `await using` closes it. */
  readonly open: (options?: BrowserContextOptions) => Promise<TestPage>
}

/** Listens to all that the browser says about a page. */
const complaintsOf = (page: Page): ReadonlyArray<string> => {
  const complaints: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on("requestfailed", (request) => {
    // A stream that the page itself ends fails in this way.
    const reason = request.failure()?.errorText
    if (reason !== "net::ERR_ABORTED") complaints.push(`${request.method()} ${request.url()}: ${reason}`)
  })
  return complaints
}

/** For what hangs, not for what is slow: a script that never ends would take all of the machine's memory. */
const OPEN_MILLIS_MAX = 200_000

const openIn =
  (browser: Browser): TestBrowser["open"] =>
  async (options = SCREENS.wide) => {
    const context = await browser.newContext(options)
    // The machine of a run may have other things to do: what is waited for has as long as the page is open.
    context.setDefaultTimeout(0)
    const page = await context.newPage()
    const hung = setTimeout(() => void browser.close(), OPEN_MILLIS_MAX)
    return {
      page,
      complaints: complaintsOf(page),
      picture: async (name) => {
        if (!isForBrowser) return
        mkdirSync(PICTURES, { recursive: true })
        await page.screenshot({ path: join(PICTURES, `${name}.png`) })
      },
      [Symbol.asyncDispose]: async () => {
        clearTimeout(hung)
        await context.close()
      },
    }
  }

const launch = async (executablePath: string, folder: string): Promise<Browser> => {
  // Loaded here, so that a run without a browser does not take the time.
  const { chromium } = await import("playwright-core")
  try {
    return await chromium.launch({
      executablePath,
      // Its profile and what else it writes; the folder goes with the browser.
      env: { ...process.env, HOME: folder, TMPDIR: folder },
      artifactsDir: folder,
      // One process shows all pages: a new one for each takes longer than most pages do.
      args: ["--renderer-process-limit=1"],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
  } catch (cause) {
    const advice = "GARRISON_BROWSER names another, and GARRISON_BROWSER=none leaves these tests out"
    throw new Error(`${executablePath} does not start as a headless Chromium; ${advice}`, { cause })
  }
}

/**
 * Tests in a browser, which all of them share. Read `browser.current` inside the tests. Without a Chromium they are
 * skipped, and their name says why.
 */
export const inBrowser = (name: string, tests: (browser: { readonly current: TestBrowser }) => void): void => {
  const why = path === undefined ? ` (${NO_BROWSER})` : ""
  describe.skipIf(path === undefined)(`${name}${why}`, () => {
    const holder: { current: TestBrowser } = { current: undefined as unknown as TestBrowser }
    let browser: Browser | undefined
    let folder: string | undefined
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "garrison-browser-"))
      browser = await launch(path ?? "", folder)
      holder.current = { open: openIn(browser) }
    })
    afterAll(async () => {
      await browser?.close()
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    })
    tests(holder)
  })
}

/** Whether nothing of the page is wider than the screen: nobody has to scroll sideways. */
export const fitsScreen = async (page: Page): Promise<boolean> => {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  return width <= (page.viewportSize()?.width ?? 0)
}

/**
 * Asserts that the page breaks no rule of axe-core: what a screen reader or a keyboard would stumble over. What
 * `alike` finds is taken out of the page first: parts that are like others, of which there may be too many to look at.
 */
export const assertAccessible = async (page: Page, alike?: string): Promise<void> => {
  const { default: axe } = await import("axe-core")
  // Through the protocol, where a Content-Security-Policy does not hold.
  await page.evaluate(axe.source)
  const told = await page.evaluate(async (selector) => {
    for (const part of selector === undefined ? [] : document.querySelectorAll(selector)) part.remove()
    // Told here: all that axe looked at is megabytes on the way to the test.
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ resultTypes: ["violations"] })
    return violations.flatMap(({ help, id, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
  }, alike)
  assert.strictEqual(told.join("\n"), "")
}
