/** Which Chromium tests take: the one that is named, else the first on PATH. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { findBrowser } from "./findBrowser.ts"

describe("the browser of the tests", () => {
  let folder = ""
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "garrison-find-"))
    for (const [place, name, mode] of [
      ["a", "google-chrome", 0o755],
      ["b", "chromium-browser", 0o755],
      ["c", "chromium", 0o644],
      ["d", "mine", 0o755],
    ] as const) {
      mkdirSync(join(folder, place))
      writeFileSync(join(folder, place, name), "", { mode })
    }
    mkdirSync(join(folder, "e", "chromium"), { recursive: true })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const pathOf = (...places: ReadonlyArray<string>) => places.map((place) => join(folder, place)).join(delimiter)

  it.each([
    { PATH: ["a", "b"], found: "b/chromium-browser" },
    { PATH: ["a"], found: "a/google-chrome" },
    // One is a file that cannot be started, the other a folder.
    { PATH: ["c", "e", "a"], found: "a/google-chrome" },
    { PATH: ["c", "d"], found: undefined },
    { PATH: [], found: undefined },
  ])("is $found where PATH has $PATH", ({ PATH, found }) => {
    const expected = found === undefined ? undefined : join(folder, found)
    assert.strictEqual(findBrowser({ PATH: pathOf(...PATH) }), expected)
  })

  it("is none where that is said", () => {
    assert.isUndefined(findBrowser({ PATH: pathOf("a"), GARRISON_BROWSER: "none" }))
    assert.isDefined(findBrowser({ PATH: pathOf("a"), GARRISON_BROWSER: "" }))
  })

  it("is the one that is named, and nothing else", () => {
    const PATH = pathOf("a", "b")
    const named = join(folder, "d", "mine")
    assert.strictEqual(findBrowser({ PATH, GARRISON_BROWSER: named }), named)
    for (const broken of [join(folder, "c", "chromium"), join(folder, "nothing"), folder]) {
      assert.throws(() => findBrowser({ PATH, GARRISON_BROWSER: broken }), broken)
    }
  })
})
