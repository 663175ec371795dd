/**
 * Mistakes that designers make: each message says where it is, what is wrong and what to write instead, and a document
 * in which that is written has no finding.
 */
import { assert, describe, it } from "@effect/vitest"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { designerMistakes, SOUND } from "../../scripts/catalog/designerMistakes.ts"
import { temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"

describe("a mistake that a designer makes", () => {
  const cwd = temporaryDirectory()
  const checked = async (text: string) => {
    writeFileSync(join(cwd, "catalog.yaml"), text)
    return garrison(["catalog", "check", "catalog.yaml"], { cwd })
  }

  it("is one of a list of at least thirty, none of which is in the sound document", async () => {
    assert.isAtLeast(Object.keys(designerMistakes).length, 30)
    const { code, stdout } = await checked(SOUND)
    assert.strictEqual(code, 0, stdout)
    assert.match(stdout, /^\d+ items.*: 0 errors, 0 warnings\n$/)
  })

  it.each(Object.entries(designerMistakes))(
    "%s: is told with its place and what to write instead",
    async (_what, mistake) => {
      const { at, code, fix, part, right = part, says, wrong } = mistake
      assert.lengthOf(SOUND.split(part), 2, "the part stands in the sound document once")
      const { stdout } = await checked(SOUND.replace(part, wrong))
      const [place = "", path = ""] = at.split(/ (.*)/)
      const begins = [
        `catalog.yaml:${place}: error: ${path === "" ? "" : `${path}: `}`,
        `catalog.yaml:${place}: warning: ${path}: `,
      ]
      const lines = stdout.split("\n")
      const index = lines.findIndex((line) => begins.some((begin) => line.startsWith(begin)))
      assert.isAtLeast(index, 0, stdout)
      assert.include(lines[index], says)
      assert.isTrue(lines[index]?.endsWith(`(${code})`), stdout)
      assert.strictEqual(lines[index + 2], `  fix: ${fix}`)
      const fixed = await checked(SOUND.replace(part, right))
      assert.strictEqual(fixed.code, 0, fixed.stdout)
      assert.include(fixed.stdout, "0 errors, 0 warnings")
    },
  )
})
