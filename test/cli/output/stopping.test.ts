/** One Ctrl-C may arrive twice; only a later one is another. */
import { assert, it } from "@effect/vitest"
import { insists } from "../../../packages/cli/src/output/stopping.ts"

it("a second signal counts once half a second has passed since the first", () => {
  assert.isFalse(insists(1000, 1000))
  assert.isFalse(insists(1000, 1500))
  assert.isTrue(insists(1000, 1501))
})
