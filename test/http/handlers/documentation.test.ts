/** The documentation is made by a thread, so that the process goes on serving players (guarantees R80). */
import { assert, describe, it } from "@effect/vitest"
import { documentation } from "@garrison/http/handlers/documentation"
import { documentationText } from "@garrison/http/handlers/documentationText"
import { execFileSync } from "node:child_process"

/** What making a text takes of the thread that asks for it, in a process that has made none before, in ms. */
const costOf = (work: string): number => {
  const program = `
    const { documentation } = await import("@garrison/http/handlers/documentation")
    const before = process.threadCpuUsage()
    await (async () => { ${work} })()
    const { system, user } = process.threadCpuUsage(before)
    console.log((system + user) / 1000)`
  const flags = ["--conditions=source", "--no-warnings", "--input-type=module", "--eval", program]
  return Number(execFileSync(process.execPath, flags, { encoding: "utf8", cwd: import.meta.dirname }))
}

describe("the documentation", () => {
  it.each(["openapi", "docs"] as const)("of a thread is that of this one: %s", async (of) => {
    for (const prefix of of === "docs" ? [""] : ["", "/game"]) {
      assert.deepStrictEqual(await documentation({ of, prefix }), documentationText({ of, prefix }))
    }
    assert.strictEqual(documentation({ of, prefix: "" }), documentation({ of, prefix: "" }))
  })

  it("takes a small part of the time of the thread that asks for it, and all of it without a thread", () => {
    const threaded = costOf(`await documentation({ of: "docs", prefix: "" })`)
    const control = costOf(`
      const { documentationText } = await import("@garrison/http/handlers/documentationText")
      documentationText({ of: "docs", prefix: "" })`)
    // The page has the whole document in it.
    assert.isBelow(threaded, control / 4)
  })
})
